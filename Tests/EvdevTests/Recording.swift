// SPDX-License-Identifier: Apache-2.0
import Evdev
import FoundationEssentials
import Glibc
import MonotonicTime
import Testing

/// A device as evemu describes it, and what it reported: a recording of a real panel.
///
/// The recordings are not part of the repository. They are in `../shared/data/touch` beside it, or in the folder of `SWELL_PANELS`.
struct Recording: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private var properties: [UInt32] = []
  private var keys: [UInt16] = []
  private var relatives: [UInt16] = []
  private var axes: [(code: UInt16, minimum: Int32, maximum: Int32, resolution: Int32)] = []
  private(set) var records: [InputRecord] = []

  static let folder: String = {
    if let path = unsafe getenv("SWELL_PANELS") { return unsafe String(cString: path) }
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return root.joined(separator: "/") + "/../shared/data/touch"
  }()

  /// Whether the recordings are here.
  static var areThere: Bool { unsafe access(folder + "/wacom-e6-tap.evemu", R_OK) == 0 }

  /// All recordings by their names; none where they are not.
  static let all: [Recording] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".evemu") }.sorted().map(Recording.init)
  }()

  init(_ name: String) {
    testDescription = String(name.dropLast(".evemu".count))
    let contents = FileManager.default.contents(atPath: Self.folder + "/" + name) ?? Data()
    var bytes: [String: Int] = [:]
    for line in String(decoding: contents, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "P:":
        for bit in Self.bits(words.dropFirst(), from: &bytes["P", default: 0]) {
          properties.append(UInt32(bit))
        }
      case "B:" where words.count > 1:
        let bits = Self.bits(words.dropFirst(2), from: &bytes[words[1], default: 0])
        if words[1] == "01" { keys += bits.map(UInt16.init) }
        if words[1] == "02" { relatives += bits.map(UInt16.init) }
      case "A:":
        guard words.count > 3, let code = UInt16(words[1], radix: 16) else { continue }
        let numbers = words.dropFirst(2).map { Int32($0) ?? 0 }
        axes.append((code, numbers[0], numbers[1], numbers.count > 4 ? numbers[4] : 0))
      case "E:":
        guard words.count == 5, let seconds = Double(words[1]),
          let type = UInt16(words[2], radix: 16), let code = UInt16(words[3], radix: 16),
          let value = Int32(words[4])
        else { continue }
        let time = MonotonicInstant(seconds: seconds)
        records.append(InputRecord(type: type, code: code, value: value, time: time))
      default: break
      }
    }
  }

  /// The numbers of the bits that are set in a line of bytes, the lines of a kind one after another.
  private static func bits(_ words: ArraySlice<String>, from byte: inout Int) -> [Int] {
    var numbers: [Int] = []
    for word in words {
      let value = Int(word, radix: 16) ?? 0
      numbers += (0..<8).filter { value >> $0 & 1 == 1 }.map { byte * 8 + $0 }
      byte += 1
    }
    return numbers
  }

  /// What the device can report.
  func capabilities() throws -> DeviceCapabilities {
    guard let model = LibevdevContext.blank() else { throw DeviceVerdictTests.Failure.noMemory }
    for property in properties { model.enableProperty(property) }
    for key in keys { model.enable(1, key) }
    for relative in relatives { model.enable(2, relative) }
    for axis in axes {
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
