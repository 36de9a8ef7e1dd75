// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Presentation
import TestSupport
import Testing

@Suite("The virtual output")
struct VirtualOutputTests {
  static let start = MonotonicInstant(nanoseconds: 7)

  static func output(
    buffers: Int = 2,
    hertz: Double = 60,
    format: PixelFormat = .xrgb8888
  ) -> VirtualOutput {
    let output = VirtualOutput(
      mode: OutputMode(
        size: PixelSize(width: 10, height: 4),
        format: format,
        refreshInterval: MonotonicInterval(seconds: 1 / hertz),
        bufferCount: buffers
      ),
      hertz: hertz,
      extraStrideBytes: 24
    )
    output.start(at: start)
    return output
  }

  /// Fills the back buffer with `value` and returns which buffer it was.
  @discardableResult
  static func draw(_ output: VirtualOutput, _ value: UInt8, damage: PixelRect = .empty) -> Int? {
    var drawn: Int?
    _ = output.withBackBuffer { buffer in
      drawn = buffer.index
      for index in buffer.bytes.byteOffsets {
        buffer.bytes.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
      }
      return PixelRegion(damage)
    }
    return drawn
  }

  static func presented(_ output: VirtualOutput) -> PresentationFeedback? {
    while let event = output.nextEvent() {
      if case .presented(let feedback) = event { return feedback }
    }
    return nil
  }

  static func firstByte(_ output: VirtualOutput) -> UInt8? {
    output.withPresentedFrame { bytes, _ in
      unsafe bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
    }
  }

  @Test(
    "Its vblanks are the multiples of the refresh interval, however long it runs",
    arguments: [24.0, 59.94, 60, 75, 144]
  )
  func grid(hertz: Double) throws {
    let output = Self.output(hertz: hertz)
    var now = Self.start
    for number in [1, 2, 3, 1000, 1001, 5_000_000] {
      let before = Self.start + MonotonicInterval(seconds: (Double(number) - 0.4) / hertz)
      now = max(now, before)
      Self.draw(output, 1)
      #expect(output.commit(at: now) == .queued)
      let due = try #require(output.deadline)
      let exact = Self.start + MonotonicInterval(seconds: Double(number) / hertz)
      #expect(abs((due - exact).nanoseconds) <= 1)
      output.processDeadline(at: due)
      let feedback = try #require(Self.presented(output))
      #expect(feedback.time == due)
      #expect(feedback.sequence == UInt32(number))
      #expect(feedback.isVblank)
    }
  }

  @Test("A frame is shown at the first vblank after its commit, and one vblank shows one frame")
  func oneFrameAVblank() throws {
    let output = Self.output()
    Self.draw(output, 1)
    #expect(output.commit(at: Self.start) == .queued)
    #expect(output.deadline == Self.start)
    output.processDeadline(at: Self.start)
    Self.draw(output, 2)
    #expect(output.commit(at: Self.start) == .queued)
    #expect(try #require(output.deadline) - Self.start > .milliseconds(16))
    output.processDeadline(at: Self.start + .milliseconds(16))
    #expect(Self.firstByte(output) == 1)
    output.processDeadline(at: Self.start + .milliseconds(17))
    #expect(Self.firstByte(output) == 2)
    #expect(output.deadline == nil)
  }

