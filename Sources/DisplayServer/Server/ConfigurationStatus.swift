// SPDX-License-Identifier: Apache-2.0
package import Configuration
internal import Control
package import MonotonicTime

/// The settings that are shown, where they come from, and what is wrong with the newest ones.
package struct ConfigurationStatus {
  /// The settings that are shown.
  package internal(set) var settings: Settings
  /// The source of the settings.
  let source: ConfigurationSource
  /// The errors of the file while another scene is shown; a line each.
  package var errors: [String] = []
  /// Sentences about things that were put aside at the start; a line each.
  package var startFindings: [String] = []
  /// The instant at which a configuration that was left for the built-in scene is tried again; nil for never.
  package var retry: MonotonicInstant?
  /// True if the scene is that of a file, so that one that has vanished is an error.
  package var hasFile = false

  /// The language that is wanted next, and why; nil where the one that is shown is.
  var wantedLanguage: (name: String, cause: LanguageCause)?

  /// The look that is wanted over the scene next, empty for none; nil where the one that is shown is.
  var wantedLook: String?

  /// The look over the scene as soon as what it changes has been made; empty for none.
  var nextLook: String { wantedLook ?? settings.look }

  /// The language in which texts are shown as soon as they have been made.
  var nextLanguage: String { wantedLanguage?.name ?? settings.language }

  /// Settings from `source` with which nothing is wrong.
  init(_ settings: Settings, from source: ConfigurationSource) {
    (self.settings, self.source) = (settings, source)
  }

  /// All that is wrong; a line each.
  var faults: [String] { errors + startFindings }
}
