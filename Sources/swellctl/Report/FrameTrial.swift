// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import JSON
internal import LinuxSystem
internal import MonotonicTime
internal import Widgets

/// Frames that the running daemon shows while its own scene is moved by fingers that trigger nothing.
///
/// A finger is put down on one button after the other and taken away, as by `touch.send` with `cancel`: it
/// swells and swings back. Where there is no button, the finger goes over the whole screen.
struct FrameTrial: ~Copyable {
  /// Duration of a finger's touch, and of the pause after it.
  private static let pause = MonotonicInterval.milliseconds(400)
  /// Longest time until the daemon tells of a press that it has answered already.
  private static let notice = MonotonicInterval.milliseconds(5)
  /// Members of `status` that are kept; none has a name or a text in it.
  private static let figures = ["frames", "turns", "touch_to_flip_ms", "recoveries"]

  /// The scene's extent in points.
  private typealias Extent = (width: Double, height: Double)

  /// A position in points.
  private struct Place {
    var x: Double
    var y: Double
  }

  private var client: ControlClient
  private let patience: MonotonicInterval

  /// Counts frames for `seconds`.
  ///
  /// - Parameters:
  ///   - answer: The daemon's answer about itself.
  ///   - connection: The daemon's socket.
  ///   - seconds: Duration in seconds; 0 for no trial.
  /// - Returns: The figures before and after, or `none` with a reason.
  static func run(_ answer: DaemonAnswer, connection: ConnectionOptions, seconds: Double)
    -> JSONValue
  {
    guard seconds > 0 else { return ["none": "not asked for"] }
    guard case .status(let now) = answer else { return ["none": "the daemon does not answer"] }
    guard now["output"]?["lit"] == true, let size = size(of: now["output"]) else {
      return ["none": "the display shows nothing now"]
    }
    do throws(ClientError) {
      var trial = Self(client: try connection.connect(), patience: connection.patience)
      let buttons = try trial.buttons(size, events: connection.connect())
      let before = try trial.call(.status)
      let touches = try trial.move(
        buttons.isEmpty ? places(size, columns: 4, rows: 3) : buttons,
        seconds: seconds
      )
      let after = try trial.call(.status)
      return [
        "seconds": .number(seconds), "buttons": .number(Double(buttons.count)),
        "touches": .number(Double(touches)),
        "output": output(after), "before": kept(of: before), "after": kept(of: after),
      ]
    } catch {
      return ["none": "the daemon did not answer to the end"]
    }
  }

  private init(client: consuming ControlClient, patience: MonotonicInterval) {
    self.client = client
    self.patience = patience
  }

  /// The middles of a grid of `columns` and `rows` over the scene.
  private static func places(_ size: Extent, columns: Int, rows: Int) -> [Place] {
    (0..<columns * rows).map { number in
      Place(
        x: size.width * (Double(number % columns) + 0.5) / Double(columns),
        y: size.height * (Double(number / columns) + 0.5) / Double(rows)
      )
    }
  }

  /// A place on each button that can be pressed, as a close grid of touches tells.
  private mutating func buttons(
    _ size: Extent,
    events: consuming ControlClient
  ) throws(ClientError) -> [Place] {
    events.deadline = MonotonicClock.now() + patience
    _ = try events.call(.subscribe([ControlEventType(.press)]))
    var found: [String: [Place]] = [:]
    // Odd numbers: the middle is among them.
    for place in Self.places(size, columns: 15, rows: 11) {
      try touch(place, phase: .down)
      if let id = try events.nextEvent(until: MonotonicClock.now() + Self.notice)?["id"]?.string {
        found[id, default: []].append(place)
      }
      try touch(place, phase: .cancel)
    }
    return found.values.map { $0[$0.count / 2] }
  }

  /// Touches one place after the other; returns how often.
  private mutating func move(_ places: [Place], seconds: Double) throws(ClientError) -> Int {
    let end = MonotonicClock.now() + MonotonicInterval(seconds: seconds)
    var count = 0
    while MonotonicClock.now() < end {
      for phase in [RemoteTouch.Phase.down, .cancel] {
        try touch(places[count % places.count], phase: phase)
        let rest = min(Self.pause, end - MonotonicClock.now())
        if rest > .zero { _ = DescriptorPoll.wait([], timeout: rest) }
      }
      count += 1
    }
    return count
  }

  private mutating func touch(_ place: Place, phase: RemoteTouch.Phase) throws(ClientError) {
    _ = try call(.sendTouch(RemoteTouch(slot: 63, phase: phase, x: place.x, y: place.y)))
  }

  private mutating func call(_ request: ControlRequest) throws(ClientError) -> JSONValue {
    client.deadline = MonotonicClock.now() + patience
    return try client.call(request)
  }

  /// The scene's extent, from the mode's pixels.
  private static func size(of output: JSONValue?) -> Extent? {
    let mode = output?["mode"]?.string ?? ""
    let pixels = mode.split { !$0.isNumber }.prefix(2).compactMap { Double($0) }
    guard pixels.count == 2, let scale = output?["scale"]?.double, scale > 0 else { return nil }
    let isTurned = [90, 270].contains(output?["rotation"]?.int)
    let (across, down) = (pixels[0] / scale, pixels[1] / scale)
    return isTurned ? (down, across) : (across, down)
  }

  private static func output(_ status: JSONValue) -> JSONValue {
    let keys = ["kind", "driver", "connector", "mode", "rotation", "scale", "lit", "mirror"]
    return members(keys, of: status["output"])
  }

  private static func kept(of status: JSONValue) -> JSONValue {
    members(["uptime"] + figures, of: status)
  }

  private static func members(_ keys: [String], of value: JSONValue?) -> JSONValue {
    .object(JSONObject(keys.compactMap { key in value?[key].map { (key, $0) } }))
  }
}
