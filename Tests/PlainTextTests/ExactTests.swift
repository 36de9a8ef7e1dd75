// SPDX-License-Identifier: Apache-2.0
import PlainText
import Testing

@Suite("Properties that are compared by bytes")
struct ExactTests {
  private struct Sample: Hashable {
    @Exact var text = ""
    @Exact var maybe: String?
    @Exact var list: [String] = []
  }

  /// No two are equal.
  private static let samples = [
    Sample(), Sample(text: "e\u{301}"), Sample(text: "\u{E9}"), Sample(maybe: ""),
    Sample(maybe: "e\u{301}"), Sample(maybe: "\u{E9}"), Sample(list: [""]),
    Sample(list: ["e\u{301}"]), Sample(list: ["\u{E9}"]), Sample(list: ["\u{E9}", ""]),
  ]

  @Test("Two are equal, and hashed alike, where all bytes are the same", arguments: samples.indices)
  func equality(index: Int) {
    let all = Self.samples
    #expect(all.indices.filter { all[$0] == all[index] } == [index])
    #expect(Set(all + all).count == all.count)
    #expect(all.indices.filter { all[$0].hashValue == all[index].hashValue } == [index])
  }
}
