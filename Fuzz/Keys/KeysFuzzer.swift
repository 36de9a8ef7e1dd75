// SPDX-License-Identifier: Apache-2.0
import Keyboard
import MonotonicTime
import Touch

/// Reads bytes as keys that go down and come up or are tapped on the screen, on a keyboard and on a
/// scanner at once.
///
/// Beyond not crashing: what is typed has no control characters, a scan is told whole and within its limit,
/// and after a reset a small letter is typed, whatever was held or locked.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let layouts = ["us", "de", "fr", "il", "gr", "us(intl)", "cz", "nowhere"]
  let reader = KeyReader(
    KeyboardLayout(named: layouts[Int(first) % layouts.count]),
    keymaps: keymaps
  )
  let terminators = ScanCollector.Terminator.allCases
  let terminator = terminators[Int(first >> 4) % terminators.count]
  var collector = ScanCollector(terminator: terminator, gap: 0.1)
  var now: Int64 = 0
  var rest = bytes.dropFirst().makeIterator()
  while let byte = rest.next() {
    now += byte == 255 ? 200_000_000 : 1_000_000
    let instant = MonotonicInstant(nanoseconds: now)
    check(collector.expire(at: instant))
    if byte == 254 {
      reader.reset()
      check(collector.lose())
    } else if byte >= 252, let code = rest.next() {
      // As the keyboard on the screen does it, whatever else is held; 253 with the third level.
      check(reader.tap(UInt16(code & 127), level: Int(code >> 7) | Int(byte & 1) << 1))
    } else if byte >= 128 {
      reader.release(UInt16(byte & 127))
    } else if let stroke = reader.press(UInt16(byte)) {
      check(stroke)
      check(collector.take(stroke, at: instant))
    }
    _ = reader.lamps
  }
  reader.reset()
  // The key of A: a letter of one case or the other tells whether Shift or a lock is left.
  if case .text(let text)? = reader.press(30) {
    precondition(text == text.lowercased(), "after a reset \(text) is typed")
  }
  return 0
}

/// Keymaps are compiled once a layout.
nonisolated(unsafe) private let keymaps = Keymaps()

private func check(_ stroke: KeyStroke?) {
  guard case .text(let text)? = stroke else { return }
  precondition(!text.isEmpty && isPlain(text))
}

private func check(_ outcomes: [ScanCollector.Outcome]) {
  for case .scanned(let text, _) in outcomes {
    precondition(text.utf8.count <= KeyStroke.maximumScanBytes)
    precondition(isPlain(text))
  }
}

private func isPlain(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
}
