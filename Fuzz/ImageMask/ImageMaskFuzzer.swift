// SPDX-License-Identifier: Apache-2.0
import Geometry
import Imaging
import Raster

/// Reads bytes as a PNG image and makes a mask of it, as `mask = { image = … }` does.
///
/// The first two bytes are the box's sides in pixels, the third says whether the chunks' checksums
/// are put right first, for hardly any change would get past them; the rest is the file. Beyond not
/// crashing: an image is as large as it says and within the limits, and a mask fills its box
/// exactly, with the ink where it says.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard bytes.count >= 3 else { return 0 }
  var file = Array(bytes.dropFirst(3))
  guard isSmall(file) else { return 0 }
  if bytes[2] & 1 != 0 { correctChecksums(&file) }
  do throws(ImagingError) {
    let image = try DecodedImage.decode(file)
    check(image, fitting: PixelSize(width: Int(bytes[0]), height: Int(bytes[1])))
  } catch {
    precondition(!error.description.isEmpty)
    precondition(!error.description.utf8.contains { $0 == 0x0A })
  }
  return 0
}

/// Whether the image that the header promises has at most a million pixels, or more than are
/// accepted; those between cost much time and show nothing new.
private func isSmall(_ file: [UInt8]) -> Bool {
  guard file.count >= 24 else { return true }
  let (width, height) = (word(file, at: 16), word(file, at: 20))
  let isRefused =
    width > DecodedImage.maximumExtent || height > DecodedImage.maximumExtent
    || width * height > DecodedImage.maximumPixelCount
  return isRefused || width * height <= 1 << 20
}

private func word(_ file: [UInt8], at index: Int) -> Int {
  file[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
}

/// Writes the right checksum behind every chunk (PNG specification, 5.3 and annex D).
private func correctChecksums(_ file: inout [UInt8]) {
  var start = 8
  while start + 12 <= file.count {
    let end = start + 8 + word(file, at: start)
    guard end + 4 <= file.count else { return }
    var sum: UInt32 = .max
    for byte in file[start + 4..<end] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    for (index, shift) in [24, 16, 8, 0].enumerated() {
      file[end + index] = UInt8(truncatingIfNeeded: ~sum >> UInt32(shift))
    }
    start = end + 4
  }
}

private func check(_ image: DecodedImage, fitting box: PixelSize) {
  precondition(image.size.width > 0 && image.size.height > 0)
  precondition(image.size.width * image.size.height <= DecodedImage.maximumPixelCount)
  precondition(image.rgba.count == image.size.width * image.size.height * 4)
  let (mask, ink) = image.maskFromAlpha(fitting: box)
  precondition(mask.size == box)
  precondition(mask.bytes.count == box.width * box.height)
  for y in 0..<box.height {
    for x in 0..<box.width where mask.bytes[y * box.width + x] > 0 {
      precondition(x >= ink.left && x < ink.right && y >= ink.top && y < ink.bottom)
    }
  }
  precondition(ink.isEmpty || (ink.right <= box.width && ink.bottom <= box.height))
}
