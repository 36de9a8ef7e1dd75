// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The objects of a display device and their state at one moment.
package struct DeviceSnapshot: Sendable, Hashable {
  /// All connectors, in the kernel's order.
  package var connectors: [Connector]
  /// All CRTCs; the index is their bit in the masks of connectors and planes.
  package var crtcs: [CRTC]
  /// All planes; empty where the driver shows none.
  package var planes: [Plane]
  /// Framebuffers that belong to this open file, also those an earlier process made through it.
  package var framebuffers: [FramebufferID]

  /// A device of the four lists.
  package init(
    connectors: [Connector] = [],
    crtcs: [CRTC] = [],
    planes: [Plane] = [],
    framebuffers: [FramebufferID] = []
  ) {
    self.connectors = connectors
    self.crtcs = crtcs
    self.planes = planes
    self.framebuffers = framebuffers
  }
}

extension DeviceSnapshot {
  /// Tells if a CRTC that is on feeds `connector`.
  func isLit(_ connector: Connector) -> Bool {
    crtcs.contains { $0.id == connector.crtc && $0.isActive }
  }

  /// Tells if a plane or a CRTC shows `framebuffer`, or will at the next refresh.
  func isShown(_ framebuffer: FramebufferID) -> Bool {
    planes.contains { $0.framebuffer == framebuffer }
      || crtcs.contains { $0.framebuffer == framebuffer }
  }
}

/// A property of a connector, CRTC or plane with its present value.
package struct ObjectProperty: Sendable, Hashable {
  /// The property's number.
  package var id: PropertyID
  /// Present value.
  package var value: UInt64
  /// The values that have a name; empty where any number of ``range`` will do.
  package var choices: [String: UInt64]
  /// The numbers that it takes; `nil` when unknown.
  package var range: ClosedRange<UInt64>?
  /// True if it can be read only.
  package var isReadOnly: Bool

  /// A property of the given values.
  package init(
    id: PropertyID,
    value: UInt64,
    choices: [String: UInt64] = [:],
    range: ClosedRange<UInt64>? = nil,
    isReadOnly: Bool = false
  ) {
    self.id = id
    self.value = value
    self.choices = choices
    self.range = range
    self.isReadOnly = isReadOnly
  }
}

/// The properties of one object by name.
package typealias ObjectProperties = [String: ObjectProperty]

/// A socket or panel link that a monitor may hang on.
package struct Connector: Sendable, Hashable {
  /// Presence of a monitor, as the driver reports it.
  package enum Status: Sendable, Hashable {
    case connected
    case disconnected
    case unknown
  }

  /// The kernel's number.
  package var id: ConnectorID
  /// The kernel's name, `HDMI-A-1`.
  package var name: String
  /// `DRM_MODE_CONNECTOR_*`.
  package var type: UInt32
  /// Presence of a monitor.
  package var status: Status
  /// Modes that the monitor offers; may be empty.
  package var modes: [DisplayMode]
  /// Width of the picture in millimetres, 0 when unknown.
  package var widthMillimetres: Int
  /// Height of the picture in millimetres, 0 when unknown.
  package var heightMillimetres: Int
  /// Bit n stands for the CRTC at index n.
  package var possibleCRTCs: UInt32
  /// The CRTC it is fed from now, `nil` when none.
  package var crtc: CRTCID?
  /// Properties by name.
  package var properties: ObjectProperties

  /// A connector of the given values.
  package init(
    id: ConnectorID,
    name: String,
    type: UInt32,
    status: Status,
    modes: [DisplayMode] = [],
    widthMillimetres: Int = 0,
    heightMillimetres: Int = 0,
    possibleCRTCs: UInt32,
    crtc: CRTCID? = nil,
    properties: ObjectProperties = [:]
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.status = status
    self.modes = modes
    self.widthMillimetres = widthMillimetres
    self.heightMillimetres = heightMillimetres
    self.possibleCRTCs = possibleCRTCs
    self.crtc = crtc
    self.properties = properties
  }

  /// True if it writes to memory instead of a monitor (`DRM_MODE_CONNECTOR_WRITEBACK`).
  package var isWriteback: Bool { type == 18 }

  /// True for the link of a built-in panel: LVDS, eDP, DSI or DPI.
  package var isPanel: Bool { [7, 14, 16, 17].contains(type) }

  /// True for an LVDS link (`DRM_MODE_CONNECTOR_LVDS`).
  package var isLVDS: Bool { type == 7 }

  /// True for a panel that only firmware says is there.
  package var isFirmwareWord: Bool { isLVDS && !hasEDID }

  /// True if anything is known of the monitor, though the driver may show no EDID.
  package var isKnown: Bool { hasEDID || widthMillimetres > 0 }

  /// True if the monitor has said what it is, by an EDID.
  package var hasEDID: Bool { properties["EDID"].map { $0.value != 0 } ?? false }

  /// True if a monitor is there that should say what it is and could not be read.
  ///
  /// Its modes are those that the kernel expects of every monitor then. Links of panels and of television
  /// signals carry no such word, nor do drivers without the property; on a virtual connector the property is
  /// there where the driver has something to say.
  package var isUnread: Bool {
    // DRM_MODE_CONNECTOR_VGA … DVIA, DisplayPort, HDMIA, HDMIB, VIRTUAL
    let kinds: [UInt32] = [1, 2, 3, 4, 10, 11, 12, 15]
    return status == .connected && properties["EDID"]?.value == 0 && kinds.contains(type)
  }

  /// True for a monitor that is made for a virtual-reality headset's own software.
  package var isNonDesktop: Bool { properties["non-desktop"]?.value == 1 }

  /// Rotation by which the picture stands upright on this panel, as firmware or device tree say.
  ///
  /// The property `panel orientation` names the side of the panel that is up: 0 its top, 1 its bottom,
  /// 2 its left, 3 its right side (`DRM_MODE_PANEL_ORIENTATION_*`). With the left side up the panel
  /// stands turned clockwise by a quarter, and the picture has to be turned back.
  package var panelRotation: Rotation {
    switch properties["panel orientation"]?.value {
    case 1: .half
    case 2: .threeQuarters
    case 3: .quarter
    default: .none
    }
  }

  /// True while the driver asks for a new modeset because the link has failed.
  package var hasBadLink: Bool { properties["link-status"]?.value == 1 }
}

