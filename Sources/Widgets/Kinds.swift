// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import JSON
package import MonotonicTime
internal import Raster
package import TOMLReading
internal import Touch

// The only file that lists the kinds of widgets: a line a kind in each list and switch. Nothing
// outside of the rooms and of this file names one.

extension WidgetKind {
  /// The kinds, in the order in which their events and members are listed.
  package static let allCases: [WidgetKind] = [
    WidgetKind(Button.self, settings: WidgetSettings.button, request: WidgetRequest.button),
    WidgetKind(Progress.self, settings: WidgetSettings.progress, request: WidgetRequest.progress),
    WidgetKind(Circle.self, settings: WidgetSettings.circle, request: WidgetRequest.circle),
    WidgetKind(TextField.self, settings: WidgetSettings.text, request: WidgetRequest.text),
    WidgetKind(Chart.self, settings: WidgetSettings.chart, request: WidgetRequest.chart),
    WidgetKind(Label.self, settings: WidgetSettings.label, request: WidgetRequest.label),
    WidgetKind(Image.self, settings: WidgetSettings.image, request: WidgetRequest.image),
    WidgetKind(Code.self, settings: WidgetSettings.code, request: WidgetRequest.code),
    WidgetKind(Slider.self, settings: WidgetSettings.slider, request: WidgetRequest.slider),
    WidgetKind(Toggle.self, settings: WidgetSettings.toggle, request: WidgetRequest.toggle),
    WidgetKind(List.self, settings: WidgetSettings.list, request: WidgetRequest.list),
  ]
}

/// The settings in force of a widget of any kind.
package enum WidgetSettings: Hashable, Sendable {
  case button(Button.Settings)
  case progress(Progress.Settings)
  case circle(Circle.Settings)
  case text(TextField.Settings)
  case chart(Chart.Settings)
  case label(Label.Settings)
  case image(Image.Settings)
  case code(Code.Settings)
  case slider(Slider.Settings)
  case toggle(Toggle.Settings)
  case list(List.Settings)

  /// The settings as a table of any kind.
  package var table: any WidgetTable {
    switch self {
    case .button(let table): table
    case .progress(let table): table
    case .circle(let table): table
    case .text(let table): table
    case .chart(let table): table
    case .label(let table): table
    case .image(let table): table
    case .code(let table): table
    case .slider(let table): table
    case .toggle(let table): table
    case .list(let table): table
    }
  }

  /// The settings with another frame.
  package func framed(_ frame: FrameSettings) -> Self {
    switch self {
    case .button(let table): .button(table.framed(frame))
    case .progress(let table): .progress(table.framed(frame))
    case .circle(let table): .circle(table.framed(frame))
    case .text(let table): .text(table.framed(frame))
    case .chart(let table): .chart(table.framed(frame))
    case .label(let table): .label(table.framed(frame))
    case .image(let table): .image(table.framed(frame))
    case .code(let table): .code(table.framed(frame))
    case .slider(let table): .slider(table.framed(frame))
    case .toggle(let table): .toggle(table.framed(frame))
    case .list(let table): .list(table.framed(frame))
    }
  }

  /// The settings with what requests have made different, texts in the language that is shown.
  package func applying(_ change: WidgetChange, in languages: Languages = Languages()) -> Self {
    switch self {
    case .button(let table): .button(change.applied(to: table, in: languages))
    case .progress(let table): .progress(change.applied(to: table, in: languages))
    case .circle(let table): .circle(change.applied(to: table, in: languages))
    case .text(let table): .text(change.applied(to: table, in: languages))
    case .chart(let table): .chart(change.applied(to: table, in: languages))
    case .label(let table): .label(change.applied(to: table, in: languages))
    case .image(let table): .image(change.applied(to: table, in: languages))
    case .code(let table): .code(change.applied(to: table, in: languages))
    case .slider(let table): .slider(change.applied(to: table, in: languages))
    case .toggle(let table): .toggle(change.applied(to: table, in: languages))
    case .list(let table): .list(change.applied(to: table, in: languages))
    }
  }
}

