// SPDX-License-Identifier: Apache-2.0
import Foundation
import LayerTrials
import Testing

@Suite("Hashes of painted layers")
struct LayerHashesTests {
  /// The table is the one that `make arm64` compares with, so that both processors paint the same.
  @Test("Layers of every kind look as they do on aarch64, in every bit")
  func table() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Golden/layers.txt")
    let table = try String(contentsOf: path, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    // The first of eight: in this build painting takes seconds.
    let lines = LayerHashes.lines(batches: 1)
    #expect(Set(lines.map { $0.split(separator: " ")[0] }).count == LayerTrials.all.count)
    #expect(lines == table.filter { $0.split(separator: " ")[1] == "0" })
  }
}
