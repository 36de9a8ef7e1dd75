// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import PlainText

/// Standard output and standard error, written whole and at once.
package enum StandardStream: Sendable {
  /// Descriptor 1.
  case output
  /// Descriptor 2.
  case error

  /// Writes `line`, made printable, and a line feed, as ``write(verbatim:)`` does.
  ///
  /// One line goes out, whatever names and texts of others are in it.
  package func write(line: String) { write(verbatim: line.printable + "\n") }

  /// Writes `text` as it is; what a closed or full stream does not take is lost.
  ///
  /// For text of the program's own: what comes from outside goes through ``write(line:)``.
  package func write(verbatim text: String) {
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
  /// The descriptor, to be waited for.
  package static var descriptor: CInt { STDIN_FILENO }

  /// Reads what is there, waiting for the first byte.
  ///
  /// - Parameter buffer: Where it goes; its size is the most that is read.
  /// - Returns: The bytes read, none when the stream does not wait and has none now; `nil` at its
  ///   end, or when it cannot be read.
  package static func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      retryingOnInterrupt { unsafe Glibc.read(STDIN_FILENO, bytes.baseAddress, bytes.count) }
    }
    if count > 0 { return buffer[..<count] }
    return count < 0 && errno == EAGAIN ? [] : nil
  }
}
