// SPDX-License-Identifier: Apache-2.0
import JSON
import CSystemCallCounter
import Configuration
import DisplayServer
import Geometry
import Glibc
import LinuxSystem
import MonotonicTime
import Presentation

/// The daemon's own loop in real time: a button under a tapping finger, then rest.
enum RunningLoop {
  /// Reports of the panel, a multiple of four: the last one lifts the finger.
  private static let reports = 40
  /// Frames until every path has been taken once.
  private static let warmUp = 40
  /// Besides the commit: the wait for the deadline, the wait for the flip, and one to spare for a
  /// display that has to be read.
  private static let callsPerFrame = 3
  /// A wait, and reading and arming the panel's timer.
  private static let callsPerTouch = 3

  private static let scene = """
    [display]
    scale = 1
    [[button]]
    id = "start"
    label = ""
    frame = { x = 30, y = 40, width = 100, height = 40, anchor = "top-left" }
    amplitude = 6
    """

  /// Runs until the panel ends it.
  static func run(_ findings: inout Findings) throws {
    let meter = Meter(capacity: 10_000)
    let mode = OutputMode(
      size: PixelSize(width: 160, height: 120),
      format: .xrgb8888,
      refreshInterval: MonotonicInterval(nanoseconds: 8_333_333)
    )
    let notifier = ServiceNotifier()
    let log = Log.none
    var inherited = InheritedDescriptors()
    let server = try Server(
      settings: Settings(parsing: Array(scene.utf8), fileName: "frame-check"),
      configuration: .builtIn,
      output: MeteredOutput(VirtualOutput(mode: mode, hertz: 120), meter),
      touchSource: TappingPanel(reports: reports, meter),
      listener: nil,
      log: log,
      at: MonotonicClock.now()
    )
    server.host.readClock = MonotonicClock.now
    guard csystem_call_counter_start() == 0 else {
      throw SystemError("counting system calls, which needs ptrace,", number: errno)
    }
    server.start(at: MonotonicClock.now())
    var loop = try EventLoop.open(
      server,
      notifier: notifier,
      persistence: ServicePersistence(&inherited, notifier: notifier, log: log)
    )
    try loop.run()
    judge(meter, &findings)
  }

  private static func judge(_ meter: Meter, _ findings: inout Findings) {
    let warm = meter.frames.dropFirst(warmUp)
    let quiet = warm.filter { $0.touches == 0 }
    findings.expect("frames of the running loop", warm.count, atLeast: 100)
    findings.expect(
      "heap allocations in one of them, touches included",
      Int(warm.map(\.allocations).max() ?? 0),
      atMost: 0
    )
    findings.expect(
      "system calls in one of them, the commit aside",
      Int(quiet.map(\.systemCalls).max() ?? 0),
      atMost: callsPerFrame
    )
    let excess = warm.map { Int($0.systemCalls) - callsPerTouch * $0.touches }
    findings.expect(
      "the same in one with touches, without reading these",
      excess.max() ?? 0,
      atMost: callsPerFrame
    )
    // The wait that lasted all the time, and was ended by the panel.
    let wakeups = meter.callsAtRest.map { Int($0) - 1 }
    findings.expect("wakeups in three seconds at rest", wakeups ?? -1, exactly: 0)
  }
}
