// SPDX-License-Identifier: Apache-2.0
import TOMLReading

@testable import Configuration

/// The settings that a file with the text describes.
func settings(_ text: String) throws -> Settings {
  try Settings(parsing: Array(text.utf8), fileName: "swell.toml")
}

/// What is wrong with a file with the text, a line each.
func errors(_ text: String) -> [String] {
  do throws(ConfigurationError) {
    _ = try Settings(parsing: Array(text.utf8), fileName: "swell.toml")
    return []
  } catch {
    return error.lines
  }
}
