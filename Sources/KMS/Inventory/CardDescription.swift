// SPDX-License-Identifier: Apache-2.0
internal import CDRM
internal import Glibc

/// The kernel's data on a card beside a ``DeviceSnapshot``, for a report.
package struct CardDescription: Hashable, Sendable {
  /// A capability of the driver (`DRM_CAP_*`).
  package struct Capability: Hashable, Sendable {
    /// The name without `DRM_CAP_`.
    package var name: String
    /// Value as the driver reports it.
    package var value: UInt64

    /// The capability `name` of this value.
    package init(name: String, value: UInt64) {
      self.name = name
      self.value = value
    }
  }

  /// The driver's version, such as "1.0.0".
  package var version = ""
  /// The driver's description of itself.
  package var words = ""
  /// The capabilities that decide how frames are shown.
  package var capabilities: DeviceCapabilities
  /// All that the driver answers to.
  package var others: [Capability] = []
  /// The bytes of the monitors' EDIDs; a connector without one is missing.
  package var identifications: [ConnectorID: [UInt8]] = [:]
  /// Layouts of memory that each plane reports; a plane that reports none is missing.
  package var layouts: [PlaneID: [PlaneFormats.Layout]] = [:]

  /// A card of which only the capabilities are known.
  package init(capabilities: DeviceCapabilities) { self.capabilities = capabilities }
}

extension DRMDevice {
  /// Reads the kernel's data on the card beside `snapshot`, without having any monitor asked.
  func description(of snapshot: DeviceSnapshot) -> CardDescription {
    var description = CardDescription(capabilities: capabilities)
    if let version = unsafe drmGetVersion(rawDescriptor) {
      let numbers = unsafe [
        version.pointee.version_major, version.pointee.version_minor,
        version.pointee.version_patchlevel,
      ]
      description.version = numbers.map(String.init).joined(separator: ".")
      if let words = unsafe version.pointee.desc {
        description.words = unsafe String(cString: words)
      }
      unsafe drmFreeVersion(version)
    }
    description.others = Self.capabilityNames.compactMap { name, number in
      var value: UInt64 = 0
      guard unsafe drmGetCap(rawDescriptor, UInt64(number), &value) == 0 else { return nil }
      return CardDescription.Capability(name: name, value: value)
    }
    for connector in snapshot.connectors {
      description.identifications[connector.id] = connector.properties["EDID"].flatMap(bytes)
    }
    for plane in snapshot.planes {
      description.layouts[plane.id] =
        plane.properties["IN_FORMATS"].flatMap(bytes).flatMap { PlaneFormats.layouts($0) }
    }
    return description
  }

  /// The bytes of the blob that a property leads to; `nil` where there is none.
  private func bytes(of property: ObjectProperty) -> [UInt8]? {
    let id = UInt32(truncatingIfNeeded: property.value)
    guard id != 0, let blob = unsafe drmModeGetPropertyBlob(rawDescriptor, id) else { return nil }
    defer { unsafe drmModeFreePropertyBlob(blob) }
    let count = Int(unsafe blob.pointee.length)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: blob.pointee.data, count: count))
  }

  private static var capabilityNames: [(String, CInt)] {
    [
      ("DUMB_BUFFER", DRM_CAP_DUMB_BUFFER), ("VBLANK_HIGH_CRTC", DRM_CAP_VBLANK_HIGH_CRTC),
      ("DUMB_PREFERRED_DEPTH", DRM_CAP_DUMB_PREFERRED_DEPTH),
      ("DUMB_PREFER_SHADOW", DRM_CAP_DUMB_PREFER_SHADOW), ("PRIME", DRM_CAP_PRIME),
      ("TIMESTAMP_MONOTONIC", DRM_CAP_TIMESTAMP_MONOTONIC),
      ("ASYNC_PAGE_FLIP", DRM_CAP_ASYNC_PAGE_FLIP), ("CURSOR_WIDTH", DRM_CAP_CURSOR_WIDTH),
      ("CURSOR_HEIGHT", DRM_CAP_CURSOR_HEIGHT), ("ADDFB2_MODIFIERS", DRM_CAP_ADDFB2_MODIFIERS),
      ("PAGE_FLIP_TARGET", DRM_CAP_PAGE_FLIP_TARGET),
      ("CRTC_IN_VBLANK_EVENT", DRM_CAP_CRTC_IN_VBLANK_EVENT), ("SYNCOBJ", DRM_CAP_SYNCOBJ),
      ("SYNCOBJ_TIMELINE", DRM_CAP_SYNCOBJ_TIMELINE),
    ]
  }
}
