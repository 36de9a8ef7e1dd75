// SPDX-License-Identifier: Apache-2.0
package import JSON
package import Widgets

/// The cause for which another page has come.
package enum PageCause: String, CaseIterable, FactValue {
  case touch
  case key
  case swipe
  case submit
  case job
  case timeout
  case request
  case reload
}

/// The cause for which another language has come.
package enum LanguageCause: String, CaseIterable, FactValue {
  /// A finger has triggered a widget.
  case touch
  /// A key has.
  case key
  /// A client has asked for it.
  case request
  /// The first page has come by its timeout.
  case timeout
  /// The file has other languages.
  case reload
}

/// The change of a device.
package enum DeviceChange: String, CaseIterable, FactValue {
  case added
  case removed
}

/// A step of a widget's program.
package enum JobStep: String, CaseIterable, FactValue {
  case started
  case progress
  case cancelling
  case done
  case failed
  case cancelled
}

extension RemoteTouch.Phase: FactValue {}

extension WidgetEventType {
  /// A new configuration is in force.
  package static let reload = Self("reload")
  /// A touch, a key or a scan has ended an ``EventDetails/idle``.
  package static let active = Self("active")

  /// Events that concern no widget.
  static let ofServer: [Self] = [
    EventDetails.output.type, EventDetails.input.type, EventDetails.touch.type,
    EventDetails.job.type, EventDetails.page.type, EventDetails.idle.type, active, reload,
    EventDetails.language.type, EventDetails.look.type,
  ]
}

extension EventDetails {
  /// The display came, went, slept or woke.
  package static let output = EventForm(
    "output",
    Member<String>("state"),
    Member<String>("mode"),
    Member<Bool>("lit")
  )
  /// An input device came or went.
  package static let input = EventForm(
    "input",
    Member<String>("name"),
    Member<DeviceChange>("state"),
    Member<String>("kind")
  )
  /// A finger has touched the page of crosses by which touch is calibrated.
  package static let touch = EventForm(
    "touch",
    Member<RemoteTouch.Phase>("phase"),
    Member<Int>("contact"),
    Member<Double>("x"),
    Member<Double>("y")
  )
  /// A program that a widget runs has come further, or to an end: the step, and what ``JobStatus`` tells.
  package static let job = EventForm(
    "job",
    Member<JobStep>("state"),
    Member<Double>("percent"),
    Member<Int?>("status"),
    Member<String>("text"),
    Member<Int?>("pid")
  )
  /// Another page is shown.
  package static let page = EventForm("page", Member<String>("from"), Member<PageCause>("cause"))
  /// There was no touch, key or scan for so many seconds.
  package static let idle = EventForm("idle", Member<IdleSeconds>("seconds"))
  /// Texts are shown in another language.
  package static let language = EventForm(
    "language",
    Member<String?>("language"),
    Member<LanguageCause>("cause")
  )

  /// Another look lies over the scene, or none.
  package static let look = EventForm("look", Member<String?>("look"))

  /// The event of a job.
  package static func job(_ step: JobStep, status: JobStatus) -> Self {
    job(step, status.percent, status.exitStatus, status.text, status.process)
  }
}

/// The seconds without a use of which subscribers are told.
package enum IdleSeconds: Int, CaseIterable, FactValue {
  case ten = 10
  case minute = 60
  case tenMinutes = 600

  package static var factForm: FactForm { .choice(allCases.map(\.json)) }
  package var json: JSONValue { .number(Double(rawValue)) }
}
