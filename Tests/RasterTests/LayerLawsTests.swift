// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import Raster
import TestSupport
import Testing

@Suite("The laws of layers")
struct LayerLawsTests {
  /// Bytes that follow from a seed.
  private func bytes(_ seed: Int) -> [UInt8] {
    var random = SplitMix(seed: seed)
    return (0..<4096).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  private func brokenLaw(_ seed: Int, _ kind: (any LayerTrial.Type)?) -> String? {
    var choices = ByteScript(bytes: bytes(seed))
    let limit = PixelSize(width: 110, height: 70)
    var trial = LawTrial(&choices, kind: kind, limit: limit)
    for _ in 0..<16 {
      if let broken = trial.paintFrame(&choices) { return broken }
    }
    return nil
  }

  @Test(
    "Whatever happens to layers of one kind, every frame keeps the laws",
    arguments: LayerTrials.all.indices,
    0..<24
  )
  func oneKind(index: Int, seed: Int) {
    let broken = brokenLaw(seed &* 31 &+ index, LayerTrials.all[index].kind)
    #expect(broken == nil, "\(LayerTrials.all[index].name)")
  }

  @Test("Whatever happens to layers of all kinds, every frame keeps the laws", arguments: 0..<80)
  func allKinds(seed: Int) {
    #expect(brokenLaw(1_000_000 + seed, nil) == nil)
  }
}
