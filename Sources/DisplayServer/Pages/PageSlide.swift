// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Widgets

/// A page that moves in over the picture of the one before.
///
/// Two pictures as the display scans them out: that of what was shown, which stays, and that of the scene, which
/// is kept up as a buffer is. A frame copies what it shows of them, and does not allocate.
struct PageSlide {
  /// The buffer of the scene's that stands for the coming picture.
  private static let sceneBuffer = 0

  private let transform: OutputTransform
  private let format: PixelFormat
  private let turn: PageTurn
  private let begin: MonotonicInstant
  private let leaving: [UInt8]
  private var coming: [UInt8]
  /// Whether the leaving picture is in each of the buffers, beside what covers it.
  private var isWritten: [Bool]

  /// A slide over the picture `leaving`, from `begin` on.
  ///
  /// - Parameters:
  ///   - leaving: What is shown, row by row without padding.
  ///   - transform: How the user's view lies in the display's buffers.
  ///   - format: How their pixels are laid out.
  ///   - turn: From where it comes, and how long that takes.
  ///   - bufferCount: How many buffers take turns.
  ///   - begin: When.
  init(
    over leaving: [UInt8],
    _ transform: OutputTransform,
    in format: PixelFormat,
    by turn: PageTurn,
    bufferCount: Int,
    from begin: MonotonicInstant
  ) {
    self.leaving = leaving
    self.format = format
    self.turn = turn
    self.begin = begin
    self.transform = transform
    coming = [UInt8](repeating: 0, count: leaving.count)
    isWritten = [Bool](repeating: false, count: bufferCount)
  }

  /// Whether the coming page is where it stays at `instant`.
  func isOver(at instant: MonotonicInstant) -> Bool {
    (instant - begin).seconds >= turn.duration
  }

  /// What the display's buffers hold is not known any more.
  mutating func forgetBuffers() {
    for index in isWritten.indices { isWritten[index] = false }
  }

  /// Paints the frame for `instant`.
  ///
  /// - Returns: In buffer pixels, what may differ from the frame before.
  mutating func paint(
    _ buffer: inout BackBuffer,
    _ scene: inout Scene?,
    at instant: MonotonicInstant
  ) -> PixelRegion {
    paintComing(&scene, at: instant)
    let parts = parts(at: instant)
    if !isWritten[buffer.index] {
      isWritten[buffer.index] = true
      buffer.copy(parts.rest, from: leaving, at: parts.rest)
    }
    buffer.copy(parts.covered, from: coming, at: parts.source)
    return parts.covered.isEmpty ? PixelRegion() : PixelRegion(parts.covered)
  }

  /// What the frame for `instant` shows, row by row without padding.
  mutating func picture(_ scene: inout Scene?, at instant: MonotonicInstant) -> [UInt8] {
    paintComing(&scene, at: instant)
    let parts = parts(at: instant)
    var pixels = leaving
    let size = transform.bufferSize
    var span = pixels.mutableSpan
    var buffer = BackBuffer(
      // Any bytes are a valid pattern of bytes.
      bytes: unsafe span.mutableBytes,
      strideBytes: size.width * format.bytesPerPixel,
      size: size,
      format: format,
      index: Self.sceneBuffer
    )
    buffer.copy(parts.covered, from: coming, at: parts.source)
    return pixels
  }

  private mutating func paintComing(_ scene: inout Scene?, at instant: MonotonicInstant) {
    let (size, format) = (transform.bufferSize, format)
    var span = coming.mutableSpan
    var canvas = Canvas(
      unsafe span.mutableBytes,
      strideBytes: size.width * format.bytesPerPixel,
      format: format,
      size: size
    )
    _ = scene?.paint(into: &canvas, buffer: Self.sceneBuffer, at: instant)
  }

  /// In buffer pixels, what the coming page covers, which part of it that is, and what it leaves of the other.
  private func parts(
    at instant: MonotonicInstant
  ) -> (covered: PixelRect, source: PixelRect, rest: PixelRect) {
    let view = transform.viewSize
    let progress = turn.progress(after: (instant - begin).seconds)
    var (covered, source, rest) = (view.bounds, view.bounds, view.bounds)
    let across = Int((progress * Double(view.width)).rounded())
    let down = Int((progress * Double(view.height)).rounded())
    switch turn.from {
    case .right:
      covered.left = view.width - across
      rest.right = covered.left
      source.right = across
    case .left:
      covered.right = across
      rest.left = across
      source.left = view.width - across
    case .bottom:
      covered.top = view.height - down
      rest.bottom = covered.top
      source.bottom = down
    case .top:
      covered.bottom = down
      rest.top = down
      source.top = view.height - down
    }
    return (
      transform.bufferRect(ofView: covered), transform.bufferRect(ofView: source),
      transform.bufferRect(ofView: rest)
    )
  }
}

extension BackBuffer {
  /// Puts the pixels of `picture` at `source`, an equal rectangle, into those of `rect`; `picture` has the buffer's
  /// extent and format, row by row without padding.
  fileprivate mutating func copy(_ rect: PixelRect, from picture: [UInt8], at source: PixelRect) {
    let pixelBytes = format.bytesPerPixel
    let (count, rowBytes) = (rect.width * pixelBytes, size.width * pixelBytes)
    let (height, strideBytes) = (rect.height, strideBytes)
    guard count > 0 else { return }
    unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe picture.withUnsafeBytes { pixels in
        for row in 0..<height {
          let target = (rect.top + row) * strideBytes + rect.left * pixelBytes
          let origin = (source.top + row) * rowBytes + source.left * pixelBytes
          unsafe UnsafeMutableRawBufferPointer(rebasing: memory[target..<target + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: pixels[origin..<origin + count]))
        }
      }
    }
  }
}
