// SPDX-License-Identifier: Apache-2.0
import JSON
import Control
import Motion

extension MotionQueries {
  /// `edges`: an elastic button's offset under touches.
  ///
  /// Touches are taken in the order of their times; those at no finite time never happen.
  static func edges(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let name = try arguments.string("style", or: ElasticStyle.hold.rawValue)
    guard let style = ElasticStyle(rawValue: name) else {
      throw ProbeError("unknown style \(name); known: hold, tap")
    }
    let press = arguments.has("press") ? try arguments.arguments("press") : nil
    let release = arguments.has("release") ? try arguments.arguments("release") : nil
    let settings = ElasticMotion.Settings(
      style: style,
      amplitude: arguments.has("amplitude") ? try arguments.number("amplitude") : nil,
      press: try press.map(durationSpring),
      release: try release.map(durationSpring)
    )
    let touches = try touches(arguments)
    // The motion after each touch, so that many times need no replay.
    var states = [ElasticMotion(settings: settings)]
    for touch in touches {
      var state = states[states.count - 1]
      if touch.isDown { state.press(at: touch.time) } else { state.release(at: touch.time) }
      states.append(state)
    }
    let samples = try arguments.numbers("t").map { time in
      let state = states[count(of: touches, until: time)]
      return (state.offset(at: time), state.velocity(at: time))
    }
    return [
      ("offset", JSONValue(exactly: samples.map(\.0))),
      ("velocity", JSONValue(exactly: samples.map(\.1))),
    ]
  }

  /// A finger's coming or going.
  private struct Touch {
    let time: Double
    let isDown: Bool
  }

  private static func touches(_ arguments: Arguments) throws(ProbeError) -> [Touch] {
    var touches: [Touch] = []
    for value in try arguments.list("touches") {
      guard let pair = value.array, pair.count == 2, let time = Arguments.number(pair[0]),
        let phase = pair[1].string
      else { throw ProbeError("a touch is a list of a time and a phase") }
      switch phase {
      case "down": touches.append(Touch(time: time, isDown: true))
      case "up", "cancel": touches.append(Touch(time: time, isDown: false))
      case "move": break
      default: throw ProbeError("unknown phase \(phase); known: down, move, up, cancel")
      }
    }
    let ordered = touches.filter(\.time.isFinite).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    return ordered.map(\.element)
  }

  /// Number of the touches that have happened at `time`.
  private static func count(of touches: [Touch], until time: Double) -> Int {
    var low = 0
    var high = touches.count
    while low < high {
      let middle = low + (high - low) / 2
      if touches[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
