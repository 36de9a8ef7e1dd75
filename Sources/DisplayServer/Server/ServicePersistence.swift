// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem
internal import MonotonicTime
internal import Presentation
internal import Touch
internal import Widgets

/// Keeps the display device and the widgets' state in the service manager's descriptor store, so that
/// a restart, a crash or an upgrade goes unseen.
///
/// Names in the store: `drm`, the display device, whose open file keeps the last frame lit and stays
/// DRM master; `state`, memory with what requests have set.
package struct ServicePersistence: ~Copyable {
  private static let deviceName = "drm"
  private static let stateName = "state"

  /// The display device of an earlier process; taken once.
  private var device: OwnedFileDescriptor?
  private var memory: StateMemory?
  private let notifier: ServiceNotifier
  /// Generation of the output's device that is in the store; -1 for one that no output was given, nil for none.
  private var storedGeneration: Int?
  private var written: [UInt8]?
  /// True if the newest state does not fit, which has been said then.
  private var isTooLong = false
  private var pace = StatePace()
  /// A long state that is being put into words beside the loop, and who does that.
  private var coming: Future<[UInt8]>?
  private let worker = Worker()
  /// The same when it has been, and waits for time to be written.
  private var made: [UInt8]?
  private let log: Log
  /// Sentences for people about a state that was put aside.
  package private(set) var findings: [String] = []

  /// Takes over what an earlier process has left, and removes from the store what is not known.
  package init(
    _ inherited: inout InheritedDescriptors,
    notifier: ServiceNotifier,
    log: Log
  ) {
    self.notifier = notifier
    self.log = log
    device = inherited.take(Self.deviceName)
    if device != nil { storedGeneration = -1 }
    if let file = inherited.take(Self.stateName) { memory = StateMemory(adopting: file) }
    for name in inherited.names { notifier.removeStored(name: name) }
  }

  /// Has long states put into words on a thread from now on.
  ///
  /// - Returns: A descriptor that is readable when ``stateIsMade()`` is to be called.
  /// - Throws: `SystemError` when no descriptor is left.
  func open() throws(SystemError) -> CInt { try worker.open() }

  /// Takes over what a thread has made; the next ``update(_:at:isLast:)`` writes it.
  mutating func stateIsMade() {
    worker.reset()
    guard let state = coming?.value else { return }
    (made, coming) = (state, nil)
  }

  /// Takes the display device that an earlier process had open, for an output to begin with.
  ///
  /// It stays in the store as long as the output uses it: a process that dies between removing it and storing
  /// it anew would leave a dark screen.
  package mutating func takeDevice() -> OwnedFileDescriptor? {
    if device != nil { storedGeneration = 0 }
    return device.take()
  }

  /// Takes over the state that an earlier process has left.
  ///
  /// - Parameter starts: The record of the starts that have read it; nil where they are not counted.
  /// - Returns: The state; nil when there is none, when it makes no sense, or when it is put aside.
  package mutating func restore(_ starts: StartRecord?) -> StateRecord? {
    let nothing = StateRecord().bytes
    guard let bytes = memory?.contents, bytes != nothing else { return nil }
    if let starts, !starts.admit(bytes) {
      write(nothing)
      let sentence =
        "what requests had set is put aside: swelld died \(starts.deaths) times in a row with it"
      findings = [sentence]
      log.tell(.error, sentence, ["file": "\(starts.statePath ?? "none")"])
      return nil
    }
    written = bytes
    guard let record = StateRecord(parsing: bytes) else {
      log.tell(.warning, "the state of the process before makes no sense and is discarded")
      return nil
    }
    return record
  }

  /// The instant at which ``update(_:at:isLast:)`` is to be called for a state that waits; nil where none does, or
  /// where a frame comes first.
  func deadline<Display: Output, Source: TouchSource>(
    _ server: Server<Display, Source>,
    at now: MonotonicInstant
  ) -> MonotonicInstant? {
    guard notifier.isPresent, coming == nil, server.duties.hasNewState || made != nil,
      server.hasTimeToSpare(at: now)
    else { return nil }
    return made == nil ? pace.earliest ?? now : now
  }

  /// Stores what has changed: the device at once, the state when it is time and no frame waits for it.
  ///
  /// - Parameters:
  ///   - server: The server whose device and state are stored.
  ///   - now: The current time.
  ///   - isLast: True if the process ends, so that nothing can wait.
  mutating func update<Display: Output, Source: TouchSource>(
    _ server: Server<Display, Source>,
    at now: MonotonicInstant,
    isLast: Bool = false
  ) {
    guard notifier.isPresent else { return }
    let isStored = !server.duties.hasNewState && coming == nil && made == nil
    if !isStored, isLast || server.duties.hasUrgentState {
      // What was on its way is older.
      (made, coming) = (nil, nil)
      write(server.stateRecord.bytes)
      noteWrite(server, at: now)
    } else if coming == nil, server.hasTimeToSpare(at: now) {
      if let made = made.take() {
        write(made)
      } else if server.duties.hasNewState, pace.mayWrite(at: now) {
        put(server.stateRecord)
        noteWrite(server, at: now)
      }
    }
    // A display that has been stopped has no device any more, and the next process shall find the one that
    // still shows the picture.
    guard !isLast else { return }
    let generation = server.output.deviceGeneration
    guard generation != storedGeneration else { return }
    if storedGeneration != nil {
      // A stored duplicate would keep the old device open, and master.
      notifier.removeStored(name: Self.deviceName)
      storedGeneration = nil
    }
    guard let descriptor = server.output.descriptorForStore else { return }
    notifier.store(descriptor, name: Self.deviceName)
    storedGeneration = generation
  }

  private mutating func noteWrite<Display: Output, Source: TouchSource>(
    _ server: Server<Display, Source>,
    at now: MonotonicInstant
  ) {
    server.duties.stateIsStored()
    pace.noteWrite(at: now)
  }

  /// Writes a short state, and has a long one put into words first.
  private mutating func put(_ record: StateRecord) {
    guard record.isLongerThan(Self.lengthAtOnce) else { return write(record.bytes) }
    let worker = worker
    coming = Future.begin(by: { worker.begin($0) }) { record.bytes }
    if coming == nil { write(record.bytes) }
  }

  /// Length of a state that the loop puts into words by itself: some tens of microseconds.
  private static let lengthAtOnce = 1024

  private mutating func write(_ state: [UInt8]) {
    var bytes = state
    let wasTooLong = isTooLong
    isTooLong = bytes.count > StateMemory.capacity
    if isTooLong {
      if !wasTooLong { log.tell(.warning, "what was set is too long to outlive the process") }
      // Nothing is better than what was true once.
      bytes = StateRecord().bytes
    }
    guard bytes != written else { return }
    if memory?.write(bytes) ?? false {
      written = bytes
      return
    }
    // There is none yet, or an earlier version has left one that is too small.
    guard var made = try? StateMemory.make(), made.write(bytes) else { return }
    if memory != nil { notifier.removeStored(name: Self.stateName) }
    notifier.store(made.descriptor, name: Self.stateName)
    memory = consume made
    written = bytes
  }
}
