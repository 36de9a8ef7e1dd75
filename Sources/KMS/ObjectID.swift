// SPDX-License-Identifier: Apache-2.0

/// The kernel's number of a connector; 0 stands for none.
package struct ConnectorID: Hashable, Sendable {
  package let rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's number of a CRTC; 0 stands for none.
package struct CRTCID: Hashable, Sendable {
  package let rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's number of a plane.
package struct PlaneID: Hashable, Sendable {
  package let rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's number of a framebuffer; 0 stands for none.
package struct FramebufferID: Hashable, Sendable {
  package let rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's number of a property.
package struct PropertyID: Hashable, Sendable {
  package let rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The kernel's number of a property blob; 0 stands for none.
package struct BlobID: Hashable, Sendable {
  package let rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
