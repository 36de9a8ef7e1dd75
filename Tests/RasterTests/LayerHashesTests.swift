// SPDX-License-Identifier: Apache-2.0
import LayerTrials
import TestSupport
import Testing

@Suite("Hashes of painted layers")
struct LayerHashesTests {
  /// All of the table, on both processors, is `make check-layers`.
  @Test("Layers of every kind look as they do in the table, in every bit")
  func table() throws {
    let table = try #require(TestFile.text(TestFile.path("../Golden/layers.txt")))
      .split(separator: "\n").map(String.init)
    // The first of eight: in this build painting takes seconds.
    let lines = LayerHashes.lines(batches: 1)
    #expect(Set(lines.map { $0.split(separator: " ")[0] }).count == LayerTrials.all.count)
    #expect(lines == table.filter { $0.split(separator: " ")[1] == "0" })
  }
}
