// SPDX-License-Identifier: Apache-2.0
import CAllocationCounter
import Geometry
import LayerTrials
import TestSupport

/// Layers of every kind that anything happens to, and the laws of layers with the one about the heap.
enum LawfulLayers {
  static func run(_ findings: inout Findings) {
    for (name, kind) in LayerTrials.all {
      var broken = 0
      for seed in 0..<100 {
        guard let law = lastingFault(seed, kind) else { continue }
        broken += 1
        if broken == 1 { print("frame-check: \(name), seed \(seed): \(law)") }
      }
      findings.expect("screens of \(name) layers that break a law", broken, exactly: 0)
    }
  }

  /// A broken law that is broken again.
  ///
  /// Tables and generic types are made when they are first met, which is once in a process.
  private static func lastingFault(_ seed: Int, _ kind: any LayerTrial.Type) -> String? {
    var last: String?
    while let law = brokenLaw(seed, kind) {
      if law == last { return law }
      last = law
    }
    return nil
  }

  private static func brokenLaw(_ seed: Int, _ kind: any LayerTrial.Type) -> String? {
    var random = SplitMix(seed: seed)
    let bytes = (0..<4096).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var choices = ByteScript(bytes: bytes)
    var trial = LawTrial(
      &choices,
      kind: kind,
      limit: PixelSize(width: 250, height: 160),
      allocations: { Int(callocation_counter_count()) }
    )
    for _ in 0..<16 {
      if let law = trial.paintFrame(&choices) { return law }
    }
    return nil
  }
}
