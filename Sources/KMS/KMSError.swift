// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A request to a display device that the kernel refused.
package struct KMSError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed.
  package enum Operation: String, Hashable, Sendable {
    case open = "open"
    case readResources = "reading the resources"
    case testCommit = "test of an atomic commit"
    case commit = "atomic commit"
    case modeset = "atomic commit (modeset)"
    case setCRTC = "setting the CRTC"
    case pageFlip = "page flip"
    case markDirty = "marking damage"
    case makeBuffer = "making a dumb buffer"
    case mapBuffer = "mapping a dumb buffer"
    case makeFramebuffer = "making a framebuffer"
    case makeBlob = "making a property blob"
    case setProperty = "setting a property"
    case readEvents = "reading events"
  }

  /// The class of errors that call for the same reaction; decided here once, for every caller.
  package enum Kind: Hashable, Sendable {
    /// The hardware still works on the request before (EBUSY, EAGAIN): the same again later.
    case busy
    /// Another process holds DRM master (EACCES, EPERM on anything but `open`).
    case notMaster
    /// The device node may not be opened (EACCES, EPERM on `open`).
    case notPermitted
    /// The device has left the machine (ENODEV, ENXIO, ENOENT on `open`).
    case gone
    /// Out of memory for now (ENOMEM).
    case outOfMemory
    /// The driver does not do this (EINVAL, ENOSPC, ERANGE and everything else).
    case refused
  }

  /// The operation that failed.
  package let operation: Operation
  /// The device's path, `/dev/dri/card1`.
  package let device: String
  /// The kernel's errno.
  package let number: CInt
  /// The users, apart from root, whom a node that may not be opened lets in.
  package let rights: NodeRights

  /// A failure of `operation` on `device` with `number`.
  package init(
    _ operation: Operation,
    device: String,
    number: CInt,
    rights: NodeRights = .unknown
  ) {
    self.operation = operation
    self.device = device
    self.number = number
    self.rights = rights
  }

  /// The class of the error, which decides on the reaction.
  package var kind: Kind {
    switch number {
    case EBUSY, EAGAIN: .busy
    case EACCES, EPERM: operation == .open ? .notPermitted : .notMaster
    case ENODEV, ENXIO: .gone
    case ENOENT: operation == .open ? .gone : .refused
    case ENOMEM: .outOfMemory
    default: .refused
    }
  }

  /// One sentence a technician can act on, without a full stop.
  package var description: String {
    var sentence = "\(operation.rawValue) on \(device) failed: \(reason)"
    switch kind {
    case .notMaster: sentence += "; another process holds DRM master"
    case .notPermitted: sentence += "; \(rights.remedy)"
    case .outOfMemory: sentence += "; a larger CMA area or a smaller mode may help"
    case .busy, .gone, .refused: break
    }
    return sentence
  }

  /// The kernel's reason in words.
  private var reason: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
