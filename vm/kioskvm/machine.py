# SPDX-License-Identifier: Apache-2.0
"""One kiosk machine: a QEMU process with Debian, Swell laid into it, and hands to touch it."""

import ctypes
import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from . import accelerator, patience
from .agent import Agent, CommandFailed
from .overlay import Overlay
from .picture import Picture
from .qmp import QMP
from .system import ARCH, IS_NATIVE, PROCESSOR

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CACHE = os.environ.get("SWELL_VM_CACHE", os.path.join(ROOT, "build", "vm"))

# QEMU's devices and the kernel's arguments for each display. What has no device of its own is loaded by
# hand. VESA's mode 0x344 is 1024 × 768 in 32 bits; simpledrm shows what the firmware has set.
SIZED = "xres={0},yres={1}"
FIRMWARE = ["vga=0x344", "modprobe.blacklist=bochs", "modules_load=simpledrm,kiosk_framebuffer"]
DISPLAYS = {
    "virtio-gpu": ([f"virtio-gpu-pci,{SIZED}"], []),
    "two outputs": ([f"virtio-gpu-pci,max_outputs=2,{SIZED}"], []),
    "vkms": ([], ["modules_load=vkms"]),
    "none": ([], []),
    # What the kernel is told of the connector holds until it is told something else.
    "no monitor": ([f"virtio-gpu-pci,{SIZED}"], ["video=Virtual-1:d"]),
    "both": ([f"virtio-gpu-pci,{SIZED}"], ["modules_load=vkms"]),
    "bochs": ([f"VGA,{SIZED}"], []),
    "bochs-display": ([f"bochs-display,{SIZED}"], []),
    "cirrus": (["cirrus-vga"], []),
    "qxl": (["qxl-vga"], []),
    "simpledrm": ([f"VGA,{SIZED}"], FIRMWARE),
    "simpledrm, UEFI": ([f"VGA,{SIZED}"], FIRMWARE),
}
# The firmware of displays that need another than QEMU's own.
UEFI = {"simpledrm, UEFI": "/usr/share/ovmf/OVMF.fd"}
# Cards of PCs, and what a PC's firmware sets.
OF_PCS = {"bochs", "cirrus", "qxl", "simpledrm", "simpledrm, UEFI"}

AGENT_UNIT = """\
[Unit]
Description=Hand of the program that started this machine
DefaultDependencies=no
Before=sysinit.target

[Service]
ExecStart=/usr/lib/kiosk/agent
Restart=always
OOMScoreAdjust=-1000

[Install]
WantedBy=sysinit.target
"""


def image(desktop=None):
    """The directory with vmlinuz, initrd and root.ext4, with the display manager `desktop` in it if one is
    named; builds them when they are missing."""
    return built("image", **({"SWELL_VM_DESKTOP": desktop} if desktop else {}))


def built(part, **environment):
    """The directory that vm/build-PART.sh prints, once it has made what is missing in it."""
    script = os.path.join(ROOT, "vm", f"build-{part}.sh")
    return subprocess.run([script], stdout=subprocess.PIPE, check=True,
                          env={**os.environ, **environment}).stdout.decode().strip()


class NoSuchDisplay(unittest.SkipTest):
    """A display that the machine cannot have; the test that asks for it is skipped."""


def compiled(source, libraries=()):
    """The path of a C program for the inside, compiled when its source or a header beside it is newer. It is
    linked statically: the C library inside may be older than the compiler's."""
    program = os.path.join(CACHE, "tools", ARCH, os.path.splitext(os.path.basename(source))[0])
    headers = glob.glob(os.path.join(os.path.dirname(source), "*.h"))
    newest = max(map(os.path.getmtime, [source, *headers]))
    if not os.path.exists(program) or os.path.getmtime(program) < newest:
        os.makedirs(os.path.dirname(program), exist_ok=True)
        flags = []
        if libraries:
            flags = subprocess.run(["pkg-config", "--cflags", "--libs", "--static", *libraries],
                                   stdout=subprocess.PIPE, check=True).stdout.decode().split()
            if not IS_NATIVE:
                flags.append("-L" + built("libraries"))
        temporary = f"{program}.{os.getpid()}"
        subprocess.run([PROCESSOR.compiler, "-std=gnu11", "-static", "-O2", "-Wall", "-Wextra", "-Werror",
                        "-o", temporary, source, *flags], check=True)
        os.replace(temporary, program)
    return program


