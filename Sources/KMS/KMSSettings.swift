// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Presentation

extension MirrorRequest {
  /// Tells if the connector `name` may be the one.
  func allows(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .any: true
    case .named(let wanted): wanted == name
    }
  }
}

/// The configuration's settings for the display.
package struct KMSSettings: Sendable, Hashable {
  /// `auto`, or the one connector that may be used, `HDMI-A-1`.
  package var connector: String
  /// True if the named connector is used even while it reports no monitor.
  package var isForced: Bool
  /// The request for one of the monitor's modes.
  package var mode: ModeRequest
  /// Layout of pixels that is wanted where the display can show it; `nil` for the best it offers.
  package var format: PixelFormat?
  /// The interface of the kernel that is wanted.
  package var interface: ModesettingInterface
  /// Properties of connector and CRTC to be set.
  package var properties: [PropertyRequest]
  /// True if the other connectors of the card are switched off once a frame is shown.
  package var switchesOthersOff: Bool
  /// The request for another monitor of the card that shows the same picture.
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
