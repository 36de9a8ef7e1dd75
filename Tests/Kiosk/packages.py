# SPDX-License-Identifier: Apache-2.0
"""Swell's Debian packages for the tests of them: made of the release programs, and laid out for apt."""

import atexit
import functools
import os
import shutil
import subprocess
import tempfile
import unittest

from kiosk import ROOT, Kiosk
from kioskvm.system import ARCH, DEBIAN, NAME

SHELF = "/srv/packages"
# What apt is to look at: no network, no key.
SOURCES = f"deb [trusted=yes] file:{SHELF} ./\n"


def programs(system=""):
    """The folder of the release programs for a system, such as debian13-arm64, or for this machine itself."""
    return os.path.join(ROOT, ".build", system, "release")


@functools.cache
def built(version=None, system="", **environment):
    """The packages as `make deb` makes them, of the given version: paths by the packages' names.

    They are made once; the paths are those of copies, which stay until the tests have ended.
    """
    if not os.path.exists(programs(system)):
        raise unittest.SkipTest(f"there are no programs for {system or 'this machine itself'}: make release")
    variables = {**os.environ, "BIN": programs(system), "SYSTEM": system, **environment}
    if version:
        variables["SWELL_VERSION"] = version
    command = ["deb-elsewhere.sh", ARCH, DEBIAN] if system else ["deb.sh"]
    command[0] = os.path.join(ROOT, "scripts", command[0])
    paths = subprocess.run(command, env=variables, check=True,
                           stdout=subprocess.PIPE, cwd="/").stdout.decode().split()
    folder = tempfile.mkdtemp(prefix="swell-packages-")
    atexit.register(shutil.rmtree, folder)
    return {os.path.basename(path).split("_")[0]: shutil.copy(os.path.join(ROOT, path), folder)
            for path in paths}


def version(path):
    """What a package says of its version."""
    return subprocess.run(["dpkg-deb", "-f", path, "Version"], check=True,
                          stdout=subprocess.PIPE).stdout.decode().strip()


@functools.cache
def shelf():
    """A repository with this version of the package `swell` and a later one: files by their place in the
    machine, and both versions."""
    files, versions = {"/etc/apt/sources.list": SOURCES}, []
    with tempfile.TemporaryDirectory() as folder:
        for wanted in (None, "99.0"):
            path = built(wanted, NAME)["swell"]
            versions.append(version(path))
            shutil.copy(path, folder)
        index = subprocess.run(["dpkg-scanpackages", "--multiversion", "."], cwd=folder, check=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        files[f"{SHELF}/Packages"] = index
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                files[f"{SHELF}/{name}"] = file.read()
    return files, versions


class PackagedKiosk(Kiosk):
    """A machine that has nothing of Swell but a repository with its packages."""

    def __init__(self, display):
        files, self.versions = shelf()
        super().__init__(display, trees=(), files=files)

    def apt(self, words):
        """Runs apt-get, without a question, and returns what it says."""
        return self.check("DEBIAN_FRONTEND=noninteractive apt-get -q -y "
                          f"-o APT::Sandbox::User=root {words} 2>&1", timeout=300)

    def explain(self):
        """The journal of this machine, which is nobody else's."""
        said = self.run("journalctl -b -u 'swell*' --no-pager | grep -v offers | tail -n 80").text
        return f"--- the machine's journal\n{said}\n---"
