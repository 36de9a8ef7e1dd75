// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Geometry
internal import Glibc
internal import JSON
internal import LinuxSystem
internal import TOMLReading

/// A configuration file that a calibration is to be put into.
struct CalibrationFile {
  private let path: String
  private let text: String

  /// Reads the file, which must be without mistakes; one that is not there is begun.
  ///
  /// - Throws: ``ClientError`` that says what is wrong with it.
  init(_ path: String) throws(ClientError) {
    self.path = path
    do throws(SystemError) {
      let bytes = try FileReader.read(path, limit: Settings.maximumByteCount)
      text = String(decoding: bytes, as: UTF8.self)
    } catch {
      guard error.number == ENOENT else { throw .refused("cannot \(error)") }
      text = ""
    }
    do throws(ConfigurationError) {
      _ = try Settings(parsing: Array(text.utf8), fileName: path)
    } catch {
      throw .refused("\(path) has mistakes; correct them first", details: error.lines)
    }
  }

  /// The line for a calibration; a millionth of the panel is less than any sensor tells.
  static func line(_ matrix: AffineTransform) -> String {
    let numbers = matrix.coefficients.map { number in
      // Adding 0 makes of −0 what people write.
      JSONValue.number((number * 1e6).rounded() / 1e6 + 0).text
    }
    return "calibration = [\(numbers.joined(separator: ", "))]"
  }

  /// Puts `line` into the table `[touch]`, in the place of the one that is there.
  ///
  /// - Throws: ``ClientError`` when the file is written in a way that this does not understand, or
  ///   cannot be written; it is as it was then.
  func write(_ line: String, matrix: AffineTransform) throws(ClientError) {
    let new = Self.text(text, with: line)
    let bytes = Array(new.utf8)
    let read = try? Settings(parsing: bytes, fileName: path)
    guard let read, case .matrix(let written) = read.touch.calibration,
      Self.line(written) == line
    else {
      throw .refused(
        "\(path) is written in a way that it cannot be put into; add the line yourself"
      )
    }
    do throws(SystemError) {
      // Where the path is a link, the file behind it is meant.
      let file = FileSystem.resolved(path)
      try FileSystem.replace(file, with: bytes, mode: FileSystem.mode(of: file) ?? 0o644)
    } catch {
      throw .refused("cannot \(error)")
    }
  }

  /// `text` with `line` in its table `[touch]`.
  private static func text(_ text: String, with line: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func words(_ index: Int) -> Substring { lines[index].drop { $0 == " " || $0 == "\t" } }
    guard let header = lines.indices.first(where: { words($0).hasPrefix("[touch]") }) else {
      let gap = text.isEmpty ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
      return text + gap + "[touch]\n\(line)\n"
    }
    let end = lines.indices.first { $0 > header && words($0).hasPrefix("[") } ?? lines.endIndex
    let old = (header + 1..<end).first { index in
      let rest = words(index)
      guard rest.hasPrefix("calibration") else { return false }
      return rest.dropFirst("calibration".count).first { $0 != " " && $0 != "\t" } == "="
    }
    if let old {
      lines[old] = line
    } else {
      lines.insert(line, at: header + 1)
    }
    return lines.joined(separator: "\n")
  }
}
