// SPDX-License-Identifier: Apache-2.0
internal import Raster

/// Text of one paragraph, analysed: characters, scripts and directions.
struct TextParagraph {
  /// The scalars.
  let scalars: [Unicode.Scalar]
  /// User-perceived characters, as ranges of ``scalars``.
  let clusters: [Range<Int>]
  /// The script of each scalar; shared characters have taken that of their neighbours.
  let scripts: [TextScript]
  /// The embedding level of each scalar.
  let levels: [UInt8]
  /// True if the paragraph as a whole runs from right to left.
  let isRightToLeft: Bool
  /// True if the text was longer than the part that is looked at.
  let isCut: Bool
  /// The levels before there were lines.
  private let bidi: BidiLevels

  /// Most scalars that one label takes; more would not be legible on any screen, and the time for
  /// a line that a client sends stays in the low milliseconds.
  static let maximumLength = 256

  /// Analyses a label's text.
  ///
  /// Line breaks, tabs and control characters become spaces; explicit bidirectional embeddings and
  /// byte order marks are dropped; spaces at both ends are trimmed; at most ``maximumLength``
  /// scalars are looked at.
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
      kept.append(TextCharacters.isControl(scalar) ? " " : scalar)
    }
    self.init(trimming: kept, isCut: count > Self.maximumLength)
  }

  /// Analyses text as it is.
  init(_ characters: TextCharacters, direction: TextDirection) {
    self.init(
      scalars: characters.scalars,
      clusters: characters.clusters,
      direction: direction,
      isCut: characters.isCut
    )
  }

  private init(trimming untrimmed: [Unicode.Scalar], isCut: Bool) {
    let first = untrimmed.firstIndex { $0 != " " } ?? untrimmed.endIndex
    let last = untrimmed.lastIndex { $0 != " " } ?? untrimmed.startIndex - 1
    let scalars = first <= last ? Array(untrimmed[first...last]) : []
    var clusters: [Range<Int>] = []
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    for character in String(text) {
      let start = clusters.last?.upperBound ?? 0
      clusters.append(start..<(start + character.unicodeScalars.count))
    }
    self.init(scalars: scalars, clusters: clusters, direction: .automatic, isCut: isCut)
  }

  /// Analyses scalars whose characters are known.
  init(
    scalars: [Unicode.Scalar],
    clusters: [Range<Int>],
    direction: TextDirection,
    isCut: Bool = false
  ) {
    self.scalars = scalars
    self.clusters = clusters
    self.isCut = isCut
    bidi = BidiLevels(scalars, direction: direction)
    levels = bidi.levels(ofLine: scalars.indices)
    isRightToLeft = bidi.base == 1
    scripts = Self.resolve(scalars.map { TextScript(of: $0) })
  }

  /// One line of `paragraph` with `ending` behind it.
  private init(line range: Range<Int>, of paragraph: Self, ending: [Unicode.Scalar]) {
    let first = range.isEmpty ? 0 : paragraph.clusters[range.lowerBound].lowerBound
    let end = range.isEmpty ? 0 : paragraph.clusters[range.upperBound - 1].upperBound
    let length = end - first
    scalars = paragraph.scalars[first..<end] + ending
    clusters =
      paragraph.clusters[range].map { ($0.lowerBound - first)..<($0.upperBound - first) }
      + ending.indices.map { (length + $0)..<(length + $0 + 1) }
    // The ending belongs to the paragraph, not to the last word.
    levels =
      paragraph.bidi.levels(ofLine: first..<end)
      + ending.map { _ in paragraph.isRightToLeft ? 1 : 0 }
    let script = end > first ? paragraph.scripts[end - 1] : .common
    scripts = paragraph.scripts[first..<end] + ending.map { _ in script }
    isRightToLeft = paragraph.isRightToLeft
    isCut = false
    bidi = paragraph.bidi
  }

  /// One line of the paragraph, with the directions that the whole gives it.
  ///
  /// - Parameters:
  ///   - range: The line's characters, as a range of ``clusters``.
  ///   - ending: Characters behind it in the paragraph's direction.
  /// - Returns: The line, which is not broken further.
  func line(_ range: Range<Int>, ending: [Unicode.Scalar] = []) -> Self {
    Self(line: range, of: self, ending: ending)
  }

  /// The first `count` clusters, followed by `ending`.
  func prefix(_ count: Int, endingWith ending: Unicode.Scalar) -> Self {
    let end = count > 0 ? clusters[min(count, clusters.count) - 1].upperBound : 0
    var kept = Array(scalars[..<end])
    while kept.last == " " { kept.removeLast() }
    return Self(trimming: kept + [ending], isCut: false)
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
