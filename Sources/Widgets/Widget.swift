// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import JSON
package import MonotonicTime
package import PlainText
package import Raster
package import TOMLReading
package import Touch

/// A kind's table in the configuration: what makes one widget different from another.
///
/// A value holds what is in force: what the configuration says, changed by what requests have set.
package protocol WidgetTable: Hashable, Sendable {
  /// The table's name, the prefix of the kind's methods, and the kind in `status`.
  static var kind: String { get }
  /// The table's purpose, in a sentence without its full stop.
  static var about: String { get }
  /// The keys of the table.
  static var keys: [Key<Self>] { get }
  /// The members that requests may set and a restart keeps: those of ``keys`` that are settable, and those that
  /// requests of the kind's own set.
  static var members: [WidgetMember<Self>] { get }

  /// The id, unique over all widgets.
  var id: String { get }
  /// The widget's rectangle.
  var frame: FrameSettings { get set }
  /// The program that runs when the widget triggers; nil for none.
  var program: ProgramSettings? { get }

  /// The request that has `lines` shown which the widget's program has printed.
  ///
  /// - Parameter lines: The lines that have not been shown; those that the request shows, or that cannot be shown, are
  ///   taken away.
  /// - Returns: The request, nil where there is nothing to show, and the first line that cannot be shown.
  func request(printing lines: inout [String]) -> (request: WidgetRequest?, unreadable: String?)

  /// The destination of a trigger: a page's id, or a word of ``PageTarget``; nil for none.
  var target: String? { get }

  /// The language that it changes to when it triggers, or "next"; nil for none.
  var language: String? { get }

  /// The other widgets, and the pages, that it names.
  var references: [WidgetReference] { get }

  /// The part of a change by request that may outlive the scene.
  func kept(_ change: WidgetChange) -> WidgetChange

  /// Reads the table; paths in it start at `folder`.
  init(_ reader: inout TableReader, folder: String)

  /// Refuses a change by request that the widget, as it was made, cannot show.
  ///
  /// - Throws: ``WidgetFault`` that the client is told.
  func check(_ change: WidgetChange) throws(WidgetFault)

  /// The masks, texts and images that the widget shows in a frame of `size` points.
  func pictures(in size: Size) -> [PixelBudget.Picture]

  /// True if its widgets can have the focus: keys and scans are for them.
  static var takesKeys: Bool { get }
  /// The roles that its widgets have for others that name them.
  static var roles: Set<WidgetRole> { get }
  /// Width in points of the margin around its frame in which fingers reach it; nil where they do nothing.
  var touchMargin: Double? { get }
  /// The axes along which fingers drag something of it.
  var drags: DragAxes { get }
  /// The texts that it shows in a frame of `size` points, for a check that they fit.
  func lettering(in size: Size) -> [Lettering]
  /// True if the text typed into it is a secret.
  var isSecret: Bool { get }
  /// The text typed into it, as long as no display has it; nil for none.
  var typedText: String? { get }
  /// The request that takes away what people have typed; nil where nothing is.
  var clearing: WidgetRequest? { get }
  /// The request that has its level rise.
  ///
  /// - Parameters:
  ///   - percent: To where, 0 … 100; nil for work of which it is not known how far it is.
  ///   - seconds: In what time; nil for the widget's own.
  /// - Returns: The request; nil where it shows no level.
  func rising(to percent: Double?, over seconds: Double?) -> WidgetRequest?
  /// The evdev codes of the keys that press it.
  var boundKeys: [UInt16] { get }
  /// Place in the Tab key's order, 1 … 1000, before all that have no such number; 0 for none.
  var order: Int { get }
  /// True if the widget is shown.
  var isVisible: Bool { get }
  /// True if the widget can be used.
  var isEnabled: Bool { get }

  /// Takes from now on every value of a member that any table of the kind would take.
  mutating func loosen()
  /// Has these rows; a kind without rows leaves them.
  mutating func take(_ rows: ListRows)
  /// The change by which the times that it keeps are later by so many milliseconds; nil where it keeps none.
  func shifted(by milliseconds: Int) -> WidgetChange?
}

