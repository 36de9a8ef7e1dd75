#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the manifest says all of what Swell is built from.

    scripts/check-dependencies.py MANIFEST RESOLVED

Package.resolved is not committed (docs/workarounds.md): what it would hold has to stand in the manifest,
each package at one exact version, also those that a package brings along. MANIFEST is the output of
`swift package dump-package`, RESOLVED the file that a build has written.
"""

import json
import sys


def named_versions(manifest):
    """The packages of the manifest, by identity; None stands for a range of versions."""
    versions = {}
    for dependency in manifest["dependencies"]:
        for package in dependency.get("sourceControl", []):
            exact = package["requirement"].get("exact") or [None]
            versions[package["identity"]] = exact[0]
    return versions


def main():
    with open(sys.argv[1]) as file:
        named = named_versions(json.load(file))
    with open(sys.argv[2]) as file:
        pins = {pin["identity"]: pin["state"].get("version") for pin in json.load(file)["pins"]}
    ranges = [name for name, version in named.items() if not version]
    mistakes = [f"{name} is asked for in a range of versions, not in one" for name in ranges]
    for name, version in pins.items():
        if name not in named:
            mistakes.append(f"{name} {version} is built in and not named in Package.swift")
        elif named[name] and named[name] != version:
            mistakes.append(f"{name} is {version} where Package.swift names {named[name]}")
    for mistake in mistakes:
        print(f"check-dependencies: {mistake}", file=sys.stderr)
    if not mistakes:
        print(f"dependencies: {len(pins)} packages, each at the version that Package.swift names")
    return 1 if mistakes else 0


sys.exit(main())
