// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import LinuxSystem

/// An open event node and libevdev's picture of it.
final class InputNode {
  /// Declared before the descriptor: stored properties die in their order, and libevdev goes first.
  var context: LibevdevContext
  private let file: OwnedFileDescriptor

  private init(_ context: consuming LibevdevContext, file: consuming OwnedFileDescriptor) {
    self.context = context
    self.file = file
  }

  /// Opens `path` for reading, without waiting for events.
  static func open(_ path: String) throws(SystemError) -> InputNode {
    let file = try OwnedFileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    let context = try LibevdevContext.attached(to: file.rawValue)
    return InputNode(context, file: file)
  }

  /// Readable while the kernel has events; stays the node's.
  var descriptor: CInt { file.rawValue }
}
