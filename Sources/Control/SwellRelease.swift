// SPDX-License-Identifier: Apache-2.0

/// Which release the daemon and its client belong to.
package enum SwellRelease {
  /// The version, after semantic versioning; both programs print it with `--version`.
  package static let version = "0.1.0"
}
