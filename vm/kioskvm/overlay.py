# SPDX-License-Identifier: Apache-2.0
"""Files laid over the machine's root file system at boot, as a cpio archive for the kernel."""

import os
import stat


class Overlay:
    """An archive in the making; everything in it belongs to root."""

    def __init__(self):
        self._parts, self._number, self._directories = [], 0, set()
        self._directory("overlay")

    def _entry(self, name, mode, data=b""):
        self._number += 1
        encoded = name.encode() + b"\0"
        fields = (self._number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(encoded), 0)
        header = b"070701" + b"".join(b"%08x" % field for field in fields)
        for part in (header + encoded, data):
            self._parts.append(part + bytes(-len(part) % 4))

    def _directory(self, name):
        if name and name not in self._directories:
            self._directory(os.path.dirname(name))
            self._directories.add(name)
            self._entry(name, stat.S_IFDIR | 0o755)

    def _place(self, path):
        # Debian's /bin, /lib and /sbin are symbolic links, which must not be replaced.
        path = path.strip("/")
        if path.split("/")[0] in ("bin", "lib", "lib64", "sbin"):
            path = "usr/" + path
        name = "overlay/" + path
        self._directory(os.path.dirname(name))
        return name

    def file(self, path, data, mode=0o644):
        """Adds a file with the given bytes or text."""
        data = data.encode() if isinstance(data, str) else data
        self._entry(self._place(path), stat.S_IFREG | mode, data)

    def link(self, path, target):
        """Adds a symbolic link."""
        self._entry(self._place(path), stat.S_IFLNK | 0o777, target.encode())

    def tree(self, top):
        """Adds everything below a directory, as `make install DESTDIR=` left it."""
        for folder, folders, files in os.walk(top):
            folders.sort()
            for name in sorted(files + [f for f in folders
                                        if os.path.islink(os.path.join(folder, f))]):
                source = os.path.join(folder, name)
                inside = os.path.relpath(source, top)
                if os.path.islink(source):
                    self.link(inside, os.readlink(source))
                else:
                    with open(source, "rb") as file:
                        self.file(inside, file.read(), os.stat(source).st_mode & 0o7777)

    def archive(self):
        """The finished archive, to be appended to the first one."""
        self._entry("TRAILER!!!", 0)
        return b"".join(self._parts)
