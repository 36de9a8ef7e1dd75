// SPDX-License-Identifier: Apache-2.0
internal import Keyboard
internal import MonotonicTime
internal import Touch

/// Reads the event stream of a keyboard or a scanner: keys, or scans as a whole.
///
/// The kernel's repetitions are ignored: what a held key types again is told by a timer of our own.
struct KeyStream {
  /// nil where nothing is typed.
  private let reader: KeyReader?
  /// The codes of the keys that are buttons on the screen, and type nothing.
  private let bound: Set<UInt16>
  /// The keys that press a widget.
  private var pressing = HeldKeys()
  /// Time of the newest event.
  private var latest = MonotonicInstant(nanoseconds: 0)
  private let repetition: (delay: MonotonicInterval, interval: MonotonicInterval)
  private var collector: ScanCollector?
  private let device: String
  private let target: String
  /// The key that is held and types again.
  private var held: (code: UInt16, stroke: KeyStroke, due: MonotonicInstant)?
  /// True while events have been lost, and the following ones tell the present state.
  private(set) var isResynchronizing = false

  /// The stream of the device at `device`, of which no key is held; its keymap is one of `keymaps`.
  ///
  /// - Parameters:
  ///   - typing: The way its keys are read.
  ///   - bound: The codes of keys that are buttons on the screen; a scanner has none.
  ///   - device: The node.
  ///   - keymaps: The keymaps of all devices.
  init(
    _ typing: DeviceAssessment.Typing,
    bound: Set<UInt16> = [],
    device: String,
    keymaps: Keymaps
  ) {
    self.device = device
    switch typing {
    case .keyboard(let keyboard):
      reader = KeyReader(keyboard.layout, keymaps: keymaps)
      repetition = (
        MonotonicInterval(seconds: keyboard.repetition.delay),
        MonotonicInterval(seconds: keyboard.repetition.interval)
      )
      (collector, target) = (nil, "")
      self.bound = bound
    case .buttons:
      reader = nil
      repetition = (.zero, .zero)
      (collector, target) = (nil, "")
      self.bound = bound
    case .scanner(let scanner):
      self.bound = []
      reader = KeyReader(scanner.layout, keymaps: keymaps)
      repetition = (.zero, .zero)
      collector = ScanCollector(terminator: scanner.terminator, gap: scanner.gap)
      target = scanner.target
    }
  }

  /// True if its layout could not be had.
  var isFallback: Bool { reader?.isFallback ?? false }

  /// The lamps that are to be lit.
  var lamps: KeyboardLamps { reader?.lamps ?? [] }

  /// Time at which ``processDeadline(at:into:)`` is due.
  var deadline: MonotonicInstant? { held?.due ?? collector?.deadline }

  /// Takes one event.
  mutating func handle(_ record: InputRecord, into queue: inout TouchQueue) {
    latest = record.time
    if record.type == InputCode.synchronization, record.code == InputCode.dropped {
      forget(into: &queue)
      isResynchronizing = true
    }
    guard record.type == InputCode.key, !isResynchronizing else { return }
    guard !bound.contains(record.code) else { return handleButton(record, into: &queue) }
    guard InputCode.isKey(record.code) else { return }
    switch record.value {
    case 0:
      reader?.release(record.code)
      pressing.release(record.code, at: record.time, into: &queue)
      if held?.code == record.code { held = nil }
    case 1: press(record.code, at: record.time, into: &queue)
    default: break
    }
  }

  /// A key goes down or up that is a button on the screen.
  private mutating func handleButton(_ record: InputRecord, into queue: inout TouchQueue) {
    switch record.value {
    case 0: pressing.release(record.code, at: record.time, into: &queue)
    case 1: pressing.press(record.code, at: record.time, into: &queue)
    default: break
    }
  }

  /// Events come as they happen again.
  mutating func finishResync() {
    isResynchronizing = false
    reader?.reset()
  }

  private mutating func press(
    _ code: UInt16,
    at instant: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    guard let reader, let stroke = reader.press(code) else { return }
    let silence = collector?.deadline
    if let outcomes = collector?.take(stroke, at: instant) {
      tell(outcomes, at: instant, silence: silence, into: &queue)
      return
    }
    if stroke.presses {
      pressing.press(code, stroke: stroke, at: instant, into: &queue)
    } else {
      queue.append(.key(stroke, at: instant))
    }
    held = nil
    guard stroke.repeats, reader.repeats(code) else { return }
    held = (code, stroke, instant + repetition.delay)
  }

  /// Types again what is held, and ends scans after which nothing has come.
  mutating func processDeadline(at now: MonotonicInstant, into queue: inout TouchQueue) {
    if let key = held, key.due <= now {
      queue.append(.key(key.stroke, at: key.due))
      // After a stall it goes on; what was not typed meanwhile is not wanted.
      held?.due = max(key.due + repetition.interval, now)
    }
    let silence = collector?.deadline
    if let outcomes = collector?.expire(at: now) {
      tell(outcomes, at: now, silence: silence, into: &queue)
    }
  }

  /// No key is held any more, and half a scan is none.
  mutating func forget(into queue: inout TouchQueue) {
    reader?.reset()
    held = nil
    pressing.cancel(at: latest, into: &queue)
    for outcome in collector?.lose() ?? [] where outcome == .lost {
      queue.append(.scanLost(target: target))
    }
  }

  /// Tells what has come of scans: those that were ended at `instant`, others when silence had ended them.
  private func tell(
    _ outcomes: [ScanCollector.Outcome],
    at instant: MonotonicInstant,
    silence: MonotonicInstant?,
    into queue: inout TouchQueue
  ) {
    for outcome in outcomes {
      switch outcome {
      case .lost: queue.append(.scanLost(target: target))
      case .scanned(let text, let isTerminated):
        queue.append(
          .scan(
            ScannedText(
              text: text,
              isTerminated: isTerminated,
              device: device,
              target: target,
              time: isTerminated ? instant : silence ?? instant
            )
          )
        )
      }
    }
  }
}
