// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing

@testable import Imaging

/// Flips each bit of the byte at `index` of an image's file: what comes of it is refused or decoded, nothing else.
func expectRefusedOrDecoded(_ file: [UInt8], flippingIn index: Int) {
  for bit in 0..<8 {
    var bytes = file
    bytes[index] ^= 1 << bit
    do throws(ImagingError) {
      let image = try DecodedImage.decode(bytes)
      #expect(image.rgba.count == image.size.bounds.area * 4)
    } catch {
      #expect(!error.description.isEmpty)
    }
  }
}
