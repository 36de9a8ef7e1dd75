// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// Tells other programs that the daemon is there which a service manager starts by its socket.
///
/// To connect would start a daemon that was stopped. A lock on a file beside the socket says that there is one; the
/// kernel lets go of it with the process, however that ends.
package struct PresenceLock: ~Copyable {
  private let file: OwnedFileDescriptor

  /// Takes the lock beside `socket`; nil where there is no place for the file, or another process has the lock.
  package init?(beside socket: String) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW
    let descriptor = retryingOnInterrupt {
      unsafe clinux_create(Self.path(socket), flags, Self.mode)
    }
    guard descriptor >= 0 else { return nil }
    // Readable to others, whatever the process's mask is.
    guard fchmod(descriptor, Self.mode) == 0, clinux_lock(descriptor) == 0 else {
      _ = close(descriptor)
      return nil
    }
    file = OwnedFileDescriptor(adopting: descriptor)
  }

  /// Tells if a process has the lock beside `socket`; nil where there is no such file.
  package static func isHeld(beside socket: String) -> Bool? {
    guard let file = try? OwnedFileDescriptor.open(path(socket), flags: O_RDONLY) else {
      return nil
    }
    return clinux_is_locked(file.rawValue) == 1
  }

  private static func path(_ socket: String) -> String { "\(socket).lock" }
  private static var mode: UInt32 { 0o644 }
}
