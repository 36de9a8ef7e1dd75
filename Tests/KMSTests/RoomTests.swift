// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import LinuxSystem
import MonotonicTime
import Presentation
import Testing

@Suite("A picture that is moved on the panel")
struct RoomTests {
  /// A card of a driver that shows any part of a buffer.
  private func panningCard(connectors: [String] = ["HDMI-A-1"], crtcs: Int = 1) -> ScriptedHardware
  {
    let card = ScriptedHardware(connectors: connectors, crtcs: crtcs)
    card.driver = "vkms"
    return card
  }

  /// An output at rest that was asked for room before its start.
  private func makeStage(
    _ card: ScriptedHardware,
    range: Int = 4,
    _ settings: KMSSettings = KMSSettings()
  ) throws -> Stage {
    let stage = try Stage(ScriptedMachine(card), settings)
    stage.output.makeRoom(range, at: stage.now)
    stage.start()
    stage.run(.milliseconds(200))
    stage.animates = false
    stage.run(.milliseconds(100))
    return stage
  }

  private func source(_ card: ScriptedHardware, screen: Int = 0) -> [UInt64?] {
    ["SRC_X", "SRC_Y"].map { card.state.planes[2 * screen].properties[$0]?.value }
  }

  private func move(_ stage: Stage, _ x: Int, _ y: Int) {
    stage.output.move(to: PixelPoint(x: x, y: y))
    stage.needFrame()
    stage.run(.milliseconds(100))
  }

  /// Whether the middle column of the newest frame is seen moved by so much, and nothing right beside it.
  private func isSeen(_ card: ScriptedHardware, _ stage: Stage, _ x: Int, _ y: Int) -> Bool {
    let column = card.seen(32 + x, 16 + y)
    return column == stage.mark && column != card.seen(33 + x, 16 + y)
  }

  @Test("Each step is one frame with another source rectangle, and the buffers stay as they are")
  func steps() throws {
    let card = panningCard()
    let stage = try makeStage(card)
    #expect(stage.output.room == 4)
    // A line of 64 bytes on the left, the range on the other sides.
    #expect(card.buffer(card.shown)?.size == PixelSize(width: 16 + 64 + 4, height: 32 + 8))
    #expect(stage.output.mode?.size == PixelSize(width: 64, height: 32))
    #expect(source(card) == [16 << 16, 4 << 16])
    #expect(isSeen(card, stage, 0, 0))
    let (modesets, damaged) = (card.modesets, card.damage.count)
    for (x, y) in [(1, 0), (1, 1), (0, 1), (-4, 4), (4, -4), (0, 0)] {
      let commits = card.commits
      move(stage, x, y)
      #expect(card.commits == commits + 1)
      #expect(source(card) == [UInt64(16 - x) << 16, UInt64(4 - y) << 16])
      #expect(isSeen(card, stage, x, y))
      #expect(stage.output.shift == PixelPoint(x: x, y: y))
    }
    #expect(card.modesets == modesets)
    #expect(card.damage.count == damaged, "what is seen has changed everywhere")
    #expect(card.violations.isEmpty)
    #expect(card.wentDark == 0)
    #expect(stage.recoveries.isEmpty)
  }

  @Test("What changes between the steps is told where it is in the buffer")
  func damage() throws {
    let card = panningCard()
    let stage = try makeStage(card)
    move(stage, 3, -2)
    card.damage = []
    stage.needFrame()
    stage.run(.milliseconds(100))
    let left = 16 + Int(stage.mark) % 56
    let rect = PixelRect(left: left, top: 4, right: left + 8, bottom: 8)
    #expect(card.damage.last?.contains(rect) == true)
    #expect(card.damage.count == 1)
  }

  @Test("A step that goes further than there is room ends at the edge")
  func clamped() throws {
    let card = panningCard()
    let stage = try makeStage(card)
    move(stage, 9, -100)
    #expect(stage.output.shift == PixelPoint(x: 4, y: -4))
    #expect(isSeen(card, stage, 4, -4))
  }

