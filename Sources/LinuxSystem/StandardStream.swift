// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import PlainText

/// Standard output, written whole and at once.
package enum StandardOutput {
  /// Writes `line`, made printable, and a line feed.
  ///
  /// One line goes out, whatever names and texts of others are in it.
  ///
  /// - Throws: ``SystemError`` when not all of it was taken: the disk is full, or the reader has gone.
  package static func write(line: String) throws(SystemError) {
    try write(verbatim: line.printable + "\n")
  }

  /// Writes `text` as it is.
  ///
  /// For text of the program's own: what comes from outside goes through ``write(line:)``.
  ///
  /// - Throws: As ``write(line:)``.
  package static func write(verbatim text: String) throws(SystemError) {
    let number = writeAll(text, to: STDOUT_FILENO)
    guard number == 0 else {
      throw SystemError("write to", subject: "standard output", number: number)
    }
  }
}

/// Standard error, written whole and at once.
package enum StandardError {
  /// Writes `line`, made printable, and a line feed.
  ///
  /// One line goes out, whatever names and texts of others are in it.
  ///
  /// - Returns: True if all of it was taken; there is no other place to say so.
  @discardableResult
  package static func write(line: String) -> Bool {
    writeAll(line.printable + "\n", to: STDERR_FILENO) == 0
  }
}

/// Writes `text` to `descriptor`; 0, or the number of the error.
private func writeAll(_ text: String, to descriptor: CInt) -> CInt {
  var text = text
  return text.withUTF8 { bytes in
    var start = 0
    while start < bytes.count {
      let count = retryingOnInterrupt {
        unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      guard count > 0 else { return count < 0 ? errno : EIO }
      start += count
    }
    return 0
  }
}

/// Standard input, output and error together.
package enum StandardStreams {
  /// Takes the place of those that the parent has closed: nothing can be read from them, and to
  /// write to them is an error.
  ///
  /// Otherwise the first files and sockets would get their numbers, and what is printed would go to a peer.
  package static func occupy() {
    while true {
      let descriptor = unsafe open("/dev/null", O_RDONLY)
      guard descriptor >= 0 else { return }
      guard descriptor <= STDERR_FILENO else {
        _ = close(descriptor)
        return
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
  /// - Parameter buffer: Buffer for the bytes; its size is the most that is read.
  /// - Returns: The bytes read, none when the stream does not wait and has none now; `nil` at its
  ///   end, or when it cannot be read.
  package static func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      retryingOnInterrupt { unsafe Glibc.read(STDIN_FILENO, bytes.baseAddress, bytes.count) }
    }
    if count > 0 { return buffer[..<count] }
    return count < 0 && errno == EAGAIN ? [] : nil
  }

  /// Reads to the end, waiting for it.
  ///
  /// - Parameter limit: The most bytes that are taken.
  /// - Returns: The bytes; nil where there are more, which are read and dropped.
  /// - Throws: ``SystemError`` when it cannot be read to its end.
  package static func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: limit)
    // What is too much is read all the same: its writer would be killed by SIGPIPE.
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        retryingOnInterrupt { unsafe Glibc.read(STDIN_FILENO, bytes.baseAddress, bytes.count) }
      }
      if count == 0 { return bytes.count > limit ? nil : bytes }
      if count > 0 {
        bytes += buffer[..<min(count, limit + 1 - bytes.count)]
      } else if errno == EAGAIN {
        _ = DescriptorPoll.wait([.init(descriptor, readiness: .readable)], timeout: nil)
      } else {
        throw SystemError.last("read", subject: "standard input")
      }
    }
  }
}