/// A scanout engine: it reads planes and feeds connectors in one mode.
package struct CRTC: Sendable, Hashable {
  /// The kernel's number.
  package var id: CRTCID
  /// The mode that it sends; `nil` while it is off.
  package var mode: DisplayMode?
  /// True while it is on.
  package var isActive: Bool
  /// The framebuffer of its primary plane, `nil` when there is none.
  package var framebuffer: FramebufferID?
  /// Properties by name.
  package var properties: ObjectProperties

  /// A CRTC of the given values.
  package init(
    id: CRTCID,
    mode: DisplayMode? = nil,
    isActive: Bool = false,
    framebuffer: FramebufferID? = nil,
    properties: ObjectProperties = [:]
  ) {
    self.id = id
    self.mode = mode
    self.isActive = isActive
    self.framebuffer = framebuffer
    self.properties = properties
  }
}

/// A source of pixels for a CRTC.
package struct Plane: Sendable, Hashable {
  /// The purpose of a plane; the raw value is that of the kernel's `type` property.
  package enum Role: UInt64, Sendable, Hashable {
    case overlay = 0
    case primary = 1
    case cursor = 2
  }

  /// The kernel's number.
  package var id: PlaneID
  /// Its purpose.
  package var role: Role
  /// Bit n stands for the CRTC at index n.
  package var possibleCRTCs: UInt32
  /// The formats it can scan out, as fourcc codes.
  package var formats: [UInt32]
  /// Those that it takes in plain rows; `nil` where the driver does not say.
  package var formatsInRows: [UInt32]?
  /// The CRTC it is shown on now, `nil` when none.
  package var crtc: CRTCID?
  /// The framebuffer it shows now, `nil` when none.
  package var framebuffer: FramebufferID?
  /// Properties by name.
  package var properties: ObjectProperties

  /// A plane of the given values.
  package init(
    id: PlaneID,
    role: Role,
    possibleCRTCs: UInt32,
    formats: [UInt32],
    formatsInRows: [UInt32]? = nil,
    crtc: CRTCID? = nil,
    framebuffer: FramebufferID? = nil,
    properties: ObjectProperties = [:]
  ) {
    self.id = id
    self.role = role
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
    self.formatsInRows = formatsInRows
    self.crtc = crtc
    self.framebuffer = framebuffer
    self.properties = properties
  }
}
