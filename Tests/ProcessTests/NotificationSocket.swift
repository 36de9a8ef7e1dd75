// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import TestSupport
import Testing

/// Where a service manager would hear from its services: a datagram socket bound to `path`, not blocking.
func notificationSocket(at path: String) throws -> UnixStream {
  let descriptor = boundNotificationSocket(at: path)
  try #require(descriptor >= 0)
  return UnixStream(adopting: OwnedFileDescriptor(adopting: descriptor))
}
