// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Files and folders by their path.
package enum FileSystem {
  /// Makes the folder at `path`; one that exists is left as it is, and a failure shows at its first use.
  package static func makeFolder(_ path: String, mode: UInt32) {
    _ = unsafe mkdir(path, mode)
  }
}
