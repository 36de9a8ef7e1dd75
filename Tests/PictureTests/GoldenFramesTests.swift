// SPDX-License-Identifier: Apache-2.0
import VirtualTime
import Widgets
import RequestWords
import JSON
import Geometry
import MonotonicTime
import Presentation
import Raster
import Testing
import Typography
import VirtualKiosk

/// Whatever is done to the code between a touch and the scanout buffer, pictures stay as they are.
@Suite("Golden frames")
struct GoldenFramesTests {
  @Test(
    "Every frame of every script is, bit for bit, the one that is agreed on",
    arguments: GoldenScript.plain,
    Rotation.allCases
  )
  func plain(_ script: GoldenScript, _ rotation: Rotation) throws {
    try check(script, rotation)
  }

  @Test(
    "So is every frame with text, where the default font is the one that the table was made with",
    .enabled("the default font's glyphs are others than those of the table") {
      GoldenFont.isTheOneOfTheTable
    },
    arguments: GoldenScript.written,
    Rotation.allCases
  )
  func written(_ script: GoldenScript, _ rotation: Rotation) throws {
    try check(script, rotation)
  }

  private func check(_ script: GoldenScript, _ rotation: Rotation) throws {
    for format in [PixelFormat.xrgb8888, .rgb565] {
      for scale in [1, 1.25] {
        let recording = try Recording(script, rotation, format, scale)
        let line = GoldenLine(subject: recording.subject, digests: try recording.digests())
        if GoldenTable.record(line) { continue }
        let golden = try #require(GoldenTable.lines[line.subject], "no line: \(line)")
        #expect(line.digest == golden.digest, "\(line.firstDifference(from: golden)): \(line)")
      }
    }
  }
}

/// One script on one kind of display.
private struct Recording {
  let subject: String
  private let script: GoldenScript
  private let run: VirtualRun
  private let rowBytes: Int
  private let height: Int

  init(
    _ script: GoldenScript,
    _ rotation: Rotation,
    _ format: PixelFormat,
    _ scale: Double
  ) throws {
    let name = format == .xrgb8888 ? "XRGB8888" : "RGB565"
    subject = "\(script.name) \(rotation.rawValue) \(name) \(scale)"
    self.script = script
    let view = PixelSize(
      width: Int((GoldenScript.width * scale).rounded()),
      height: Int((GoldenScript.height * scale).rounded())
    )
    let size = rotation.swapsAxes ? PixelSize(width: view.height, height: view.width) : view
    rowBytes = size.width * format.bytesPerPixel
    height = size.height
    run = try VirtualRun(
      settings: script.settings(rotation: rotation, scale: scale),
      mode: OutputMode(
        size: size,
        format: format,
        refreshInterval: MonotonicInterval(seconds: 1 / GoldenScript.hertz),
        // Pictures do not depend on how many buffers take turns.
        bufferCount: scale == 1 ? 2 : 3
      ),
      hertz: GoldenScript.hertz
    )
  }

  /// The digest of what is on the screen right after each vblank.
  func digests() throws -> [UInt64] {
    var digests: [UInt64] = []
    var before: [UInt8] = []
    for frame in 0..<script.frameCount {
      run.advance(to: GoldenScript.instant(behind: frame))
      let after = rows()
      digests.append(FrameDigest.digest(of: after))
      if before.count == after.count {
        adopt(after, into: &before)
        #expect(before == after, "frame \(frame) of \(subject) differs beyond its damage")
      }
      before = after
      for step in script.steps[frame] ?? [] { try run.perform(step) }
    }
    return digests
  }

  /// Bytes of a row in ``rows()``: what lies beyond the pixels is zero.
  private var paddedRowBytes: Int { (rowBytes + 7) / 8 * 8 }

  /// The rows of the frame on the screen.
  private func rows() -> [UInt8] {
    let (padded, rowBytes, height) = (paddedRowBytes, rowBytes, height)
    var rows = [UInt8](repeating: 0, count: padded * height)
    run.output.withPresentedFrame { bytes, stride in
      unsafe bytes.withUnsafeBytes { source in
        unsafe rows.withUnsafeMutableBytes { target in
          for row in 0..<height {
            let pixels = unsafe UnsafeRawBufferPointer(
              rebasing: source[row * stride..<row * stride + rowBytes]
            )
            let place = unsafe UnsafeMutableRawBufferPointer(rebasing: target[(row * padded)...])
            unsafe place.copyMemory(from: pixels)
          }
        }
      }
    }
    return rows
  }

  /// Takes what the display was told to be damaged over from `after`.
  private func adopt(_ after: [UInt8], into before: inout [UInt8]) {
    let damage = run.output.presentedDamage
    let bytesPerPixel = run.output.mode?.format.bytesPerPixel ?? 0
    for index in 0..<damage.count {
      let rect = damage[index]
      for row in rect.top..<rect.bottom {
        let start = row * paddedRowBytes
        let range = start + rect.left * bytesPerPixel..<start + rect.right * bytesPerPixel
        before.replaceSubrange(range, with: after[range])
      }
    }
  }
}

/// The font of labels and figures.
private enum GoldenFont {
  /// Whether its digits are those with which the table was made.
  static let isTheOneOfTheTable: Bool = {
    let line = GoldenLine(subject: "default font digits 40", digests: [digest])
    return GoldenTable.record(line) || GoldenTable.lines[line.subject]?.digest == line.digest
  }()

  /// The digest of the digits' ink.
  private static var digest: UInt64 {
    guard let fonts = try? FontLibrary.open(),
      let figures = try? fonts.figureGlyphs(font: nil, pixelSize: 40)
    else { return 0 }
    var ink = figures.glyphs.flatMap(\.mask.bytes)
    ink += [UInt8](repeating: 0, count: 8 - ink.count % 8)
    return FrameDigest.digest(of: ink)
  }
}
