// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Widgets

/// A page that moves in over the picture of the one before, or comes through it in place.
///
/// Two pictures as the display scans them out: that of what was shown, which stays, and that of the scene, which
/// is kept up as a buffer is. A frame copies what it shows of them, and does not allocate.
struct PageSlide {
  /// The buffer of the scene's that stands for the coming picture.
  private static let sceneBuffer = 0

  private let format: PixelFormat
  private let size: PixelSize
  private let course: (turn: PageTurn, begin: MonotonicInstant)
  /// The finger that draws the page in; nil for one that comes by itself.
  var swipe: SwipeCourse?
  /// True if the leaving picture is that of a turn that was interrupted, which is no page's.
  var interrupts = false
  /// True if the coming picture is the scene's; else it stays as it is.
  private let showsScene: Bool
  /// The side of the buffers from which the page comes.
  private let side: PageTurn.Edge
  /// The two pictures, whose memory the next slide takes over.
  private(set) var leaving: [UInt8]
  private(set) var coming: [UInt8]
  /// Distance from that side within which each of the buffers may show something else than the leaving picture, in
  /// pixels.
  private var reaches: [Int]
  /// The same of the frame before.
  private var reachBefore: Int
  /// Position of the edge at the borders of the side's pixels.
  private var edges: [Double]

  /// A slide over the picture `leaving`, from `begin` on.
  ///
  /// - Parameters:
  ///   - leaving: The picture that is shown, row by row without padding.
  ///   - coming: Memory for a picture of the same size.
  ///   - transform: The transform from the user's view to the display's buffers.
  ///   - format: The format of their pixels.
  ///   - turn: From where it comes, and how long that takes.
  ///   - bufferCount: Number of buffers that take turns.
  ///   - begin: The instant at which the slide begins.
  ///   - showsScene: True if the coming picture is the scene's; else it is that memory as it is.
  init(
    over leaving: [UInt8],
    coming: [UInt8],
    transform: OutputTransform,
    in format: PixelFormat,
    by turn: PageTurn,
    bufferCount: Int,
    from begin: MonotonicInstant,
    showsScene: Bool = true
  ) {
    self.leaving = leaving
    self.format = format
    self.showsScene = showsScene
    course = (turn, begin)
    size = transform.bufferSize
    side = Self.side(turn.from, transform: transform)
    self.coming = coming
    let isAcross = side == .left || side == .right
    reachBefore = isAcross ? size.width : size.height
    reaches = [Int](repeating: reachBefore, count: bufferCount)
    edges = [Double](repeating: 0, count: (isAcross ? size.height : size.width) + 1)
  }

  /// The side of the buffers at which a side of the view lies.
  private static func side(_ edge: PageTurn.Edge, transform: OutputTransform) -> PageTurn.Edge {
    var strip = transform.viewSize.bounds
    switch edge {
    case .left: strip.right = 0
    case .right: strip.left = strip.right
    case .top: strip.bottom = 0
    case .bottom: strip.top = strip.bottom
    }
    strip = transform.bufferRect(ofView: strip)
    if strip.width == 0 { return strip.left == 0 ? .left : .right }
    return strip.top == 0 ? .top : .bottom
  }

  /// Length of a page's way in pixels.
  var way: Int { side == .left || side == .right ? size.width : size.height }

  /// Tells if the coming page is where it stays at `instant`.
  func isOver(at instant: MonotonicInstant) -> Bool {
    if let swipe { return swipe.isOver(at: instant) }
    return (instant - course.begin).seconds >= course.turn.movingSeconds
  }

  /// Tells if the slide changes by itself after `instant`.
  func isMoving(at instant: MonotonicInstant) -> Bool { swipe?.isMoving(at: instant) ?? true }

  /// True if the edge lies along the buffers' columns.
  var isUpright: Bool { side == .left || side == .right }

  /// Forgets the contents of the display's buffers, which are not known any more.
  mutating func forgetBuffers() {
    for index in reaches.indices { reaches[index] = way }
    reachBefore = way
  }

  /// True if one picture becomes the other in place; a page that a finger draws in moves by any turn.
  private var isInPlace: Bool { swipe == nil && !course.turn.kind.moves }

  /// Paints the frame for `instant`.
  ///
  /// - Returns: In buffer pixels, what may differ from the frame before.
  mutating func paint(
    _ buffer: inout BackBuffer,
    scene: inout Scene?,
    at instant: MonotonicInstant
  ) -> PixelRegion {
    paintComing(&scene, at: instant)
    if isInPlace {
      unsafe mix(&buffer, over: leaving.span.bytes, at: instant)
      return PixelRegion(size.bounds)
    }
    let edge = edge(at: instant)
    let reach = min(max(Int(edge.reaches.most.rounded(.up)), 0), way)
    place(edge)
    unsafe compose(
      &buffer,
      edge: edge,
      over: leaving.span.bytes,
      upTo: max(reach, reaches[buffer.index])
    )
    reaches[buffer.index] = reach
    defer { reachBefore = reach }
    let damage = strip(max(reach, reachBefore))
    return damage.isEmpty ? PixelRegion() : PixelRegion(damage)
  }

