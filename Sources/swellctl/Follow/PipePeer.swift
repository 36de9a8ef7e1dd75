// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import LinuxSystem
internal import MonotonicTime

/// `fifo:PATH` and `psplash`: a FIFO that programs write into.
struct PipePeer: FollowedPeer, ~Copyable {
  /// The parser of the bytes that are written.
  enum Reader {
    case reports(PercentReports)
    case splash(SplashCommands)
  }

  /// Longest wait for the end of a message; then it is taken for whole.
  private static var patience: MonotonicInterval { .milliseconds(250) }
  /// Interval between looks if the FIFO is still where writers find it.
  private static var interval: MonotonicInterval { .milliseconds(5000) }

  private(set) var outage: String?
  private let path: String
  private var reader: Reader
  private var pipe: NamedPipe?
  private var descriptorNumber: CInt?
  private var buffer = [UInt8](repeating: 0, count: 4096)
  private var retry = RetryPause()
  /// Time at which a message without its end is taken for whole.
  private var end: MonotonicInstant?
  /// Tells a writer that has gone from one that has said its word.
  private var line = HeldLine()
  /// Time at which a writer that has let go is known to have gone; nil while none has.
  private var departure: MonotonicInstant?
  private var nextLook: MonotonicInstant

  init(_ path: String, reader: Reader) {
    self.path = path
    self.reader = reader
    nextLook = MonotonicClock.now()
  }

  var remark: String? {
    guard case .splash(let commands) = reader, commands.isUnreadable else { return nil }
    return "something was written into \(path) that is no command of psplash's"
  }

  var interests: [DescriptorPoll.Interest] {
    descriptorNumber.map { [.init($0, readiness: .readable)] } ?? []
  }

  var deadline: MonotonicInstant? {
    guard descriptorNumber != nil else { return retry.instant }
    return [end, departure, nextLook].compactMap { $0 }.min()
  }

  mutating func work(at now: MonotonicInstant) -> [PeerEvent] {
    if now >= nextLook, let isThere = pipe?.isAt(path) {
      nextLook = now + Self.interval
      if !isThere { close() }
    }
    if descriptorNumber == nil {
      guard now >= retry.instant else { return [] }
      open(at: now)
    }
    return read(at: now)
  }

  private mutating func open(at now: MonotonicInstant) {
    do throws(SystemError) {
      let opened = try NamedPipe.open(path, mode: 0o660)
      descriptorNumber = opened.descriptor
      pipe = consume opened
      outage = nil
      retry.succeed()
      nextLook = now + Self.interval
    } catch {
      retry.fail(at: now)
      outage = outage ?? "waiting for a FIFO at \(path) (\(error.reason))"
    }
  }

  private mutating func close() {
    pipe = nil
    descriptorNumber = nil
  }

  private mutating func read(at now: MonotonicInstant) -> [PeerEvent] {
    var events: [PeerEvent] = []
    var last = NamedPipe.Reading.noWriter
    // As much as a pipe holds; a writer without end is read on in the next turn.
    for _ in 0..<16 {
      last = look()
      switch last {
      case .bytes(let bytes):
        events += append(bytes)
        end = hasPart ? now + Self.patience : nil
        line.hear(at: now)
        departure = nil
        continue
      case .end: departure = line.close(at: now)
      case .quiet, .noWriter: break
      }
      break
    }
    if let end, end <= now {
      self.end = nil
      events += finish()
    }
    return events + departures(last, at: now)
  }

  private mutating func look() -> NamedPipe.Reading {
    do throws(SystemError) {
      return try pipe?.read(into: &buffer) ?? .noWriter
    } catch {
      // Opened anew in the next turn.
      close()
      return .noWriter
    }
  }

  /// Says of a writer that it has gone, once it is due and no other has taken its place.
  private mutating func departures(_ last: NamedPipe.Reading, at now: MonotonicInstant)
    -> [PeerEvent]
  {
    guard let due = departure, due <= now else { return [] }
    departure = nil
    return last == .quiet ? [] : [.left("nobody writes into \(path) any more")]
  }

  private var hasPart: Bool {
    switch reader {
    case .reports(let reports): reports.hasPartialLine
    case .splash(let commands): commands.hasPartialCommand
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) -> [PeerEvent] {
    switch reader {
    case .reports(var reports):
      defer { reader = .reports(reports) }
      return reports.append(bytes)
    case .splash(var commands):
      defer { reader = .splash(commands) }
      return commands.append(bytes)
    }
  }

  private mutating func finish() -> [PeerEvent] {
    switch reader {
    case .reports(var reports):
      defer { reader = .reports(reports) }
      return reports.finishLine()
    case .splash(var commands):
      defer { reader = .splash(commands) }
      return commands.finishCommand()
    }
  }
}