  @Test("Rows of 16 bits a pixel begin with a line of 64 bytes too")
  func narrowPixels() throws {
    let card = panningCard()
    let stage = try makeStage(card, range: 16, KMSSettings(format: .rgb565))
    #expect(card.buffer(card.shown)?.size == PixelSize(width: 32 + 64 + 16, height: 32 + 32))
    move(stage, -16, 16)
    #expect(source(card) == [48 << 16, 0])
    #expect(stage.recoveries.isEmpty)
  }

  @Test("Without the key buffers are as large as the picture, and no request says where it begins")
  func notAsked() throws {
    let card = panningCard()
    let stage = try makeStage(card, range: 0)
    #expect(card.buffer(card.shown)?.size == PixelSize(width: 64, height: 32))
    let tests = card.tests
    move(stage, 2, 2)
    #expect(source(card) == [0, 0])
    #expect(stage.output.shift == .zero)
    #expect(card.tests == tests)
    #expect(stage.activations == 1 && stage.output.room == 0)
  }

  enum Obstacle: CaseIterable { case unknownDriver, legacy, refused, odd, memory }

  @Test(
    "Where it cannot be, the picture stays in place, which is said once",
    arguments: Obstacle.allCases
  )
  func obstacle(_ obstacle: Obstacle) throws {
    let card = obstacle == .legacy ? ScriptedHardware(isAtomic: false) : panningCard()
    switch obstacle {
    case .unknownDriver: card.driver = "bochs-drm"
    case .legacy: card.driver = "vkms"
    case .refused: card.refusesSources = .moved
    case .odd: card.refusesSources = .odd
    // Two buffers of the picture's size, and not three.
    case .memory: card.memoryBytes = 64 * 32 * 4 * 5 / 2
    }
    let stage = try makeStage(card)
    stage.animates = true
    stage.needFrame()
    stage.run(.milliseconds(500))
    stage.animates = false
    stage.run(.milliseconds(100))
    move(stage, 2, 2)
    #expect(stage.output.room == 0)
    #expect(stage.output.shift == .zero)
    #expect(card.buffer(card.shown)?.size == PixelSize(width: 64, height: 32))
    #expect(stage.showsNewestFrame(card))
    #expect(card.wentDark == 0)
    #expect(stage.recoveries.filter { $0 == "orbit-dropped" }.count == 1)
    #expect(card.violations.isEmpty)
  }

  @Test("A step that is refused leaves the picture where it was, with its newest frame")
  func refusedStep() throws {
    let card = panningCard()
    let stage = try makeStage(card)
    move(stage, 1, 1)
    card.refusesSources = .odd
    move(stage, 2, 1)
    #expect(stage.output.room == 4)
    move(stage, 3, 1)
    #expect(stage.output.shift == PixelPoint(x: 2, y: 1))
    #expect(isSeen(card, stage, 2, 1))
    #expect(stage.output.room == 0)
    #expect(stage.recoveries == ["orbit-dropped"])
    move(stage, 4, 4)
    #expect(isSeen(card, stage, 2, 1))
    #expect(stage.recoveries == ["orbit-dropped"])
  }

  @Test(
    "When the first frame in larger buffers is refused, the screen goes on with those before",
    arguments: [EINVAL, ENOMEM]
  )
  func refusedBuffers(number: CInt) throws {
    let card = panningCard()
    let stage = try makeStage(card, range: 0)
    stage.output.makeRoom(4, at: stage.now)
    card.faults = [ScriptedHardware.Fault(operation: .commit, number: number, count: 1)]
    stage.settle()
    stage.run(.milliseconds(200))
    #expect(stage.output.room == 0)
    #expect(card.buffer(card.shown)?.size == PixelSize(width: 64, height: 32))
    #expect(isSeen(card, stage, 0, 0))
    #expect(card.wentDark == 0 && stage.activations == 1)
    #expect(stage.recoveries == ["orbit-dropped"])
    // Three of the picture's size would be one that was not given back.
    #expect(card.files.first?.framebuffers.count == 2)
  }

  @Test("Room is made, changed and given back while the picture is shown, without a dark moment")
  func reload() throws {
    let card = panningCard()
    let stage = try makeStage(card, range: 0)
    for range in [4, 16, 2, 0] {
      let modesets = card.modesets
      stage.output.makeRoom(range, at: stage.now)
      stage.run(.milliseconds(200))
      #expect(stage.output.room == range)
      move(stage, min(range, 1), 0)
      #expect(isSeen(card, stage, min(range, 1), 0))
      #expect(card.modesets == modesets)
      #expect(card.files.first?.framebuffers.count == 2)
    }
    #expect(card.buffer(card.shown)?.size == PixelSize(width: 64, height: 32))
    #expect(card.wentDark == 0 && stage.activations == 1)
    #expect(card.violations.isEmpty)
  }

