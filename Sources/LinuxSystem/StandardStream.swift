// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Standard output and standard error, written whole and at once.
package enum StandardStream: Sendable {
  /// Descriptor 1.
  case output
  /// Descriptor 2.
  case error

  /// Writes `line` and a line feed, as ``write(_:)`` does.
  package func write(line: String) { write(line + "\n") }

  /// Writes `text`; what a closed or full stream does not take is lost.
  package func write(_ text: String) {
    let descriptor: CInt = self == .output ? 1 : 2
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        let count = retryingOnInterrupt {
          unsafe Glibc.write(
            descriptor,
            bytes.baseAddress?.advanced(by: start),
            bytes.count - start
          )
        }
        guard count > 0 else { return }
        start += count
      }
    }
  }
}

/// Standard input, unbuffered.
package enum StandardInput {
  /// Reads what is there, waiting for the first byte.
  ///
  /// - Parameter buffer: Where it goes; its size is the most that is read.
  /// - Returns: The bytes read; none at the end of the stream, or when it cannot be read.
  package static func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8> {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      retryingOnInterrupt { unsafe Glibc.read(STDIN_FILENO, bytes.baseAddress, bytes.count) }
    }
    return buffer[..<max(count, 0)]
  }
}
