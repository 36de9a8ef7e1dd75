// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import LinuxSystem
import MonotonicTime
import Testing

/// A `swellctl calibrate` that somebody stands before.
private final class Calibration {
  private let daemon: RunningDaemon
  private let process: Process
  private let errors: LineReader
  private let output = Pipe()

  init(_ daemon: RunningDaemon, _ arguments: String...) throws {
    self.daemon = daemon
    process = program("swellctl", ["calibrate", "--socket", daemon.socket] + arguments)
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    errors = LineReader(pipe)
    try process.run()
  }

  /// Waits until a line with `text` is told.
  func waits(for text: String) -> String? { errors.wait(for: text) }

  /// Touches the panel of 160 × 120 pixels where its sensor reports these fractions.
  func touch(_ x: Double, _ y: Double) throws {
    #expect(try daemon.control("tap", "\(x * 160)", "\(y * 120)").status == 0)
  }

  /// Touches the four crosses, which a sensor reports as `sensor` says.
  func touchAll(_ sensor: (_ cross: Int, _ x: Double, _ y: Double) -> (Double, Double)) throws {
    for (cross, (x, y)) in crosses.enumerated() {
      try #require(waits(for: "the bright cross, \(cross + 1) of 4") != nil)
      let (reportedX, reportedY) = sensor(cross, x, y)
      try touch(reportedX, reportedY)
    }
  }

  /// Ends it without letting it say so.
  func end(_ signal: Int32) {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
  }

  /// Waits for its end.
  func end() -> (status: Int32, output: String, error: String?) {
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let last = errors.next()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self), last)
  }
}

/// Where the crosses of that panel are: a tenth of the sides from the edges, in the middle of a pixel.
private let crosses = [(16.5, 12.5), (143.5, 12.5), (143.5, 107.5), (16.5, 107.5)]
  .map { ($0.0 / 160, $0.1 / 120) }

/// The numbers of a configuration line.
private func numbers(_ line: String) -> [Double] {
  guard line.hasPrefix("calibration = ") else { return [] }
  let value = try? JSONValue(parsing: Array(line.dropFirst("calibration = ".count).utf8))
  return value?.array?.compactMap(\.double) ?? []
}

@Suite("swellctl calibrate")
struct CalibrateTests {
  @Test("Four touches become the line of the configuration, and go into the file that is named")
  func writes() throws {
    let daemon = try RunningDaemon(scene + "\n[touch]\ncalibration = \"auto\" # so far\n")
    let file = daemon.place.path("swell.toml")
    let calibration = try Calibration(daemon, "--write", file)
    // Mirrored from left to right, and 5 % too small.
    try calibration.touchAll { _, x, y in (1 - (0.5 + (x - 0.5) * 0.95), 0.5 + (y - 0.5) * 0.95) }
    let (status, output, note) = calibration.end()
    #expect(status == 0)
    #expect(note?.contains("reload") ?? false)
    let scale = 1 / 0.95
    let expected = [-scale, 0, 0.5 + scale / 2, 0, scale, 0.5 - scale / 2]
    let read = numbers(output)
    try #require(read.count == 6)
    for (number, meant) in zip(read, expected) { #expect(abs(number - meant) < 2e-6) }
    let text = daemon.place.text("swell.toml")
    #expect(text == scene + "\n[touch]\n" + output)
    #expect(try daemon.control("reload").status == 0)
  }

  @Test(
    "The line goes into the table of any file that has one, begins one else, and spares what it cannot read",
    arguments: [
      ("", "\n[touch]\nLINE\n", 0),
      ("\n[touch]\ngrab = false\n", "\n[touch]\nLINE\ngrab = false\n", 0),
      (
        "\n[touch]\n  calibration=\"auto\"\n\n[keyboard]\ngrab = false",
        "\n[touch]\nLINE\n\n[keyboard]\ngrab = false", 0
      ),
      // A value over two lines cannot be put in the place of.
      (
        "\n[touch]\ncalibration = [1, 0, 0,\n 0, 1, 0]\n",
        "\n[touch]\ncalibration = [1, 0, 0,\n 0, 1, 0]\n", 1
      ),
    ]
  )
  func files(before: String, after: String, wanted: Int32) throws {
    let daemon = try RunningDaemon(scene)
    let file = try daemon.place.write(scene + "\n" + before, to: "other.toml")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    // The file behind a link is written, with the permissions that it had.
    let link = daemon.place.path("link.toml")
    try manager.createSymbolicLink(atPath: link, withDestinationPath: file)
    let calibration = try Calibration(daemon, "--write", link)
    try calibration.touchAll { _, x, y in (x, y) }
    let (status, output, _) = calibration.end()
    #expect(status == wanted)
    let line = output.split(separator: "\n").first.map(String.init) ?? ""
    #expect(numbers(line) == [1, 0, 0, 0, 1, 0])
    let meant = after.replacingOccurrences(of: "LINE", with: line)
    #expect(daemon.place.text("other.toml") == scene + "\n" + meant)
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == file)
    let permissions = try manager.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(permissions == 0o640)
  }

