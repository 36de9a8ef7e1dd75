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

  /// True if it is known to show another part of a framebuffer when SRC_X and SRC_Y say so.
  ///
  /// Others may take them and show the same part as before: those that copy into memory of their own (bochs, cirrus,
  /// ast, mgag200, udl, gud, simpledrm, panels on SPI).
  package var pans: Bool

  /// Looks up the driver of this name, as `drmGetVersion` tells it.
  package init(_ driver: String) {
    isLastResort = ["ast", "mgag200", "simpledrm", "ofdrm"].contains(driver)
    freezesWithAtomicFlips = driver == "vmwgfx"
    clearsMemoryInModesets = driver == "bochs-drm"
    pans = Self.panning.contains(driver)
  }

  /// Drivers that reckon where to scan out from the source rectangle, by the sources of Linux 6.12.
  private static let panning = [
    "amdgpu", "exynos", "i915", "imx-drm", "imx-lcdif", "mediatek", "meson", "msm", "mxsfb-drm",
    "omapdrm", "pl111", "rockchip", "stm", "sun4i-drm", "tegra", "tidss", "vboxvideo", "vc4",
    "virtio_gpu", "vkms", "xe",
  ]
}
