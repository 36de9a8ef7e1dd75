// SPDX-License-Identifier: Apache-2.0
package import TOMLReading
package import Configuration
internal import Control
internal import Glibc
internal import LinuxSystem

/// The source of the settings: a file, or the built-in scene.
package struct ConfigurationSource: Sendable {
  /// The file's path; `nil` for the built-in scene.
  package let path: String?
  /// True if the file was asked for by name, so that its absence is an error.
  package let isRequired: Bool

  /// The path of a copy of the last configuration that worked; nil for no copy.
  package let copyPath: String?

  /// Settings that were loaded.
  package struct Loaded: Sendable {
    /// The settings to show.
    package let settings: Settings
    /// True for the settings of a file, false for the built-in scene.
    package let isFromFile: Bool
    /// The errors of the file, where a copy of an earlier one had to take its place; a line each.
    package let errors: [String]
  }

  /// The configuration at `path`, or at the default path, where it may be absent.
  ///
  /// - Parameters:
  ///   - path: The file; `nil` for the default path.
  ///   - folder: The folder in which a copy of the last configuration that worked is kept, so that a screen is never
  ///     dark for want of a valid file where there was one; nil for no copy.
  package init(path: String?, keepingCopyIn folder: String? = nil) {
    self.path = path ?? Settings.defaultPath
    isRequired = path != nil
    copyPath = folder.map { $0 + "/last-good.toml" }
  }

  /// The built-in scene, without a file.
  package static let builtIn = Self(none: ())

  private init(none: Void) {
    path = nil
    isRequired = false
    copyPath = nil
  }

  /// Reads and checks the settings, and keeps a copy of a file that works.
  ///
  /// - Parameters:
  ///   - mustExist: True if a file that is absent is an error although it need not be there: it was there, and its
  ///     scene is shown.
  ///   - extent: The display's extent for the scene; the usual one unless given.
  /// - Returns: The settings; the built-in scene where an optional file is absent.
  /// - Throws: `ConfigurationError` with everything that is wrong.
  package func load(
    mustExist: Bool = false,
    extent: (DisplaySettings) -> SceneExtent = SceneExtent.init(without:)
  ) throws(ConfigurationError) -> Loaded {
    guard let path else { return Loaded(settings: .builtIn, isFromFile: false, errors: []) }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: Settings.maximumByteCount)
    } catch {
      if error.number == ENOENT, !isRequired, !mustExist, !hasCopy {
        return Loaded(settings: .builtIn, isFromFile: false, errors: [])
      }
      throw ConfigurationError(
        fileName: path,
        diagnostics: [
          Diagnostic(SourcePosition(line: 1, column: 1), Self.sentence(for: error))
        ]
      )
    }
    let settings = try Settings(parsing: bytes, fileName: path, extent: extent)
    // Here no frame waits for it, as one would when a keyboard is plugged in.
    settings.typing.prepareLayouts()
    keepCopy(of: bytes)
    return Loaded(settings: settings, isFromFile: true, errors: [])
  }

  /// Reads and checks the settings; where that fails, those of the last file that worked.
  ///
  /// - Returns: The settings, and what is wrong with the file.
  /// - Throws: `ConfigurationError` where there never was a file that worked.
  package func loadOrFallBack() throws(ConfigurationError) -> Loaded {
    let failure: ConfigurationError
    do throws(ConfigurationError) {
      return try load()
    } catch {
      failure = error
    }
    // Relative paths in the copy count from where the file was.
    guard let path, let copyPath,
      let bytes = try? FileReader.read(copyPath, limit: Settings.maximumByteCount),
      let settings = try? Settings(parsing: bytes, fileName: path)
    else { throw failure }
    return Loaded(settings: settings, isFromFile: true, errors: AnswerLimits.fitting(failure.lines))
  }

  /// The file as it is; empty where it cannot be read.
  package var bytes: [UInt8] {
    path.flatMap { try? FileReader.read($0, limit: Settings.maximumByteCount) } ?? []
  }

  /// The built-in scene with a sentence on it, in place of a configuration with which processes have died.
  ///
  /// - Parameter deaths: Number of deaths in a row.
  /// - Returns: That scene.
  package func builtIn(after deaths: Int) -> Loaded {
    let sentence = "swelld died \(deaths) times in a row with \(path ?? "the built-in scene")"
    return Loaded(
      settings: .builtIn(saying: sentence + "; the journal says why"),
      isFromFile: false,
      errors: [sentence]
    )
  }

  private var hasCopy: Bool { copyPath.map(FileSystem.isFile) ?? false }

  /// Keeps a copy; where that is not possible, the next start does without.
  private func keepCopy(of bytes: [UInt8]) {
    guard let copyPath else { return }
    if let kept = try? FileReader.read(copyPath, limit: Settings.maximumByteCount), kept == bytes {
      return
    }
    try? FileSystem.replace(copyPath, with: bytes, mode: 0o600)
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
