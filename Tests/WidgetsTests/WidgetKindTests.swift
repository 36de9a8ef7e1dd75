// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Widgets

@Suite("Kinds of widgets")
struct WidgetKindTests {
  @Test(
    "A kind takes what `widget.set` may set of it, and nothing else that it or another kind has",
    arguments: [
      ("image", "visible", true), ("image", "file", false), ("image", "percent", false),
      ("button", "label", true), ("button", "file", false), ("button", "nonsense", false),
    ]
  )
  func takes(kind: String, member: String, isTaken: Bool) throws {
    let kind = try #require(WidgetKind.allCases.first { $0.name == kind })
    #expect(kind.takes(member) == isTaken)
  }

  @Test("Parameters that a later kind brings come behind those of earlier kinds, by position too")
  func positions() {
    let firsts = WidgetKind.settableNames.map { name in
      WidgetKind.allCases.firstIndex { $0.takes(name) }
    }
    #expect(firsts.allSatisfy { $0 != nil })
    #expect(firsts.compactMap(\.self) == firsts.compactMap(\.self).sorted())
    #expect(Set(WidgetKind.settableNames).count == WidgetKind.settableNames.count)
  }
}
