// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import JSON
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@testable import DisplayServer

@Suite("Bars that run over the panel")
struct RefreshTests {
  private static let colors: [UInt32] = [0xFF_FFFF, 0, 0xFF_0000, 0x00_FF00, 0x00_00FF]

  private static func at(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(seconds: seconds)
  }

  // MARK: - Bars

  @Test(
    "Five bars go around the panel in 20 s, and frames paint no more than their edges",
    arguments: [PixelFormat.xrgb8888, .rgb565],
    [160, 163, 4, 1]
  )
  func bars(format: PixelFormat, width: Int) throws {
    let size = PixelSize(width: width, height: 3)
    let mode = OutputMode(size: size, format: format, refreshInterval: .milliseconds(16))
    let output = VirtualOutput(mode: mode)
    output.start(at: Self.at(0))
    var bars = RefreshBars(at: Self.at(100))
    var seen: [UInt32] = []
    for frame in 0..<600 {
      // From one frame to the next they go on by less than a column, and a bar's width at once after a stall.
      let seconds = Double(frame) / 60 + (frame >= 300 ? 4.5 : 0)
      let before = seen
      let isDrawn = output.withBackBuffer { bars.paint(&$0, at: Self.at(100 + seconds)) }
      let now = Self.at(seconds)
      #expect(isDrawn && output.commit(at: now) == .queued)
      output.processDeadline(at: try #require(output.deadline))
      seen = try #require(
        output.withPresentedFrame { bytes, stride in
          (0..<width * 3).map { index in
            let offset = index / width * stride + index % width * format.bytesPerPixel
            guard format == .rgb565 else {
              return unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt32.self)
            }
            let word = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt16.self)
            let (red, green, blue) = (UInt32(word >> 11), UInt32(word >> 5 & 63), UInt32(word & 31))
            return (red * 255 / 31) << 16 | (green * 255 / 63) << 8 | blue * 255 / 31
          }
        }
      )
      let distance = Int(seconds / 20 * Double(width))
      let expected = (0..<width * 3).map { index in
        Self.colors[((index % width - distance) % width + width) % width * 5 / width]
      }
      #expect(seen == expected, "frame \(frame)")
      let damage = output.presentedDamage
      for index in seen.indices where !before.isEmpty && before[index] != seen[index] {
        let isTold = (0..<damage.count).contains { rect in
          damage[rect].contains(
            PixelRect(
              left: index % width,
              top: index / width,
              right: index % width + 1,
              bottom: index / width + 1
            )
          )
        }
        #expect(isTold, "pixel \(index) of frame \(frame)")
      }
      if width == 160, frame > 2, frame < 300 {
        let area = (0..<damage.count).map { damage[$0].area }.reduce(0, +)
        // Two columns for each of the five edges at most, as each buffer is painted every second frame.
        #expect(area <= 5 * 2 * 3)
      }
    }
  }

  // MARK: - The time of day

  /// The instants, in seconds, at which a refresh at `minute` begins in three days that begin at midnight of
  /// 60 s a minute, where the clock on the wall is ahead by what `offset` says; and how often it was asked.
  private func beginnings(
    _ minute: Int,
    offset: (Double) -> Int
  ) -> (begun: [Int], asked: Int) {
    var refresh = PanelRefresh(minute: minute, at: Self.at(0))
    var (begun, asked): ([Int], Int) = ([], 0)
    while refresh.deadline < Self.at(3 * 86400) {
      let now = refresh.deadline
      let second = (Int(now.seconds) + offset(now.seconds)) % 86400
      asked += 1
      if refresh.ask(second: second, lastUse: Self.at(-1000), isPossible: true, at: now) {
        begun.append(Int(now.seconds))
      }
      #expect(refresh.deadline > now)
    }
    return (begun, asked)
  }

  @Test(
    "Each day it begins at its time, and the clock is asked once an hour",
    arguments: [0, 1, 180, 1379]
  )
  func daily(minute: Int) {
    let (begun, asked) = beginnings(minute) { _ in 0 }
    #expect(begun == [0, 1, 2].map { minute * 60 + $0 * 86400 })
    #expect(asked <= 3 * 25 + 1)
  }

  @Test("When summer time begins it comes at its time, or at the end of an hour that is left out")
  func summerBegins() {
    // The second day at 02:00 the clock goes to 03:00.
    let leap = 86400.0 + 7200
    func offset(_ seconds: Double) -> Int { seconds >= leap ? 3600 : 0 }
    #expect(beginnings(180, offset: offset).begun == [10800, Int(leap), 2 * 86400 + 7200])
    #expect(beginnings(150, offset: offset).begun == [9000, Int(leap), 2 * 86400 + 5400])
    #expect(beginnings(120, offset: offset).begun == [7200, Int(leap), 2 * 86400 + 3600])
    #expect(beginnings(121, offset: offset).begun == [7260, Int(leap), 2 * 86400 + 3660])
    #expect(beginnings(60, offset: offset).begun == [3600, 86400 + 3600, 2 * 86400])
  }

  @Test("When summer time ends it comes once, at the first time that the clock shows")
  func summerEnds() {
    // The second day at 03:00 the clock goes back to 02:00.
    let leap = 86400.0 + 10800
    func offset(_ seconds: Double) -> Int { seconds >= leap ? 86400 - 3600 : 0 }
    #expect(beginnings(150, offset: offset).begun == [9000, 86400 + 9000, 2 * 86400 + 12600])
    #expect(beginnings(180, offset: offset).begun == [10800, 86400 + 14400, 2 * 86400 + 14400])
  }

  @Test("A clock that was never set begins nothing, and one that is set into the hour does")
  func unknownTime() {
    var refresh = PanelRefresh(minute: 180, at: Self.at(0))
    func ask(_ second: Int?) -> Bool {
      refresh.ask(
        second: second,
        lastUse: Self.at(-1000),
        isPossible: true,
        at: refresh.deadline
      )
    }
    #expect(!ask(nil))
    #expect(refresh.deadline == Self.at(3600))
    refresh.clockHasJumped(at: Self.at(10))
    #expect(refresh.deadline == Self.at(10))
    #expect(ask(3 * 3600 + 1800))
  }

  // MARK: - The server

  /// ``plainScene`` with a refresh at 03:00, at ten to three.
  private func run(_ display: String = "") throws -> VirtualRun {
    try VirtualRun(display: "care = { refresh = \"03:00\" }\n" + display, light: nil) { now in
      WallTime(weekday: 0, second: (10_200 + Int(now.seconds)) % 86400)
    }
  }

  /// True while bars are seen: a row of five colours.
  private func showsBars(_ run: VirtualRun) -> Bool {
    guard let pixels = run.presentedPixels() else { return false }
    var row: Set<UInt32> = []
    for x in 0..<160 {
      let (red, green, blue) = (pixels[x * 4 + 2], pixels[x * 4 + 1], pixels[x * 4])
      row.insert(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
    return row == Set(Self.colors)
  }

  @Test("They begin at their time, end after a minute, and leave every pixel as it was")
  func minute() throws {
    let run = try run()
    run.pass(599)
    let picture = try #require(run.presentedPixels())
    #expect(!showsBars(run))
    run.pass(1.1)
    #expect(showsBars(run))
    #expect(run.picture() == picture, "of the scene")
    run.pass(58.8)
    #expect(showsBars(run))
    run.pass(1.2)
    #expect(run.presentedPixels() == picture)
    let presented = run.status.frames.presented
    run.pass(3600)
    #expect(run.status.frames.presented == presented, "once a day")
    run.pass(86400 + 600.5 - run.now.seconds)
    #expect(showsBars(run))
  }

  @Test(
    "A panel that was touched is left alone for five minutes, and one that is touched all the hour that day"
  )
  func touched() throws {
    let run = try run()
    run.pass(590)
    run.finger(.down, onNothing)
    run.finger(.up, onNothing)
    run.pass(299)
    #expect(!showsBars(run))
    run.pass(1.1)
    #expect(showsBars(run))

    let busy = try self.run()
    busy.pass(500)
    for _ in 0..<20 {
      busy.finger(.down, onNothing)
      busy.finger(.up, onNothing)
      busy.pass(200)
      #expect(!showsBars(busy))
    }
    busy.pass(3600)
    #expect(!showsBars(busy))
    busy.pass(600.1 + 86400 - busy.now.seconds)
    #expect(showsBars(busy))
  }

  @Test("The touch that ends them does nothing else, and the next one presses")
  func touchEnds() throws {
    let run = try run()
    run.pass(599)
    let picture = try #require(run.presentedPixels())
    run.pass(11)
    #expect(showsBars(run))
    run.finger(.down, onStart)
    run.pass(0.1)
    #expect(run.presentedPixels() == picture)
    #expect(run.widget("start")?["pressed"] == false)
    run.finger(.move, onStart)
    run.finger(.up, onStart)
    run.pass(1)
    #expect(run.presentedPixels() == picture)
    run.finger(.down, onStart)
    #expect(run.widget("start")?["pressed"] == true)
    run.finger(.up, onStart)
    run.pass(600)
    #expect(!showsBars(run), "it was done for this night")
  }

  @Test("A key ends them, and is not typed")
  func keyEnds() throws {
    let run = try VirtualRun(
      display: """
        care = { refresh = "03:00" }
        [[text]]
        id = "name"
        frame = { x = 5, y = 5, width = 40, height = 20, anchor = "top-left" }
        autofocus = true
        """,
      light: nil
    ) { now in WallTime(weekday: 0, second: 10_795 + Int(now.seconds)) }
    run.pass(320)
    #expect(showsBars(run))
    try run.perform(.sendKeys(.text("a")))
    run.pass(1)
    #expect(!showsBars(run))
    #expect(try run.perform(.widget(.text(.get(id: "name")))).json["text"] == "")
    try run.perform(.sendKeys(.text("b")))
    #expect(try run.perform(.widget(.text(.get(id: "name")))).json["text"] == "b")
  }

  @Test("A request that wakes the panel ends them; what else requests set is seen after them")
  func requests() throws {
    let run = try run()
    run.pass(605)
    try run.perform(.setProgress(ProgressChange(percent: 100, duration: 0)))
    run.pass(1)
    #expect(showsBars(run))
    run.pass(60)
    #expect(run.presentedPixels() == run.picture())
    #expect(run.widget("main")?["percent"] == 100)

    let woken = try self.run()
    woken.pass(605)
    try woken.perform(.setDisplay(brightness: nil, isAwake: true))
    woken.pass(1)
    #expect(woken.presentedPixels() == woken.picture())
  }

  @Test("A panel that sleeps is not lit for them, and one that goes to sleep ends them")
  func sleep() throws {
    let asleep = try run("blank_after = 100\nblank = \"black\"")
    asleep.pass(700)
    #expect(asleep.isBlack)
    let presented = asleep.status.frames.presented
    asleep.pass(3600)
    #expect(asleep.status.frames.presented == presented)
    // 610 s without use: in the middle of the minute.
    let run = try run("blank_after = 610\nblank = \"black\"")
    run.pass(609)
    #expect(showsBars(run))
    run.pass(2)
    #expect(run.isBlack)
    run.finger(.down, onNothing)
    run.pass(1)
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("They run over a picture that is moved, and it is moved after them")
  func orbit() throws {
    let run = try VirtualRun(
      display: "care = { refresh = \"03:00\", orbit = 10, range = 1 }",
      light: nil
    ) { now in WallTime(weekday: 0, second: 10_200 + Int(now.seconds)) }
    run.pass(605)
    #expect(run.status.output.shift != nil)
    run.pass(60)
    let shift = try #require(run.status.output.shift)
    let (seen, picture) = try (#require(run.presentedPixels()), #require(run.picture()))
    // A hundred pixels of a row that goes through both buttons.
    let (x, y) = (20, 95)
    let from = (y * 160 + x) * 4
    let to = ((y + shift.y) * 160 + x + shift.x) * 4
    #expect(seen[to..<to + 400].elementsEqual(picture[from..<from + 400]))
  }

  @Test("A reload without the key ends them and asks no clock any more")
  func reload() throws {
    let folder = TemporaryFolder()
    folder.write(Array(plainScene.utf8), to: "swell.toml")
    let run = try VirtualRun(
      display: "care = { refresh = \"03:00\" }",
      light: nil,
      configuration: ConfigurationSource(path: folder["swell.toml"])
    ) { now in WallTime(weekday: 0, second: 10_200 + Int(now.seconds)) }
    run.pass(605)
    #expect(showsBars(run))
    try run.perform(.reload)
    run.pass(1)
    #expect(run.presentedPixels() == run.picture())
    // With a clock to be asked it would never be.
    run.comeToRest()
    #expect(run.isAtRest)
  }
}
