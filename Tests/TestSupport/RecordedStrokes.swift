// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The strokes of a recording of evemu: the reports of each finger from down to up, in points of a panel of 1280×800.
package struct RecordedStrokes {
  /// A finger's position, and the time in seconds at which it was there.
  package typealias Report = (time: Double, position: Point)

  /// The strokes in the order in which they ended.
  package private(set) var strokes: [[Report]] = []
  private var ranges: [Int: (least: Double, most: Double)] = [:]
  private var fingers: [Int: Finger] = [:]
  private var slot = 0
  private var hasSlots = false

  private struct Finger {
    var x: Double?
    var y: Double?
    var isDown = false
    var hasMoved = false
    var reports: [Report] = []
  }

  /// The strokes of all recordings of panels, with the names of these.
  package static func all() -> [(name: String, reports: [Report])] {
    // A touchpad is no panel; the axes of egalax-usb are not those of a position.
    let names = EvemuRecording.names.filter {
      !$0.hasPrefix("touchpad") && $0 != "egalax-usb.evemu"
    }
    return names.flatMap { name in Self(EvemuRecording(name)).strokes.map { (name, $0) } }
  }

  /// Follows the fingers of a recording.
  package init(_ recording: EvemuRecording) {
    for axis in recording.axes {
      ranges[Int(axis.code)] = (Double(axis.minimum), Double(axis.maximum))
    }
    for event in recording.events {
      take(event.time, Int(event.type), Int(event.code), Int(event.value))
    }
    for slot in fingers.keys { lift(slot) }
  }

  private mutating func take(_ time: Double, _ type: Int, _ code: Int, _ value: Int) {
    switch (type, code) {
    case (3, 0x2F): slot = value
    case (3, 0x39):
      hasSlots = true
      lift(slot)
      fingers[slot] = Finger(isDown: value >= 0)
    case (3, 0x35), (3, 0x36): place(code == 0x35, value, slot)
    // The first finger's position once more, where there are slots.
    case (3, 0), (3, 1): if !hasSlots { place(code == 0, value, 0) }
    case (1, 0x14A) where !hasSlots:
      if value == 0 { lift(0) }
      fingers[0, default: Finger()].isDown = value != 0
    case (0, 0):
      for (slot, finger) in fingers where finger.hasMoved && finger.isDown {
        fingers[slot]?.hasMoved = false
        guard let x = finger.x, let y = finger.y else { continue }
        let position = Point(x: scaled(x, 0x35, 0, 1280), y: scaled(y, 0x36, 1, 800))
        fingers[slot]?.reports.append((time, position))
      }
    default: break
    }
  }

  private mutating func place(_ isX: Bool, _ value: Int, _ slot: Int) {
    var finger = fingers[slot, default: Finger()]
    if isX { finger.x = Double(value) } else { finger.y = Double(value) }
    finger.hasMoved = true
    fingers[slot] = finger
  }

  private func scaled(_ value: Double, _ axis: Int, _ single: Int, _ points: Double) -> Double {
    guard let range = ranges[axis] ?? ranges[single] else { return value }
    return (value - range.least) / (range.most - range.least) * points
  }

  /// Ends a finger's stroke; one of a few reports or points is none.
  private mutating func lift(_ slot: Int) {
    let reports = fingers[slot]?.reports ?? []
    fingers[slot]?.reports = []
    let length = zip(reports, reports.dropFirst()).reduce(0) {
      $0 + $1.0.position.distance(to: $1.1.position)
    }
    if reports.count >= 8, length > 30 { strokes.append(reports) }
  }
}
