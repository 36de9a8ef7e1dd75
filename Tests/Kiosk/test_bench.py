# SPDX-License-Identifier: Apache-2.0
"""The benchmark in a card's own memory, beside a daemon that shows its picture."""

import json
import os
import subprocess

from kiosk import CARD, ROOT, KioskCase, measured, scene
from kioskvm.system import IS_NATIVE


class BenchOnCard:
    """`make benchmarks` has built the program."""

    by_hand = True

    def setUp(self):
        super().setUp()
        if not IS_NATIVE:
            self.skipTest("the benchmark is built for the machine that runs the tests")

    def put_program(self):
        """Lays the program and its libraries into the machine; returns the command."""
        program = os.path.join(ROOT, ".build", "release", "swell-bench")
        said = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
        libraries = [line.split()[2] for line in said.splitlines() if " => /" in line]
        # The machine's own loader needs its own C library.
        own = ("libc.so", "libm.so")
        libraries = [path for path in libraries if not os.path.basename(path).startswith(own)]
        self.kiosk.check("mkdir -p /run/bench")
        for path in [program, *libraries]:
            with open(path, "rb") as file:
                self.kiosk.machine.agent.put(f"/run/bench/{os.path.basename(path)}", file.read(), "755")
        return "LD_LIBRARY_PATH=/run/bench /run/bench/swell-bench"

    def test_bench_on_card(self):
        """frames are measured in the card's memory, beside ordinary memory, and the picture stays"""
        self.kiosk.configure(scene())
        before = self.kiosk.steady_photograph()
        command = self.put_program()
        said = self.kiosk.check(f"{command} --card {CARD} 800x480", timeout=600)
        lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
        card = {line["mode"]: line["ratio_reference"] for line in lines if line["bench"] == "card memory"}
        self.assertEqual(set(card), {"written", "read by memcpy"})
        frames = {line["mode"]: line["ratio_memset"] for line in lines if line["bench"] == "scene"}
        modes = {"damage", "damage rotation=90", "damage cold", "full", "full rotation=90"}
        self.assertEqual(set(frames), modes | {f"{mode} rgb565" for mode in self.narrow})
        self.assertGreater(min(frames.values()), 0)
        measured(f"{self.display}: card memory against ordinary: written {card['written']:.2f}, "
                 f"read {card['read by memcpy']:.2f}; × memset there: damage {frames['damage']:.2f}, "
                 f"full {frames['full']:.2f}")
        self.assertEqual(self.kiosk.steady_photograph(), before)
        self.assertEqual(self.kiosk.property("NRestarts"), "0")

    def test_bench_without_card(self):
        """a card that is not there is one sentence"""
        command = self.put_program()
        result = self.kiosk.run(f"{command} --card /dev/dri/card9 800x480 2>&1")
        self.assertEqual(result.status, 69)
        self.assertEqual(len(result.text.splitlines()), 1)
        self.assertIn("/dev/dri/card9", result.text)


class VirtioBench(BenchOnCard, KioskCase):
    display = "virtio-gpu"
    # Its buffers have 32 bits a pixel.
    narrow = ()


class VkmsBench(BenchOnCard, KioskCase):
    display = "vkms"
    narrow = ("damage", "full")
