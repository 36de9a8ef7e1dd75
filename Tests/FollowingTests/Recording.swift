// SPDX-License-Identifier: Apache-2.0
import Following
import MonotonicTime

/// Streams as SWUpdate sends them: recorded ones, and messages of any version and layout.
enum Recording {
  /// The bytes of one message, in the layout of 2025.12 or in the one that compilers make by themselves.
  ///
  /// `status` is 0 idle, 1 start, 2 run, 3 success, 4 failure, 5 download, 6 done, 7 subprocess, 8 progress.
  static func message(
    version: UInt32 = 0x20000,
    isPacked: Bool = true,
    status: UInt32,
    download: UInt32 = 0,
    downloadBytes: UInt64 = 0,
    steps: UInt32 = 0,
    step: UInt32 = 0,
    percent: UInt32 = 0,
    image: String = "",
    source: UInt32 = 0,
    information: String = ""
  ) -> [UInt8] {
    func number(_ value: some FixedWidthInteger) -> [UInt8] {
      let size = value.bitWidth / 8
      let low = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      #if _endian(big)
      return low.reversed()
      #else
      return low
      #endif
    }
    func field(_ text: String, _ size: Int) -> [UInt8] {
      Array((Array(text.utf8) + [UInt8](repeating: 0, count: size)).prefix(size))
    }
    let gap = isPacked ? [] : [UInt8](repeating: 0, count: 4)
    let head = number(version) + number(status) + number(download) + gap + number(downloadBytes)
    let middle = number(steps) + number(step) + number(percent) + field(image, 256)
    let tail = field("raw", 64) + number(source) + number(UInt32(information.utf8.count))
    return head + middle + tail + field(information, 2048) + gap
  }

  /// What comes before the first message from 2024.12 on.
  static let acknowledgement: [UInt8] = [0, 0, 2, 0] + Array("ACK\0".utf8)

  /// An update of two images that goes well.
  static func update(version: UInt32, isPacked: Bool) -> [UInt8] {
    func message(_ status: UInt32, _ step: UInt32, _ percent: UInt32, _ image: String) -> [UInt8] {
      Self.message(
        version: version,
        isPacked: isPacked,
        status: status,
        download: 2,
        downloadBytes: 5_000_000,
        steps: 2,
        step: step,
        percent: percent,
        image: image,
        source: 1
      )
    }
    return message(1, 0, 0, "") + message(2, 1, 0, "rootfs") + message(8, 1, 50, "rootfs")
      + message(2, 2, 0, "data") + message(8, 2, 50, "data") + message(3, 2, 100, "data")
  }

  /// All events of a stream that comes in these pieces.
  static func events(_ pieces: [ArraySlice<UInt8>]) -> [PeerEvent] {
    var stream = SWUpdateStream()
    return pieces.flatMap { stream.append($0) }
  }
}

/// What is shown after these events.
func shown(after events: [PeerEvent]) -> RunLine.Shown {
  var line = RunLine(patience: .milliseconds(60_000))
  for event in events { line.take(event, at: MonotonicInstant(nanoseconds: 0)) }
  return line.shown
}
