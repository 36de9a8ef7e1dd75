// SPDX-License-Identifier: Apache-2.0
internal import Keyboard
internal import TOMLReading
internal import Widgets

extension TypingSettings {
  /// The keys of the table `[keyboard]`.
  static let keyboardKeys: [Key<Self>] = [
    .devices(\.devices, "\"auto\", the keyboards of seat0, or a list of paths below /dev/input"),
    .flag("grab", \.isGrabbed, "Keep other programs from what is typed"),
    .text(
      "layout",
      \.layout.layout,
      "As XKB names them (package xkb-data), with `variant` and `options`"
    ),
    .text("variant", \.layout.variant, "A variant of the layout, as XKB names it"),
    .text("options", \.layout.options, "Options of the layout, as XKB names them"),
    .flag("num_lock", \.layout.hasNumLock, "The keypad types digits"),
    .table(
      "repeat",
      \.self,
      [
        .number("delay", \.repeatDelay, 0.1...10, "Seconds until a held key types again"),
        .number("interval", \.repeatInterval, 0.01...10, "Seconds from then on"),
      ],
      "How a held key types again"
    ),
    .table(
      "screen",
      \.screen,
      ScreenKeyboardSettings.keys,
      "A keyboard on the screen, for fields on a panel without one",
      from: ScreenKeyboardSettings()
    ),
  ]

  /// Reads the table `[keyboard]`.
  mutating func readKeyboard(_ reader: inout TableReader, looks: Looks, folder: String) {
    hasKeyboard = true
    let usual = layout
    reader.read(Self.keyboardKeys, into: &self)
    reader.check(&layout, else: usual)
    guard screen != nil, let node = reader.node("screen"), case .table(let entries) = node.value
    else { return }
    var table = TableReader(entries, name: "[keyboard.screen]", position: node.position)
    screen?.repetition = [repeatDelay, repeatInterval]
    looks.inherit(to: &screen, by: &table, folder: folder)
    takeLayouts(besides: reader, table: &table)
    for diagnostic in table.diagnostics { reader.report(diagnostic) }
  }

  /// Takes the layouts of the keyboard on the screen: those that are named, else those of the keyboards, else the
  /// usual ones of the languages.
  private mutating func takeLayouts(besides reader: TableReader, table: inout TableReader) {
    guard let screen else { return }
    let languages = reader.languages.names
    var layouts: [KeyboardLayout] = []
    if !screen.names.isEmpty {
      layouts = screen.names.map { KeyboardLayout(named: $0) }
    } else if reader.has("layout") {
      let variants = layout.variant.split(separator: ",", omittingEmptySubsequences: false)
      for (place, name) in layout.layout.split(separator: ",").enumerated() {
        let variant = place < variants.count ? String(variants[place]) : ""
        layouts.append(KeyboardLayout(layout: String(name), variant: variant))
      }
    } else {
      for language in languages {
        let named = KeyboardLayout(named: KeyboardLayout.usual(for: language) ?? "us")
        if !layouts.contains(named) { layouts.append(named) }
      }
    }
    for layout in layouts where !layout.exists {
      let name = layout.variant.isEmpty ? layout.layout : "\(layout.layout)(\(layout.variant))"
      let message = "there is no keyboard layout '\(name)'"
      table.report(Diagnostic(table.keyPosition("layouts"), message))
    }
    layouts = Array(layouts.filter(\.exists).prefix(ScreenKeyboardSettings.mostLayouts))
    screenLayouts = layouts.isEmpty ? [KeyboardLayout()] : layouts
    self.screen?.layouts = screenLayouts.map(\.screenLayout)
  }

  /// Reads a table `[[scanner]]`; `fields` are the ids that it may be for.
  mutating func readScanner(_ reader: inout TableReader, fields: [String]) {
    var scanner = Scanner(device: "")
    let usual = scanner.layout
    reader.read(Scanner.keys, into: &scanner)
    reader.check(&scanner.layout, else: usual)
    if !scanner.target.isEmpty, !fields.contains(scanner.target) {
      reader.report(
        Diagnostic(reader.keyPosition("target"), "'target' names no [[text]]")
      )
    }
    var taken = scanners.map(\.device)
    if case .paths(let paths) = devices { taken += paths }
    if taken.contains(scanner.device) {
      reader.report(
        Diagnostic(
          reader.keyPosition("device"),
          "'device' is taken already, by [keyboard] or another [[scanner]]"
        )
      )
    }
    scanners.append(scanner)
  }
}

extension TypingSettings.Scanner {
  /// The keys of a table `[[scanner]]`.
  static let keys: [Key<Self>] = [
    .entry("device", .pattern("^/"), "Its path, such as /dev/input/by-id/…", isRequired: true) {
      $1.readDevice(&$0)
    },
    .text("layout", \.layout.layout, "What its keys stand for, as XKB names it"),
    .choice("terminator", \.terminator, "What ends a scan: \"Return\", \"Tab\" or \"none\""),
    .number("gap", \.gap, 0.01...10, "Seconds of silence that end one too"),
    .text("target", \.target, "The field that gets it; \"\" = the one with the focus"),
  ]

  private mutating func readDevice(_ reader: inout TableReader) {
    device = reader.string("device", fallback: "")
    guard !device.hasPrefix("/") else { return }
    let message =
      reader.has("device")
      ? "'device' must be an absolute path" : "[[scanner]] needs a 'device'"
    reader.report(Diagnostic(reader.keyPosition("device"), message))
  }
}

extension TableReader {
  /// Reports a layout that does not exist, in place of which `usual` is had.
  fileprivate mutating func check(_ layout: inout KeyboardLayout, else usual: KeyboardLayout) {
    // The usual one is not looked for: what is missing then is told where the keys are read.
    guard layout != usual, !layout.exists else { return }
    let variant = layout.variant.isEmpty ? "" : " with the variant '\(layout.variant)'"
    report(
      Diagnostic(
        keyPosition(has("layout") ? "layout" : "variant"),
        "there is no keyboard layout '\(layout.layout)'\(variant)"
      )
    )
    layout = usual
  }
}
