// SPDX-License-Identifier: Apache-2.0
import Foundation
import Geometry
import Imaging
import Testing

/// A real X server without a screen, with a pointer and a keyboard that a test moves.
final class Desktop {
  private let server = Process()
  /// `:N`.
  let display: String

  /// Starts the server and waits until it takes clients.
  init() throws {
    let pipe = Pipe()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/Xvfb")
    // It chooses a number that is free and says which.
    server.arguments = [
      "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp", "-noreset",
    ]
    server.standardOutput = pipe
    server.standardError = FileHandle.nullDevice
    server.standardInput = FileHandle.nullDevice
    try server.run()
    let number = LineReader(pipe).next() ?? "none"
    display = ":\(number)"
  }

  deinit {
    // It has inherited signals that the test's thread blocks, and so its end has to be made, and cleared up.
    if server.isRunning { kill(server.processIdentifier, SIGKILL) }
    server.waitUntilExit()
    let number = display.dropFirst()
    for path in ["/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)"] {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Runs a program of the desktop to its end.
  func run(_ name: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = arguments
    process.environment = ["DISPLAY": display, "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}

/// Pixels of a window: XRGB8888, row by row.
struct WindowPicture: Equatable {
  let size: PixelSize
  let pixels: [UInt32]

  /// The pixel in a column of a row.
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }

  init(size: PixelSize, pixels: [UInt32]) {
    self.size = size
    self.pixels = pixels
  }

  /// What `swellctl screenshot` has written.
  init(png path: String) throws {
    let image = try DecodedImage.open(path)
    size = image.size
    pixels = (0..<image.size.width * image.size.height).map { index in
      (0..<3).reduce(0) { $0 << 8 | UInt32(image.rgba[index * 4 + $1]) }
    }
  }

  /// What `xwd` has written: a header of 25 big-endian words and a name, a table of colours, the pixels.
  init?(xwd data: Data) {
    let bytes = [UInt8](data)
    guard bytes.count >= 100 else { return nil }
    func word(_ index: Int) -> Int {
      bytes[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    let (header, version, format, order, bits) = (word(0), word(1), word(2), word(7), word(11))
    guard version == 7, format == 2, order == 0, bits == 32 else { return nil }
    size = PixelSize(width: word(4), height: word(5))
    let (stride, first) = (word(12), header + word(19) * 12)
    guard bytes.count >= first + stride * size.height else { return nil }
    var pixels: [UInt32] = []
    for row in 0..<size.height {
      for column in 0..<size.width {
        let offset = first + row * stride + column * 4
        pixels.append(
          UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
        )
      }
    }
    self.pixels = pixels
  }
}

/// `swell-preview` in a window of a desktop of its own, with a socket of its own.
final class RunningPreview {
  let desktop: Desktop
  let place: Workplace
  let process: Process
  let socket: String
  let file: String
  /// What it prints.
  let output = Pipe()
  private let log: LineReader
  private(set) var window = ""

  /// Opens the window of a scene and waits until it is there.
  init(
    _ configuration: String,
    panel: String = "160x120",
    _ options: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    desktop = try Desktop()
    place = try Workplace()
    socket = place.path("control.sock")
    file = try place.write(configuration, to: "scene.toml")
    process = program(
      "swell-preview",
      ["--panel", panel, "--socket", socket] + options + [file]
    )
    process.environment?["DISPLAY"] = desktop.display
    process.environment?.merge(environment) { $1 }
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    log = LineReader(errors)
    try process.run()
    // One that has ended instead would be waited for without end.
    _ = try #require(log.wait(for: "the window is open"))
    let found = try pointer("search", "--sync", "--onlyvisible", "--name", "scene.toml")
    window = found.split(separator: "\n").last.map(String.init) ?? ""
    // Nobody manages windows here: the keyboard has to be told whose it is.
    _ = try pointer("windowfocus", "--sync", window)
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Has `xdotool` do something.
  @discardableResult
  func pointer(_ arguments: String...) throws -> String {
    String(decoding: try desktop.run("xdotool", arguments), as: UTF8.self)
  }

  /// Moves the pointer to a pixel of the window.
  func move(_ x: Int, _ y: Int) throws {
    try pointer("mousemove", "--sync", "--window", window, "\(x)", "\(y)")
  }

  /// Presses and lets go of a key, such as `ctrl+d`.
  func key(_ name: String) throws { try pointer("key", name) }

  /// The window's pixels as the X server has them.
  func picture() throws -> WindowPicture? {
    WindowPicture(xwd: try desktop.run("xwd", ["-silent", "-id", window]))
  }

  /// Runs swellctl against this preview.
  func control(_ arguments: String..., input: String = "") throws -> Outcome {
    try run("swellctl", [arguments[0], "--socket", socket] + arguments.dropFirst(), input: input)
  }

  /// Asks until `condition` holds; each question is a round trip to the preview.
  func wait(until condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<300 {
      if try condition() { return true }
      _ = try control("status")
    }
    return false
  }

  /// Waits until the window shows this picture, bit for bit.
  func waitFor(_ expected: WindowPicture) throws -> Bool {
    try wait { try picture() == expected }
  }

  /// Writes the scene's file anew and waits for nothing.
  func save(_ text: String) throws { _ = try place.write(text, to: "scene.toml") }

  /// Waits for the end.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }
}

/// What the daemon shows of a scene at rest on its virtual display.
func daemonPicture(
  of configuration: String,
  _ size: String = "160x120"
) throws -> WindowPicture {
  let daemon = try RunningDaemon(configuration, output: "virtual:\(size)@60")
  let path = daemon.place.path("shot.png")
  _ = try daemon.wait {
    try daemon.control("status", "--json").output.contains("\"resting\":true")
  }
  #expect(try daemon.control("screenshot", path).status == 0)
  return try WindowPicture(png: path)
}
