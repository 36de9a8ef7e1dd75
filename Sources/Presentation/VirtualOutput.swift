// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime

/// A display made of memory, with a grid of instants as its vblanks.
///
/// It behaves as a display with a fixed refresh rate does: one queued flip, presented at the first
/// vblank after the commit. It reads no clock, so it runs in real time under the server's loop and
/// in virtual time in tests alike.
package final class VirtualOutput: Output {
  package let descriptor: CInt? = nil
  package private(set) var mode: OutputMode?
  package private(set) var deadline: MonotonicInstant?

  private let configuredMode: OutputMode
  /// The grid's rate; an interval of whole nanoseconds would drift off it.
  private let hertz: Double
  private let strideBytes: Int
  private var buffers: [[UInt64]]
  private var origin = MonotonicInstant(nanoseconds: 0)
  private var events = OutputEventQueue()
  private var isAwake = true
  /// The number of the vblank that took the last frame.
  private var vblankCount = -1
  /// The buffer on the screen, none before the first flip.
  private var current: Int?
  private var queued: Int?
  private var drawn: Int?
  /// Damage of frames since the last accepted commit.
  private var pendingDamage = PixelRegion()
  /// Damage of the frame that was presented last, for comparisons of frames.
  package private(set) var presentedDamage = PixelRegion()
  private var queuedDamage = PixelRegion()

  package private(set) var room = 0
  package private(set) var shift = PixelPoint.zero
  /// Offset of the next frame.
  private var wantedShift = PixelPoint.zero
  /// Offset of the frame on the screen.
  private var presentedShift = PixelPoint.zero

  /// A display that shows nothing until it is started.
  ///
  /// - Parameters:
  ///   - mode: The mode that it pretends to have.
  ///   - hertz: Refreshes a second; `nil` for what the mode's interval comes to.
  ///   - extraStrideBytes: Padding at the end of each row, a multiple of 8.
  package init(mode: OutputMode, hertz: Double? = nil, extraStrideBytes: Int = 0) {
    configuredMode = mode
    self.hertz = hertz ?? 1e9 / Double(mode.refreshInterval.nanoseconds)
    let rowBytes = mode.size.width * mode.format.bytesPerPixel
    strideBytes = (rowBytes + 63) / 64 * 64 + extraStrideBytes / 8 * 8
    let words = strideBytes * mode.size.height / 8
    buffers = Array(repeating: Array(repeating: 0, count: words), count: mode.bufferCount)
  }

  package var description: OutputDescription {
    let size = configuredMode.size
    return OutputDescription(
      kind: "virtual",
      device: "memory",
      driver: "swell",
      connector: "Virtual-1",
      mode: "\(size.width)x\(size.height)@\(Int(hertz.rounded()))",
      state: isAwake ? "active" : "asleep"
    )
  }

  package func start(at now: MonotonicInstant) {
    guard mode == nil else { return }
    origin = now
    mode = configuredMode
    events.append(.activated(configuredMode))
  }

  package func processReadiness(at now: MonotonicInstant) {}

  package func processDeadline(at now: MonotonicInstant) {
    guard let due = deadline, now >= due, let shown = queued else { return }
    current = shown
    queued = nil
    deadline = nil
    present(queuedDamage)
    events.append(
      .presented(
        PresentationFeedback(
          time: due,
          sequence: UInt32(truncatingIfNeeded: vblankCount),
          isVblank: true
        )
      )
    )
  }

  package func nextEvent() -> OutputEvent? {
    events.next()
  }

  package func withBackBuffer(_ draw: (inout BackBuffer) -> PixelRegion) -> Bool {
    guard mode != nil else { return false }
    let index = drawn ?? freeBuffer
    let size = configuredMode.size
    var words = buffers[index].mutableSpan
    // Any bytes are a valid pattern of whole words.
    var buffer = BackBuffer(
      bytes: unsafe words.mutableBytes,
      strideBytes: strideBytes,
      size: size,
      format: configuredMode.format,
      index: index
    )
    pendingDamage.add(draw(&buffer))
    drawn = index
    return true
  }

  package func commit(at now: MonotonicInstant) -> CommitOutcome {
    guard isAwake, mode != nil, let frame = drawn else { return .unavailable }
    guard queued == nil else { return .busy }
    queued = frame
    drawn = nil
    queuedDamage = pendingDamage
    shift = PixelPoint(
      x: min(max(wantedShift.x, -room), room),
      y: min(max(wantedShift.y, -room), room)
    )
    pendingDamage = PixelRegion()
    vblankCount = max(vblankCount + 1, firstVblank(notBefore: now))
    deadline = vblank(vblankCount)
    return .queued
  }

  package func setPower(_ isOn: Bool, at now: MonotonicInstant) {
    guard isOn != isAwake else { return }
    isAwake = isOn
    if isOn { events.append(.needsFullFrame) }
  }

  package func stop() { mode = nil }

  package func makeRoom(_ range: Int, at now: MonotonicInstant) { room = range }

  package func move(to shift: PixelPoint) { wantedShift = shift }

  /// Notes where the queued frame, in which `damage` has changed, is seen and what changes on the screen by it.
  private func present(_ damage: PixelRegion) {
    let bounds = configuredMode.size.bounds
    presentedDamage = PixelRegion()
    if shift != presentedShift {
      presentedDamage.add(bounds)
    } else {
      for index in 0..<damage.count {
        presentedDamage.add(damage[index].moved(by: shift).intersection(bounds))
      }
    }
    presentedShift = shift
  }

  /// Calls `body` with the picture that is on the screen, moved as it is: bytes, bytes a row; `nil` before the
  /// first.
  package func withPresentedFrame<Result>(_ body: (RawSpan, Int) -> Result) -> Result? {
    guard let current else { return nil }
    let words = presentedShift == .zero ? buffers[current] : moved(buffers[current])
    return unsafe body(words.span.bytes, strideBytes)
  }

  /// A picture as it is seen where it is moved, on black.
  private func moved(_ picture: [UInt64]) -> [UInt64] {
    let pixelBytes = configuredMode.format.bytesPerPixel
    let bounds = configuredMode.size.bounds
    let seen = bounds.moved(by: presentedShift).intersection(bounds)
    let count = seen.width * pixelBytes
    var panel = [UInt64](repeating: 0, count: picture.count)
    unsafe picture.withUnsafeBytes { source in
      unsafe panel.withUnsafeMutableBytes { target in
        for row in seen.top..<seen.bottom {
          let from =
            (row - presentedShift.y) * strideBytes
            + (seen.left - presentedShift.x) * pixelBytes
          let to = row * strideBytes + seen.left * pixelBytes
          let bytes = unsafe UnsafeRawBufferPointer(rebasing: source[from..<from + count])
          unsafe UnsafeMutableRawBufferPointer(rebasing: target[to..<to + count])
            .copyMemory(from: bytes)
        }
      }
    }
    return panel
  }

  /// The instant of a vblank by its number; 0 is the start.
  private func vblank(_ number: Int) -> MonotonicInstant {
    origin + MonotonicInterval(seconds: Double(number) / hertz)
  }

  private func firstVblank(notBefore time: MonotonicInstant) -> Int {
    var number = Int((time - origin).seconds * hertz)
    while vblank(number) < time { number += 1 }
    return number
  }

  private var freeBuffer: Int {
    for index in buffers.indices where index != current && index != queued { return index }
    // Two buffers, one shown and one queued: the caller draws between flips only.
    preconditionFailure("drew a frame while every buffer was in use")
  }
}
