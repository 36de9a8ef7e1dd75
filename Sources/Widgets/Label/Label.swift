// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Motion
internal import PlainText
package import Raster

/// A label: lines of text, of which one fades into the next, with places that are filled in.
///
/// The scene fills them in, as other widgets have what belongs there: `fill(with:atOnce:at:_:)` shapes the text
/// between frames, and a frame only notes that it has to be done again.
package struct Label: FadingWithFrame {
  package static let eventTypes: [WidgetEventType] = []

  package private(set) var settings: LabelSettings
  /// The text that is shown, filled in.
  package private(set) var text = ""

  private let place: WidgetPlace
  private let lines: any LineMaker
  private let clock: any WallClock
  private let layer: LayerID<InkLayer>
  /// The elastic frame beneath the label; nil for none.
  package var elastic: ElasticFrame?
  package var fade: Fade
  private var tint: ColorTransition
  private var mix = TextFade()
  /// The state that was handed to the layer last; nil before the first frame.
  private var shown: Shown?

  // MARK: Filling in

  private var template: LabelTemplate
  /// The widgets that fill the places, nil where there is none; nil until the scene has looked.
  var origins: [WidgetSlot?]?
  /// Marks of the values that fill the places now; another mark makes the text stale.
  private var marks: [Int] = []
  /// True if the text is to be filled in anew.
  private var isStale = true
  /// The next instant at which the time of day that is shown changes; nil where none is shown.
  private var nextTick: MonotonicInstant?
  /// Seconds and curve by which the next text takes the place of this one.
  private var pace: (over: Double, curve: Curve)?
  /// The next text, while it is being made beside the loop, and how it takes the place of this one.
  private var coming: (text: Future<FilledText>, pace: (over: Double, curve: Curve)?)?

  /// A text with its ink.
  private struct FilledText: Sendable {
    let text: String
    let ink: PlacedMask
  }

  private struct Shown: Equatable {
    var opacity: Double
    var share: Double
    var color: Color
  }

  package init(
    _ settings: LabelSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    lines = materials.lines
    clock = materials.clock
    fade = Fade(isVisible: settings.isVisible, isEnabled: settings.isEnabled)
    template = LabelTemplate(settings.text)
    tint = ColorTransition(restingAt: settings.color)
    elastic = ElasticFrame(
      settings.elastic,
      in: place,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      on: &layers,
      at: instant
    )
    layer = layers.add(InkLayer(color: settings.color))
  }

  // MARK: - Time

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    isFrameMoving(at: instant)
      || fade.isVisible
        && (mix.isMoving(at: instant) || tint.isMoving(at: instant))
  }

  package func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant? {
    fade.isVisible ? nextTick : nil
  }

  /// The instant 0 while a text waits to be filled in or shown, which is then done as soon as a frame has been drawn.
  package var deadline: MonotonicInstant? {
    (coming?.text.isMade ?? isStale) && fade.isVisible ? MonotonicInstant(nanoseconds: 0) : nil
  }

  // MARK: - Filling in

  /// The widgets' values that fill the places; none while a program's text is shown.
  var sources: [LabelTemplate.Source] { settings.jobText == nil ? template.sources : [] }

  /// Number of parts that are put together to make the text.
  var fillingLength: Int { settings.jobText == nil ? template.length : 1 }

  /// Has it filled in the next turn, which begins at once.
  mutating func putOff() { if coming == nil { isStale = true } }

  /// True while the next text is being made beside the loop.
  package var isComing: Bool { coming != nil && fade.isVisible }

  /// Tells if ``fill(with:atOnce:at:on:)`` is to be called.
  func needsFilling(at instant: MonotonicInstant) -> Bool {
    guard fade.isVisible else { return false }
    if let coming { return coming.text.isMade }
    return isStale || nextTick.map { $0 <= instant } ?? false
  }

  /// Notes what would fill a place now; another mark than before makes the text stale.
  mutating func note(_ mark: Int, ofPlace place: Int) {
    if place < marks.count, marks[place] != mark { isStale = true }
  }

  /// The time of day is another one than it was thought to be.
  mutating func clockHasJumped() {
    if nextTick != nil { isStale = true }
  }

  /// Shows the text with its places filled in, as soon as it has been made.
  ///
  /// - Parameters:
  ///   - values: The values that fill the places of ``sources``, in their order.
  ///   - work: Most work that is done at once, in bytes of text times view pixels per em; a text beyond it, or one that
  ///     needs a font which is not at hand, is made beside the loop where that can be.
  ///   - instant: The time that is shown.
  ///   - layers: The scene's layers.
  /// - Returns: The work that has been done at once, in the same unit.
  mutating func fill(
    with values: [LabelValue],
    atOnce work: Double,
    at instant: MonotonicInstant,
    on layers: inout LayerStack
  ) -> Double {
    if let made = coming?.text.value {
      let pace = coming?.pace
      coming = nil
      show(made, pace: pace, at: instant, on: &layers)
    }
    // What has changed while that was made comes after it.
    guard isStale || nextTick.map({ $0 <= instant }) ?? false else { return 0 }
    let pace = pace
    self.pace = nil
    isStale = false
    marks = values.map(\.mark)
    nextTick = nil
    let filled: String
    if let text = settings.jobText {
      filled = text
    } else {
      filled = template.filled(values.map(\.text)) {
        clock.text($0, in: settings.spoken, at: instant)
      }
      if template.step > 0 { nextTick = clock.nextChange(every: template.step, after: instant) }
    }
    guard !filled.hasSameBytes(as: text) else { return 0 }
    let look = LabelLook(settings, in: place)
    let lines = lines
    let make = { @Sendable (lines: any LineMaker) in
      FilledText(text: filled, ink: look.ink(of: filled, from: lines))
    }
    // Glyphs cost by their size, of small ones their shaping and what is read of the font for them.
    let cost = Double(filled.utf8.count) * max(settings.fontSize * place.scale, 48)
    var made: FilledText?
    if cost <= work {
      _ = lines.atOnce(filled, font: settings.font) { made = make($0) }
    }
    if made == nil, let begun = Future.begin(by: lines.makeLater, make: { make(lines) }) {
      coming = (begun, pace)
      return 0
    }
    show(made ?? make(lines), pace: pace, at: instant, on: &layers)
    return cost
  }

  /// Shows a text that has been made.
  private mutating func show(
    _ made: FilledText,
    pace: (over: Double, curve: Curve)?,
    at instant: MonotonicInstant,
    on layers: inout LayerStack
  ) {
    text = made.text
    let screen = place.transform.viewSize.bounds
    guard
      mix.change(
        over: pace?.over ?? 0,
        curve: pace?.curve ?? .linear,
        at: instant,
        isSeen: shown?.opacity ?? 0 > 0
      )
    else {
      layers.setMask(made.ink, clip: screen, of: layer)
      return
    }
    layers.mixMask(made.ink, clip: screen, of: layer)
  }

  /// Has texts that are set from now on wait for `instant`.
  mutating func holdBack(until instant: MonotonicInstant) { mix.holdBack(until: instant) }

  // MARK: - Requests

  package mutating func update(
    to settings: LabelSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    if !settings.text.hasSameBytes(as: before.text) {
      template = LabelTemplate(settings.text)
      takeAnotherText()
    }
    if !settings.jobText.hasSameBytes(as: before.jobText) {
      takeAnotherText()
    }
    tint.retarget(to: settings.color, pace: events.pace, at: instant)
    if settings.isVisible, !fade.isVisible { isStale = true }
    set(
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      over: events.fading,
      at: instant
    )
    events.needsFrame = true
  }

  package mutating func perform(
    _ call: LabelCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    guard case .set(_, let text, let over, let ease) = call else { return }
    guard !text.hasSameBytes(as: settings.text) else { return }
    settings.text = text
    template = LabelTemplate(text)
    takeAnotherText(over: over, by: ease?.curve)
    events.needsFrame = true
  }

  private mutating func takeAnotherText(over seconds: Double? = nil, by curve: Curve? = nil) {
    origins = nil
    isStale = true
    pace = (seconds ?? settings.changeDuration, curve ?? settings.ease)
  }

  /// The label's members; `status` leaves out the filled-in text, which may be what people type.
  package static let facts: [Fact<Seen<Self>>] = [
    Fact("label", in: "status") { $0.settings.text },
    Fact("text", in: "get") { $0.settings.text },
    Fact("shown", in: "get") { $0.widget?.text },
  ]

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    elastic?.show(at: instant, in: &layers)
    let now = Shown(
      opacity: fade.opacity(at: instant),
      share: mix.share(at: instant),
      color: tint.color(at: instant)
    )
    let isOver = mix.ends(at: instant)
    guard now != shown || isOver else { return }
    if now.color != shown?.color ?? settings.color { layers.setColor(now.color, of: layer) }
    shown = now
    layers.setShare(now.share, of: layer)
    if isOver { layers.endMix(of: layer) }
    layers.setOpacity(now.opacity, of: layer)
  }
}
