// SPDX-License-Identifier: Apache-2.0
package import TOMLReading
package import Configuration
internal import Glibc
internal import LinuxSystem

/// Where the settings come from: a file, or the built-in scene.
package struct ConfigurationSource: Sendable {
  /// Where a configuration is looked for when no path is given.
  package static let defaultPath = "/etc/swell/swell.toml"

  /// The file's path; `nil` for the built-in scene.
  package let path: String?
  /// Whether the file was asked for by name, so that its absence is an error.
  package let isRequired: Bool

  /// The configuration at `path`, or at the default path, where it may be absent.
  package init(path: String?) {
    self.path = path ?? Self.defaultPath
    isRequired = path != nil
  }

  /// The built-in scene, without a file.
  package static let builtIn = Self(none: ())

  private init(none: Void) {
    path = nil
    isRequired = false
  }

  /// Reads and checks the settings.
  ///
  /// - Returns: The settings; the built-in scene where an optional file is absent.
  /// - Throws: `ConfigurationError` with everything that is wrong.
  package func load() throws(ConfigurationError) -> Settings {
    guard let path else { return .builtIn }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: Settings.maximumByteCount)
    } catch {
      if error.number == ENOENT, !isRequired { return .builtIn }
      throw ConfigurationError(
        fileName: path,
        diagnostics: [
          Diagnostic(SourcePosition(line: 1, column: 1), Self.sentence(for: error))
        ]
      )
    }
    return try Settings(parsing: bytes, fileName: path)
  }

  private static func sentence(for error: SystemError) -> String {
    switch error.number {
    case ENOENT: "there is no such file"
    case EACCES: "the file cannot be read; make it readable for the user that runs swelld"
    case EISDIR: "this is a folder, not a file"
    case EFBIG: "the file is larger than \(Settings.maximumByteCount) bytes"
    default: "the file cannot be read: \(error.reason)"
    }
  }
}
