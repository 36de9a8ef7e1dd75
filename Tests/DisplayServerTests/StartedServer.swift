// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import TestSupport
import Touch
import VirtualKiosk

@testable import DisplayServer

/// A server on a small display that shows `toml`, which a reload reads from the folder.
func startedServer(
  _ toml: String,
  of folder: borrowing TemporaryFolder,
  at instant: MonotonicInstant
) throws -> Server<VirtualOutput, NoTouchSource> {
  let server = try Server(
    settings: settings(toml),
    configuration: ConfigurationSource(path: folder["swell.toml"]),
    output: VirtualOutput(mode: smallMode(), hertz: 60),
    touchSource: NoTouchSource(),
    wallClock: SceneClock(startingAt: 0),
    listener: nil,
    log: .none,
    at: instant
  )
  server.start(at: instant)
  server.advance(to: instant)
  return server
}
