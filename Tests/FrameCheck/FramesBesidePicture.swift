// SPDX-License-Identifier: Apache-2.0
import CAllocationCounter
import Configuration
import Geometry
import Glibc
import LinuxSystem
import MonotonicTime
import Presentation
import VirtualTime

/// Frames while a client's picture is painted row by row from a copy of the scene.
enum FramesBesidePicture {
  private static let scene = """
    [display]
    scale = 1
    [[button]]
    id = "start"
    frame = { x = 20, y = 80, width = 50, height = 30, anchor = "top-left" }
    [[progress]]
    id = "main"
    percent = 50
    """

  static func run(_ findings: inout Findings) throws {
    let path = "/tmp/swell-frame-check-\(getpid())"
    let run = try VirtualRun(
      settings: Settings(parsing: Array(scene.utf8), fileName: "frame-check"),
      mode: OutputMode(
        size: PixelSize(width: 3840, height: 2160),
        format: .xrgb8888,
        refreshInterval: MonotonicInterval(nanoseconds: 16_666_667)
      ),
      hertz: 60,
      listener: UnixListener.listen(at: path, mode: 0o600)
    )
    let client = try UnixStream.connect(to: path)
    _ = unsafe unlink(path)
    // Every path is taken once, and the client is known.
    for _ in 0..<30 {
      frame(run)
      run.serveClients()
    }
    _ = client.send(Array("{\"jsonrpc\":\"2.0\",\"method\":\"screenshot\",\"id\":1}\n".utf8)[...])
    // A turn takes half a millisecond of it, the whole several times as long.
    client.setNonblocking()
    var buffer = [UInt8](repeating: 0, count: 4096)
    var frames = 0
    var allocations: UInt64 = 0
    while case .wouldBlock = client.receive(into: &buffer) {
      run.serveClients()
      let before = callocation_counter_count()
      frame(run)
      allocations += UInt64(callocation_counter_count() - before)
      frames += 1
    }
    findings.expect("frames while a picture of 3840 × 2160 is painted", frames, atLeast: 3)
    findings.expect("heap allocations in all of them", Int(allocations), atMost: 0)
  }

  private static func frame(_ run: VirtualRun) {
    run.advance(to: run.now + MonotonicInterval(seconds: 1.0 / 60))
  }
}
