// SPDX-License-Identifier: Apache-2.0
import Geometry

/// What layers look like while anything happens to them, as numbers.
///
/// They are the same wherever the layers are painted, on whatever processor: what they are painted
/// with are whole numbers and operations of IEEE 754 that have one result.
package enum LayerHashes {
  /// How many screens go into one, each with a layer of its own.
  private static let screens = 24
  private static let frames = 12

  /// Paints layers of all kinds.
  ///
  /// - Parameter batches: How many hashes there are of each kind.
  /// - Returns: A line each: the kind's name, the batch, the hash in hexadecimal digits.
  package static func lines(batches: Int) -> [String] {
    LayerTrials.all.flatMap { lines($0.kind, $0.name, batches) }
  }

  private static func lines(
    _ kind: any LayerTrial.Type,
    _ name: String,
    _ batches: Int
  ) -> [String] {
    (0..<batches).map { batch in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for screen in 0..<screens {
        paint(kind, seed: UInt64(batch * screens + screen), into: &hash)
      }
      let digits = String(hash, radix: 16)
      return name + " " + String(batch) + " "
        + String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
  }

  /// Paints a screen's frames and adds every byte of its buffers to a hash (FNV-1a).
  private static func paint(
    _ kind: any LayerTrial.Type,
    seed: UInt64,
    into hash: inout UInt64
  ) {
    var choices = ByteScript(bytes: noise(seed))
    let view = PixelSize(width: 40 + choices.below(160), height: 30 + choices.below(120))
    var stack = PaintedStack(
      view: view,
      format: choices.isOne(in: 2) ? .rgb565 : .xrgb8888,
      rotation: Rotation.allCases[choices.below(4)],
      background: choices.color(),
      padding: choices.below(3) * 12
    )
    var trial: any LayerTrial = kind.init(&choices, view: view)
    trial.add(to: &stack.layers, stack.transform)
    for frame in 0..<frames {
      trial.change(&choices)
      trial.show(in: &stack.layers)
      let buffer = frame % stack.buffers.count
      _ = stack.paint(buffer)
      for byte in stack.buffers[buffer] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }

  /// Choices that a seed makes (SplitMix64).
  private static func noise(_ seed: UInt64) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    return (0..<512).map { _ in
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return UInt8(truncatingIfNeeded: word ^ word >> 31)
    }
  }
}