  @Test("A second commit before the flip is refused and loses neither picture nor damage")
  func refusedCommit() throws {
    let output = Self.output(buffers: 3)
    Self.draw(output, 1, damage: PixelRect(left: 0, top: 0, right: 1, bottom: 1))
    #expect(output.commit(at: Self.start) == .queued)
    Self.draw(output, 2, damage: PixelRect(left: 2, top: 0, right: 3, bottom: 1))
    #expect(output.commit(at: Self.start) == .busy)
    Self.draw(output, 3, damage: PixelRect(left: 5, top: 2, right: 7, bottom: 4))
    #expect(output.commit(at: Self.start) == .busy)
    output.processDeadline(at: Self.start)
    #expect(output.presentedDamage.count == 1)
    let next = Self.start + .milliseconds(1)
    #expect(output.commit(at: next) == .queued)
    output.processDeadline(at: try #require(output.deadline))
    #expect(Self.firstByte(output) == 3)
    let damage = output.presentedDamage
    #expect(damage.contains(x: 2, y: 0) && damage.contains(x: 6, y: 3))
    #expect(!damage.contains(x: 0, y: 0))
  }

  @Test("The buffer that is drawn is neither on the screen nor queued for it", arguments: [2, 3])
  func neverDrawsWhatIsShown(buffers: Int) {
    let output = Self.output(buffers: buffers)
    var random = SplitMix(seed: buffers)
    var (shown, queued): (Int?, Int?) = (nil, nil)
    var now = Self.start
    var seen: Set<Int> = []
    for step in 0..<500 {
      if queued == nil || buffers > 2 {
        let drawn = Self.draw(output, UInt8(truncatingIfNeeded: step))
        #expect(drawn != nil && drawn != shown && drawn != queued)
        if let drawn { seen.insert(drawn) }
        if output.commit(at: now) == .queued { queued = drawn }
      }
      now = now + .milliseconds(Int64.random(in: 1...12, using: &random))
      output.processDeadline(at: now)
      if Self.presented(output) != nil {
        shown = queued
        queued = nil
      }
    }
    #expect(seen == Set(0..<buffers))
  }

  @Test("While it sleeps nothing is committed, and waking asks for a whole frame")
  func sleeps() {
    let output = Self.output()
    #expect(output.nextEvent() != nil)
    output.setPower(false, at: Self.start)
    Self.draw(output, 1)
    #expect(output.commit(at: Self.start) == .unavailable)
    #expect(output.deadline == nil)
    #expect(output.description.state == "asleep")
    output.setPower(true, at: Self.start)
    #expect(output.nextEvent() == .needsFullFrame)
    #expect(output.commit(at: Self.start) == .queued)
  }

  @Test("Before the start and after the stop there is no buffer and no mode")
  func withoutDisplay() {
    let output = VirtualOutput(
      mode: OutputMode(
        size: PixelSize(width: 4, height: 4),
        format: .rgb565,
        refreshInterval: .milliseconds(20)
      )
    )
    #expect(output.mode == nil)
    #expect(Self.draw(output, 1) == nil)
    #expect(output.withPresentedFrame { _, _ in 0 } == nil)
    output.start(at: Self.start)
    #expect(output.mode?.format == .rgb565)
    output.start(at: Self.start)
    #expect(output.nextEvent() != nil)
    #expect(output.nextEvent() == nil)
    output.stop()
    #expect(Self.draw(output, 1) == nil)
  }

  @Test("Rows begin a whole stride apart, in both formats", arguments: [4, 2])
  func stride(bytesPerPixel: Int) {
    let output = Self.output(format: bytesPerPixel == 4 ? .xrgb8888 : .rgb565)
    var stride = 0
    var count = 0
    _ = output.withBackBuffer { buffer in
      stride = buffer.strideBytes
      count = buffer.bytes.byteCount
      return PixelRegion()
    }
    #expect(stride >= 10 * bytesPerPixel + 24)
    #expect(stride % 8 == 0)
    #expect(count == stride * 4)
  }

  @Test("Rows hold their pixels and begin on 64 bytes", arguments: [1, 16, 17, 1280, 4095, 8192])
  func aligned(width: Int) {
    let output = VirtualOutput(
      mode: OutputMode(
        size: PixelSize(width: width, height: 2),
        format: .xrgb8888,
        refreshInterval: .milliseconds(16)
      )
    )
    output.start(at: Self.start)
    var stride = 0
    _ = output.withBackBuffer { buffer in
      stride = buffer.strideBytes
      return PixelRegion()
    }
    #expect(stride % 64 == 0)
    #expect((width * 4..<width * 4 + 64).contains(stride))
  }

  @Test(
    "A picture that is moved is seen moved with its next frame, on black, and its damage where it is seen",
    arguments: [PixelFormat.xrgb8888, .rgb565],
    [
      PixelPoint(x: 2, y: 1), PixelPoint(x: -3, y: -1), PixelPoint(x: 0, y: 3),
      PixelPoint(x: 3, y: 0),
    ]
  )
  func moved(format: PixelFormat, shift: PixelPoint) throws {
    let output = Self.output(format: format)
    output.makeRoom(3, at: Self.start)
    #expect(output.room == 3)
    var now = Self.start
    func show() throws {
      let isDrawn = output.withBackBuffer { buffer in
        for (x, y) in (0..<4).flatMap({ y in (0..<10).map { ($0, y) } }) {
          let offset = y * buffer.strideBytes + x * format.bytesPerPixel
          buffer.bytes.storeBytes(of: UInt8(1 + 10 * y + x), toByteOffset: offset, as: UInt8.self)
        }
        return PixelRegion(PixelRect(left: 1, top: 0, right: 4, bottom: 2))
      }
      #expect(isDrawn && output.commit(at: now) == .queued)
      now = try #require(output.deadline)
      output.processDeadline(at: now)
    }
    try show()
    #expect(output.presentedDamage.bounds == PixelRect(left: 1, top: 0, right: 4, bottom: 2))
    output.move(to: shift)
    #expect(output.shift == .zero)
    try show()
    #expect(output.shift == shift)
    #expect(output.presentedDamage.bounds == PixelRect(left: 0, top: 0, right: 10, bottom: 4))
    let seen = output.withPresentedFrame { bytes, stride in
      (0..<40).map { index in
        let offset = index / 10 * stride + index % 10 * format.bytesPerPixel
        return unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      }
    }
    let expected = (0..<40).map { index -> UInt8 in
      let (x, y) = (index % 10 - shift.x, index / 10 - shift.y)
      return (0..<10).contains(x) && (0..<4).contains(y) ? UInt8(1 + 10 * y + x) : 0
    }
    #expect(seen == expected)
    // Where nothing moves what has changed is told, where it is seen: 1 … 3 and 0 … 1 moved, as far as it is on
    // the screen.
    try show()
    let rect = PixelRect(
      left: max(0, 1 + shift.x),
      top: max(0, shift.y),
      right: 4 + shift.x,
      bottom: min(4, 2 + shift.y)
    )
    #expect(output.presentedDamage.bounds == rect)
  }

  @Test("A picture is moved no further than there is room")
  func room() {
    let output = Self.output()
    for range in [0, 2] {
      output.makeRoom(range, at: Self.start)
      output.move(to: PixelPoint(x: 5, y: -5))
      Self.draw(output, 1)
      #expect(output.commit(at: Self.start) == .queued)
      #expect(output.shift == PixelPoint(x: range, y: -range))
      if let due = output.deadline { output.processDeadline(at: due) }
    }
  }
}
