// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Presentation

/// How the kernel is asked to show frames.
package enum ModesettingInterface: Sendable, Hashable {
  /// By atomic requests where the driver takes them and is not known to do nothing with them.
  case automatic
  /// By atomic requests only.
  case atomic
  /// One call at a time (`drmModeSetCrtc`, `drmModePageFlip`).
  case legacy
}

/// Which other monitor shows the same picture.
package enum MirrorRequest: Sendable, Hashable {
  /// None.
  case none
  /// Any that can.
  case any
  /// The one on the connector of this name.
  case named(String)

  /// Whether the connector `name` may be the one.
  func allows(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .any: true
    case .named(let wanted): wanted == name
    }
  }
}

/// What the configuration says about the display.
package struct KMSSettings: Sendable, Hashable {
  /// `auto`, or the one connector that may be used, `HDMI-A-1`.
  package var connector: String
  /// Whether the named connector is used even while it reports no monitor.
  package var isForced: Bool
  /// Which of the monitor's modes is wanted.
  package var mode: ModeRequest
  /// How pixels are to be laid out where the display can show it; `nil` for the best it offers.
  package var format: PixelFormat?
  /// How the kernel is asked.
  package var interface: ModesettingInterface
  /// Properties of connector and CRTC to be set.
  package var properties: [PropertyRequest]
  /// Whether the other connectors of the card are switched off once a frame is shown.
  package var switchesOthersOff: Bool
  /// Which other monitor of the card shows the same picture.
  package var mirror: MirrorRequest
  /// The one device node that may be used, `nil` for any.
  package var cardPath: String?

  /// Settings of the given values.
  package init(
    connector: String = "auto",
    isForced: Bool = false,
    mode: ModeRequest = .preferred,
    format: PixelFormat? = nil,
    interface: ModesettingInterface = .automatic,
    properties: [PropertyRequest] = [],
    switchesOthersOff: Bool = false,
    mirror: MirrorRequest = .none,
    cardPath: String? = nil
  ) {
    self.connector = connector
    self.isForced = isForced
    self.mode = mode
    self.format = format
    self.interface = interface
    self.properties = properties
    self.switchesOthersOff = switchesOthersOff
    self.mirror = mirror
    self.cardPath = cardPath
  }
}
