// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Standard output and standard error, written whole and at once.
package enum StandardStream: Sendable {
  /// Descriptor 1.
  case output
  /// Descriptor 2.
  case error

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

/// Files and folders by their path.
package enum FileSystem {
  /// Makes the folder at `path`; one that exists is left as it is, and a failure shows at its first use.
  package static func makeFolder(_ path: String, mode: UInt32) {
    _ = unsafe mkdir(path, mode)
  }
}
