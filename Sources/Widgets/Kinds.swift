// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import JSON
internal import MonotonicTime
internal import Raster
package import TOMLReading
internal import Touch

// The only file that lists the kinds of widgets: a line a kind in each list and switch. Nothing
// outside of the rooms and of this file names one.

extension WidgetKind {
  /// The kinds, in the order in which their events and members are listed.
  package static let allCases: [WidgetKind] = [
    WidgetKind(Button.self, WidgetSettings.button, WidgetRequest.button),
    WidgetKind(Progress.self, WidgetSettings.progress, WidgetRequest.progress),
    WidgetKind(Circle.self, WidgetSettings.circle, WidgetRequest.circle),
    WidgetKind(TextField.self, WidgetSettings.text, WidgetRequest.text),
    WidgetKind(Chart.self, WidgetSettings.chart, WidgetRequest.chart),
    WidgetKind(Label.self, WidgetSettings.label, WidgetRequest.label),
    WidgetKind(Image.self, WidgetSettings.image, WidgetRequest.image),
    WidgetKind(Code.self, WidgetSettings.code, WidgetRequest.code),
    WidgetKind(Slider.self, WidgetSettings.slider, WidgetRequest.slider),
    WidgetKind(Toggle.self, WidgetSettings.toggle, WidgetRequest.toggle),
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

  /// What is known of the table, whatever its kind.
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

  /// What is known of the request, whatever its kind.
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
    }
  }

  /// The kind of widget that it is for.
  package var kind: String {
    switch self {
    case .button: Button.Settings.kind
    case .progress: Progress.Settings.kind
    case .circle: Circle.Settings.kind
    case .text: TextField.Settings.kind
    case .chart: Chart.Settings.kind
    case .label: Label.Settings.kind
    case .image: Image.Settings.kind
    case .code: Code.Settings.kind
    case .slider: Slider.Settings.kind
    case .toggle: Toggle.Settings.kind
    }
  }
}

/// Where a widget of the scene is found: its kind, and its place on the kind's shelf.
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
}

extension Scene {
  /// Makes the widget of `settings` and puts it on its shelf.
  mutating func add(
    _ settings: WidgetSettings,
    in place: WidgetPlace,
    _ materials: any Materials,
    at instant: MonotonicInstant
  ) -> WidgetSlot {
    switch settings {
    case .button(let table):
      buttons.append(Button(table, in: place, materials, &layers, at: instant))
      return .button(buttons.count - 1)
    case .progress(let table):
      progresses.append(Progress(table, in: place, materials, &layers, at: instant))
      return .progress(progresses.count - 1)
    case .circle(let table):
      circles.append(Circle(table, in: place, materials, &layers, at: instant))
      return .circle(circles.count - 1)
    case .text(let table):
      texts.append(TextField(table, in: place, materials, &layers, at: instant))
      return .text(texts.count - 1)
    case .chart(let table):
      charts.append(Chart(table, in: place, materials, &layers, at: instant))
      return .chart(charts.count - 1)
    case .label(let table):
      labels.append(Label(table, in: place, materials, &layers, at: instant))
      return .label(labels.count - 1)
    case .image(let table):
      images.append(Image(table, in: place, materials, &layers, at: instant))
      return .image(images.count - 1)
    case .code(let table):
      codes.append(Code(table, in: place, materials, &layers, at: instant))
      return .code(codes.count - 1)
    case .slider(let table):
      sliders.append(Slider(table, in: place, materials, &layers, at: instant))
      return .slider(sliders.count - 1)
    case .toggle(let table):
      toggles.append(Toggle(table, in: place, materials, &layers, at: instant))
      return .toggle(toggles.count - 1)
    }
  }

