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
}
