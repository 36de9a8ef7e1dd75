# SPDX-License-Identifier: Apache-2.0
"""Which system the machine is: the environment's ARCH (amd64 or arm64) and DEBIAN (12 or 13), and what QEMU
and the kernel call its parts."""

import os
import platform
from dataclasses import dataclass


@dataclass(frozen=True)
class Processor:
    """One of Debian's architectures."""

    name: str           # the kernel's
    emulator: str       # QEMU's program
    board: tuple        # QEMU's arguments for the machine around it
    emulated: str       # the processor that QEMU emulates without KVM
    virtual: str        # the processor under KVM
    serial: str         # the kernel's first serial line
    compiler: str       # that makes programs for it


PROCESSORS = {
    # Without arch-capabilities: some hosts announce that feature and then refuse to set it.
    "amd64": Processor("x86_64", "qemu-system-x86_64", ("-vga", "none"), "max",
                       "host,arch-capabilities=off", "ttyS0", "x86_64-linux-gnu-gcc"),
    "arm64": Processor("aarch64", "qemu-system-aarch64", ("-M", "virt,gic-version=max"), "cortex-a72", "host",
                       "ttyAMA0", "aarch64-linux-gnu-gcc"),
}

ARCH = os.environ.get("ARCH") or "amd64"
DEBIAN = os.environ.get("DEBIAN") or "13"
if ARCH not in PROCESSORS or DEBIAN not in ("12", "13"):
    raise SystemExit("vm: ARCH is amd64 or arm64, DEBIAN is 12 or 13")
PROCESSOR = PROCESSORS[ARCH]
IS_NATIVE = platform.machine() == PROCESSOR.name
NAME = f"debian{DEBIAN}-{ARCH}"
