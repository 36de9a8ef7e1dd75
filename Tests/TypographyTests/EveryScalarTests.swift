// SPDX-License-Identifier: Apache-2.0
import Raster
import TestSupport
import Testing

@testable import Typography

// Libraries that abort take the process with them: each is met in one of its own.

@Suite("Every character")
struct EveryScalarTests {
  @Test("libunibreak takes each scalar at every place, and each pair of classes")
  func lineBreaks() async {
    await #expect(processExitsWith: .success) {
      for block in ScalarSamples.blocks(of: 4096) {
        // A line break begins anew, as the first scalar does.
        let text = block.flatMap { [$0, "a", $0, "\n"] as [Unicode.Scalar] }
        precondition(LineBreaks(text).isAllowed.count == text.count)
      }
      for pair in ScalarSamples.pairs {
        precondition(LineBreaks(pair).isAllowed.last == true)
        precondition(LineBreaks([pair[0]]).isAllowed == [true])
        precondition(LineBreaks([pair[0], " ", pair[1], pair[0]]).isAllowed.count == 4)
      }
    }
  }

  @Test("FriBidi takes each scalar among letters of both directions, and each pair of classes")
  func directions() async {
    await #expect(processExitsWith: .success) {
      for block in ScalarSamples.blocks(of: 4096) {
        let text = block.flatMap { [$0, "a", $0, "\u{5D0}"] as [Unicode.Scalar] }
        precondition(BidiLevels(text).levels(ofLine: 1..<text.count - 1).count == text.count - 2)
      }
      for pair in ScalarSamples.pairs {
        for direction in [TextDirection.automatic, .leftToRight, .rightToLeft] {
          let levels = BidiLevels(pair, direction: direction).levels(ofLine: 0..<2)
          precondition(BidiLevels.visualOrder(of: levels).sorted() == [0, 1])
        }
      }
    }
  }

  @Test(
    "fontconfig, HarfBuzz and FreeType find, shape and draw a line with each scalar",
    arguments: [0...0, 1...2, 3...8, 9...16]
  )
  func shapes(planes: ClosedRange<Int>) async {
    await #expect(processExitsWith: .success) { [planes] in
      let library = try FontLibrary.open()
      for block in ScalarSamples.blocks(of: 2048, in: planes) {
        let paragraph = TextParagraph(
          scalars: block,
          clusters: block.indices.map { $0..<$0 + 1 },
          direction: .automatic
        )
        let layout = try library.layout(paragraph, font: nil)
        _ = library.lineMask(of: layout, pixelSize: 4, isRightToLeft: false)
      }
    }
  }

  @Test("Labels, lines and wrapped texts are made of each pair of classes")
  func pairs() async {
    await #expect(processExitsWith: .success) {
      let library = try FontLibrary.open()
      let pairs = ScalarSamples.pairs
      for start in stride(from: 0, to: pairs.count, by: 64) {
        var text = String.UnicodeScalarView()
        for pair in pairs[start..<min(start + 64, pairs.count)] {
          text.append(contentsOf: pair + ["a"])
        }
        _ = try library.label(String(text), font: nil, pixelSize: 8, maximumWidth: 200)
        _ = try library.line(String(text), font: nil, pixelSize: 8)
        _ = try library.paragraph(String(text), font: nil, pixelSize: 8, width: 60, lines: 9)
      }
    }
  }

  @Test("fontconfig reads a font's name with each scalar, and each pair of marks of a pattern")
  func fontNames() async {
    await #expect(processExitsWith: .success) {
      let library = try FontLibrary.open()
      var names = ScalarSamples.blocks(of: 2048).map { block in
        var name = ":family=".unicodeScalars
        name.append(contentsOf: block.filter { $0 != "\0" })
        return String(name)
      }
      let marks = Array(":-,=\\[]()&|<>!~+*?/\"'0a ").map { String($0) }
      for first in marks {
        for second in marks {
          names += ["\(first)\(second)", ":\(first)\(second)", "a:size=\(first)\(second)1"]
          for property in ["lang", "charset", "matrix"] {
            names.append("a:\(property)=\(first)\(second)")
          }
        }
      }
      for name in names {
        _ = try? library.line("a", font: name, pixelSize: 8)
        library.releaseFonts()
      }
    }
  }
}
