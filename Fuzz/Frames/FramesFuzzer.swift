// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials

/// Reads bytes as a screen, layers of any kind on it and some frames of them, and asks after each
/// frame whether the laws of layers hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var choices = unsafe ByteScript(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
  let limit = PixelSize(width: 250, height: 160)
  var trial = LawTrial(&choices, kind: nil, limit: limit)
  // A scene comes to rest when its bytes are used up.
  for frame in 0..<16 where frame < 3 || !choices.isAtEnd {
    if let broken = trial.paintFrame(&choices) { fatalError(broken) }
  }
  return 0
}
