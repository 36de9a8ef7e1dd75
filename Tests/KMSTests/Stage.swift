// SPDX-License-Identifier: Apache-2.0
import Geometry
import KMS
import LinuxSystem
import MonotonicTime
import Notices
import Presentation

/// An output, its scripted machine, and a server that does what it should, in virtual time.
final class Stage {
  let machine: ScriptedMachine
  let output: ModesettingOutput<ScriptedMachine>
  var now = MonotonicInstant(nanoseconds: 1_000_000_000)
  /// Whether every presented frame is followed by another.
  var animates = true
  /// Everything the output has said.
  var events: [OutputEvent] = []
  /// How frames were answered.
  var outcomes: [CommitOutcome] = []
  /// What the newest accepted frame was filled with.
  private(set) var mark: UInt8 = 0
  private var wantsFrame = false
  private var nextTry: MonotonicInstant?
  private var awaitsFlip = false

  init(
    _ machine: ScriptedMachine,
    _ settings: KMSSettings = KMSSettings(),
    session: (any DisplaySession)? = nil,
    adopting adopted: consuming OwnedFileDescriptor? = nil
  ) throws {
    self.machine = machine
    output = try ModesettingOutput(
      settings: settings,
      system: machine,
      session: session,
      adopting: adopted
    )
  }

  func start() {
    for card in machine.hardware { card.advance(to: now) }
    output.start(at: now)
    settle()
  }

  /// Begins with another picture than an earlier process ended with.
  func begin(above mark: UInt8) { self.mark = mark }

  /// Lets `interval` pass, event by event.
  func run(_ interval: MonotonicInterval) {
    let end = now + interval
    settle()
    while true {
      let mine = [output.deadline, nextTry, machine.nextAnswer].compactMap { $0 }
      let times = machine.hardware.compactMap(\.nextVblank) + mine
      let next = max(now, times.min() ?? end)
      guard next <= end else { break }
      // A deadline that stays in the past would spin.
      now = next == now ? next + MonotonicInterval(nanoseconds: 1) : next
      for card in machine.hardware { card.advance(to: now) }
      settle()
    }
    now = end
    for card in machine.hardware { card.advance(to: now) }
    settle()
  }

  /// Lets the output do what it can do now, and draws what it asks for.
  func settle() {
    output.processReadiness(at: now)
    if let deadline = output.deadline, deadline <= now { output.processDeadline(at: now) }
    takeEvents()
    if wantsFrame, nextTry.map({ $0 <= now }) ?? true { draw() }
    takeEvents()
  }

  /// Asks for a frame although nothing moves.
  func needFrame() {
    wantsFrame = true
    settle()
  }

  private func takeEvents() {
    while let event = output.nextEvent() {
      events.append(event)
      switch event {
      case .presented:
        awaitsFlip = false
        if animates { wantsFrame = true }
      case .activated:
        awaitsFlip = false
        wantsFrame = true
      case .needsFullFrame: wantsFrame = true
      case .deactivated:
        awaitsFlip = false
        wantsFrame = false
      case .notice: break
      }
    }
  }

  private func draw() {
    guard !awaitsFlip else { return }
    nextTry = nil
    let next = mark &+ 1
    let isDrawn = output.withBackBuffer { buffer in
      for row in 0..<buffer.size.height {
        let start = row * buffer.strideBytes
        // In its first column, and in the middle one, which is seen wherever the picture is.
        for column in [0, buffer.size.width / 2] {
          let offset = start + column * buffer.format.bytesPerPixel
          buffer.bytes.storeBytes(of: next, toByteOffset: offset, as: UInt8.self)
        }
      }
      let left = Int(next) % max(1, buffer.size.width - 8)
      return PixelRegion(PixelRect(left: left, top: 0, right: left + 8, bottom: 4))
    }
    guard isDrawn else { return }
    let outcome = output.commit(at: now)
    outcomes.append(outcome)
    switch outcome {
    case .queued:
      mark = next
      wantsFrame = false
      awaitsFlip = true
    case .busy: nextTry = now + .milliseconds(1)
    case .unavailable: wantsFrame = false
    }
  }

  /// Puts a duplicate of the device's descriptor into the service manager's store.
  func keepOpenFile() { machine.newest?.isStored = true }

  // MARK: - What was seen

  /// Feedback of all presented frames.
  var feedback: [PresentationFeedback] {
    events.compactMap { if case .presented(let feedback) = $0 { feedback } else { nil } }
  }

  /// Names of all recoveries, in order.
  var recoveries: [String] {
    events.compactMap { if case .notice(let notice) = $0 { notice.recovery } else { nil } }
  }

  /// All sentences for the log.
  var messages: [String] {
    events.compactMap { if case .notice(let notice) = $0 { notice.message } else { nil } }
  }

  var activations: Int {
    events.filter { if case .activated = $0 { true } else { false } }.count
  }

  /// Whether the screen of `card` shows the newest frame that was accepted.
  func showsNewestFrame(_ card: ScriptedHardware) -> Bool {
    card.buffer(card.shown)?.mark == mark
  }
}
