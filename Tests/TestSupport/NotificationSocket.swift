// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Where a service manager would hear from its services: a datagram socket bound to `path`, not blocking.
///
/// - Returns: Its descriptor, which the caller closes; -1 and errno where the path cannot be had.
package func boundNotificationSocket(at path: String) -> CInt {
  let kind = CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  let descriptor = socket(AF_UNIX, kind, 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { raw in
    unsafe raw.copyBytes(from: path.utf8)
  }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let isBound = unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe bind(descriptor, $0, size) == 0
    }
  }
  if !isBound { close(descriptor) }
  return isBound ? descriptor : -1
}
