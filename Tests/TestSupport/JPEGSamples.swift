// SPDX-License-Identifier: Apache-2.0
import Glibc

/// JPEG files of other programs: 32 × 16 pixels in four quarters, red, green, blue and white in the order of text.
package enum JPEGSamples {
  /// Whether libjpeg-turbo is here: machines of another processor may be without.
  package static let hasDecoder = unsafe dlopen("libturbojpeg.so.0", RTLD_LAZY) != nil

  /// Y'CbCr, whole sampling (Pillow).
  package static let quarters = bytes(
    """
    ffd8ffe000104a46494600010100000100010000ffdb00430003020202020203020202030303030406040404040408060605
    0609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffdb004301030303040304
    08040408100b090b101010101010101010101010101010101010101010101010101010101010101010101010101010101010
    1010101010101010ffc00011080010002003011100021101031101ffc4001700010101010000000000000000000000000008
    090affc40014100100000000000000000000000000000000ffc4001901010003010100000000000000000000000007090a06
    08ffc40014110100000000000000000000000000000000ffda000c03010002110311003f009d1062d4c058c84998f01978d1
    9bdca03a5b5563b801ffd9
    """
  )
  /// CMYK as Adobe has it, inverted (Pillow).
  package static let cmyk = bytes(
    """
    ffd8ffee000e41646f626500640000000000ffdb004300030202020202030202020303030304060404040404080606050609
    080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc00014080010002004431100
    4d11005911004b1100ffc400160001010100000000000000000000000000000a09ffc4001410010000000000000000000000
    0000000000ffda000e0443004d0059004b00003f00d5365532a9aa6009575540000957554000aa85540003ffd9
    """
  )
  /// YCCK (TurboJPEG's `tjCompress2` of CMYK).
  package static let ycck = bytes(
    """
    ffd8ffee000e41646f626500640000000002ffdb004300030202020202030202020303030304060404040404080606050609
    080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffdb0043010303030403040804
    0408100b090b1010101010101010101010101010101010101010101010101010101010101010101010101010101010101010
    101010101010ffc00014080010002004011100021101031101041100ffc4001f000001050101010101010000000000000000
    0102030405060708090a0bffc400b5100002010303020403050504040000017d010203000411051221314106135161072271
    14328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455
    565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4
    b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffc4001f0100
    030101010101010101010000000000000102030405060708090a0bffc400b511000201020404030407050404000102770001
    02031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a
    35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a929394
    95969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9
    eaf2f3f4f5f6f7f8f9faffda000e040100021103110400003f00fa22bf733fcaa3f54e8a002be3aafdb4ff00a720a2800afd
    42aff9ca3f86828a002bf9a5aff554f870a2800affd9
    """
  )

  /// The sample in Y'CbCr with an APP1 segment behind SOI.
  package static func quarters(exif: [UInt8]) -> [UInt8] {
    let length = exif.count + 2
    let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif
    return quarters[..<2] + segment + quarters[2...]
  }

  /// EXIF data that tell an orientation alone, among entries that say other things.
  package static func exif(orientation: UInt8, isLittleEndian: Bool) -> [UInt8] {
    let entries: [[UInt16]] = [
      // Tag, type, count and value, the latter two as halves from the higher one on.
      [0x010F, 2, 0, 2, 0x4100, 0], [0x0112, 3, 0, 1, UInt16(orientation), 0],
    ]
    func half(_ value: UInt16) -> [UInt8] {
      let (high, low) = (UInt8(value >> 8), UInt8(value & 255))
      return isLittleEndian ? [low, high] : [high, low]
    }
    func word(_ high: UInt16, _ low: UInt16) -> [UInt8] {
      isLittleEndian ? half(low) + half(high) : half(high) + half(low)
    }
    var tiff: [UInt8] = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    tiff += half(42) + word(0, 8) + half(UInt16(entries.count))
    for entry in entries {
      tiff += half(entry[0]) + half(entry[1]) + word(entry[2], entry[3])
      tiff += half(entry[4]) + half(entry[5])
    }
    return Array("Exif\0\0".utf8) + tiff + word(0, 0)
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
