// SPDX-License-Identifier: Apache-2.0
package import JSON
package import Widgets

/// The status of a widget's program.
package struct JobStatus: Hashable, Described {
  /// The state of a job.
  package enum State: String, CaseIterable, Hashable, FactValue {
    /// Nothing has been run, or nothing is told of it any more.
    case idle
    /// It was asked for and has not been heard of yet.
    case starting
    /// It runs.
    case running
    /// It runs and is to be ended.
    case cancelling
    /// It has ended with exit status 0.
    case done
    /// It has ended otherwise, or could not be started.
    case failed
    /// It has ended because it was to be ended.
    case cancelled

    /// True if it may still change.
    package var isUnderWay: Bool {
      switch self {
      case .starting, .running, .cancelling: true
      case .idle, .done, .failed, .cancelled: false
      }
    }
  }

  /// State of the job.
  package var state: State
  /// Progress, 0 … 100: never above 99 before it is done, and never less than it was.
  package var percent: Double
  /// Its exit status, or 128 and the number of the signal that has ended it; nil before its end.
  package var exitStatus: Int?
  /// Its newest text about itself, in at most 256 bytes.
  package var text: String
  /// Its process id; nil before its start.
  package var process: Int?

  /// A job in this state.
  package init(
    _ state: State,
    percent: Double = 0,
    exitStatus: Int? = nil,
    text: String = "",
    process: Int? = nil
  ) {
    self.state = state
    self.percent = percent
    self.exitStatus = exitStatus
    self.text = text
    self.process = process
  }

  package static let facts: [Fact<Self>] = [
    Fact("state") { $0.state },
    Fact("percent") { $0.percent },
    Fact("status") { $0.exitStatus },
    Fact("text") { $0.text },
    Fact("pid") { $0.process },
  ]
}

/// A request about jobs: the programs that widgets run.
package enum JobRequest: Hashable, Sendable {
  /// Runs the program of the widget, as a trigger would.
  case start(id: String)
  /// Ends it.
  case cancel(id: String)
  /// Tells what it has come to.
  case get(id: String)
  /// Tells the daemon what it has come to; from its runner. `job` tells two runs apart.
  case report(id: String, job: String, JobStatus)

  /// True if it changes what people see or what programs do.
  package var isChange: Bool {
    switch self {
    // A report is the program's own, many times a second.
    case .get, .report: false
    case .start, .cancel: true
    }
  }

  /// The widget's id.
  package var id: String {
    switch self {
    case .start(let id), .cancel(let id), .get(let id), .report(let id, _, _): id
    }
  }

  /// The method's name.
  package var method: String {
    switch self {
    case .start: "job.start"
    case .cancel: "job.cancel"
    case .get: "job.get"
    case .report: "job.report"
    }
  }

  /// The parameters as they are sent.
  package var params: JSONObject {
    var params = JSONObject([("id", .string(id))])
    guard case .report(_, let job, let status) = self else { return params }
    params["job"] = .string(job)
    for (name, value) in JobStatus.facts.members(of: status) where value != .null {
      params[name] = value
    }
    return params
  }

  /// The methods with their parameters.
  static let methods = [
    Method("job.start", [id], answer: ControlResult.job),
    Method("job.cancel", [id], answer: ControlResult.job),
    Method("job.get", [id], answer: ControlResult.job),
    Method(
      "job.report",
      [
        id, Parameter("job", .text, isRequired: true),
        Parameter("state", .choice(reported.map(\.rawValue)), isRequired: true),
        Parameter("percent", .number(0...100)), Parameter("status", .whole(0...65_535)),
        Parameter("text", .text), Parameter("pid", .whole(1...4_194_304)),
      ],
      answer: ControlResult.reported
    ),
  ]
  private static let id = Parameter("id", .text, isRequired: true)
  /// The states that a job reports.
  private static let reported: [JobStatus.State] = [.running, .done, .failed, .cancelled]

  /// Reads a request; `method` is one of the four.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  init(method: String, params: JSONValue?) throws(WidgetFault) {
    let parameters = try RequestParameters(params, of: Self.methods[method])
    let id = try parameters.required(parameters.string("id"), "id")
    switch method {
    case "job.start": self = .start(id: id)
    case "job.cancel": self = .cancel(id: id)
    case "job.get": self = .get(id: id)
    default:
      let job = try parameters.required(parameters.string("job"), "job")
      guard (1...64).contains(job.utf8.count) else {
        throw .badParameter("job", must: "must have 1 to 64 bytes")
      }
      self = .report(id: id, job: job, try Self.status(parameters))
    }
  }

  private static func status(_ parameters: RequestParameters) throws(WidgetFault) -> JobStatus {
    let name = try parameters.required(parameters.string("state"), "state")
    guard name.utf8.count <= 16, let state = JobStatus.State(rawValue: name),
      reported.contains(state)
    else { throw .badParameter("state", must: "must be one of running, done, failed, cancelled") }
    let text = try parameters.string("text") ?? ""
    guard text.utf8.count <= 256 else {
      throw .badParameter("text", must: "must have at most 256 bytes")
    }
    return JobStatus(
      state,
      percent: try parameters.number("percent") ?? 0,
      exitStatus: try parameters.integer("status"),
      text: text,
      process: try parameters.integer("pid")
    )
  }
}
