// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import Following
internal import JSON
internal import LinuxSystem
internal import MonotonicTime
internal import PlainText
internal import Raster
internal import Widgets

/// Has the display daemon show the newest figure and text, whenever there is a daemon.
///
/// One request is on its way at a time, and of what happens meanwhile the newest is sent. A daemon that
/// was restarted during a run is told again; once a run's end has been told, no daemon is asked for, as asking
/// would start a daemon that was stopped. What it refuses is asked for again now and then: another configuration may
/// have what is missing.
struct DisplayLink: ~Copyable {
  /// Requests come at most this often; a screen shows no more.
  private static var interval: MonotonicInterval { .milliseconds(33) }
  /// Time after which a refused request is made again.
  private static var patience: MonotonicInterval { .milliseconds(5000) }

  /// The kind of widget that shows a text.
  private enum Way {
    /// In a label, by `label.set`.
    case label
    /// On a button, or by a daemon that has no labels.
    case button
  }

  /// The subject of a request.
  private enum Part: CaseIterable { case percent, text }

  /// The reason for waiting, in words; nil while all is well.
  private(set) var outage: String?
  /// The daemon's newest refusal; nil for none.
  private(set) var remark: String?

  private let connection: ConnectionOptions
  private let indicator: String?
  private let label: String?
  private let failedColor: Color
  private var client: ControlClient?
  private var socket: CInt?
  private var wanted = RunLine.Shown()
  private var isUnderWay = false
  /// The figure and text that the daemon has been asked for last.
  private var sent = RunLine.Shown()
  /// The figure and text that it shows.
  private var delivered = RunLine.Shown()
  /// The part that has been sent and not been answered.
  private var inFlight: Part?
  /// Time at which the answer is overdue, or else the next request may be made.
  private var next: MonotonicInstant
  /// Times until which refused parts are not asked for again.
  private var holds: (percent: MonotonicInstant?, text: MonotonicInstant?)
  private var way = Way.label
  private var retry = RetryPause()

  /// A link to the daemon of `connection`.
  ///
  /// - Parameters:
  ///   - connection: The daemon's socket.
  ///   - indicator: The widget that shows the figure; nil for the only one.
  ///   - label: The widget that shows the text; nil for none.
  ///   - failedColor: The indicator's colour after a failure.
  init(
    _ connection: ConnectionOptions,
    indicator: String?,
    label: String?,
    failedColor: Color
  ) {
    self.connection = connection
    self.indicator = indicator
    self.label = label
    self.failedColor = failedColor
    next = MonotonicClock.now()
  }

  /// The connection's descriptor; nil without one.
  var descriptor: CInt? { socket }

  /// Tells if the daemon has been told all, but for what it refuses.
  func hasDelivered(at now: MonotonicInstant) -> Bool {
    guard inFlight == nil else { return false }
    return socket == nil ? !isAnythingWanted : pending(at: now) == nil
  }

  /// Time at which ``work(at:)`` has something to do.
  var deadline: MonotonicInstant? {
    guard socket != nil else { return isAnythingWanted ? retry.instant : nil }
    if inFlight != nil { return next }
    return Part.allCases.filter { isWanted($0) }.map { max(next, hold($0) ?? next) }.min()
  }

  /// Notes what is to be shown, and whether more of it will come.
  mutating func show(_ shown: RunLine.Shown, isUnderWay: Bool) {
    wanted = shown
    self.isUnderWay = isUnderWay
    // The next daemon knows nothing of the run.
    if socket == nil, isUnderWay { delivered = RunLine.Shown() }
    // What has changed since it was refused is another question.
    if !hasSameLevel(wanted, sent) { holds.percent = nil }
    if !wanted.text.hasSameBytes(as: sent.text) { holds.text = nil }
  }

  /// Connects, reads answers and sends what waits.
  mutating func work(at now: MonotonicInstant) {
    if socket == nil {
      guard isAnythingWanted, now >= retry.instant else { return }
      connect(at: now)
    }
    receive(at: now)
    guard socket != nil, now >= next else { return }
    guard inFlight == nil else { return lose("the display daemon does not answer", at: now) }
    if let part = pending(at: now) { send(part, at: now) }
  }

  private var isAnythingWanted: Bool { Part.allCases.contains { isWanted($0) } }