/// A request of one kind's own.
package enum WidgetRequest: Hashable, Sendable {
  case button(Button.Call)
  case progress(Progress.Call)
  case circle(Circle.Call)
  case text(TextField.Call)
  case chart(Chart.Call)
  case label(Label.Call)
  case image(Image.Call)
  case code(Code.Call)
  case slider(Slider.Call)
  case toggle(Toggle.Call)
  case list(List.Call)

  /// The request as a call of any kind.
  package var call: any WidgetCall {
    switch self {
    case .button(let call): call
    case .progress(let call): call
    case .circle(let call): call
    case .text(let call): call
    case .chart(let call): call
    case .label(let call): call
    case .image(let call): call
    case .code(let call): call
    case .slider(let call): call
    case .toggle(let call): call
    case .list(let call): call
    }
  }

  /// The kind of widget that it is for.
  package var kind: String { call.kind }
}

/// The place of a widget in the scene: its kind, and its index on the kind's shelf.
enum WidgetSlot: Hashable, Sendable {
  case button(Int)
  case progress(Int)
  case circle(Int)
  case text(Int)
  case chart(Int)
  case label(Int)
  case image(Int)
  case code(Int)
  case slider(Int)
  case toggle(Int)
  case list(Int)
}

/// The widgets of a scene, a shelf a kind.
struct WidgetShelves: Sendable {
  var buttons: [Button] = []
  var progresses: [Progress] = []
  var circles: [Circle] = []
  var texts: [TextField] = []
  var charts: [Chart] = []
  var labels: [Label] = []
  var images: [Image] = []
  var codes: [Code] = []
  var sliders: [Slider] = []
  var toggles: [Toggle] = []
  var lists: [List] = []

  mutating func unshare() {
    buttons.unshare()
    progresses.unshare()
    circles.unshare()
    texts.unshare()
    charts.unshare()
    labels.unshare()
    images.unshare()
    codes.unshare()
    sliders.unshare()
    toggles.unshare()
    lists.unshare()
  }
}

extension WidgetShelves {
  /// Makes the widget of `settings` and puts it on its shelf.
  mutating func add(
    _ settings: WidgetSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) -> WidgetSlot {
    switch settings {
    case .button(let table):
      buttons.append(Button(table, in: place, from: materials, on: &layers, at: instant))
      return .button(buttons.count - 1)
    case .progress(let table):
      progresses.append(Progress(table, in: place, from: materials, on: &layers, at: instant))
      return .progress(progresses.count - 1)
    case .circle(let table):
      circles.append(Circle(table, in: place, from: materials, on: &layers, at: instant))
      return .circle(circles.count - 1)
    case .text(let table):
      texts.append(TextField(table, in: place, from: materials, on: &layers, at: instant))
      return .text(texts.count - 1)
    case .chart(let table):
      charts.append(Chart(table, in: place, from: materials, on: &layers, at: instant))
      return .chart(charts.count - 1)
    case .label(let table):
      labels.append(Label(table, in: place, from: materials, on: &layers, at: instant))
      return .label(labels.count - 1)
    case .image(let table):
      images.append(Image(table, in: place, from: materials, on: &layers, at: instant))
      return .image(images.count - 1)
    case .code(let table):
      codes.append(Code(table, in: place, from: materials, on: &layers, at: instant))
      return .code(codes.count - 1)
    case .slider(let table):
      sliders.append(Slider(table, in: place, from: materials, on: &layers, at: instant))
      return .slider(sliders.count - 1)
    case .toggle(let table):
      toggles.append(Toggle(table, in: place, from: materials, on: &layers, at: instant))
      return .toggle(toggles.count - 1)
    case .list(let table):
      lists.append(List(table, in: place, from: materials, on: &layers, at: instant))
      return .list(lists.count - 1)
    }
  }

