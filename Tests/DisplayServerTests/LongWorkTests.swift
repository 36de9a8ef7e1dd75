// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import Glibc
import Imaging
import JSON
import LinuxSystem
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime

@Suite("What takes longer than a frame has time")
struct LongWorkTests {
  @Test("A large picture is painted between frames, and shows one instant all the same")
  func largePicture() throws {
    // So large that no build paints it in two turns.
    let kiosk = try SocketKiosk(mode: smallMode(1000, 2000))
    let client = try kiosk.connect()
    try kiosk.run.perform(.setProgress(ProgressChange(percent: 50, duration: 0)))
    _ = kiosk.ask(client, "{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1}")
    let before = kiosk.run.status.frames.presented
    var instants: [[UInt8]] = []
    client.send("{\"jsonrpc\":\"2.0\",\"method\":\"screenshot\",\"id\":2}")
    for _ in 0..<10_000 where client.descriptors.isEmpty {
      // The picture is begun in one of the first turns.
      if instants.count < 4, let picture = kiosk.run.picture() { instants.append(picture) }
      kiosk.run.serveClients()
      kiosk.run.pass(1.0 / 60)
      client.receive()
    }
    let memory = OwnedFileDescriptor(adopting: dup(try #require(client.descriptors.first)))
    let pixels = try FileReader.read(memory, limit: 1 << 24)
    #expect(instants.contains(pixels))
    #expect(Set(instants).count == instants.count)
    // Frames went on meanwhile.
    #expect(kiosk.run.status.frames.presented - before > 2)
  }

  @Test("A client that goes while its picture is painted leaves nothing that others wait for")
  func abandonedPicture() throws {
    let kiosk = try SocketKiosk(mode: smallMode(160, 2000))
    let call = "{\"jsonrpc\":\"2.0\",\"method\":\"screenshot\",\"id\":1}"
    let other = try kiosk.connect()
    do {
      let client = try kiosk.connect()
      _ = kiosk.ask(client, "{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1}")
      client.send(call)
      kiosk.run.serveClients()
    }
    #expect(kiosk.ask(other, call)?["result"]?["height"] == 2000)
    #expect(other.descriptors.count == 1)
  }
}

@Suite("A reload changes what has changed")
struct UnchangedReloadTests {
  private let folder = TemporaryFolder()

  private func kiosk(_ toml: String) throws -> VirtualRun {
    folder.write(Array(toml.utf8), to: "swell.toml")
    let run = try VirtualRun(
      settings: Settings(parsing: Array(toml.utf8), fileName: folder["swell.toml"]),
      mode: smallMode(),
      hertz: 60,
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    run.pass(0.1)
    return run
  }

  @Test("A file that says what is shown leaves everything as it moves")
  func unchanged() throws {
    let (run, other) = (try kiosk(plainScene), try kiosk(plainScene))
    for run in [run, other] {
      try run.perform(.setProgress(ProgressChange(percent: 60, duration: 2)))
      run.pass(0.7)
    }
    try run.perform(.reload)
    // It may have waited for a frame.
    let end = run.now + MonotonicInterval(seconds: 0.5)
    for run in [run, other] { run.advance(to: end) }
    #expect(run.picture() == other.picture())
    #expect(run.widget("main")?["shown"] == other.widget("main")?["shown"])
  }

  /// An image of which the left part is black, and with it the mask's ink.
  private func writeImage(blackColumns: Int) throws {
    let size = PixelSize(width: 8, height: 8)
    let pixels = (0..<64).flatMap { index -> [UInt8] in
      let value: UInt8 = index % 8 < blackColumns ? 0 : 255
      return [value, value, value, 0]
    }
    try PNGImage.write(to: folder["logo.png"], xrgb8888: pixels, size: size, strideBytes: 32)
  }

  @Test("An image that has changed, or was missing, is shown, though the file says the same")
  func images() throws {
    let toml = plainScene.replacing(
      "mask = { shape = \"circle\" }",
      with: "mask = { image = \"\(folder["logo.png"])\" }\n  percent = 100"
    )
    let run = try kiosk(toml)
    var pictures = [run.picture()]
    for columns in [4, 6] {
      try writeImage(blackColumns: columns)
      try run.perform(.reload)
      run.pass(0.1)
      pictures.append(run.picture())
    }
    #expect(Set(pictures).count == 3)
    try run.perform(.reload)
    run.pass(0.1)
    #expect(run.picture() == pictures[2])
  }

  @Test("A file with more masks than a scene may have is an error, and the running scene stays")
  func budget() throws {
    let run = try kiosk(plainScene)
    let before = run.picture()
    let mask = """

      [[progress]]
      id = "m"
      frame = { x = 0, y = 0, width = 5000, height = 5000 }
      """
    folder.write(Array((plainScene + mask).utf8), to: "swell.toml")
    let error = refusal { () throws(JSONRPCError) in try run.perform(.reload) }
    let line = plainScene.split(separator: "\n", omittingEmptySubsequences: false).count + 1
    #expect(
      error?.data?["errors"]?.array?.first?.string?
        .hasPrefix("\(folder["swell.toml"]):\(line):1: error: with this widget") ?? false
    )
    #expect(run.picture() == before)
  }
}
