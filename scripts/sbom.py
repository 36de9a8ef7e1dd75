#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what a package is made of, as SPDX 2.3 in JSON.

    scripts/sbom.py --version VERSION --commit COMMIT --epoch SECONDS --out FILE PROGRAM...

Of each PROGRAM its digests, what is linked into it (Package.swift's exact versions, the Swift libraries,
toml++), and the Debian packages of the libraries that it opens when it starts. The same programs give the
same bytes.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOME = "https://swell.example"
APACHE = "Apache-2.0"


def output(*command):
    """What a command prints; nothing where it fails or is missing."""
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        return ""


def part(name, version, place, licence, reference=None):
    """One package of the list; `reference` is its package URL."""
    described = {
        "SPDXID": "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": place,
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }
    if reference:
        described["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER",
                                      "referenceType": "purl", "referenceLocator": reference}]
    return described


def linked():
    """What is inside the programs."""
    manifest = (ROOT / "Package.swift").read_text()
    for place, version in re.findall(r'\.package\(url: "(.*?)", exact: "(.*?)"\)', manifest):
        name = place.rsplit("/", 1)[-1]
        yield part(name, version, f"git+{place}@{version}", APACHE,
                   f"pkg:swift/{place.removeprefix('https://')}@{version}")
    compiler = re.search(r"Swift version (\S+)", output("swiftc", "--version"))
    version = compiler.group(1) if compiler else "NOASSERTION"
    yield part("swift-runtime-libraries", version, "https://www.swift.org/download/",
               f"{APACHE} WITH Swift-exception")
    version = output("dpkg-query", "-W", "-f", "${Version}", "libtomlplusplus-dev")
    yield part("libtomlplusplus-dev", version or "NOASSERTION", "NOASSERTION", "MIT",
               f"pkg:deb/debian/libtomlplusplus-dev@{version}" if version else None)


def opened(programs):
    """The Debian packages of the libraries that programs open when they start."""
    names = set()
    for program in programs:
        names.update(re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", str(program))))
    owners = set()
    for name in sorted(names):
        # "libdrm2:amd64: /usr/lib/x86_64-linux-gnu/libdrm.so.2"
        for line in output("dpkg-query", "-S", f"*/{name}").splitlines():
            owner, _, path = line.rpartition(": ")
            if path.startswith(("/lib/", "/usr/lib/")) and path.count("/") <= 4:
                owners.add(owner.split(":")[0])
                break
    for owner in sorted(owners):
        version = output("dpkg-query", "-W", "-f", "${Version}\n", owner).splitlines()[0]
        yield part(owner, version, "NOASSERTION", "NOASSERTION",
                   f"pkg:deb/debian/{owner}@{version}")


def file(program):
    """A program with its digests."""
    data = program.read_bytes()
    return {
        "SPDXID": f"SPDXRef-File-{program.name}",
        "fileName": f"./usr/bin/{program.name}",
        "fileTypes": ["BINARY"],
        "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                      {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}],
        "licenseConcluded": APACHE,
        "licenseInfoInFiles": [APACHE],
        "copyrightText": "NOASSERTION",
    }


def document(options):
    """The whole list."""
    inside, beside = list(linked()), list(opened(options.programs))
    files = [file(program) for program in options.programs]
    digest = hashlib.sha256("".join(entry["checksums"][1]["checksumValue"]
                                    for entry in files).encode()).hexdigest()
    own = part(options.name, options.version, f"{HOME}/swell-{options.version}.tar.gz", APACHE)
    if options.commit:
        own["sourceInfo"] = f"built from commit {options.commit}"
    # As SPDX 2.3 has it (7.9): of all files' digests in their order, one behind the other.
    sums = sorted(entry["checksums"][0]["checksumValue"] for entry in files)
    own["filesAnalyzed"] = True
    own["packageVerificationCode"] = {
        "packageVerificationCodeValue": hashlib.sha1("".join(sums).encode()).hexdigest()}
    own["licenseInfoFromFiles"] = [APACHE]
    own["hasFiles"] = [entry["SPDXID"] for entry in files]

    def related(one, kind, other):
        return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}

    created = datetime.datetime.fromtimestamp(options.epoch, datetime.UTC)
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{options.name}-{options.version}",
        "documentNamespace": f"{HOME}/spdx/{options.name}-{options.version}-{digest[:16]}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Organization: Swell maintainers", "Tool: scripts/sbom.py"]},
        "documentDescribes": [own["SPDXID"]],
        "packages": [own, *inside, *beside],
        "files": files,
        "relationships": [
            related("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"]),
            *[related(own["SPDXID"], "CONTAINS", entry["SPDXID"]) for entry in files],
            *[related(own["SPDXID"], "STATIC_LINK", entry["SPDXID"]) for entry in inside],
            *[related(own["SPDXID"], "DYNAMIC_LINK", entry["SPDXID"]) for entry in beside],
        ],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", default="swell")
    parser.add_argument("--version", required=True)
    parser.add_argument("--commit", default="")
    parser.add_argument("--epoch", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("programs", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(document(options), indent=2) + "\n")


if __name__ == "__main__":
    main()