  func isMoving(_ slot: WidgetSlot, at instant: MonotonicInstant) -> Bool {
    switch slot {
    case .button(let index): buttons[index].isMoving(at: instant)
    case .progress(let index): progresses[index].isMoving(at: instant)
    case .circle(let index): circles[index].isMoving(at: instant)
    case .text(let index): texts[index].isMoving(at: instant)
    case .chart(let index): charts[index].isMoving(at: instant)
    case .label(let index): labels[index].isMoving(at: instant)
    case .image(let index): images[index].isMoving(at: instant)
    case .code(let index): codes[index].isMoving(at: instant)
    case .slider(let index): sliders[index].isMoving(at: instant)
    case .toggle(let index): toggles[index].isMoving(at: instant)
    case .list(let index): lists[index].isMoving(at: instant)
    }
  }

  /// A mark that differs when the text that labels show of the widget does.
  ///
  /// Does not allocate.
  func mark(_ slot: WidgetSlot, at instant: MonotonicInstant) -> Int {
    switch slot {
    case .button(let index): buttons[index].mark(at: instant)
    case .progress(let index): progresses[index].mark(at: instant)
    case .circle(let index): circles[index].mark(at: instant)
    case .text(let index): texts[index].mark(at: instant)
    case .chart(let index): charts[index].mark(at: instant)
    case .label(let index): labels[index].mark(at: instant)
    case .image(let index): images[index].mark(at: instant)
    case .code(let index): codes[index].mark(at: instant)
    case .slider(let index): sliders[index].mark(at: instant)
    case .toggle(let index): toggles[index].mark(at: instant)
    case .list(let index): lists[index].mark(at: instant)
    }
  }

  func wakeInstant(of slot: WidgetSlot, after instant: MonotonicInstant) -> MonotonicInstant? {
    switch slot {
    case .button(let index): buttons[index].wakeInstant(after: instant)
    case .progress(let index): progresses[index].wakeInstant(after: instant)
    case .circle(let index): circles[index].wakeInstant(after: instant)
    case .text(let index): texts[index].wakeInstant(after: instant)
    case .chart(let index): charts[index].wakeInstant(after: instant)
    case .label(let index): labels[index].wakeInstant(after: instant)
    case .image(let index): images[index].wakeInstant(after: instant)
    case .code(let index): codes[index].wakeInstant(after: instant)
    case .slider(let index): sliders[index].wakeInstant(after: instant)
    case .toggle(let index): toggles[index].wakeInstant(after: instant)
    case .list(let index): lists[index].wakeInstant(after: instant)
    }
  }

  func deadline(of slot: WidgetSlot) -> MonotonicInstant? {
    switch slot {
    case .button(let index): buttons[index].deadline
    case .progress(let index): progresses[index].deadline
    case .circle(let index): circles[index].deadline
    case .text(let index): texts[index].deadline
    case .chart(let index): charts[index].deadline
    case .label(let index): labels[index].deadline
    case .image(let index): images[index].deadline
    case .code(let index): codes[index].deadline
    case .slider(let index): sliders[index].deadline
    case .toggle(let index): toggles[index].deadline
    case .list(let index): lists[index].deadline
    }
  }

  mutating func advance(
    _ slot: WidgetSlot,
    to instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    switch slot {
    case .button(let index): buttons[index].advance(to: instant, telling: &events)
    case .progress(let index): progresses[index].advance(to: instant, telling: &events)
    case .circle(let index): circles[index].advance(to: instant, telling: &events)
    case .text(let index): texts[index].advance(to: instant, telling: &events)
    case .chart(let index): charts[index].advance(to: instant, telling: &events)
    case .label(let index): labels[index].advance(to: instant, telling: &events)
    case .image(let index): images[index].advance(to: instant, telling: &events)
    case .code(let index): codes[index].advance(to: instant, telling: &events)
    case .slider(let index): sliders[index].advance(to: instant, telling: &events)
    case .toggle(let index): toggles[index].advance(to: instant, telling: &events)
    case .list(let index): lists[index].advance(to: instant, telling: &events)
    }
  }