  mutating func unshareWidgets() {
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
    }
  }

  mutating func advance(
    _ slot: WidgetSlot,
    to instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) {
    switch slot {
    case .button(let index): buttons[index].advance(to: instant, &events)
    case .progress(let index): progresses[index].advance(to: instant, &events)
    case .circle(let index): circles[index].advance(to: instant, &events)
    case .text(let index): texts[index].advance(to: instant, &events)
    case .chart(let index): charts[index].advance(to: instant, &events)
    case .label(let index): labels[index].advance(to: instant, &events)
    case .image(let index): images[index].advance(to: instant, &events)
    case .code(let index): codes[index].advance(to: instant, &events)
    case .slider(let index): sliders[index].advance(to: instant, &events)
    case .toggle(let index): toggles[index].advance(to: instant, &events)
    }
  }

  mutating func comeToRest(
    _ slot: WidgetSlot,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) {
    switch slot {
    case .button(let index): buttons[index].comeToRest(at: instant, &events)
    case .progress(let index): progresses[index].comeToRest(at: instant, &events)
    case .circle(let index): circles[index].comeToRest(at: instant, &events)
    case .text(let index): texts[index].comeToRest(at: instant, &events)
    case .chart(let index): charts[index].comeToRest(at: instant, &events)
    case .label(let index): labels[index].comeToRest(at: instant, &events)
    case .image(let index): images[index].comeToRest(at: instant, &events)
    case .code(let index): codes[index].comeToRest(at: instant, &events)
    case .slider(let index): sliders[index].comeToRest(at: instant, &events)
    case .toggle(let index): toggles[index].comeToRest(at: instant, &events)
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
    }
  }

  mutating func handle(
    _ event: TouchEvent,
    by slot: WidgetSlot,
    isInside: Bool,
    _ events: inout WidgetEvents
  ) {
    switch slot {
    case .button(let index): buttons[index].handle(event, isInside: isInside, &events)
    case .progress(let index): progresses[index].handle(event, isInside: isInside, &events)
    case .circle(let index): circles[index].handle(event, isInside: isInside, &events)
    case .text(let index): texts[index].handle(event, isInside: isInside, &events)
    case .chart(let index): charts[index].handle(event, isInside: isInside, &events)
    case .label(let index): labels[index].handle(event, isInside: isInside, &events)
    case .image(let index): images[index].handle(event, isInside: isInside, &events)
    case .code(let index): codes[index].handle(event, isInside: isInside, &events)
    case .slider(let index): sliders[index].handle(event, isInside: isInside, &events)
    case .toggle(let index): toggles[index].handle(event, isInside: isInside, &events)
    }
  }

  mutating func cancelTouches(
    of slot: WidgetSlot,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) {
    switch slot {
    case .button(let index): buttons[index].cancelTouches(at: instant, &events)
    case .progress(let index): progresses[index].cancelTouches(at: instant, &events)
    case .circle(let index): circles[index].cancelTouches(at: instant, &events)
    case .text(let index): texts[index].cancelTouches(at: instant, &events)
    case .chart(let index): charts[index].cancelTouches(at: instant, &events)
    case .label(let index): labels[index].cancelTouches(at: instant, &events)
    case .image(let index): images[index].cancelTouches(at: instant, &events)
    case .code(let index): codes[index].cancelTouches(at: instant, &events)
    case .slider(let index): sliders[index].cancelTouches(at: instant, &events)
    case .toggle(let index): toggles[index].cancelTouches(at: instant, &events)
    }
  }

  func ask(
    _ slot: WidgetSlot,
    for settings: WidgetSettings,
    _ materials: any Materials
  ) throws(WidgetFault) -> Bool {
    switch (slot, settings) {
    case (.button(let index), .button(let table)): buttons[index].ask(for: table, materials)
    case (.progress(let index), .progress(let table)): try progresses[index].ask(for: table, materials)
    case (.circle(let index), .circle(let table)): circles[index].ask(for: table, materials)
    case (.text(let index), .text(let table)): try texts[index].ask(for: table, materials)
    case (.chart(let index), .chart(let table)): charts[index].ask(for: table, materials)
    case (.label(let index), .label(let table)): try labels[index].ask(for: table, materials)
    case (.image(let index), .image(let table)): try images[index].ask(for: table, materials)
    case (.code(let index), .code(let table)): codes[index].ask(for: table, materials)
    case (.slider(let index), .slider(let table)): try sliders[index].ask(for: table, materials)
    case (.toggle(let index), .toggle(let table)): toggles[index].ask(for: table, materials)
    default: false
    }
  }

  mutating func update(
    _ slot: WidgetSlot,
    to settings: WidgetSettings,
    _ materials: any Materials,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) {
    switch (slot, settings) {
    case (.button(let index), .button(let table)):
      buttons[index].update(to: table, materials, &layers, at: instant, &events)
    case (.progress(let index), .progress(let table)):
      progresses[index].update(to: table, materials, &layers, at: instant, &events)
    case (.circle(let index), .circle(let table)):
      circles[index].update(to: table, materials, &layers, at: instant, &events)
    case (.text(let index), .text(let table)):
      texts[index].update(to: table, materials, &layers, at: instant, &events)
    case (.chart(let index), .chart(let table)):
      charts[index].update(to: table, materials, &layers, at: instant, &events)
    case (.label(let index), .label(let table)):
      labels[index].update(to: table, materials, &layers, at: instant, &events)
    case (.image(let index), .image(let table)):
      images[index].update(to: table, materials, &layers, at: instant, &events)
    case (.code(let index), .code(let table)):
      codes[index].update(to: table, materials, &layers, at: instant, &events)
    case (.slider(let index), .slider(let table)):
      sliders[index].update(to: table, materials, &layers, at: instant, &events)
    case (.toggle(let index), .toggle(let table)):
      toggles[index].update(to: table, materials, &layers, at: instant, &events)
    default: break
    }
  }

  mutating func perform(
    _ request: WidgetRequest,
    by slot: WidgetSlot,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) throws(WidgetFault) {
    switch (slot, request) {
    case (.button(let index), .button(let call)):
      try buttons[index].perform(call, at: instant, &events)
    case (.progress(let index), .progress(let call)):
      try progresses[index].perform(call, at: instant, &events)
    case (.circle(let index), .circle(let call)):
      try circles[index].perform(call, at: instant, &events)
    case (.text(let index), .text(let call)):
      try texts[index].perform(call, at: instant, &events)
    case (.chart(let index), .chart(let call)):
      try charts[index].perform(call, at: instant, &events)
    case (.label(let index), .label(let call)):
      try labels[index].perform(call, at: instant, &events)
    case (.image(let index), .image(let call)):
      try images[index].perform(call, at: instant, &events)
    case (.code(let index), .code(let call)):
      try codes[index].perform(call, at: instant, &events)
    case (.slider(let index), .slider(let call)):
      try sliders[index].perform(call, at: instant, &events)
    case (.toggle(let index), .toggle(let call)):
      try toggles[index].perform(call, at: instant, &events)
    default: break
    }
  }

  mutating func show(_ slot: WidgetSlot, at instant: MonotonicInstant) {
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
    }
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
    default: request.call.change
    }
  }

  /// What a request is answered with; `scene` and `slot` are nil without a display.
  func result(
    of request: WidgetRequest,
    _ scene: borrowing Scene?,
    _ slot: WidgetSlot?,
    at instant: MonotonicInstant
  ) -> [(String, JSONValue)] {
    switch (self, request) {
    case (.button(let table), .button(let call)):
      Button.result(of: call, table, scene?.button(slot), at: instant)
    case (.progress(let table), .progress(let call)):
      Progress.result(of: call, table, scene?.progress(slot), at: instant)
    case (.circle(let table), .circle(let call)):
      Circle.result(of: call, table, scene?.circle(slot), at: instant)
    case (.text(let table), .text(let call)):
      TextField.result(of: call, table, scene?.text(slot), at: instant)
    case (.chart(let table), .chart(let call)):
      Chart.result(of: call, table, scene?.chart(slot), at: instant)
    case (.label(let table), .label(let call)):
      Label.result(of: call, table, scene?.label(slot), at: instant)
    case (.image(let table), .image(let call)):
      Image.result(of: call, table, scene?.image(slot), at: instant)
    case (.code(let table), .code(let call)):
      Code.result(of: call, table, scene?.code(slot), at: instant)
    case (.slider(let table), .slider(let call)):
      Slider.result(of: call, table, scene?.slider(slot), at: instant)
    case (.toggle(let table), .toggle(let call)):
      Toggle.result(of: call, table, scene?.toggle(slot), at: instant)
    default: []
    }
  }

  /// What `status` tells besides id and kind; `scene` and `slot` are nil without a display.
  func report(
    _ scene: borrowing Scene?,
    _ slot: WidgetSlot?,
    at instant: MonotonicInstant
  ) -> [(String, JSONValue)] {
    switch self {
    case .button(let table): Button.report(table, scene?.button(slot), at: instant)
    case .progress(let table): Progress.report(table, scene?.progress(slot), at: instant)
    case .circle(let table): Circle.report(table, scene?.circle(slot), at: instant)
    case .text(let table): TextField.report(table, scene?.text(slot), at: instant)
    case .chart(let table): Chart.report(table, scene?.chart(slot), at: instant)
    case .label(let table): Label.report(table, scene?.label(slot), at: instant)
    case .image(let table): Image.report(table, scene?.image(slot), at: instant)
    case .code(let table): Code.report(table, scene?.code(slot), at: instant)
    case .slider(let table): Slider.report(table, scene?.slider(slot), at: instant)
    case .toggle(let table): Toggle.report(table, scene?.toggle(slot), at: instant)
    }
  }
}