/// The axes along which fingers drag something.
package struct DragAxes: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// From side to side.
  package static let sideways = Self(rawValue: 1)
  /// Up and down.
  package static let vertical = Self(rawValue: 2)
}

/// A text that a widget shows, and the room for it.
package struct Lettering: Hashable, Sendable {
  /// The text.
  @Exact package var text: String
  /// Its fonts; empty for the usual one.
  @Exact package var font: String
  /// Its size in points.
  package let fontSize: Double
  /// The room for a line in points.
  package let width: Double
  /// True if the text is drawn smaller before it is cut.
  package let isShrinkable: Bool
  /// Texts that come before it in the same room, and take what they need of it, up to their own.
  package let besides: [Self]

  /// A text in its room.
  init(
    _ text: String,
    font: String,
    fontSize: Double,
    width: Double,
    isShrinkable: Bool,
    besides: [Self] = []
  ) {
    self.text = text
    self.font = font
    self.fontSize = fontSize
    self.width = width
    self.isShrinkable = isShrinkable
    self.besides = besides
  }

  /// The size in points at which the text fits its room, its own at most; `width` points wide is it at its own.
  package func fittingSize(ofWidth width: Double) -> Double {
    width > self.width ? fontSize * self.width / width : fontSize
  }
}

extension WidgetTable {
  /// All can be shown.
  package func check(_ change: WidgetChange) throws(WidgetFault) {}
  /// It changes no language.
  package var language: String? { nil }
  /// No key presses it.
  package var boundKeys: [UInt16] { [] }
  /// By its place.
  package var order: Int { 0 }
  /// Fingers tap.
  package var drags: DragAxes { [] }
  /// Fingers do nothing.
  package var touchMargin: Double? { nil }
  /// No text that could be too long.
  package func lettering(in size: Size) -> [Lettering] { [] }

  /// The kind's name.
  package var kind: String { Self.kind }
}

/// A widget or a page that a widget's table names.
package struct WidgetReference: Hashable, Sendable {
  /// The key of the table under which it is named.
  package let key: String
  /// The key that names it, where that is one of a table under ``key``.
  package let name: String
  /// The role that the widget must have; nil for a page.
  package let role: WidgetRole?
  /// Its id.
  package let id: String

  /// The page that the key `to` names.
  init(page id: String) { self.init(key: "to", role: nil, id: id) }

  /// A widget of `role`, nil for a page, that the key `key` names, or `name` in the table under it.
  init(key: String, name: String? = nil, role: WidgetRole?, id: String) {
    self.key = key
    self.name = name ?? key
    self.role = role
    self.id = id
  }
}

extension WidgetTable {
  /// No other widget.
  package var references: [WidgetReference] { [] }
  /// The page stays.
  package var target: String? { nil }
  /// Nothing runs.
  package var program: ProgramSettings? { nil }
  /// No request: its program's lines are not shown.
  package func request(
    printing lines: inout [String]
  ) -> (request: WidgetRequest?, unreadable: String?) {
    lines = []
    return (nil, nil)
  }

  /// Nothing to loosen: any table of the kind takes the same values.
  package mutating func loosen() {}
  /// It keeps no times.
  package func shifted(by milliseconds: Int) -> WidgetChange? { nil }
  /// It has no rows.
  package mutating func take(_ rows: ListRows) {}

  /// All of it.
  package func kept(_ change: WidgetChange) -> WidgetChange { change }
  /// Nothing that takes much memory.
  package func pictures(in size: Size) -> [PixelBudget.Picture] { [] }
  /// Keys are for others.
  package static var takesKeys: Bool { false }
  /// Nothing is typed into it.
  package var isSecret: Bool { false }
  /// Nothing is typed into it.
  package var typedText: String? { nil }
  /// Nothing is typed into it.
  package var clearing: WidgetRequest? { nil }
  /// No other widget names it.
  package static var roles: Set<WidgetRole> { [] }
  /// It shows no level.
  package func rising(to percent: Double?, over seconds: Double?) -> WidgetRequest? { nil }
}

