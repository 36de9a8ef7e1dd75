// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Motion
internal import Raster
internal import Touch

/// The keyboard on the screen: one widget over all others, whose keys are made of a layout's levels.
///
/// ```
///   a touch gives a field the focus ─► keys are made beside the loop ─► rises by a spring, and the page with it
///   focus gone, key that puts away, keyboard plugged in ─► falls
/// ```
package struct ScreenKeyboard: Sendable {
  let settings: ScreenKeyboardSettings
  let transform: OutputTransform
  let lines: any LineMaker
  let bufferCount: Int
  /// The instant from which the springs' seconds count.
  private let epoch: MonotonicInstant
  /// Its height in view pixels.
  let height: Int
  private let grid: ScreenKeyboardView.Grid

  /// The keys; nil before they are wanted.
  var sheet: KeySheet?
  /// Those that are being made beside the loop, and what for.
  private var coming: Future<KeySheet>?
  /// Index of the wanted layout, and the kind of field for which it is wanted.
  private(set) var layout: Int
  private(set) var kind = KeyboardPlan.Kind.text
  /// The characters that the field takes.
  private(set) var allow = CharacterFilter.any
  /// True if Return leads to another field.
  private(set) var hasNext = false
  /// True if pictures that leave the screen must not show the strokes.
  var isSecret = false
  /// True while a keyboard is plugged in.
  private(set) var isPlugged = false

  /// True while the keyboard is up, or on its way there.
  package private(set) var isUp = false
  private var rise: SpringMotion
  private var lift: SpringMotion
  /// Distance by which the page has to go up for the field, in view pixels.
  private var wantedLift = 0.0
  /// The part of the keyboard that the next frame shows.
  private(set) var view = ScreenKeyboardView()
  /// The part of the keyboard that each buffer, and behind them the frame painted last, shows.
  var views: [ScreenKeyboardView]

  // MARK: Keys

  /// The effect of shift on letters.
  enum Shift: Hashable, Sendable { case off, once, locked }

  var shift = Shift.off
  /// The instant of the last tap on shift; nil if another key was tapped since.
  var shiftTap: MonotonicInstant?
  /// The page of symbols; nil for letters.
  var symbols: Int?
  /// The fingers on it, and their keys; nil for none.
  var fingers: [(contact: ContactID, key: Int?)] = []
  /// True if a key was typed while the finger on shift is down.
  var hasTypedWithShift = false
  /// The keys that move.
  var moving: [Int] = []
  /// The key that types again, and when.
  var repeating: (index: Int, due: MonotonicInstant)?
  /// The letter that is typed when its finger goes up; nil for none.
  var held: HeldLetter?

  /// The most fingers that are looked at.
  static let mostFingers = 16

  /// A keyboard that is down, or up for good; nil where there is none.
  init?(
    _ settings: ScreenKeyboardSettings?,
    transform: OutputTransform,
    bufferCount: Int,
    from lines: any LineMaker,
    at instant: MonotonicInstant
  ) {
    guard let settings, settings.show != .never, !settings.layouts.isEmpty else { return nil }
    self.settings = settings
    self.transform = transform
    self.bufferCount = bufferCount
    self.lines = lines
    epoch = instant
    height = KeySheetOrder.height(settings, transform: transform)
    grid = ScreenKeyboardView.grid(transform)
    layout = min(max(settings.first, 0), settings.layouts.count - 1)
    rise = SpringMotion(restingAt: 0, restThreshold: 0.5)
    lift = rise
    views = Array(repeating: ScreenKeyboardView(), count: bufferCount + 1)
    fingers.reserveCapacity(Self.mostFingers)
    moving.reserveCapacity(64)
    guard settings.show == .always else { return }
    isUp = true
    rise = SpringMotion(restingAt: Double(height), restThreshold: 0.5)
    makeSheet(at: instant)
    look(at: instant)
  }

  private func seconds(_ instant: MonotonicInstant) -> Double { (instant - epoch).seconds }

  // MARK: - Up and down

  /// The spring by which the keyboard comes and goes: fast, and never beyond.
  private static let spring = Spring(duration: 0.4, dampingRatio: 1, initialVelocity: 0)

  /// Distance of a field from the keyboard and from the screen's upper edge, in points.
  static let margin = 12.0

  /// Distance by which the page goes up, in view pixels, for a field with this frame in points.
  func lift(for frame: Rect) -> Double {
    let margin = Self.margin * transform.scale
    let free = Double(transform.viewSize.height - height)
    let wanted = frame.maxY * transform.scale + margin - free
    let most = min(frame.minY * transform.scale - margin, Double(height))
    return max(0, min(wanted, most))
  }

  /// A field has got the focus, by a touch or otherwise, or has it still.
  mutating func serve(
    _ field: TextFieldSettings,
    in frame: Rect,
    hasNext: Bool,
    isByTouch: Bool,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let kind = KeyboardPlan.Kind(field.allow)
    // Its key is another one in a moment.
    if kind != self.kind { typeHeld(at: instant, telling: &events) }
    self.kind = kind
    allow = field.allow
    isSecret = field.isSecret
    self.hasNext = hasNext
    wantedLift = lift(for: frame)
    if isByTouch, settings.show == .always || !isPlugged { isUp = true }
    guard isUp else { return }
    makeSheet(at: instant)
    go(at: instant)
  }

  /// No field has the focus; what is typed may be for one that keys have left.
  mutating func rest(isSecret: Bool, hasNext: Bool, at instant: MonotonicInstant) {
    (wantedLift, self.isSecret, self.hasNext) = (0, isSecret, hasNext)
    if settings.show != .always { isUp = false }
    go(at: instant)
  }

  /// Shows whether Return leads to another field, as that may have changed.
  mutating func set(hasNext: Bool, at instant: MonotonicInstant) {
    guard hasNext != self.hasNext else { return }
    self.hasNext = hasNext
    showKeys(at: instant)
  }

  /// Puts it away, or raises it for a field that has the focus.
  mutating func set(isUp: Bool, at instant: MonotonicInstant) {
    guard settings.show != .always else { return }
    self.isUp = isUp
    if isUp { makeSheet(at: instant) }
    go(at: instant)
  }

  /// A keyboard is plugged in, or none any more.
  mutating func set(isPlugged: Bool, at instant: MonotonicInstant) {
    self.isPlugged = isPlugged
    if isPlugged, isUp { set(isUp: false, at: instant) }
  }

  /// Is where it is going at once, as its page is put in place as a whole.
  mutating func arrive(at instant: MonotonicInstant) {
    rise = SpringMotion(restingAt: rise.target, restThreshold: 0.5)
    lift = SpringMotion(restingAt: lift.target, restThreshold: 0.5)
    look(at: instant)
  }

  private mutating func go(at instant: MonotonicInstant) {
    let isThere = isUp && sheet != nil
    let (up, away) = (isThere ? Double(height) : 0, isThere ? wantedLift : 0)
    let time = seconds(instant)
    if rise.target != up { rise.retarget(to: up, spring: Self.spring, at: time) }
    if lift.target != away { lift.retarget(to: away, spring: Self.spring, at: time) }
    if !isUp { letGo(at: instant) }
    showKeys(at: instant)
  }

  /// Ends what fingers do.
  mutating func letGo(at instant: MonotonicInstant) {
    fingers.removeAll(keepingCapacity: true)
    repeating = nil
    takeHeld()
    hasTypedWithShift = false
    for index in moving { sheet?.keys[index].model.cancel(at: instant) }
    guard !isUp else { return }
    (shift, symbols, shiftTap) = (.off, nil, nil)
  }

  /// Tells if the keyboard covers `point`, in points of the view.
  func covers(_ point: Point) -> Bool {
    view.rise > 0 && point.y * transform.scale >= Double(transform.viewSize.height - view.rise)
  }

  // MARK: - Keys

  /// Has the next layout's keys shown.
  mutating func changeLayout(at instant: MonotonicInstant) {
    layout = (layout + 1) % settings.layouts.count
    makeSheet(at: instant)
    go(at: instant)
  }

  /// Has the first layout's letters without shift, for the next user.
  mutating func begin(at instant: MonotonicInstant) {
    letGo(at: instant)
    (shift, symbols, shiftTap) = (.off, nil, nil)
    layout = min(max(settings.first, 0), settings.layouts.count - 1)
    if sheet != nil { makeSheet(at: instant) }
    go(at: instant)
  }

  /// Has the keys made that are wanted, beside the loop where that can be.
  private mutating func makeSheet(at instant: MonotonicInstant) {
    guard sheet?.layout != layout || sheet?.kind != kind else { return coming = nil }
    let order = KeySheetOrder(
      settings: settings,
      transform: transform,
      bufferCount: bufferCount,
      layout: layout,
      kind: kind,
      instant: instant
    )
    let lines = lines
    coming = Future.begin(by: lines.makeLater) { order.made(by: lines) }
    if coming == nil { take(order.made(by: lines), at: instant) }
  }

  private mutating func take(_ made: KeySheet, at instant: MonotonicInstant) {
    // A finger's key is another one now.
    letGo(at: instant)
    moving.removeAll(keepingCapacity: true)
    symbols = nil
    if made.layout != sheet?.layout { shift = .off }
    sheet = made
    sheet?.layers.invalidateAll()
  }

  // MARK: - Time

  /// Tells if the keyboard looks different after `instant` than at it.
  func isMoving(at instant: MonotonicInstant) -> Bool {
    isOnItsWay(at: instant)
      || moving.contains { sheet?.keys[$0].model.isMoving(at: instant) ?? false }
  }

  /// Tells if the keyboard, or the page with it, goes up or down at `instant`.
  func isOnItsWay(at instant: MonotonicInstant) -> Bool {
    let time = seconds(instant)
    return rise.isMoving(at: time) || lift.isMoving(at: time)
  }

  /// The instant at which ``advance(to:telling:)`` has something to do; nil while it has nothing.
  var deadline: MonotonicInstant? {
    if coming?.isMade ?? false { return MonotonicInstant(nanoseconds: 0) }
    return repeating?.due ?? held?.deadline
  }

  /// Does what was to happen by itself up to `instant`.
  mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {
    if let made = coming?.value {
      coming = nil
      if made.layout == layout, made.kind == kind {
        typeHeld(at: instant, telling: &events)
        take(made, at: instant)
      }
      go(at: instant)
      events.needsFrame = true
    }
    repeatKey(at: instant, telling: &events)
    raiseStrip(at: instant, telling: &events)
  }

  // MARK: - Frames

  /// Hands the layers what they show at `instant`; at rest that costs a few comparisons.
  mutating func show(at instant: MonotonicInstant) {
    look(at: instant)
    var kept = 0
    for place in moving.indices {
      let index = moving[place]
      guard let key = sheet?.keys[index] else { continue }
      sheet?.layers.update(
        key.layer,
        offset: key.model.offset(at: instant) * transform.scale,
        opacity: key.isShown ? 1 : 0
      )
      guard key.model.isMoving(at: instant) || key.model.isPressed else { continue }
      moving[kept] = index
      kept += 1
    }
    moving.removeSubrange(kept...)
  }

  private mutating func look(at instant: MonotonicInstant) {
    let time = seconds(instant)
    view = ScreenKeyboardView(
      rise: rise.value(at: time),
      lift: lift.value(at: time),
      height: height,
      grid: grid
    )
  }

  /// Distance by which the page is moved up, in points.
  var liftInPoints: Double { Double(view.lift) / transform.scale }

  /// Shows no key pressed that has typed a secret, and none of its accents, in a copy whose picture leaves the screen.
  mutating func conceal() {
    guard let sheet else { return }
    if isSecret || held.map({ sheet.keys[$0.key].isSecret }) ?? false { self.sheet?.hideStrip() }
    for index in moving {
      let key = sheet.keys[index]
      guard isSecret || key.isSecret else { continue }
      self.sheet?.layers.update(key.layer, offset: 0, opacity: key.isShown ? 1 : 0)
    }
  }

  /// Takes memory of its own for what changes from frame to frame, where a copy has the same.
  mutating func unshare() {
    sheet?.layers.unshare()
    sheet?.keys.unshare()
    views.unshare()
    moving.unshare()
  }

  /// Goes on as the keyboard of a scene was that is shown no more.
  mutating func takeOver(from old: Self, at instant: MonotonicInstant) {
    isPlugged = old.isPlugged
    if settings == old.settings, transform == old.transform, bufferCount == old.bufferCount {
      let views = views
      self = old
      self.views = views
      letGo(at: instant)
      sheet?.layers.invalidateAll()
      return
    }
    if settings.layouts == old.settings.layouts, settings.first == old.settings.first {
      layout = old.layout
    }
    guard old.isUp, settings.show != .always else { return }
    (isUp, kind) = (true, old.kind)
    makeSheet(at: instant)
    rise = SpringMotion(restingAt: sheet == nil ? 0 : Double(height), restThreshold: 0.5)
    go(at: instant)
  }
}
