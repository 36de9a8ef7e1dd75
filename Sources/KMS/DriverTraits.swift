// SPDX-License-Identifier: Apache-2.0

/// Facts about a kernel driver that it does not report itself.
package struct DriverTraits: Sendable, Hashable {
  /// True if its picture is seen elsewhere, or only until the real driver comes: a management controller's display,
  /// always connected (ast, mgag200), or the firmware's frame buffer (simpledrm, ofdrm).
  package var isLastResort: Bool

  /// True if atomic flips were reported to succeed while the picture stands still (vmwgfx, as in VirtualBox and VMware;
  /// kmscon pull request 515).
  package var freezesWithAtomicFlips: Bool

  /// True if a modeset may clear the buffer that it is to show: QEMU's VGA empties the start of its memory when it is
  /// switched on, and bochs has put the buffer there where no console of the kernel's has (seen: Linux 6.1, QEMU 7.2).
  package var clearsMemoryInModesets: Bool

  /// Looks up the driver of this name, as `drmGetVersion` tells it.
  package init(_ driver: String) {
    isLastResort = ["ast", "mgag200", "simpledrm", "ofdrm"].contains(driver)
    freezesWithAtomicFlips = driver == "vmwgfx"
    clearsMemoryInModesets = driver == "bochs-drm"
  }
}