/// The requests that clients may make of widgets of one kind, beyond `widget.set`.
package protocol WidgetCall: Hashable, Sendable {
  /// The methods, whose names are the kind, a dot and a verb each.
  static var methods: [Method] { get }

  /// Reads a request; `method` is one of ``methods``.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  init(method: String, params: JSONValue?) throws(WidgetFault)

  /// The widget that is meant; nil where there is only one of its kind.
  var id: String? { get }
  /// The request's method.
  var method: String { get }
  /// The request's parameters as they are sent.
  var params: JSONObject { get }
  /// True if the request changes what people see or what buttons do.
  var isChange: Bool { get }
  /// True if the request needs a display.
  var needsDisplay: Bool { get }
  /// The members that it sets, which outlive the process.
  var change: WidgetChange { get }
  /// True if the request takes milliseconds, so that a frame that is due goes first.
  var takesTime: Bool { get }
  /// Reads a portion of what it brings, which thousands of values may be.
  ///
  /// - Returns: True if all of it has been read.
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  func readOn() throws(WidgetFault) -> Bool
  /// The pages that the portion names which was read last.
  var targets: [String] { get }
  /// The event that tells subscribers of the request when it has been answered; nil for none.
  func announcement(of answer: JSONObject) -> EventDetails?
}

extension WidgetCall {
  /// The kind of widget that it is for.
  package var kind: String {
    String(method.utf8.prefix { $0 != UInt8(ascii: ".") }) ?? ""
  }
  /// Nothing is set.
  package var change: WidgetChange { WidgetChange() }
  /// It is carried out at once.
  package var takesTime: Bool { false }
  /// It has been read already.
  package func readOn() throws(WidgetFault) -> Bool { true }
  /// None.
  package var targets: [String] { [] }
  /// Subscribers are told nothing.
  package func announcement(of answer: JSONObject) -> EventDetails? { nil }
}

/// The place of a widget on a display.
package struct WidgetPlace: Hashable, Sendable {
  /// The widget's frame in points.
  package let frame: Rect
  /// The transform from the view to the buffers, with the pixels of a point.
  package let transform: OutputTransform
  /// The background, which is seen where no widget is.
  package let background: Color

  /// View pixels a point.
  package var scale: Double { transform.scale }

  /// The frame in whole view pixels.
  var pixels: PixelRect { frame.pixels(scale) }
}

extension Rect {
  /// The rectangle in whole view pixels, of which a point has `scale`.
  func pixels(_ scale: Double) -> PixelRect {
    PixelRect(
      left: pixel(minX * scale),
      top: pixel(minY * scale),
      right: pixel(maxX * scale),
      bottom: pixel(maxY * scale)
    )
  }
}