extension Scene {
  fileprivate func button(_ slot: WidgetSlot?) -> Button? {
    if case .button(let index) = slot { buttons[index] } else { nil }
  }

  fileprivate func progress(_ slot: WidgetSlot?) -> Progress? {
    if case .progress(let index) = slot { progresses[index] } else { nil }
  }

  fileprivate func circle(_ slot: WidgetSlot?) -> Circle? {
    if case .circle(let index) = slot { circles[index] } else { nil }
  }

  fileprivate func text(_ slot: WidgetSlot?) -> TextField? {
    if case .text(let index) = slot { texts[index] } else { nil }
  }

  fileprivate func chart(_ slot: WidgetSlot?) -> Chart? {
    if case .chart(let index) = slot { charts[index] } else { nil }
  }

  fileprivate func label(_ slot: WidgetSlot?) -> Label? {
    if case .label(let index) = slot { labels[index] } else { nil }
  }

  fileprivate func image(_ slot: WidgetSlot?) -> Image? {
    if case .image(let index) = slot { images[index] } else { nil }
  }

  fileprivate func code(_ slot: WidgetSlot?) -> Code? {
    if case .code(let index) = slot { codes[index] } else { nil }
  }

  fileprivate func slider(_ slot: WidgetSlot?) -> Slider? {
    if case .slider(let index) = slot { sliders[index] } else { nil }
  }

  fileprivate func toggle(_ slot: WidgetSlot?) -> Toggle? {
    if case .toggle(let index) = slot { toggles[index] } else { nil }
  }
}
