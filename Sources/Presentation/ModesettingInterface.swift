// SPDX-License-Identifier: Apache-2.0

/// The kernel's interface through which frames are shown; the raw values are the configuration's.
package enum ModesettingInterface: String, Sendable, Hashable, CaseIterable {
  /// By atomic requests where the driver takes them and is not known to do nothing with them.
  case automatic = "auto"
  /// By atomic requests only.
  case atomic
  /// One call at a time (`drmModeSetCrtc`, `drmModePageFlip`).
  case legacy
}
