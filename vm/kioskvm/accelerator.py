# SPDX-License-Identifier: Apache-2.0
"""Which of QEMU's accelerators works here: KVM where a kernel really boots on it, else TCG."""

import os
import subprocess

from .system import ARCH, IS_NATIVE, PROCESSOR

# One processor: where one of several emulated ones patches the kernel's code, as tracing and probes
# do, another now and then keeps the breakpoint that stood there meanwhile, and takes it for ever.
TCG = ["-accel", "tcg", "-cpu", PROCESSOR.emulated, "-smp", "1"]
KVM = ["-accel", "kvm", "-cpu", PROCESSOR.virtual, "-smp", "2"]


def arguments(kernel, cache):
    """QEMU arguments for the processors; `SWELL_VM_ACCEL=kvm` or `tcg` decides by hand."""
    chosen = os.environ.get("SWELL_VM_ACCEL")
    if chosen is None:
        chosen = _remembered(kernel, cache)
    return KVM if chosen == "kvm" else TCG


def _remembered(kernel, cache):
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
        boot = file.read().strip()
    path = os.path.join(cache, f"accelerator-{ARCH}")
    try:
        with open(path, encoding="ascii") as file:
            known, chosen = file.read().split()
        if known == boot:
            return chosen
    except (OSError, ValueError):
        pass
    chosen = "kvm" if _kvm_boots(kernel) else "tcg"
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{boot} {chosen}\n")
    return chosen


def _kvm_boots(kernel):
    """A kernel without a root file system panics and resets at once, which ends QEMU; under a
    hypervisor that opens /dev/kvm but cannot run it, it hangs."""
    if not IS_NATIVE or not os.access("/dev/kvm", os.R_OK | os.W_OK):
        return False
    command = [PROCESSOR.emulator, *PROCESSOR.board, *KVM, "-m", "256", "-nodefaults", "-display", "none",
               "-no-reboot", "-kernel", kernel, "-append", "panic=-1 quiet"]
    try:
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ended.returncode == 0
