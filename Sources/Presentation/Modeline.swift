// SPDX-License-Identifier: Apache-2.0

/// The timings of a video mode as X.org's configuration writes them (xorg.conf(5), "Modeline").
package struct Modeline: Hashable, Sendable {
  /// One direction of the picture, in pixels or lines; no value is below the one before.
  package struct Axis: Hashable, Sendable {
    /// Number of visible pixels or lines, 1 … 16384.
    package var visible: Int
    /// Beginning of the sync pulse.
    package var syncStart: Int
    /// End of the sync pulse.
    package var syncEnd: Int
    /// Number of pixels or lines with blanking, up to 65535.
    package var total: Int

    /// An axis of the four values.
    package init(visible: Int, syncStart: Int, syncEnd: Int, total: Int) {
      self.visible = visible
      self.syncStart = syncStart
      self.syncEnd = syncEnd
      self.total = total
    }
  }

  /// A word behind the numbers, as in the raw values.
  package enum Flag: String, Hashable, Sendable, CaseIterable {
    /// The horizontal sync pulse is positive.
    case positiveHorizontalSync = "+hsync"
    /// The horizontal sync pulse is negative.
    case negativeHorizontalSync = "-hsync"
    /// The vertical sync pulse is positive.
    case positiveVerticalSync = "+vsync"
    /// The vertical sync pulse is negative.
    case negativeVerticalSync = "-vsync"
    /// Every second line is sent.
    case interlaced = "interlace"
    /// Every line is sent twice.
    case doubleScanned = "doublescan"
  }

  /// The fault of a text, as the end of a sentence that begins with its name.
  package struct ParseError: Error, Hashable, Sendable {
    /// "must have nine numbers", for example.
    package let message: String
  }

  /// Pixel clock in kHz.
  package var clockKiloHertz: Int
  /// Columns.
  package var horizontal: Axis
  /// Rows.
  package var vertical: Axis
  /// Polarities and scan.
  package var flags: Set<Flag>

  /// A modeline of the four values.
  package init(clockKiloHertz: Int, horizontal: Axis, vertical: Axis, flags: Set<Flag> = []) {
    self.clockKiloHertz = clockKiloHertz
    self.horizontal = horizontal
    self.vertical = vertical
    self.flags = flags
  }
}

// MARK: - As text

extension Modeline: CustomStringConvertible {
  /// Reads a modeline as cvt(1), gtf(1) and xrandr(1) print it.
  ///
  /// `Modeline "1280x800" 83.50 1280 1352 1480 1680 800 803 809 831 -hsync +vsync`: the pixel clock in
  /// MHz, columns, rows, and flags. The word in front and the name may be left out.
  ///
  /// - Throws: ``ParseError`` for a text that is none, or a signal of less than 1 or more than 1000 Hz.
  package init(parsing text: String) throws(ParseError) {
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    if words.first?.lowercased() == "modeline" { words.removeFirst() }
    if words.first?.hasPrefix("\"") == true { words.removeFirst() }
    guard words.count >= 9 else {
      throw ParseError(
        message: "must have nine numbers as modeline: the pixel clock in MHz, "
          + "four for columns and four for rows"
      )
    }
    let clock = Self.megahertz(words.removeFirst())
    guard let clock, (1...4_000_000).contains(clock) else {
      throw ParseError(message: "must begin as modeline with a pixel clock from 0.001 to 4000 MHz")
    }
    let horizontal = try Self.axis(&words, name: "columns")
    let vertical = try Self.axis(&words, name: "rows")
    var flags: Set<Flag> = []
    for word in words {
      guard let flag = Flag(rawValue: word.lowercased()) else {
        let known = Flag.allCases.map(\.rawValue).joined(separator: ", ")
        throw ParseError(message: "must have no other flags as modeline than \(known)")
      }
      flags.insert(flag)
    }
    self.init(clockKiloHertz: clock, horizontal: horizontal, vertical: vertical, flags: flags)
    let hertz = Double(clock) * 1000 / Double(horizontal.total * vertical.total)
    guard (1...1000).contains(hertz) else {
      throw ParseError(message: "must have as modeline a refresh rate from 1 to 1000 Hz")
    }
  }

  /// `83.500 1280 1352 1480 1680 800 803 809 831 -hsync +vsync`.
  package var description: String {
    let thousandths = String(clockKiloHertz % 1000 + 1000).dropFirst()
    let numbers = [horizontal, vertical].flatMap { axis in
      [axis.visible, axis.syncStart, axis.syncEnd, axis.total].map(String.init)
    }
    let words = Flag.allCases.filter(flags.contains).map(\.rawValue)
    return (["\(clockKiloHertz / 1000).\(thousandths)"] + numbers + words).joined(separator: " ")
  }

  /// MHz with decimals, in kHz.
  private static func megahertz(_ word: Substring) -> Int? {
    guard word.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
      let value = Double(word), value < 1e6
    else { return nil }
    return Int((value * 1000).rounded())
  }

  private static func axis(
    _ words: inout ArraySlice<Substring>,
    name: String
  ) throws(ParseError) -> Axis {
    let numbers = words.prefix(4).compactMap { word in
      word.utf8.allSatisfy { (48...57).contains($0) } ? Int(word) : nil
    }
    words = words.dropFirst(4)
    guard numbers.count == 4, (1...16384).contains(numbers[0]), numbers[3] <= 65535,
      zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 })
    else {
      throw ParseError(
        message: "must say as modeline for \(name) how many are seen, where the sync pulse begins "
          + "and ends, and how many there are in all, in this order and never decreasing"
      )
    }
    return Axis(
      visible: numbers[0],
      syncStart: numbers[1],
      syncEnd: numbers[2],
      total: numbers[3]
    )
  }
}
