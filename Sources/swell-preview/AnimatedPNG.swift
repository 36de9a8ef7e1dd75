// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import LinuxSystem
import MonotonicTime

/// An animated PNG that grows frame by frame (PNG, third edition, §11.3.6): of each frame the rectangle that
/// differs from the one before.
///
/// A frame is written when the next one comes, as only then it is known how long it was shown. What is in
/// the file is whole after each.
struct AnimatedPNG: ~Copyable {
  private let file: OwnedFileDescriptor
  private let path: String
  /// The canvas; `nil` before the first frame.
  private var size: PixelSize?
  /// The frame that is shown still: its PNG, its place, and since when.
  private var pending: (bytes: [UInt8], part: PixelRect, start: MonotonicInstant)?
  /// Time at which the first frame was shown.
  private var begin = MonotonicInstant(nanoseconds: 0)
  private var frameCount: UInt32 = 0
  private var sequence: UInt32 = 0
  /// Offset of the next frame in the file, and that of the number of frames.
  private var end = 0
  private var countOffset = 0

  /// An animation without frames in the file at `path`, which is replaced.
  ///
  /// - Throws: `Recording.Failure` when it cannot be written.
  init(path: String) throws(Recording.Failure) {
    self.path = path
    _ = unsafe unlink(path)
    do throws(SystemError) {
      file = try OwnedFileDescriptor.create(path, mode: 0o644)
    } catch {
      throw Recording.Failure(reason: "\(error)")
    }
  }

  /// Adds a frame that is shown from `instant` on and differs from the one before in `part`.
  mutating func add(
    _ picture: Picture,
    part: PixelRect,
    at instant: MonotonicInstant
  ) throws(Recording.Failure) {
    if let size, size != picture.size {
      throw Recording.Failure(reason: "the panel has another size now")
    }
    // A frame in which nothing has changed makes the one before last longer.
    guard size == nil || !part.isEmpty else { return }
    try writePending(until: instant)
    let isFirst = size == nil
    if isFirst { begin = instant }
    size = picture.size
    let part = isFirst ? picture.size.bounds : part
    pending = (try picture.encoded(part), part, instant)
  }

  /// Writes the last frame, which is shown until `instant`.
  mutating func finish(at instant: MonotonicInstant) throws(Recording.Failure) {
    try writePending(until: instant)
  }

  private mutating func writePending(until instant: MonotonicInstant) throws(Recording.Failure) {
    guard let (bytes, part, start) = pending else { return }
    pending = nil
    // By whole milliseconds since the beginning, so that what is rounded does not add up.
    func milliseconds(_ time: MonotonicInstant) -> Int {
      Int(((time - begin).seconds * 1000).rounded())
    }
    let duration = min(max(milliseconds(instant) - milliseconds(start), 1), 65_535)
    var output: [UInt8] = []
    let isFirst = frameCount == 0
    frameCount += 1
    var hasControl = false
    for chunk in PNGChunks(bytes) {
      switch chunk.type {
      case "IDAT":
        if !hasControl {
          if isFirst { countOffset = output.count + 8 }
          if isFirst { output += Self.chunk("acTL", data: Self.words([1, 0])) }
          output += Self.chunk("fcTL", data: control(part, milliseconds: duration))
          hasControl = true
        }
        if isFirst {
          output += Self.chunk("IDAT", data: chunk.data)
        } else {
          output += Self.chunk("fdAT", data: Self.words([nextSequence()]) + chunk.data)
        }
      case "IEND": break
      default:
        // What the canvas is stands in the first frame.
        if output.isEmpty, isFirst { output += PNGChunks.signature }
        if isFirst { output += Self.chunk(chunk.type, data: chunk.data) }
      }
    }
    try write(output + Self.chunk("IEND", data: []), at: end)
    end += output.count
    if !isFirst {
      let count = Self.chunk("acTL", data: Self.words([frameCount, 0]))
      try write(count, at: countOffset - 8)
    }
  }

  /// Contents of an fcTL chunk: number, extent, place, length, and that the frame replaces the pixels below.
  private mutating func control(_ part: PixelRect, milliseconds: Int) -> [UInt8] {
    let places = [part.width, part.height, part.left, part.top].map { UInt32($0) }
    let delay = UInt32(milliseconds) << 16 | 1000
    return Self.words([nextSequence()] + places + [delay]) + [0, 0]
  }

  private mutating func nextSequence() -> UInt32 {
    defer { sequence += 1 }
    return sequence
  }

  private func write(_ bytes: [UInt8], at offset: Int) throws(Recording.Failure) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe pwrite(
          file.rawValue,
          raw.baseAddress?.advanced(by: done),
          raw.count - done,
          off_t(offset + done)
        )
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Recording.Failure(reason: "\(SystemError.last("write", subject: path))")
      }
      done += count
    }
  }

  private static func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// A chunk with its length and its checksum.
  private static func chunk(_ type: String, data: some Collection<UInt8>) -> [UInt8] {
    let body = Array(type.utf8) + data
    return words([UInt32(data.count)]) + body + words([checksum(body)])
  }

  /// The CRC of PNG (§5.5), by halves of a byte.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<2 { crc = crc >> 4 ^ table[Int(crc & 15)] }
    }
    return ~crc
  }

  private static let table: [UInt32] = (0..<16).map { index in
    (0..<4).reduce(UInt32(index)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
    }
  }
}

/// The chunks of a PNG file that libpng has written.
struct PNGChunks: Sequence, IteratorProtocol {
  /// The eight bytes before them.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let bytes: [UInt8]
  private var offset = 8

  /// The chunks of a whole file.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (type: String, data: ArraySlice<UInt8>)? {
    guard offset + 12 <= bytes.count else { return nil }
    let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    guard offset + 12 + length <= bytes.count else { return nil }
    let type = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
    let data = bytes[(offset + 8)..<(offset + 8 + length)]
    offset += 12 + length
    return (type, data)
  }
}