  mutating func comeToRest(
    _ slot: WidgetSlot,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    switch slot {
    case .button(let index): buttons[index].comeToRest(at: instant, telling: &events)
    case .progress(let index): progresses[index].comeToRest(at: instant, telling: &events)
    case .circle(let index): circles[index].comeToRest(at: instant, telling: &events)
    case .text(let index): texts[index].comeToRest(at: instant, telling: &events)
    case .chart(let index): charts[index].comeToRest(at: instant, telling: &events)
    case .label(let index): labels[index].comeToRest(at: instant, telling: &events)
    case .image(let index): images[index].comeToRest(at: instant, telling: &events)
    case .code(let index): codes[index].comeToRest(at: instant, telling: &events)
    case .slider(let index): sliders[index].comeToRest(at: instant, telling: &events)
    case .toggle(let index): toggles[index].comeToRest(at: instant, telling: &events)
    case .list(let index): lists[index].comeToRest(at: instant, telling: &events)
    }
  }

  func hit(_ slot: WidgetSlot, at point: Point) -> WidgetHit {
    switch slot {
    case .button(let index): buttons[index].hit(at: point)
    case .progress(let index): progresses[index].hit(at: point)
    case .circle(let index): circles[index].hit(at: point)
    case .text(let index): texts[index].hit(at: point)
    case .chart(let index): charts[index].hit(at: point)
    case .label(let index): labels[index].hit(at: point)
    case .image(let index): images[index].hit(at: point)
    case .code(let index): codes[index].hit(at: point)
    case .slider(let index): sliders[index].hit(at: point)
    case .toggle(let index): toggles[index].hit(at: point)
    case .list(let index): lists[index].hit(at: point)
    }
  }

  mutating func handle(
    _ event: TouchEvent,
    by slot: WidgetSlot,
    isInside: Bool,
    telling events: inout WidgetEvents
  ) {
    switch slot {
    case .button(let index): buttons[index].handle(event, isInside: isInside, telling: &events)
    case .progress(let index): progresses[index].handle(event, isInside: isInside, telling: &events)
    case .circle(let index): circles[index].handle(event, isInside: isInside, telling: &events)
    case .text(let index): texts[index].handle(event, isInside: isInside, telling: &events)
    case .chart(let index): charts[index].handle(event, isInside: isInside, telling: &events)
    case .label(let index): labels[index].handle(event, isInside: isInside, telling: &events)
    case .image(let index): images[index].handle(event, isInside: isInside, telling: &events)
    case .code(let index): codes[index].handle(event, isInside: isInside, telling: &events)
    case .slider(let index): sliders[index].handle(event, isInside: isInside, telling: &events)
    case .toggle(let index): toggles[index].handle(event, isInside: isInside, telling: &events)
    case .list(let index): lists[index].handle(event, isInside: isInside, telling: &events)
    }
  }

  /// Has a widget that has the focus do what a key asks of it.
  ///
  /// - Returns: True if it has; other keys lead the focus on.
  mutating func steer(
    _ slot: WidgetSlot,
    by stroke: KeyStroke,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) -> Bool {
    switch slot {
    case .slider(let index): sliders[index].steer(by: stroke, at: instant, telling: &events)
    case .list(let index): lists[index].steer(by: stroke, at: instant)
    case .circle(let index): circles[index].steer(by: stroke, at: instant, telling: &events)
    default: false
    }
  }

  mutating func cancelTouches(
    of slot: WidgetSlot,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    switch slot {
    case .button(let index): buttons[index].cancelTouches(at: instant, telling: &events)
    case .progress(let index): progresses[index].cancelTouches(at: instant, telling: &events)
    case .circle(let index): circles[index].cancelTouches(at: instant, telling: &events)
    case .text(let index): texts[index].cancelTouches(at: instant, telling: &events)
    case .chart(let index): charts[index].cancelTouches(at: instant, telling: &events)
    case .label(let index): labels[index].cancelTouches(at: instant, telling: &events)
    case .image(let index): images[index].cancelTouches(at: instant, telling: &events)
    case .code(let index): codes[index].cancelTouches(at: instant, telling: &events)
    case .slider(let index): sliders[index].cancelTouches(at: instant, telling: &events)
    case .toggle(let index): toggles[index].cancelTouches(at: instant, telling: &events)
    case .list(let index): lists[index].cancelTouches(at: instant, telling: &events)
    }
  }