  /// Takes what the frame for `instant` shows, in the memory of the leaving picture: the slide is over.
  ///
  /// - Returns: The picture, row by row without padding.
  mutating func takePicture(_ scene: inout Scene?, at instant: MonotonicInstant) -> [UInt8] {
    paintComing(&scene, at: instant)
    var pixels: [UInt8] = []
    swap(&pixels, &leaving)
    var span = pixels.mutableSpan
    var buffer = BackBuffer(
      // Any bytes are a valid pattern of bytes.
      bytes: unsafe span.mutableBytes,
      strideBytes: size.width * format.bytesPerPixel,
      size: size,
      format: format,
      index: Self.sceneBuffer
    )
    if isInPlace {
      mix(&buffer, over: nil, at: instant)
    } else {
      let edge = edge(at: instant)
      place(edge)
      compose(&buffer, edge: edge, over: nil, upTo: way)
    }
    return pixels
  }

  /// Paints what has changed in the picture of the coming page.
  mutating func paintComing(_ scene: inout Scene?, at instant: MonotonicInstant) {
    guard showsScene else { return }
    let (size, format) = (size, format)
    var span = coming.mutableSpan
    var canvas = Canvas(
      unsafe span.mutableBytes,
      strideBytes: size.width * format.bytesPerPixel,
      format: format,
      size: size
    )
    _ = scene?.paint(into: &canvas, buffer: Self.sceneBuffer, at: instant)
  }

  private func edge(at instant: MonotonicInstant) -> PageEdge {
    if let swipe {
      let (ends, drawn, place) = swipe.edge(at: instant)
      return PageEdge(ends: ends, drawn: drawn, at: place)
    }
    let (place, lead) = course.turn.edge(after: (instant - course.begin).seconds)
    let ends = place * Double(way)
    // A straight edge has no pixel that both pages share.
    return PageEdge(
      ends: course.turn.kind == .elastic ? ends : ends.rounded(),
      lead: lead * Double(way)
    )
  }

  /// The pixels that are nearer than `reach` to the side from which the page comes.
  private func strip(_ reach: Int) -> PixelRect {
    var strip = size.bounds
    switch side {
    case .left: strip.right = reach
    case .right: strip.left = strip.right - reach
    case .top: strip.bottom = reach
    case .bottom: strip.top = strip.bottom - reach
    }
    return strip
  }

  /// Works out where `edge` is at the borders of the side's pixels.
  private mutating func place(_ edge: PageEdge) {
    for index in edges.indices {
      edges[index] = edge.reach(at: Double(index) / Double(edges.count - 1))
    }
  }

  /// Puts the coming picture into a buffer by the share that it has at `instant`; nil as the leaving one where the
  /// buffer shows that.
  private func mix(
    _ buffer: inout BackBuffer,
    over leaving: RawSpan?,
    at instant: MonotonicInstant
  ) {
    let share = course.turn.edge(after: (instant - course.begin).seconds).place
    unsafe pair(in: buffer, shift: 0).mix(
      &buffer.bytes,
      coming: coming.span.bytes,
      leaving: leaving,
      weight: UInt32((min(max(share, 0), 1) * 256).rounded())
    )
  }

  /// The two pictures, as they share a buffer.
  private func pair(in buffer: borrowing BackBuffer, shift: Int) -> PagePair {
    PagePair(
      size: size,
      pixelBytes: format.bytesPerPixel,
      targetStride: buffer.strideBytes,
      shift: shift
    )
  }

  /// Puts the coming page up to `edge`, which has been placed, into a buffer, and the leaving one from there up to
  /// `end`; nil for that one where the buffer shows it already.
  private func compose(
    _ buffer: inout BackBuffer,
    edge: PageEdge,
    over leaving: RawSpan?,
    upTo end: Int
  ) {
    let pages = pair(in: buffer, shift: way - min(max(Int(edge.ends.rounded()), 0), way))
    switch side {
    case .left, .right:
      unsafe pages.composeRows(
        &buffer.bytes,
        coming: coming.span.bytes,
        leaving: leaving,
        edges: edges.span,
        isMirrored: side == .right,
        upTo: end
      )
    case .top, .bottom:
      unsafe pages.composeColumns(
        &buffer.bytes,
        coming: coming.span.bytes,
        leaving: leaving,
        edges: edges.span,
        reaches: edge.reaches,
        isMirrored: side == .bottom,
        upTo: end
      )
    }
  }
}
