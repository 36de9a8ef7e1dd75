// SPDX-License-Identifier: Apache-2.0
import LayerTrials
import TestSupport
import Testing

@Suite("Scenes of any widgets")
struct AnySceneTests {
  /// The fuzz target Scene asks the same of bytes that it chooses.
  @Test(
    "Under any files, requests, fingers and keys, painting changes leaves what painting everything gives",
    arguments: 0..<96
  )
  func everythingPainted(seed: Int) {
    var random = SplitMix(seed: seed)
    var choices = ByteScript(
      bytes: (0..<2048).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    )
    #expect(SceneRun.fault(by: &choices) == nil)
  }
}
