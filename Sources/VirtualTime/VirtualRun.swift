// SPDX-License-Identifier: Apache-2.0
package import Configuration
package import Control
package import DisplayServer
package import Geometry
package import LinuxSystem
package import MonotonicTime
package import Presentation
package import Touch
package import Widgets

/// The daemon's own code on a virtual display, in time that exists only as numbers.
///
/// Time stands still while the server works and jumps from one deadline to the next, so a run is exact
/// and repeatable, and takes as long as drawing takes. The run begins at 0 s, which is also a vblank.
package final class VirtualRun {
  /// The display.
  package let output: VirtualOutput
  private let server: Server<VirtualOutput, NoTouchSource>

  /// The current time.
  package private(set) var now = MonotonicInstant(nanoseconds: 0)

  /// A run of `settings`, started, at 0 s.
  ///
  /// - Parameters:
  ///   - settings: The settings that are shown.
  ///   - mode: The mode of the virtual display.
  ///   - hertz: Its exact refresh rate.
  ///   - extraStrideBytes: Padding of its rows.
  ///   - record: The changes by requests to a run before.
  ///   - wallTime: Seconds since 1970 at 0 s, in UTC, for labels that show the time.
  ///   - timeScale: Seconds of the scene for a second of the run, 0 … 100.
  ///   - configuration: The source from which a reload gets its settings.
  ///   - light: The light behind the pretended panel; `nil` for none.
  ///   - wallClock: A clock on the wall that the schedule follows; `nil` for that of `wallTime`, and no
  ///     schedule.
  ///   - listener: A control socket for ``serveClients()``; real time passes while clients are served.
  /// - Throws: `SystemError` when there is a listener and no descriptor is left.
  package init(
    settings: Settings,
    mode: OutputMode,
    hertz: Double,
    extraStrideBytes: Int = 0,
    restoring record: StateRecord? = nil,
    wallTime: Int64 = 0,
    timeScale: Double = 1,
    configuration: ConfigurationSource = .builtIn,
    light: (any PanelLight)? = nil,
    wallClock: (any WallClock)? = nil,
    listener: consuming UnixListener? = nil
  ) throws(SystemError) {
    output = VirtualOutput(mode: mode, hertz: hertz, extraStrideBytes: extraStrideBytes)
    var host = ServerHost()
    host.light = light
    host.followsSchedule = wallClock != nil
    server = try Server(
      settings: settings,
      configuration: configuration,
      output: output,
      touchSource: NoTouchSource(),
      restoring: record,
      wallClock: wallClock ?? SceneClock(startingAt: wallTime),
      timeScale: timeScale,
      listener: listener,
      host: host,
      log: .none,
      at: now
    )
    server.start(at: now)
    settle()
  }

  /// Lets time pass until `instant`, doing everything that is due by then.
  package func advance(to instant: MonotonicInstant) {
    while let due = server.deadline, due <= instant {
      now = max(now, due)
      settle()
    }
    now = max(now, instant)
  }

  /// Lets go of the display, as at the daemon's end.
  package func stop() { server.stop(at: now) }

  /// Carries out a request at the current time.
  ///
  /// - Returns: The request's result.
  /// - Throws: The error that the daemon would answer its client.
  @discardableResult
  package func perform(_ request: ControlRequest) throws(JSONRPCError) -> ControlResult {
    let unfinished = UnfinishedRequest()
    while true {
      let answer: ControlAnswer
      do throws(RequestFault) {
        answer = try server.answer(request, unfinished: unfinished, at: now)
      } catch {
        throw JSONRPCError(error)
      }
      switch answer {
      case .result(let result, _):
        settle()
        return result
      case .unfinished, .waits:
        continue
      case .later:
        // A frame is about to be drawn; the daemon would answer after it.
        guard let due = server.deadline else { continue }
        advance(to: due)
      }
    }
  }

  /// Lets a finger do something at the current time.
  package func touch(_ event: TouchEvent) {
    server.handleTouch(event, at: now)
    settle()
  }

  /// Lets the control socket's clients have one turn at the current time.
  package func serveClients() {
    server.controlIsReady(at: now)
    settle()
  }

  /// Tells that the clock on the wall was set.
  package func clockHasJumped() {
    server.clockHasJumped(at: now)
    settle()
  }

  /// The scene drawn anew, whole, as the screen shows it.
  ///
  /// - Returns: XRGB8888 pixels of the buffer, row by row without padding; `nil` without a display.
  package func picture() -> [UInt8]? { server.scene?.picture(at: server.shownInstant) }

  /// The transform from the view to the display's buffers; nil without a display.
  package var transform: OutputTransform? { server.transform }

  /// The widgets that are shown; nil without a display.
  package var scene: Scene? { server.scene }

  /// Plugs a keyboard in, or pulls it out.
  package func setKeyboard(isPlugged: Bool) {
    server.setKeyboard(isPlugged: isPlugged, at: now)
    settle()
  }

  /// The daemon's report about itself.
  package var status: StatusReport { server.statusReport(at: now) }

  /// The changes by requests that outlive the process.
  package var stateRecord: StateRecord { server.stateRecord }

  /// The instant of the scene that was drawn last.
  package var shownInstant: MonotonicInstant { server.shownInstant }

  /// The buttons' offsets and the indicators' percentages would not move any more.
  package var isAtRest: Bool { server.deadline == nil }

  /// Does what is due at the current time, which may make more due.
  private func settle() {
    repeat { server.advance(to: now) } while server.deadline.map { $0 <= now } ?? false
  }
}