/// A widget is one room: its settings, its model, what touches do to it, and its layers.
///
/// Everything is closed form in absolute time. What a touch, a request or the passing of time does
/// is told in `events`, with a frame asked for where something looks different.
package protocol Widget: Sendable {
  /// The settings of one widget.
  associatedtype Settings: WidgetTable
  /// The requests that clients may make of it.
  associatedtype Call: WidgetCall

  /// The events that may happen to it, besides those of other kinds.
  static var eventTypes: [WidgetEventType] { get }

  /// The settings in force.
  var settings: Settings { get }

  /// A widget at rest at `instant`, with its layers on top of those that are there.
  init(
    _ settings: Settings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  )

  // MARK: Time

  /// Tells if the picture still changes at `instant`, so that a frame after it is needed.
  func isMoving(at instant: MonotonicInstant) -> Bool
  /// The next instant at which a widget that is still at `instant` begins to move by itself; nil if it never does.
  func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant?
  /// The instant at which the level that it shows is where it is going; nil where it shows none.
  var levelEnd: MonotonicInstant? { get }
  /// True while the text that it is to show is being made beside the loop.
  var isComing: Bool { get }
  /// The text that labels show for it where they name it.
  func said(at instant: MonotonicInstant) -> String
  /// A number that differs when the text of ``said(at:)`` does, found without making that text.
  func mark(at instant: MonotonicInstant) -> Int
  /// Deflection of the middles of its edges in points, positive outward; nil where they are not elastic.
  func edgeOffset(at instant: MonotonicInstant) -> Double?
  /// The instant at which ``advance(to:telling:)`` has something to do; nil while it has nothing.
  var deadline: MonotonicInstant? { get }
  /// Ends at once what a finger or a request has set going, as it goes on unseen; what is
  /// told at its end is told now.
  mutating func comeToRest(at instant: MonotonicInstant, telling events: inout WidgetEvents)
  /// Does what was to happen by itself up to `instant`.
  mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents)

  // MARK: Touches

  /// The relation of a finger that comes down at `point` (in points) to the widget.
  func hit(at point: Point) -> WidgetHit
  /// Takes note of a contact's change; `isInside` where the widget gets what comes down there.
  mutating func handle(_ event: TouchEvent, isInside: Bool, telling events: inout WidgetEvents)
  /// Ends what a finger does, as its end is not seen.
  mutating func cancelTouches(at instant: MonotonicInstant, telling events: inout WidgetEvents)

  // MARK: Keys

  /// The shape that the ring goes round while it has the focus, as it will be; `frame` is its own, in points.
  func outline(in frame: Rect, at instant: MonotonicInstant) -> WidgetOutline
  /// The point at which a key presses it while it has the focus, in points, as a finger would; `frame` is its own.
  func pressPlace(in frame: Rect, at instant: MonotonicInstant) -> Point

  // MARK: Requests

  /// Asks for what ``update(to:from:on:at:telling:)`` would ask for, so that it is made before the settings are in force.
  ///
  /// - Returns: True if the settings show another label, text or picture, or none any more.
  /// - Throws: ``WidgetFault`` where it cannot be had, and a request for it is refused.
  func ask(for settings: Settings, from materials: any Materials) throws(WidgetFault) -> Bool
  /// Shows what is in force from now on; place and kind stay.
  mutating func update(
    to settings: Settings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  )
  /// Carries out a request.
  ///
  /// - Throws: ``WidgetFault`` where it cannot be done now; nothing has changed then.
  mutating func perform(
    _ call: Call,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault)
  /// The members that `status` and the answers to its methods tell, besides those that they tell of every widget.
  static var facts: [Fact<Seen<Self>>] { get }

  // MARK: Frames

  /// Hands the layers what they show at `instant`; at rest that costs one comparison.
  mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack)
}

extension Widget {
  /// Nothing that takes time to make.
  package func ask(
    for settings: Settings,
    from materials: any Materials
  ) throws(WidgetFault) -> Bool { false }
  /// It has no level.
  package var levelEnd: MonotonicInstant? { nil }
  /// It shows what is in force.
  package var isComing: Bool { false }
  /// No label names it.
  package func said(at instant: MonotonicInstant) -> String { "" }
  /// No label names it.
  package func mark(at instant: MonotonicInstant) -> Int { 0 }
  /// Its edges are not elastic.
  package func edgeOffset(at instant: MonotonicInstant) -> Double? { nil }
  /// Its frame.
  package func outline(in frame: Rect, at instant: MonotonicInstant) -> WidgetOutline {
    WidgetOutline(frame: frame, cornerRadius: 8)
  }
  /// The middle.
  package func pressPlace(in frame: Rect, at instant: MonotonicInstant) -> Point { frame.center }
  /// Nothing happens by itself.
  package func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant? { nil }
  /// Nothing is due.
  package var deadline: MonotonicInstant? { nil }
  /// It goes on.
  package mutating func comeToRest(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {}
  /// Nothing is due.
  package mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {}
  /// Touches go through it.
  package func hit(at point: Point) -> WidgetHit { .none }
  /// Touches leave it alone.
  package mutating func handle(
    _ event: TouchEvent,
    isInside: Bool,
    telling events: inout WidgetEvents
  ) {}
  /// No finger holds it.
  package mutating func cancelTouches(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {}
}
