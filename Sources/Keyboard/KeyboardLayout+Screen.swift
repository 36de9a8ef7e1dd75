// SPDX-License-Identifier: Apache-2.0
internal import Synchronization
package import Touch

extension KeyboardLayout {
  /// The labels and texts of its keys, for a keyboard on the screen; reading them takes milliseconds the first time.
  package var screenLayout: ScreenLayout {
    let known = Self.known.withLock { known in known.first { $0.layout == self }?.keys }
    if let known { return known }
    // A keymap of its own, as those of devices belong to the loop's thread; signs of dead keys need no locale.
    let made = screenLayout(by: KeyReader(self, keymap: Keymap(self, locale: "")))
    Self.known.withLock { known in
      if known.count == CompiledKeymaps.mostKept { known.removeFirst() }
      known.append((self, made))
    }
    return made
  }

  /// The layouts that were asked for last, the newest behind.
  private static let known = Mutex<[(layout: KeyboardLayout, keys: ScreenLayout)]>([])

  private func screenLayout(by reader: KeyReader) -> ScreenLayout {
    ScreenLayout(
      name: variant.isEmpty ? layout : "\(layout)(\(variant))",
      rows: Self.rows.map { codes in
        codes.map { code in
          let levels = 0..<ScreenLayout.levelCount
          return ScreenLayout.Key(code: code, faces: levels.map { reader.face(code, level: $0) })
        }
      },
      separator: reader.face(Self.keypadSeparator, level: 0)?.text ?? "."
    )
  }

  /// The layout of this name, with its variant in brackets where it has one: `us`, `us(intl)`.
  package init(named name: String) {
    let parts = name.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    let hasVariant = parts.count == 2 && parts[1].last == ")"
    self.init(
      layout: hasVariant ? String(parts[0]) : name,
      variant: hasVariant ? String(parts[1].dropLast()) : ""
    )
  }

  /// The evdev codes of the letters' block, row by row.
  private static let rows: [[UInt16]] = [
    [41] + Array(2...13), Array(16...27), Array(30...40) + [43], [86] + Array(44...53),
  ]

  /// `KEY_KPDOT`.
  private static let keypadSeparator: UInt16 = 83

  /// The usual layout of a language.
  ///
  /// - Parameter language: Its name, as BCP 47 and the environment have it: `de`, `pt-BR`, `pt_BR.UTF-8`.
  /// - Returns: The layout's name; nil where that is not known.
  package static func usual(for language: String) -> String? {
    let words = language.lowercased().split { "-_.@".contains($0) }.map { String($0) }
    guard let first = words.first else { return nil }
    if words.count > 1, let layout = regions["\(first)-\(words[1])"] { return layout }
    return languages[first]
  }

  private static let regions = [
    "pt-br": "br", "en-gb": "gb", "fr-ca": "ca", "fr-ch": "ch(fr)", "de-ch": "ch", "es-mx": "latam",
    "sr-latn": "rs(latin)",
  ]

  private static let languages = [
    "ar": "ara", "be": "by", "bg": "bg", "bn": "bd", "bs": "ba", "ca": "es", "cs": "cz", "da": "dk",
    "de": "de", "el": "gr", "en": "us", "es": "es", "et": "ee", "fa": "ir", "fi": "fi", "fr": "fr",
    "ga": "ie", "he": "il", "hi": "in", "hr": "hr", "hu": "hu", "hy": "am", "is": "is", "it": "it",
    "ka": "ge", "kk": "kz", "km": "kh", "lo": "la", "lt": "lt", "lv": "lv", "mk": "mk", "mn": "mn",
    "mt": "mt", "nb": "no", "ne": "np", "nl": "us(intl)", "nn": "no", "no": "no", "pl": "pl",
    "pt": "pt", "ro": "ro", "ru": "ru", "sk": "sk", "sl": "si", "sq": "al", "sr": "rs", "sv": "se",
    "th": "th", "tr": "tr", "uk": "ua", "ur": "pk", "vi": "vn",
  ]
}

extension KeyReader {
  /// The stroke of a key that is tapped while shift (bit 0 of `level`) and the third level's key (bit 1) are held.
  package func tap(_ code: UInt16, level: Int) -> KeyStroke? {
    let (hasShift, hasThird) = (level & 1 != 0, level & 2 != 0)
    if hasShift { _ = press(Self.shifts[0]) }
    if hasThird { _ = press(Self.thirdLevel) }
    defer {
      release(code)
      if hasThird { release(Self.thirdLevel) }
      if hasShift { release(Self.shifts[0]) }
    }
    return press(code)
  }

  /// The face of a key at a level; nil where it types nothing.
  fileprivate func face(_ code: UInt16, level: Int) -> ScreenLayout.Face? {
    reset()
    defer { reset() }
    switch tap(code, level: level) {
    case .text(let text): return ScreenLayout.Face(label: Self.label(text), text: text)
    case nil: return deadSign(code, level: level).map { ScreenLayout.Face(label: $0, text: "") }
    default: return nil
    }
  }

  /// A text as it can be read by itself: marks stand on a circle of dots.
  private static func label(_ text: String) -> String {
    switch text.unicodeScalars.first?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: "\u{25CC}" + text
    default: text
    }
  }
}