  func ask(
    _ slot: WidgetSlot,
    for settings: WidgetSettings,
    from materials: any Materials
  ) throws(WidgetFault) -> Bool {
    switch (slot, settings) {
    case (.button(let index), .button(let table)):
      try buttons[index].ask(for: table, from: materials)
    case (.progress(let index), .progress(let table)):
      try progresses[index].ask(for: table, from: materials)
    case (.circle(let index), .circle(let table)):
      circles[index].ask(for: table, from: materials)
    case (.text(let index), .text(let table)):
      texts[index].ask(for: table, from: materials)
    case (.chart(let index), .chart(let table)):
      charts[index].ask(for: table, from: materials)
    case (.label(let index), .label(let table)):
      try labels[index].ask(for: table, from: materials)
    case (.image(let index), .image(let table)):
      try images[index].ask(for: table, from: materials)
    case (.code(let index), .code(let table)):
      codes[index].ask(for: table, from: materials)
    case (.slider(let index), .slider(let table)):
      try sliders[index].ask(for: table, from: materials)
    case (.toggle(let index), .toggle(let table)):
      toggles[index].ask(for: table, from: materials)
    case (.list(let index), .list(let table)):
      try lists[index].ask(for: table, from: materials)
    default: false
    }
  }

  mutating func update(
    _ slot: WidgetSlot,
    to settings: WidgetSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    switch (slot, settings) {
    case (.button(let index), .button(let new)):
      buttons[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.progress(let index), .progress(let new)):
      progresses[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.circle(let index), .circle(let new)):
      circles[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.text(let index), .text(let new)):
      texts[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.chart(let index), .chart(let new)):
      charts[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.label(let index), .label(let new)):
      labels[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.image(let index), .image(let new)):
      images[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.code(let index), .code(let new)):
      codes[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.slider(let index), .slider(let new)):
      sliders[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.toggle(let index), .toggle(let new)):
      toggles[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    case (.list(let index), .list(let new)):
      lists[index].update(to: new, from: materials, on: &layers, at: instant, telling: &events)
    default: break
    }
  }

  mutating func perform(
    _ request: WidgetRequest,
    by slot: WidgetSlot,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    switch (slot, request) {
    case (.button(let index), .button(let call)):
      try buttons[index].perform(call, at: instant, telling: &events)
    case (.progress(let index), .progress(let call)):
      try progresses[index].perform(call, at: instant, telling: &events)
    case (.circle(let index), .circle(let call)):
      try circles[index].perform(call, at: instant, telling: &events)
    case (.text(let index), .text(let call)):
      try texts[index].perform(call, at: instant, telling: &events)
    case (.chart(let index), .chart(let call)):
      try charts[index].perform(call, at: instant, telling: &events)
    case (.label(let index), .label(let call)):
      try labels[index].perform(call, at: instant, telling: &events)
    case (.image(let index), .image(let call)):
      try images[index].perform(call, at: instant, telling: &events)
    case (.code(let index), .code(let call)):
      try codes[index].perform(call, at: instant, telling: &events)
    case (.slider(let index), .slider(let call)):
      try sliders[index].perform(call, at: instant, telling: &events)
    case (.toggle(let index), .toggle(let call)):
      try toggles[index].perform(call, at: instant, telling: &events)
    case (.list(let index), .list(let call)):
      try lists[index].perform(call, at: instant, telling: &events)
    default: break
    }
  }

  mutating func show(
    _ slot: WidgetSlot,
    at instant: MonotonicInstant,
    in layers: inout LayerStack
  ) {
    switch slot {
    case .button(let index): buttons[index].show(at: instant, in: &layers)
    case .progress(let index): progresses[index].show(at: instant, in: &layers)
    case .circle(let index): circles[index].show(at: instant, in: &layers)
    case .text(let index): texts[index].show(at: instant, in: &layers)
    case .chart(let index): charts[index].show(at: instant, in: &layers)
    case .label(let index): labels[index].show(at: instant, in: &layers)
    case .image(let index): images[index].show(at: instant, in: &layers)
    case .code(let index): codes[index].show(at: instant, in: &layers)
    case .slider(let index): sliders[index].show(at: instant, in: &layers)
    case .toggle(let index): toggles[index].show(at: instant, in: &layers)
    case .list(let index): lists[index].show(at: instant, in: &layers)
    }
  }

  /// The widget, for what is asked of it beside frames.
  func widget(_ slot: WidgetSlot) -> any Widget {
    switch slot {
    case .button(let index): buttons[index]
    case .progress(let index): progresses[index]
    case .circle(let index): circles[index]
    case .text(let index): texts[index]
    case .chart(let index): charts[index]
    case .label(let index): labels[index]
    case .image(let index): images[index]
    case .code(let index): codes[index]
    case .slider(let index): sliders[index]
    case .toggle(let index): toggles[index]
    case .list(let index): lists[index]
    }
  }
}

extension WidgetRequest {
  /// The request as it came at a time, in milliseconds since 1970.
  package func stamped(_ now: Int) -> Self {
    if case .chart(let call) = self { .chart(call.stamped(now)) } else { self }
  }
}

extension WidgetSettings {
  /// The members that a request sets, which outlive the process.
  ///
  /// - Throws: ``WidgetFault`` where they do not go with what is in force; nothing is to change then.
  package func change(by request: WidgetRequest) throws(WidgetFault) -> WidgetChange {
    switch (self, request) {
    case (.chart(let table), .chart(let call)): try call.change(of: table)
    case (.image(let table), .image(let call)): try call.change(of: table)
    case (.slider(let table), .slider(let call)): try call.change(of: table)
    case (.progress(let table), .progress(let call)): call.change(of: table)
    case (.list(let table), .list(let call)): try call.change(of: table)
    default: request.call.change
    }
  }