  @Test("A cross touched before is asked for again; touches that fit no panel change nothing")
  func implausible() throws {
    let daemon = try RunningDaemon(scene)
    let before = daemon.place.text("swell.toml")
    let calibration = try Calibration(daemon, "--write", daemon.place.path("swell.toml"))
    try #require(calibration.waits(for: "1 of 4") != nil)
    try calibration.touch(0.1, 0.1)
    try #require(calibration.waits(for: "2 of 4") != nil)
    try calibration.touch(0.1, 0.15)
    #expect(calibration.waits(for: "where cross 1 was touched") != nil)
    for (cross, place) in [(3, (0.9, 0.1)), (4, (0.6, 0.6)), (0, (0.1, 0.9))] {
      try calibration.touch(place.0, place.1)
      if cross > 0 { try #require(calibration.waits(for: "\(cross) of 4") != nil) }
    }
    let (status, output, error) = calibration.end()
    #expect(status == 1)
    #expect(output.isEmpty)
    #expect(error?.contains("do not fit together") ?? false)
    #expect(daemon.place.text("swell.toml") == before)
  }

  @Test("Who takes longer for a cross than the daemon may for an answer calibrates all the same")
  func slowTouch() throws {
    let daemon = try RunningDaemon(scene)
    let calibration = try Calibration(daemon, "--timeout", "2")
    try calibration.touchAll { cross, x, y in
      // Until the last request's time is over, which began before the cross was asked for.
      if cross == 3 { _ = DescriptorPoll.wait([], timeout: .milliseconds(2000)) }
      return (x, y)
    }
    let (status, output, _) = calibration.end()
    #expect(status == 0)
    #expect(numbers(output) == [1, 0, 0, 0, 1, 0])
  }

  @Test("Touches of the crosses press nothing; when the client goes away, they press again")
  func presses() throws {
    let daemon = try RunningDaemon(scene)
    let place = daemon.place.path("pressed")
    let exec = "exec = [\"/usr/bin/touch\", \"\(place)\"]"
    let file = daemon.place.path("swell.toml")
    let text = scene.replacingOccurrences(of: "label = \"\"", with: "label = \"\"\n\(exec)")
    _ = try daemon.place.write(text, to: "swell.toml")
    #expect(try daemon.control("reload").status == 0, "\(file)")
    let calibration = try Calibration(daemon)
    try #require(calibration.waits(for: "1 of 4") != nil)
    #expect(try daemon.control("tap", "45", "95").status == 0)
    // The touch was taken for that of the first cross.
    try #require(calibration.waits(for: "2 of 4") != nil)
    let other = try daemon.control("calibrate", "--patience", "1")
    #expect(other.status == 1 && other.errors.contains("another client"))
    calibration.end(SIGKILL)
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(
      try daemon.wait {
        try daemon.control("tap", "45", "95").status == 0
          && FileManager.default.fileExists(atPath: place)
      }
    )
  }

  @Test("Nobody there, a file with mistakes, a pointercal without a device: one sentence, status 1")
  func refusals() throws {
    let daemon = try RunningDaemon(scene)
    let wrong = try daemon.place.write("[touch]\ncolour = 3\n", to: "wrong.toml")
    let pointercal = try daemon.place.write("1 0 0 0 1 0 1\n", to: "pointercal")
    for (arguments, words) in [
      (["--patience", "0.1"], "nobody has touched cross 1"), (["--write", wrong], "has mistakes"),
      (["--from", pointercal], "no touch device"),
    ] {
      let outcome = try run("swellctl", ["calibrate", "--socket", daemon.socket] + arguments)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(try daemon.control("calibrate", "--device", "/dev/input/event1").status == 64)
  }
}