  @Test(
    "A picture that is asked for room asleep, or with a frame on its way, gets it with the next frame"
  )
  func later() throws {
    let card = panningCard()
    let stage = try makeStage(card, range: 0)
    stage.output.setPower(false, at: stage.now)
    stage.output.makeRoom(4, at: stage.now)
    stage.run(.milliseconds(100))
    #expect(stage.output.room == 0)
    stage.output.setPower(true, at: stage.now)
    stage.run(.milliseconds(200))
    #expect(stage.output.room == 4)
    #expect(isSeen(card, stage, 0, 0))
    stage.needFrame()
    stage.output.makeRoom(8, at: stage.now)
    #expect(stage.output.room == 4)
    stage.run(.milliseconds(200))
    #expect(stage.output.room == 8)
    #expect(isSeen(card, stage, 0, 0))
    #expect(card.violations.isEmpty)
  }

  @Test("The picture is where it was after sleep, and after its mode was lost")
  func modeset() throws {
    let card = panningCard()
    let stage = try makeStage(card)
    move(stage, 2, -3)
    stage.output.setPower(false, at: stage.now)
    stage.run(.milliseconds(100))
    stage.output.setPower(true, at: stage.now)
    stage.run(.milliseconds(200))
    #expect(isSeen(card, stage, 2, -3))
    // Twice, as it is tried without damage first.
    card.faults = [ScriptedHardware.Fault(operation: .commit, number: EINVAL, count: 2)]
    stage.needFrame()
    stage.run(.milliseconds(200))
    #expect(stage.recoveries == ["modeset"])
    #expect(isSeen(card, stage, 2, -3))
    #expect(stage.output.room == 4)
  }

  @Test("A second monitor shows the picture moved as well, and its lamp is lit once")
  func mirror() throws {
    let card = panningCard(connectors: ["HDMI-A-1", "HDMI-A-2"], crtcs: 2)
    let stage = try makeStage(card, KMSSettings(mirror: .any))
    #expect(stage.output.description.mirror == "HDMI-A-2")
    #expect(card.offs == 0)
    move(stage, -2, 3)
    #expect(source(card, screen: 1) == [18 << 16, 1 << 16])
    #expect(card.seen(30, 19, on: 1) == stage.mark)
    #expect(card.onScreen.count == 2)
    #expect(card.violations.isEmpty)
  }

  @Test(
    "The process after this one takes over the picture where it is, and goes on without a dark moment"
  )
  func handOver() throws {
    let card = panningCard()
    let machine = ScriptedMachine(card)
    var first: Stage? = try Stage(machine)
    first?.output.makeRoom(4, at: MonotonicInstant(nanoseconds: 0))
    first?.start()
    first?.run(.milliseconds(200))
    first?.animates = false
    first?.run(.milliseconds(100))
    let file = try #require(card.files.first)
    if let first {
      move(first, 3, 3)
      first.keepOpenFile()
      first.output.stop()
    }
    #expect(source(card) == [13 << 16, 1 << 16])
    let (time, mark) = try (#require(first?.now), #require(first?.mark))
    first = nil
    let modesets = card.modesets

    let descriptor = try OwnedFileDescriptor.open("/dev/null", flags: O_RDONLY)
    machine.stored[descriptor.rawValue] = file
    let second = try Stage(machine, adopting: descriptor)
    second.now = time + .milliseconds(20)
    second.begin(above: mark)
    second.output.makeRoom(4, at: second.now)
    second.start()
    #expect(card.shown != nil)
    second.run(.milliseconds(200))
    second.animates = false
    second.run(.milliseconds(100))
    #expect(second.output.room == 4)
    #expect(isSeen(card, second, 0, 0))
    #expect(card.modesets == modesets && card.wentDark == 0)
    #expect(file.framebuffers.count == 2)
    #expect(card.violations.isEmpty)
  }
}
