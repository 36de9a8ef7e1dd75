// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Where the configuration comes from, and what is wrong with it.
package struct ConfigurationStatus {
  /// Where it is read.
  let source: ConfigurationSource
  /// What is wrong with the file while another scene is shown; a line each.
  package var errors: [String] = []
  /// What was put aside at the start; a line each.
  package var startFindings: [String] = []
  /// When a configuration that was left for the built-in scene is tried again; nil for never.
  package var retry: MonotonicInstant?
  /// Whether the scene is that of a file, so that one that has vanished is an error.
  package var hasFile = false

  /// A configuration from `source` with which nothing is wrong.
  init(_ source: ConfigurationSource) { self.source = source }

  /// All that is wrong; a line each.
  var faults: [String] { errors + startFindings }
}
