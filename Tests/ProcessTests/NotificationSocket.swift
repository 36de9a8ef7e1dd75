// SPDX-License-Identifier: Apache-2.0
import Foundation
import LinuxSystem
import Testing

/// Where a service manager would hear from its services: a datagram socket bound to `path`, not blocking.
func notificationSocket(at path: String) throws -> UnixStream {
  let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { raw in
    unsafe raw.copyBytes(from: path.utf8)
  }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let bound = unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe bind(descriptor, $0, size)
    }
  }
  try #require(bound == 0)
  let stream = UnixStream(adopting: OwnedFileDescriptor(adopting: descriptor))
  stream.setNonblocking()
  return stream
}
