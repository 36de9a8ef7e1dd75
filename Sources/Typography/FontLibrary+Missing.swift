// SPDX-License-Identifier: Apache-2.0
private import CHarfBuzz

extension FontLibrary {
  /// Letters of one writing system that no installed font has.
  package struct MissingLetters: Equatable {
    /// The letters, each once, in the order of the text.
    package fileprivate(set) var letters: String
    /// The writing system's ISO 15924 code, such as `Hebr`; `signs` for what many systems share.
    package let script: String
    /// The Debian package whose fonts have them.
    package let package: String
  }

  /// The letters of `text` that no installed font has, by writing systems; what is not seen is not missed.
  ///
  /// - Parameter text: A text as a widget shows it; of one that is too long the beginning is looked at.
  /// - Returns: The letters, by writing systems; empty where all can be shown.
  /// - Throws: ``TypographyError`` when there is no font at all.
  package func missingLetters(in text: String) throws(TypographyError) -> [MissingLetters] {
    let paragraph = TextParagraph(text)
    _ = try faceIndices(for: paragraph, font: nil)
    return Self.grouped(paragraph.scalars.filter(isMissing))
  }

  /// Takes what was found to be missing in texts since this was called last.
  package func takeMissingLetters() -> [MissingLetters] {
    guard !untold.isEmpty else { return [] }
    defer { untold = [] }
    return Self.grouped(untold)
  }

  private static func grouped(_ scalars: [Unicode.Scalar]) -> [MissingLetters] {
    var found: [MissingLetters] = []
    for scalar in scalars {
      let script = TextScript(of: scalar)
      let name = script.isReal ? script.name : "signs"
      if let index = found.firstIndex(where: { $0.script == name }) {
        let isKnown = found[index].letters.unicodeScalars.contains(scalar)
        if !isKnown { found[index].letters.unicodeScalars.append(scalar) }
      } else {
        let letters = String(String.UnicodeScalarView([scalar]))
        found.append(MissingLetters(letters: letters, script: name, package: script.package))
      }
    }
    return found
  }
}

extension TextScript {
  /// The ISO 15924 code.
  fileprivate var name: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (24 - 8 * $0)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The Debian package whose fonts have the script's letters.
  fileprivate var package: String {
    if isIdeographic || isHangul { return "fonts-noto-cjk" }
    return isReal ? "fonts-noto-core" : "fonts-symbola"
  }
}
