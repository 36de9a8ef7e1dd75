// SPDX-License-Identifier: Apache-2.0

// What a frame asks of heap and kernel, counted in the optimised build; fails when that is too much.
//
// A program of its own, as only optimised code keeps its values off the heap, and it takes as much
// of the daemon's release build as there is.

import JSON
import CAllocationCounter
import Glibc
import LinuxSystem

var findings = Findings()
let before = callocation_counter_count()
// One that the C library makes itself, and that no optimiser removes.
let root = unsafe realpath("/", nil)
unsafe free(root)
findings.expect("allocations seen of some", Int(callocation_counter_count() - before), atLeast: 1)
LawfulLayers.run(&findings)
do {
  try WarmFrames.run(&findings)
  try TurningPages.run(&findings)
  try ScreenKeys.run(&findings)
  try FlyingLists.run(&findings)
  try FramesBesidePicture.run(&findings)
  try RunningLoop.run(&findings)
} catch {
  StandardError.write(line: "frame-check: \(error)")
  exit(1)
}
for line in findings.lines { print("frame-check: \(line)") }
exit(findings.failures == 0 ? 0 : 1)
