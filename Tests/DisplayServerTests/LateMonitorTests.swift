// SPDX-License-Identifier: Apache-2.0
import Control
import MonotonicTime
import Presentation
import Testing
import Touch
import VirtualKiosk

@testable import DisplayServer

@Suite("A monitor that comes late")
struct LateMonitorTests {
  @Test(
    "One that is plugged in after the panel would have gone to sleep is lit",
    arguments: [1, 11, 3600]
  )
  func lit(after seconds: Int) throws {
    let begin = MonotonicInstant(seconds: 1)
    let output = VirtualOutput(mode: smallMode(), hertz: 60)
    let server = try Server(
      settings: settings(plainScene.replacing("[display]", with: "[display]\nblank_after = 10")),
      configuration: .builtIn,
      output: output,
      touchSource: NoTouchSource(),
      listener: nil,
      log: .none,
      at: begin
    )
    var now = begin
    while let due = server.deadline, due < begin + MonotonicInterval(seconds: Double(seconds)) {
      now = max(now, due)
      server.advance(to: now)
    }
    now = begin + MonotonicInterval(seconds: Double(seconds))
    server.advance(to: now)
    output.start(at: now)
    server.outputIsReady(at: now)
    #expect(server.statusReport(at: now).output.state == "active")
    for _ in 0..<10 {
      #expect(!server.statusReport(at: now).output.isLit)
      now = max(now, try #require(server.deadline))
      server.advance(to: now)
      if server.statusReport(at: now).frames.presented > 0 { break }
    }
    #expect(server.statusReport(at: now).output.state == "active")
    #expect(server.statusReport(at: now).output.isLit)
    #expect(server.statusReport(at: now).frames.presented > 0)
    server.blank(at: now)
    #expect(!server.statusReport(at: now).output.isLit)
  }
}
