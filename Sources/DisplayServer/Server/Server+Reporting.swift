// SPDX-License-Identifier: Apache-2.0
internal import Configuration
package import Control
internal import Geometry
internal import JSON
internal import LinuxSystem
package import MonotonicTime
internal import Notices
internal import PlainText
internal import Presentation
internal import Touch
internal import Widgets

extension Server {
  /// Sends an event to the subscribers of its type.
  func publish(_ details: EventDetails, id: String?, at time: MonotonicInstant) {
    let type = ControlEventType(details.type)
    guard let endpoint, endpoint.hasSubscribers(of: type) else { return }
    endpoint.publish(
      ControlEvent(
        type: type,
        id: id,
        time: time.seconds,
        details: JSONObject(details.members)
      )
    )
  }

  /// Sends an event that says nothing besides its type.
  func publish(_ type: WidgetEventType, id: String?, at time: MonotonicInstant) {
    publish(EventDetails(type), id: id, at: time)
  }

  /// Tells subscribers and the log what the display is doing now.
  func publishOutput(at now: MonotonicInstant) {
    let description = displayDescription
    journal.tell(
      .notice,
      "display",
      [
        "state": "\(description.state)", "mode": "\(description.mode)",
        "connector": "\(description.connector)", "device": "\(description.device)",
      ],
      as: "display \(description.state)",
      at: now
    )
    publishDisplayState(at: now)
    duties.hasNewStatus = true
  }

  /// Tells subscribers what the display is doing now.
  func publishDisplayState(at now: MonotonicInstant) {
    let description = displayDescription
    publish(
      .output(description.state, description.mode, panel.isLit),
      id: description.connector.isEmpty ? nil : description.connector,
      at: now
    )
  }

  /// The display in words; asleep when it is, however that is done.
  var displayDescription: OutputDescription {
    var description = output.description
    if !panel.power.isOn { description.state = "asleep" }
    return description
  }

  /// Notes a device's fault, under `label`.
  func record(_ notice: Notice, as label: String, at now: MonotonicInstant) {
    journal.record(notice, as: label, at: now)
    // The display's last rung: everything else has been tried.
    if notice.recovery == "watchdog" { duties.needsRestart = true }
  }

  /// The changes by requests that outlive the process.
  package var stateRecord: StateRecord {
    var record = StateRecord()
    record.brightness = panel.lighting.requested
    record.light = panel.lighting.lowered
    record.page = widgets.pages.idElsewhere
    let settings = configuration.settings
    let first = settings.display.languages.first ?? ""
    if !settings.language.hasSameBytes(as: first) { record.language = settings.language }
    if !settings.look.isEmpty { record.look = settings.look }
    for (index, id) in widgets.names.ids.enumerated() { record[id] = widgets.changes[index] }
    return record
  }

  /// Everything that `status` tells.
  package func statusReport(at now: MonotonicInstant) -> StatusReport {
    let description = displayDescription
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    return StatusReport(
      version: SwellRelease.version,
      pid: ProcessEnvironment.processID,
      uptime: (now - sceneTime.start).seconds,
      timeScale: sceneTime.rate,
      output: StatusReport.Output(
        kind: description.kind,
        device: text(description.device),
        driver: text(description.driver),
        connector: text(description.connector),
        mode: text(description.mode),
        mirror: text(description.mirror),
        warning: text(description.warning),
        rotation: (scene?.transform.rotation ?? configuration.settings.display.rotation ?? .none)
          .rawValue,
        scale: scene?.transform.scale ?? 1,
        state: description.state,
        isLit: panel.isLit,
        light: lightReport,
        shift: shiftReport
      ),
      frames: StatusReport.Frames(
        presented: frames.clock.presentedCount,
        missed: frames.clock.missedCount,
        idle: frames.restCount,
        isResting: frames.isResting,
        renderMicroseconds: percentiles(frames.clock.renderTimes, unitsPerSecond: 1e6),
        leadMicroseconds: Double(frames.clock.learnedLead.nanoseconds) / 1000
      ),
      turns: StatusReport.Turns(
        longestMilliseconds: frames.turns.longest(at: now).seconds * 1000,
        late: frames.turns.lateCount
      ),
      touchToFlipMilliseconds: percentiles(frames.touchToFlip, unitsPerSecond: 1e3),
      page: widgets.pages.page?.id,
      inputs: touchSource.devices,
      widgets: widgets.inForce.indices.map {
        widgets.inForce[$0].report(in: scene, at: $0, at: frames.shownInstant)
      },
      recoveries: JSONObject(
        journal.recoveries.map { ($0.name, .number(Double($0.count))) }
      ),
      configurationErrors: configuration.faults
    )
  }

  private func percentiles(
    _ intervals: RecentIntervals,
    unitsPerSecond: Double
  ) -> StatusReport.Percentiles {
    func value(_ percent: Int) -> Double? {
      intervals.percentile(percent).map { $0.seconds * unitsPerSecond }
    }
    return StatusReport.Percentiles(p50: value(50), p99: value(99))
  }
}