  private func hasSameLevel(_ one: RunLine.Shown, _ other: RunLine.Shown) -> Bool {
    one.percent == other.percent && one.hasFailed == other.hasFailed
  }

  private func isWanted(_ part: Part) -> Bool {
    switch part {
    case .percent: wanted.percent != nil && !hasSameLevel(wanted, delivered)
    case .text:
      label != nil && wanted.text != nil
        && !wanted.text.hasSameBytes(as: delivered.text)
    }
  }

  private func hold(_ part: Part) -> MonotonicInstant? {
    part == .percent ? holds.percent : holds.text
  }

  /// The part that has to be told now.
  private func pending(at now: MonotonicInstant) -> Part? {
    Part.allCases.first { part in isWanted(part) && hold(part).map { $0 <= now } ?? true }
  }

  private mutating func send(_ part: Part, at now: MonotonicInstant) {
    let request: ControlRequest
    switch part {
    case .percent: (sent.percent, sent.hasFailed) = (wanted.percent, wanted.hasFailed)
    case .text: sent.text = wanted.text
    }
    do throws(WidgetFault) {
      request = try self.request(for: part)
    } catch {
      return take(JSONRPCError(error), of: part, at: now)
    }
    do throws(ClientError) {
      client?.deadline = now + connection.patience
      try client?.send(request)
    } catch {
      return lose(error.sentence, at: now)
    }
    inFlight = part
    next = now + connection.patience
  }

  private func request(for part: Part) throws(WidgetFault) -> ControlRequest {
    switch part {
    case .percent:
      let percent = wanted.percent ?? 0
      // A new run begins at its beginning; of a way back there is nothing to be seen.
      let over: Double? = percent < delivered.percent ?? 0 ? 0 : nil
      return .widget(
        .progress(
          wanted.hasFailed
            ? .fail(id: indicator, percent: percent, over: over, color: failedColor)
            : .set(id: indicator, percent: percent, over: over, ease: nil)
        )
      )
    case .text:
      let text = wanted.text ?? ""
      guard way == .button, let label else {
        return .widget(.label(.set(id: label, text: text, over: nil, ease: nil)))
      }
      return .setWidget(id: label, change: try WidgetChange(JSONObject([("label", .string(text))])))
    }
  }

  private mutating func connect(at now: MonotonicInstant) {
    do throws(ClientError) {
      let connected = try connection.connectAtOnce()
      socket = connected.descriptor
      client = consume connected
    } catch {
      return lose(error.sentence, at: now)
    }
    (way, next, outage) = (.label, now, nil)
    holds = (nil, nil)
  }

  private mutating func receive(at now: MonotonicInstant) {
    let outcome: Result<JSONValue, JSONRPCError>?
    do throws(ClientError) {
      outcome = try client?.response()
    } catch {
      return lose(error.sentence, at: now)
    }
    guard let outcome, let part = inFlight else { return }
    inFlight = nil
    next = now + Self.interval
    retry.succeed()
    switch (outcome, part) {
    case (.success, .percent):
      (delivered.percent, delivered.hasFailed) = (sent.percent, sent.hasFailed)
    case (.success, .text): delivered.text = sent.text
    case (.failure(let refusal), _): take(refusal, of: part, at: now)
    }
  }

  private mutating func take(_ refusal: JSONRPCError, of part: Part, at now: MonotonicInstant) {
    let isOtherKind = [JSONRPCError.Code.methodNotFound, JSONRPCError.Code.wrongKind]
    if part == .text, way == .label, isOtherKind.contains(refusal.code) {
      way = .button
      return
    }
    remark = ClientError.refused(by: refusal).sentence
    switch part {
    case .percent: holds.percent = now + Self.patience
    case .text: holds.text = now + Self.patience
    }
  }

  /// Lets go of the connection; of a run that is under way the next one is told all again.
  private mutating func lose(_ reason: String, at now: MonotonicInstant) {
    client = nil
    (socket, inFlight) = (nil, nil)
    retry.fail(at: now)
    if isUnderWay { delivered = RunLine.Shown() }
    guard isAnythingWanted else { return }
    // The first attempts after a restart fail for reasons that change; one of them is told.
    outage = outage ?? "\(reason); trying again"
  }
}
