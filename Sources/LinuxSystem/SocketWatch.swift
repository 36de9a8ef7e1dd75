// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Tells when the file of a listening socket has gone: removed, renamed, or lost with its folder (`inotify`).
///
/// A client that connects by its path finds nothing then, and the socket itself is not told.
package struct SocketWatch: ~Copyable {
  private let file: OwnedFileDescriptor
  private let socket: SocketFile

  /// Watches the socket's file at `path`.
  ///
  /// - Returns: The watch; nil where there is no such file, or no descriptor or watch left.
  package init?(_ path: String) {
    guard let socket = SocketFile(path) else { return nil }
    let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // A name that is removed is a link less: the file itself lives as long as the socket.
    let events = UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF)
    guard unsafe inotify_add_watch(descriptor, path, events) >= 0 else {
      _ = close(descriptor)
      return nil
    }
    file = OwnedFileDescriptor(adopting: descriptor)
    self.socket = socket
  }

  /// Readable when something has happened to the file.
  package var descriptor: CInt { file.rawValue }

  /// Takes note of what has happened, and tells whether the file has gone from its path.
  package func isGone() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1024)
    while let bytes = file.read(into: &buffer), !bytes.isEmpty {}
    return !socket.isThere
  }
}

/// A socket's file, told from another one that has taken its place.
struct SocketFile: Equatable {
  let path: String
  private let device: dev_t
  private let number: ino_t

  /// The socket file at `path`; `nil` when there is none, or another kind of file.
  init?(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.path = path
    device = status.st_dev
    number = status.st_ino
  }

  /// True if the file at its path is still this one.
  var isThere: Bool { SocketFile(path) == self }

  /// Removes the file, unless another process has made it anew.
  func remove() {
    guard isThere else { return }
    _ = unsafe unlink(path)
  }
}
