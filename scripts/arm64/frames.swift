// SPDX-License-Identifier: Apache-2.0
import Glibc
import GoldenPlaying
import JSON

/// All of standard input.
func readInput() -> [UInt8] {
  var input: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = piece.withUnsafeMutableBytes { read(0, $0.baseAddress, UInt($0.count)) }
    guard count > 0 else { return input }
    input += piece[..<count]
  }
}

// Plays the tape on standard input, and prints the table of its frames.
if let json = try? JSONValue(parsing: readInput()), let tape = GoldenTape(json) {
  GoldenPlayer(tape).forEachLine { print($0.description) }
}
