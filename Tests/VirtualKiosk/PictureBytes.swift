// SPDX-License-Identifier: Apache-2.0
package import VirtualTime

/// The mean difference of two pictures' bytes.
package func difference(_ first: [UInt8], _ second: [UInt8]) -> Double {
  let sum = zip(first, second).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
  return Double(sum) / Double(max(first.count, 1))
}

/// The sum of the red channels of a picture in XRGB8888.
package func sumOfRed(_ pixels: [UInt8]) -> Int {
  var sum = 0
  for index in stride(from: 2, to: pixels.count, by: 4) { sum += Int(pixels[index]) }
  return sum
}

extension VirtualRun {
  /// Lets `seconds` pass.
  ///
  /// - Returns: The largest ``difference(_:_:)`` between two frames that follow each other.
  package func largestStep(in seconds: Double) -> Double {
    var (largest, before) = (0.0, presentedPixels() ?? [])
    for _ in 0..<Int((seconds * 120).rounded()) {
      pass(1.0 / 120)
      let seen = presentedPixels() ?? []
      largest = max(largest, difference(before, seen))
      before = seen
    }
    return largest
  }
}
