// SPDX-License-Identifier: Apache-2.0
import JSON
import MonotonicTime
import Testing

@testable import Widgets

@Suite("What clients are told")
struct FactTests {
  private struct Lamp: Described {
    var name = "hall"
    var watts: Double?
    var hours: Int?
    var isLit = true

    static let facts: [Fact<Self>] = [
      Fact("name") { $0.name },
      Fact("watts") { $0.watts },
      Fact(optional: "hours") { $0.hours },
      Fact("lit") { $0.isLit },
    ]
  }

  @Test("A member without a value is null, and left out where it may be")
  func values() {
    #expect(Lamp().json.text == #"{"name":"hall","watts":null,"lit":true}"#)
    #expect(
      Lamp(watts: 2.5, hours: 7).json.text == #"{"name":"hall","watts":2.5,"hours":7,"lit":true}"#
    )
    #expect([Lamp(hours: 1), Lamp(isLit: false)].json.array?.count == 2)
  }

  @Test("The form has the members of the value with the forms of their types")
  func forms() throws {
    guard case .object(let members) = Lamp.factForm else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.name) == ["name", "watts", "hours", "lit"])
    #expect(members.map(\.isOptional) == [false, false, true, false])
    guard case .nullable(.number) = members[1].form, case .count = members[2].form else {
      Issue.record("other forms than those of Double? and Int")
      return
    }
  }

  @Test("The values of an event have its members' names in their order, and none without a value")
  func events() {
    let form = EventForm(
      "lit",
      Member<String?>("text", isOptional: true),
      Member<Double?>("watts"),
      Member<EventSource>("source")
    )
    let told = form("a", 2, .scan).members
    #expect(told.map(\.0) == ["text", "watts", "source"])
    #expect(told.map(\.1) == ["a", 2, "scan"])
    let unreported = form(nil, nil, .key).members
    #expect(unreported.map(\.0) == ["watts", "source"])
    #expect(unreported.map(\.1) == [.null, "key"])
    #expect(form.type == WidgetEventType("lit"))
  }

  @Test("A program finds the value of the member that is its input, a number as a line")
  func input() {
    let slid = WidgetEvent(widget: 0, details: .slid(2.5, .touch), time: SceneTests.instant(0))
    #expect(slid.input.map { String(decoding: $0, as: UTF8.self) } == "2.5\n")
    let submit = WidgetEvent(
      widget: 0,
      details: .submit("a", .key),
      time: SceneTests.instant(0)
    )
    #expect(submit.input.map { String(decoding: $0, as: UTF8.self) } == "a")
    let slide = WidgetEvent(widget: 0, details: .slide(2, .touch), time: SceneTests.instant(0))
    #expect(slide.input == nil)
  }
}
