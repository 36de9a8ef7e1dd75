// SPDX-License-Identifier: Apache-2.0
internal import TOMLReading
import Configuration
import DisplayServer
import Geometry
import Imaging
import LinuxSystem
import PlainText
import Raster
import Typography
import Widgets

/// The warnings of `--check` about a configuration that is right: things that the screen will lack all the same.
///
/// None of it is an error: another font takes a missing one's place, and a program may be installed
/// later.
struct ConfigurationWarnings {
  /// The lines, `FILE:LINE:COLUMN: warning: …` where there is a place.
  private(set) var lines: [String] = []

  private let file: String
  private var fonts: FontLibrary?

  /// Looks for everything that the file of `source` names.
  ///
  /// The built-in scene has nothing that could be missing but the fonts.
  ///
  /// - Parameters:
  ///   - settings: The settings of the file.
  ///   - source: The source of the file.
  ///   - panels: The panels on which the scene has to lie well.
  init(_ settings: Settings, source: ConfigurationSource, on panels: [PanelFormat]) {
    file = source.path ?? Settings.defaultPath
    let bytes = (try? FileReader.read(file, limit: Settings.maximumByteCount)) ?? []
    if settings.widgets.isEmpty {
      warn(
        "there is no widget, so the scene is blank",
        position: SourcePosition(line: 1, column: 1)
      )
    } else {
      checkDefaultFont()
    }
    var doubts: [Diagnostic] = []
    _ = try? Settings(parsing: bytes, fileName: file, warn: { doubts = $0 })
    for doubt in doubts { warn(doubt.message, position: doubt.position) }
    for look in settings.looks {
      do throws(ConfigurationError) {
        _ = try settings.wearing(look)
      } catch {
        for fault in error.diagnostics {
          warn("with the look '\(look)' over the scene \(fault.message)", position: fault.position)
        }
      }
    }
    for reference in ExternalReference.all(in: bytes, fileName: file) {
      guard let message = obstacle(to: reference) else { continue }
      warn(message, position: reference.position)
    }
    let tables = ExternalReference.widgets(in: bytes)
    let languages = settings.display.languages
    var told: Set<String> = []
    for (panel, language) in panels.flatMap({ panel in
      (languages.isEmpty ? [""] : languages).map { (panel, $0) }
    }) {
      let check = LayoutCheck(settings.speaking(language), on: panel) { lettering in
        guard let fonts = try? openFonts() else { return nil }
        if lettering.isShrinkable {
          let width = try? fonts.labelWidth(lettering.text, font: lettering.font)
          return width.map { $0 * lettering.fontSize }
        }
        // At a size that has all of a font's proportions.
        let line = try? fonts.line(lettering.text, font: lettering.font, pixelSize: 100)
        return line.map { $0.advance / 100 * lettering.fontSize }
      }
      for (ids, sentence) in check.findings {
        let others = ids.count > 1 ? ", as \(ids.count - 1) more" : ""
        let place = "on \(panel.size.width)x\(panel.size.height)"
        // What is wrong in every language is told once.
        guard told.insert("\(place) \(ids[0]) \(sentence)\(others)").inserted else { continue }
        warn(
          "\(place) '\(ids[0])' \(sentence)\(others)",
          position: tables[ExactText(ids[0])]?.position
        )
      }
    }
  }

  private mutating func warn(_ message: String, position: SourcePosition? = nil) {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    lines.append("\(file)\(place): warning: \(message)")
  }

  /// The reason why something that is named cannot be had; `nil` when it can.
  private mutating func obstacle(to reference: ExternalReference) -> String? {
    let name = reference.name
    switch reference.kind {
    case .program:
      do throws(SystemError) {
        try ChildProcess.checkProgram(name)
        return nil
      } catch {
        let place = name.contains("/") ? "" : " in $PATH"
        return "the program '\(name)' cannot be run\(place): \(error.reason)"
      }
    case .image where VectorDrawing.isNamed(by: name):
      do throws(VectorDrawing.Fault) {
        try VectorDrawing(name).check()
        return nil
      } catch {
        return "the image cannot be shown: \(error.sentence)"
      }
    case .image:
      do throws(ImagingError) {
        _ = try DecodedImage.open(name)
        return nil
      } catch {
        return "the image cannot be shown: \(error)"
      }
    case .font:
      return obstacle(toFont: name)
    case .letters:
      // Without any font that is told of the text's font.
      guard let missing = try? openFonts().missingLetters(in: name), !missing.isEmpty else {
        return nil
      }
      let sets = missing.map { (letters: $0.letters, script: $0.script, package: $0.package) }
      return LettersWarning.sentence(sets, of: reference.widget)
    }
  }

  private mutating func obstacle(toFont name: String) -> String? {
    do throws(TypographyError) {
      let resolved = try openFonts().resolvedFamily(of: name)
      guard !Self.isSame(resolved, request: name) else { return nil }
      return "the font '\(name)' is not installed; '\(resolved)' takes its place"
    } catch {
      return "the font '\(name)' cannot be used: \(error)"
    }
  }

  private mutating func checkDefaultFont() {
    do throws(TypographyError) {
      _ = try openFonts().resolvedFamily(of: nil)
    } catch {
      warn("text is left out: \(error)")
    }
  }

  private mutating func openFonts() throws(TypographyError) -> FontLibrary {
    if let fonts { return fonts }
    let opened = try FontLibrary.open()
    fonts = opened
    return opened
  }

  /// Tells if fontconfig's answer is a font that was asked for: one of the families before the pattern's colon, by
  /// path, or by one of the names that stand for any font.
  private static func isSame(_ resolved: String, request: String) -> Bool {
    let generic = ["sans", "sans-serif", "serif", "mono", "monospace", "system-ui", ""]
    let families = request.prefix { $0 != ":" }.split(separator: ",").map {
      $0.drop { $0 == " " }.lowercased()
    }
    return request == resolved || families.isEmpty
      || families.contains { generic.contains($0) || $0 == resolved.lowercased() }
  }
}