  /// The members of the answer to a request, or of `status` without one; `scene` and `slot` are nil without a display.
  func told(
    to request: WidgetRequest?,
    scene: borrowing Scene?,
    slot: WidgetSlot?,
    at instant: MonotonicInstant
  ) -> [(String, JSONValue)] {
    var widget: (any Widget)?
    if let slot { widget = scene?.widget(slot) }
    return switch self {
    case .button(let table): Seen(table, widget as? Button, request, at: instant).members
    case .progress(let table): Seen(table, widget as? Progress, request, at: instant).members
    case .circle(let table): Seen(table, widget as? Circle, request, at: instant).members
    case .text(let table): Seen(table, widget as? TextField, request, at: instant).members
    case .chart(let table): Seen(table, widget as? Chart, request, at: instant).members
    case .label(let table): Seen(table, widget as? Label, request, at: instant).members
    case .image(let table): Seen(table, widget as? Image, request, at: instant).members
    case .code(let table): Seen(table, widget as? Code, request, at: instant).members
    case .slider(let table): Seen(table, widget as? Slider, request, at: instant).members
    case .toggle(let table): Seen(table, widget as? Toggle, request, at: instant).members
    case .list(let table): Seen(table, widget as? List, request, at: instant).members
    }
  }
}

extension Scene {
  /// Has the text and the colour that are set from now on of the button or the label at `index` wait for `instant`.
  package mutating func holdBack(_ index: Int, until instant: MonotonicInstant) {
    switch slot(index) {
    case .button(let button): shelves.buttons[button].holdBack(until: instant)
    case .label(let label): shelves.labels[label].holdBack(until: instant)
    default: return
    }
  }

  /// Goes on with what the circles, charts and lists of `old` do, where ids are the same.
  mutating func takeOverMotion(from old: borrowing Scene) {
    for index in shelves.circles.indices {
      let id = shelves.circles[index].settings.id
      guard let before = old.shelves.circles.first(where: { $0.settings.id == id }) else {
        continue
      }
      shelves.circles[index].takeOver(from: before)
    }
    guard let instant = old.shownInstant else { return }
    for index in shelves.charts.indices {
      let id = shelves.charts[index].settings.id
      guard let before = old.shelves.charts.first(where: { $0.settings.id == id }) else { continue }
      shelves.charts[index].takeOver(from: before, at: instant)
    }
    for index in shelves.lists.indices {
      let id = shelves.lists[index].settings.id
      guard let before = old.shelves.lists.first(where: { $0.settings.id == id }) else { continue }
      shelves.lists[index].takeOver(from: before, at: instant)
    }
  }
}
