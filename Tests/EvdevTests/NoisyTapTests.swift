// SPDX-License-Identifier: Apache-2.0
import Evdev
import MonotonicTime
import TestSupport
import Testing
import Touch

/// Taps on a resistive panel whose first and last samples may lie anywhere, on twelve buttons that touch
/// each other's rows: what is triggered is compared with what was meant.
@Suite("Taps on a noisy panel")
struct NoisyTapTests {
  struct Panel: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let touchProtocol: TouchProtocol
    /// Milliseconds from report to report.
    let interval: Int64
    /// How many samples a tap has.
    let samples: ClosedRange<Int>
    /// In how many of 100 taps the first sample is wild, and in how many the last.
    let wild: Int
    let hasPressure: Bool
  }

  static let panels = [
    Panel(
      testDescription: "BTN_LEFT at 100 reports a second, both ends always wild",
      touchProtocol: .pointer,
      interval: 10,
      samples: 6...18,
      wild: 100,
      hasPressure: false
    ),
    Panel(
      testDescription: "BTN_LEFT at 30 reports a second",
      touchProtocol: .pointer,
      interval: 33,
      samples: 3...9,
      wild: 50,
      hasPressure: false
    ),
    Panel(
      testDescription: "BTN_TOUCH at 100 reports a second, both ends always wild",
      touchProtocol: .single,
      interval: 10,
      samples: 6...18,
      wild: 100,
      hasPressure: false
    ),
    Panel(
      testDescription: "BTN_TOUCH with pressure",
      touchProtocol: .single,
      interval: 10,
      samples: 4...18,
      wild: 100,
      hasPressure: true
    ),
    Panel(
      testDescription: "BTN_TOUCH at 30 reports a second",
      touchProtocol: .single,
      interval: 33,
      samples: 3...9,
      wild: 50,
      hasPressure: false
    ),
  ]

  /// The button at a place, of four columns and three rows; `nil` between them.
  static func button(_ x: Int, _ y: Int) -> Int? {
    let (column, row) = ((x - 50) / 230, (y - 100) / 280)
    guard x >= 50, y >= 100, column < 4, row < 3, (x - 50) % 230 < 200, (y - 100) % 280 < 160
    else { return nil }
    return row * 4 + column
  }

  @Test("At most one in fifty is lost, and none triggers another button", arguments: panels)
  func taps(_ panel: Panel) throws {
    var random = SplitMix(seed: 42)
    var device = try FakeDevice(panel.touchProtocol)
    var (lost, wrong) = (0, 0)
    for _ in 0..<2000 {
      let meant = Int(random.next() % 12)
      let x = Int32(50 + meant % 4 * 230 + 40) + Int32(random.next() % 120)
      let y = Int32(100 + meant / 4 * 280 + 40) + Int32(random.next() % 80)
      var triggered: [Int] = []
      var pressed: Int?
      for output in device.play(Self.tap(panel, at: (x, y), &random)) {
        switch output.phase {
        case .down: pressed = Self.button(output.x, output.y)
        case .move: break
        case .cancel: pressed = nil
        case .up:
          if let pressed, Self.button(output.x, output.y) == pressed { triggered.append(pressed) }
        }
      }
      wrong += triggered.count { $0 != meant } + max(0, triggered.count { $0 == meant } - 1)
      lost += triggered.contains(meant) ? 0 : 1
    }
    #expect(wrong == 0)
    #expect(lost <= 40, "\(lost) of 2000")
  }

  /// One tap with its samples, each a report.
  private static func tap(
    _ panel: Panel,
    at place: (x: Int32, y: Int32),
    _ random: inout SplitMix
  ) -> [Input] {
    let count = panel.samples.lowerBound + Int(random.next() % UInt64(panel.samples.count))
    var inputs: [Input] = []
    for index in 0..<count {
      let isEnd = index == 0 || index == count - 1
      let isWild = isEnd && Int(random.next() % 100) < panel.wild
      let tremble = (Int32(random.next() % 9) - 4, Int32(random.next() % 9) - 4)
      inputs.append(
        isWild
          ? .single(Int32(random.next() % 1000), Int32(random.next() % 1000))
          : .single(place.x + tremble.0, place.y + tremble.1)
      )
      if panel.hasPressure { inputs.append(.raw(3, 0x18, isEnd ? 40 : 200)) }
      if index == 0 { inputs.append(panel.touchProtocol == .pointer ? .left(1) : .touch(1)) }
      inputs += [.report, .pause(panel.interval - 1)]
    }
    return inputs + [panel.touchProtocol == .pointer ? .left(0) : .touch(0), .report, .pause(200)]
  }
}
