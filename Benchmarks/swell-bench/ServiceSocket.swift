// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem

/// Receives what children tell their service manager (`sd_notify(3)`).
struct ServiceSocket: ~Copyable {
  private let file: OwnedFileDescriptor

  /// Makes the socket, and its name known to children by `$NOTIFY_SOCKET`.
  ///
  /// - Throws: ``SystemError`` when no socket can be had.
  static func open() throws(SystemError) -> Self {
    // A name of the abstract namespace leaves no file behind.
    let name = "swell-bench-\(getpid())"
    let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError.last("socket") }
    let file = OwnedFileDescriptor(adopting: descriptor)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
      unsafe $0.copyBytes(from: [0] + name.utf8)
    }
    let size = MemoryLayout<sa_family_t>.size + 1 + name.utf8.count
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(size))
      }
    }
    guard bound == 0 else { throw SystemError.last("bind", subject: name) }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    _ = unsafe setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &patience,
      socklen_t(MemoryLayout<timeval>.size)
    )
    _ = unsafe setenv("NOTIFY_SOCKET", "@\(name)", 1)
    return Self(file: file)
  }

  /// Waits for a message with a line that starts with `text`, such as `READY=1`, at most ten seconds for each message.
  ///
  /// - Throws: ``SystemError`` when none arrives.
  func wait(for text: String) throws(SystemError) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let capacity = bytes.count
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe recv(file.rawValue, buffer.baseAddress, capacity, 0)
      }
      guard count >= 0 else { throw SystemError.last("waiting for", subject: text) }
      let lines = bytes[..<count].split(separator: UInt8(ascii: "\n"))
      if lines.contains(where: { $0.starts(with: text.utf8) }) { return }
    }
  }
}
