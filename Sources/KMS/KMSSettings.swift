// SPDX-License-Identifier: Apache-2.0

/// What the configuration says about the display.
package struct KMSSettings: Sendable, Hashable {
  /// `auto`, or the one connector that may be used, `HDMI-A-1`.
  package var connector: String
  /// `preferred`, `current`, `WxH` or `WxH@Hz`; anything else counts as `preferred`.
  package var mode: String
  /// The one device node that may be used, `nil` for any.
  package var cardPath: String?

  /// Settings of the three values.
  package init(connector: String = "auto", mode: String = "preferred", cardPath: String? = nil) {
    self.connector = connector
    self.mode = mode
    self.cardPath = cardPath
  }

  /// The wanted mode.
  var modeRequest: ModeRequest { ModeRequest(mode) ?? .preferred }
}
