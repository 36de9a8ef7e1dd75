// SPDX-License-Identifier: Apache-2.0
import Evdev
import MonotonicTime
import TestSupport
import Testing

/// A device as evemu describes it, and what it reported: a recording of a real panel.
struct Recording: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let recording: EvemuRecording
  let records: [InputRecord]

  /// Whether the recordings are here.
  static var areThere: Bool { EvemuRecording.names.contains("wacom-e6-tap.evemu") }

  /// All recordings by their names; none where they are not.
  static let all = EvemuRecording.names.map(Recording.init)

  init(_ name: String) {
    testDescription = String(name.dropLast(".evemu".count))
    recording = EvemuRecording(name)
    records = recording.events.map {
      InputRecord(
        type: $0.type,
        code: $0.code,
        value: $0.value,
        time: MonotonicInstant(seconds: $0.time)
      )
    }
  }

  /// What the device can report.
  func capabilities() throws -> DeviceCapabilities {
    guard let model = LibevdevContext.blank() else { throw DeviceVerdictTests.Failure.noMemory }
    for property in recording.properties { model.enableProperty(UInt32(property)) }
    for key in recording.bits["01"] ?? [] { model.enable(1, UInt16(key)) }
    for relative in recording.bits["02"] ?? [] { model.enable(2, UInt16(relative)) }
    for axis in recording.axes {
      model.enableAxis(
        axis.code,
        minimum: axis.minimum,
        maximum: axis.maximum,
        resolution: axis.resolution
      )
    }
    return model.capabilities
  }

  /// The first and the last position of each finger, as its reports have it: in slots by their tracking ids,
  /// without slots the one finger of the report.
  var fingers: [Finger] {
    var fingers: [Finger] = []
    var open: [Int32: Int] = [:]
    var places: [Int32: (x: Int32, y: Int32)] = [:]
    var slot: Int32 = 0
    var begun: [Int32] = []
    var hasPlace = false
    for record in records {
      switch (record.type, record.code) {
      case (3, 0x2f): slot = record.value
      case (3, 0x35):
        places[slot, default: (0, 0)].x = record.value
        hasPlace = true
      case (3, 0x36): places[slot, default: (0, 0)].y = record.value
      case (3, 0x39) where record.value >= 0: begun.append(slot)
      case (3, 0x39): open[slot] = nil
      case (1, 0x14a) where record.value == 0 && !records.contains { $0.code == 0x39 }:
        open[0] = nil
      case (0, 0):
        if hasPlace, open[0] == nil, !records.contains(where: { $0.code == 0x39 }) { begun = [0] }
        hasPlace = false
        for index in begun {
          open[index] = fingers.count
          let place = places[index] ?? (0, 0)
          fingers.append(Finger(first: place, last: place))
        }
        begun = []
        for (index, finger) in open { fingers[finger].last = places[index] ?? (0, 0) }
      default: break
      }
    }
    return fingers
  }

  struct Finger {
    var first: (x: Int32, y: Int32)
    var last: (x: Int32, y: Int32)
  }
}
