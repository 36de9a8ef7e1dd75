// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Typography

@Suite("Font files are read a page at a time")
struct FontStreamTests {
  private let folder = TemporaryFolder()

  /// Bytes of which no two pages are alike, the last one short.
  private static let bytes = (0..<100_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) }

  /// What FreeType gets for a read of `count` bytes at `offset`.
  private func read(_ stream: FontStream, _ count: Int, at offset: Int) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let length = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe stream.read(UInt(count), at: UInt(offset), into: buffer.baseAddress)
    }
    return Array(buffer.prefix(Int(length)))
  }

  @Test("Every read has the file's bytes, in any order and of any length")
  func contents() throws {
    let stream = try FontStream.open(folder.write(Self.bytes, to: "font.ttf"))
    var numbers = SplitMix(seed: 5)
    for round in 0..<20_000 {
      let offset = numbers.below(Self.bytes.count)
      let most = min(round % 50 == 0 ? 20_000 : 600, Self.bytes.count - offset)
      let count = 1 + numbers.below(most)
      let isSame = read(stream, count, at: offset) == Array(Self.bytes[offset..<offset + count])
      #expect(isSame, "\(count) bytes at \(offset)")
      if !isSame { return }
    }
    #expect(!stream.hasChanged)
  }

  @Test("A read beyond the end has what there is, and is no fault")
  func end() throws {
    let stream = try FontStream.open(folder.write(Self.bytes, to: "font.ttf"))
    let end = Self.bytes.count
    #expect(read(stream, 10, at: end - 3) == Array(Self.bytes.suffix(3)))
    #expect(read(stream, 10, at: end).isEmpty)
    #expect(read(stream, 10, at: 1 << 40).isEmpty)
    #expect(!stream.hasChanged)
  }

  @Test("Of a file that is cut nothing comes that is not there, and it is told")
  func cut() throws {
    let path = folder.write(Self.bytes, to: "font.ttf")
    let stream = try FontStream.open(path)
    _ = read(stream, 100, at: 0)
    _ = folder.write(Array(Self.bytes.prefix(5000)), to: "font.ttf")
    #expect(read(stream, 100, at: 50_000).isEmpty)
    #expect(read(stream, 100, at: 6000).isEmpty)
    #expect(stream.hasChanged)
  }
}
