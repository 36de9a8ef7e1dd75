// SPDX-License-Identifier: Apache-2.0

/// A line of text made harmless and analysed: clusters, scripts and directions.
///
/// Line breaks, tabs and control characters become spaces; explicit bidirectional embeddings and
/// byte order marks are dropped; spaces at both ends are trimmed; at most ``maximumLength``
/// scalars are looked at.
struct TextParagraph {
  /// The characters.
  let scalars: [Unicode.Scalar]
  /// User-perceived characters, as ranges of ``scalars``.
  let clusters: [Range<Int>]
  /// The script of each scalar; shared characters have taken that of their neighbours.
  let scripts: [TextScript]
  /// The embedding level of each scalar.
  let levels: [UInt8]
  /// Whether the text was longer than ``maximumLength``.
  let isCut: Bool

  /// Most scalars that one line takes; more would not be legible on any screen, and the time for
  /// a line that a client sends stays in the low milliseconds.
  static let maximumLength = 256

  /// Analyses `text`.
  init(_ text: String) {
    var kept: [Unicode.Scalar] = []
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      if count > Self.maximumLength { break }
      switch scalar.value {
      case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
      default: break
      }
      kept.append(Self.isBreak(scalar) ? " " : scalar)
    }
    self.init(scalars: kept, isCut: count > Self.maximumLength)
  }

  private init(scalars untrimmed: [Unicode.Scalar], isCut: Bool) {
    let first = untrimmed.firstIndex { $0 != " " } ?? untrimmed.endIndex
    let last = untrimmed.lastIndex { $0 != " " } ?? untrimmed.startIndex - 1
    scalars = first <= last ? Array(untrimmed[first...last]) : []
    self.isCut = isCut
    var clusters: [Range<Int>] = []
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    for character in String(text) {
      let start = clusters.last?.upperBound ?? 0
      clusters.append(start..<(start + character.unicodeScalars.count))
    }
    self.clusters = clusters
    let own = scalars.map { TextScript(of: $0) }
    levels = BidiLevels(scalars).levels(ofLine: scalars.indices)
    scripts = Self.resolve(own)
  }

  /// The first `count` clusters, followed by `ending`.
  func prefix(_ count: Int, endingWith ending: Unicode.Scalar) -> Self {
    let end = count > 0 ? clusters[min(count, clusters.count) - 1].upperBound : 0
    var kept = Array(scalars[..<end])
    while kept.last == " " { kept.removeLast() }
    return Self(scalars: kept + [ending], isCut: false)
  }

  /// Whether the character would move to another line or has no meaning on a screen.
  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Gives shared characters the script before them, or at the start the one behind them.
  private static func resolve(_ own: [TextScript]) -> [TextScript] {
    var current = own.first(where: \.isReal) ?? .common
    return own.map { script in
      if script.isReal { current = script }
      return current
    }
  }

  /// The script that decides how the line is centred vertically.
  ///
  /// Ideographs win, since they are the tallest; otherwise the first script of the line counts.
  var leadingScript: TextScript {
    scripts.first(where: \.isIdeographic) ?? scripts.first ?? .common
  }

  /// The language that chooses between regional forms of ideographs, as a BCP 47 tag.
  ///
  /// Kana says Japanese, Hangul Korean; ideographs alone are taken as `locale`'s where that is
  /// Chinese, Japanese or Korean, else as simplified Chinese. Other text has none.
  func language(locale: String) -> String? {
    if scripts.contains(where: \.isKana) { return "ja" }
    if scripts.contains(where: \.isHangul) { return "ko" }
    guard scripts.contains(where: \.isHan) else { return nil }
    let tag = locale.prefix { $0 != "." && $0 != "@" }.lowercased()
    if tag == "zh_tw" || tag == "zh_hk" { return tag == "zh_tw" ? "zh-tw" : "zh-hk" }
    if tag.hasPrefix("ja") { return "ja" }
    return tag.hasPrefix("ko") ? "ko" : "zh-cn"
  }
}