def _die_with_parent():
    """Runs in the child before QEMU does: no QEMU survives a killed test run."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Machine:
    """A machine that runs from `boot` to `close`. Nothing it writes is kept.

    `display` is one of `DISPLAYS`: "virtio-gpu" (a screen that QEMU can photograph), "vkms" (the
    kernel's own virtual display, with true vblanks), "both", or another driver. `trees` are
    directories whose files are laid over the root file system, `enabled` are units to be started at
    boot, `desktop` is the display manager that the image has.
    """

    def __init__(self, display="virtio-gpu", size=(1280, 800), trees=(), files=None,
                 enabled=(), arguments=(), kernel_arguments=(), window=("-display", "none"),
                 serial=None, desktop=None):
        if ARCH != "amd64" and display in OF_PCS:
            raise NoSuchDisplay(f"{display} is a PC's; {ARCH} has none")
        self.display, self.size = display, size
        self._trees, self._files, self._enabled = list(trees), dict(files or {}), list(enabled)
        self._arguments, self._kernel_arguments = list(arguments), list(kernel_arguments)
        self._window, self._serial, self._desktop = list(window), serial, desktop
        self._process = self._directory = self.qmp = self.agent = None
        self.boot_seconds = None

    # MARK: Life

    def _initrd(self, base, path):
        overlay = Overlay()
        agent = compiled(os.path.join(ROOT, "vm", "guest", "agent.c"))
        with open(agent, "rb") as file:
            overlay.file("/usr/lib/kiosk/agent", file.read(), 0o755)
        overlay.file("/etc/systemd/system/kiosk-agent.service", AGENT_UNIT)
        overlay.link("/etc/systemd/system/sysinit.target.wants/kiosk-agent.service",
                     "../kiosk-agent.service")
        for tree in self._trees:
            overlay.tree(tree)
        for place, content in self._files.items():
            data, mode = content if isinstance(content, tuple) else (content, 0o644)
            overlay.file(place, data, mode)
        for unit in self._enabled:
            kind = "sockets" if unit.endswith(".socket") else "multi-user"
            overlay.link(f"/etc/systemd/system/{kind}.target.wants/{unit}",
                         f"/usr/lib/systemd/system/{unit}")
        with open(path, "wb") as target:
            with open(os.path.join(base, "initrd"), "rb") as first:
                shutil.copyfileobj(first, target)
            target.write(bytes(-target.tell() % 512))
            target.write(overlay.archive())

    def boot(self, limit=180):
        """Starts the machine and returns when commands can be run in it."""
        base = image(self._desktop)
        self._directory = tempfile.mkdtemp(prefix="kiosk-")

        def inside(name):
            return os.path.join(self._directory, name)

        self.serial_path = inside("serial.log")
        self._initrd(base, inside("initrd"))
        kernel_arguments = [f"console={PROCESSOR.serial}", "quiet", "mitigations=off", "panic=-1",
                            *self._kernel_arguments]
        devices = []
        cards, needed = DISPLAYS[self.display]
        for card in cards:
            devices += ["-device", card.format(*self.size) + ",id=screen"]
        kernel_arguments += needed
        if self._serial is None:
            kernel_arguments.append(f"systemd.mask=serial-getty@{PROCESSOR.serial}.service")
        command = [
            PROCESSOR.emulator, *PROCESSOR.board,
            *accelerator.arguments(os.path.join(base, "vmlinuz"), CACHE),
            "-m", "2048" if self._desktop else "1024", "-nodefaults", "-no-reboot",
            *self._window,
            *(["-bios", UEFI[self.display]] if self.display in UEFI else []),
            "-kernel", os.path.join(base, "vmlinuz"), "-initrd", inside("initrd"),
            "-append", " ".join(kernel_arguments),
            "-drive", f"file={base}/root.ext4,format=raw,if=virtio,snapshot=on",
            "-serial", self._serial or f"file:{self.serial_path}",
            "-qmp", f"unix:{inside('qmp')},server=on,wait=off",
            "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={inside('agent')},server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=org.swell.kiosk",
            "-device", "virtio-tablet-pci", "-device", "virtio-keyboard-pci",
            *devices, *self._arguments,
        ]
        started = time.monotonic()
        with open(inside("qemu.log"), "wb") as log:
            # QEMU keeps what the machine writes in its own directory, and that goes with it.
            self._process = subprocess.Popen(
                command, stdin=None if self._serial else subprocess.DEVNULL,
                stdout=None if self._serial else log, stderr=log,
                env={**os.environ, "TMPDIR": self._directory}, preexec_fn=_die_with_parent)  # noqa: PLW1509
        self._wait_for_sockets(inside, started + limit)
        self.qmp = QMP(inside("qmp"))
        self.agent_path = inside("agent")
        self.agent = Agent(self.agent_path)
        while not self.agent.hello.wait(0.5):
            self._check_alive("booting")
            if time.monotonic() > started + limit:
                raise TimeoutError(f"the machine did not boot:\n{self.console()}")
        self.boot_seconds = time.monotonic() - started
        patience.measure(self.boot_seconds)
        return self

    def _wait_for_sockets(self, inside, deadline):
        while not (os.path.exists(inside("qmp")) and os.path.exists(inside("agent"))):
            self._check_alive("starting")
            if time.monotonic() > deadline:
                raise TimeoutError("QEMU did not open its sockets")
            time.sleep(0.02)

    def _check_alive(self, doing):
        if self._process.poll() is not None:
            with open(os.path.join(self._directory, "qemu.log"), encoding="utf-8") as file:
                raise RuntimeError(f"QEMU ended while {doing}: {file.read()}{self.console()}")

    def console(self):
        """The last lines of the serial console."""
        try:
            with open(self.serial_path, encoding="utf-8", errors="replace") as file:
                return file.read()[-3000:]
        except OSError:
            return ""

    def wait_for_end(self):
        """Waits until the machine has been switched off from inside or its window closed."""
        self._process.wait()

    def answers(self, limit=30):
        """Whether a command inside comes to its end; a kernel that is stuck runs none."""
        try:
            return self.run("true", timeout=limit).status == 0
        except (TimeoutError, CommandFailed, OSError):
            return False

    def close(self):
        """Ends the machine and drops everything it has written."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        for connection in (self.qmp, self.agent):
            if connection is not None:
                connection.close()
        if self._directory is not None:
            shutil.rmtree(self._directory, ignore_errors=True)

    # MARK: Commands

    def run(self, script, **options):
        """Runs a shell script inside, whatever its status."""
        return self.agent.run(script, **options)

    def check(self, script, **options):
        """Runs a shell script inside and returns its output; raises if it fails."""
        return self.agent.check(script, **options)

    def start(self, script):
        """Starts a shell script inside."""
        return self.agent.start(script)

    def wait_until(self, script, limit=90, what=None):
        """Waits until a shell script inside succeeds; it loops inside, without sleeping long."""
        looped = f"until {{ {script}\n}} >/tmp/waiting 2>&1; do sleep 0.05; done"
        try:
            self.check(looped, timeout=limit)
        except TimeoutError:
            state = self.run("cat /tmp/waiting", timeout=20).text
            raise TimeoutError(f"{what or script}: still not so after "
                               f"{patience.stretched(limit):.0f} s: {state}") from None

    # MARK: Screen and pointer

    def photograph(self, head=0):
        """What the screen shows now, of a card with several outputs the one with this number."""
        path = os.path.join(self._directory, "photograph.ppm")
        self.qmp.execute("screendump", filename=path, device="screen", head=head)
        with open(path, "rb") as file:
            return Picture.from_ppm(file.read())

    def pointer(self, x, y, button=None):
        """Moves QEMU's tablet to a pixel of the screen; `button` True presses, False lets go."""
        width, height = self.size
        events = [
            {"type": "abs", "data": {"axis": "x", "value": round(x * 32767 / (width - 1))}},
            {"type": "abs", "data": {"axis": "y", "value": round(y * 32767 / (height - 1))}},
        ]
        if button is not None:
            events.append({"type": "btn", "data": {"button": "left", "down": button}})
        self.qmp.execute("input-send-event", events=events)

    def key(self, *names):
        """Presses keys together on the machine's keyboard, by QEMU's names."""
        self.qmp.execute("send-key", keys=[{"type": "qcode", "data": name} for name in names])
