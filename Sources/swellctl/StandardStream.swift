// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The standard streams, unbuffered: the only place of the client that calls the system itself.
enum StandardStream: CInt {
  case input = 0
  case output = 1
  case error = 2

  /// Writes a line; what cannot be written is lost.
  func write(line: String) {
    let bytes = Array((line + "\n").utf8)
    var written = 0
    while written < bytes.count {
      let rest = bytes[written...]
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      written += count
    }
  }

  /// Reads what is there, waiting for the first byte; empty at the end of the stream.
  func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8> {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(rawValue, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      return buffer[..<max(count, 0)]
    }
  }
}
