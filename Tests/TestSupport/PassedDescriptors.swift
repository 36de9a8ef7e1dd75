// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Sends bytes over a Unix socket, and descriptors with the first of them: up to 253, as many as the kernel takes.
///
/// - Returns: How many bytes were sent, or -1 and errno.
package func send(_ bytes: [UInt8], with descriptors: [CInt], over socket: CInt) -> Int {
  // cmsg(3): a length, a level and a type, then the descriptors, filled up to eight bytes.
  let length = 16 + 4 * descriptors.count
  var control = [UInt8](repeating: 0, count: (length + 7) & ~7)
  var bytes = bytes
  return unsafe control.withUnsafeMutableBytes { control in
    unsafe control.storeBytes(of: length, as: Int.self)
    unsafe control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: CInt.self)
    // SCM_RIGHTS
    unsafe control.storeBytes(of: 1, toByteOffset: 12, as: CInt.self)
    for (index, descriptor) in descriptors.enumerated() {
      unsafe control.storeBytes(of: descriptor, toByteOffset: 16 + 4 * index, as: CInt.self)
    }
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      var part = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
      return unsafe withUnsafeMutablePointer(to: &part) { part in
        var message = unsafe msghdr()
        unsafe message.msg_iov = part
        unsafe message.msg_iovlen = 1
        unsafe message.msg_control = control.baseAddress
        unsafe message.msg_controllen = control.count
        return unsafe sendmsg(socket, &message, 0)
      }
    }
  }
}
