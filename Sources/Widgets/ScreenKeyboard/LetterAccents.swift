// SPDX-License-Identifier: Apache-2.0
internal import Touch

/// The letters that a letter becomes by an accent or another mark, and those that stand for it elsewhere.
enum LetterAccents {
  /// Small letters of Latin, Greek and Cyrillic, each with those that come of it.
  private static let lines = [
    "aàáâäãåæąăā", "cçćčĉċ", "dďđð", "eéèêëęėēě", "gğģĝġ", "hħĥ", "iíìîïīįĩı", "jĵ", "kķ", "lłļľĺŀ",
    "nñńňņŋ", "oóòôöõøœőōơ", "rřŕŗ", "sßśšşșŝ", "tťțţþŧ", "uúùûüūůűųũư", "wŵ", "yýÿŷ", "zźżž",
    // With tones, where the Vietnamese layout has the letter with its first mark on a key.
    "ăắằẳẵặ", "âấầẩẫậ", "êếềểễệ", "ôốồổỗộ", "ơớờởỡợ", "ưứừửữự",
    "αά", "εέ", "ηή", "ιίϊΐ", "οό", "σς", "υύϋΰ", "ωώ",
    "аә", "гґѓғ", "дђ", "еёєѐ", "жҗ", "зҙ", "ий\u{45D}і", "ії", "кќқ", "лљ", "нңњ", "оө", "сҫ",
    "уўүұӯ", "хһҳ", "цџ", "чҷћ", "ьъ",
  ]

  private static let table: [Unicode.Scalar: [Unicode.Scalar]] = {
    var table: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for line in lines {
      guard let letter = line.unicodeScalars.first else { continue }
      table[letter] = Array(line.unicodeScalars.dropFirst())
    }
    return table
  }()

  /// Capitals that Unicode's own mapping has in another way.
  private static let capitals: [Unicode.Scalar: Unicode.Scalar] = ["ß": "ẞ", "ı": "İ"]

  /// The letters that come of what a key types, in its case; none where that is no single letter.
  static func of(_ text: String) -> [Unicode.Scalar] {
    guard let letter = only(text) else { return [] }
    if let small = table[letter] { return small }
    guard let small = only(letter.properties.lowercaseMapping).flatMap({ table[$0] }) else {
      return []
    }
    return small.compactMap { capitals[$0] ?? only($0.properties.uppercaseMapping) }
      .filter { $0 != letter }
  }

  /// `letters` with those first that a key of one of `layouts` types.
  static func ordered(
    _ letters: [Unicode.Scalar],
    by layouts: [ScreenLayout]
  ) -> [Unicode.Scalar] {
    var typed: Set<Unicode.Scalar> = []
    for face in layouts.lazy.flatMap({ $0.rows.joined() }).flatMap(\.faces) {
      if let letter = face.flatMap({ only($0.text) }) { typed.insert(letter) }
    }
    return letters.filter(typed.contains) + letters.filter { !typed.contains($0) }
  }

  /// The scalar of a text that has no other.
  private static func only(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}
