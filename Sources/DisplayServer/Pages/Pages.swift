// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Geometry
internal import JSON
internal import MonotonicTime
internal import PlainText
internal import Raster
internal import Widgets

/// The pages of a scene: which is shown, which were before, and when another one comes by itself.
///
/// Pure: a turn is noted here, and done to the scene by the server.
struct Pages: Sendable {
  /// Number of pages over which "back" leads back.
  private static let longestHistory = 64

  /// The settings of each page as they are on the screen.
  private(set) var settings: [PageSettings] = []
  /// The same as they are in the file.
  private var written: [PageSettings] = []
  /// The page that each widget is on; nil for one on all of them.
  private(set) var placement: [Int?] = []
  /// The page that is shown, by its place in the file; 0 where there are none.
  private(set) var shown = 0
  /// The page that a finger draws in over it, whose widgets are seen meanwhile; nil for none.
  var drawn: Int?
  /// The instant at which that page was shown.
  private(set) var since: MonotonicInstant
  /// True once another page was shown than the one at first.
  private var hasTurned = false
  /// The pages before, the last one last.
  private var history: [Int] = []
  /// The ring that empties before a timeout; nil where no page warns of one.
  private(set) var ring: TimeoutRing?
  /// The time since the panel was last used.
  var idleness: Idleness
  /// The instant from which the page's timeout counts.
  private var lastUse: MonotonicInstant
  /// True once that time is over, and has led to the page itself.
  private var isExpired = false

  /// No pages: all widgets are shown.
  init(at now: MonotonicInstant) {
    since = now
    lastUse = now
    idleness = Idleness(at: now)
  }

  /// The pages of a file, of which the one called `id` is shown; the first one where there is none.
  init(_ file: Settings, showing id: String? = nil, at now: MonotonicInstant) {
    self.init(at: now)
    (written, settings) = (file.pages, file.pages)
    placement = file.placement
    ring = file.ring
    shown = id.flatMap { place(ofPage: $0) } ?? 0
  }

  /// The page that is shown; nil without pages.
  var page: PageSettings? { settings.isEmpty ? nil : settings[shown] }

  /// The id of the page that is shown, if that is not the first one.
  var idElsewhere: String? { shown == 0 ? nil : page?.id }

  // MARK: - Widgets

  /// Tells if the widget at `index` is on `page`, or on all.
  func isWidget(_ index: Int, on page: Int) -> Bool {
    guard index < placement.count, let own = placement[index] else { return true }
    return own == page
  }

  /// True if the widget at `index` is on the page that is shown, and on no other.
  func isOwn(_ index: Int) -> Bool { index < placement.count && placement[index] == shown }

  /// The settings of the widget at `index` as they are seen on the page that is shown.
  func seen(_ settings: WidgetSettings, at index: Int) -> WidgetSettings {
    isWidget(index, on: drawn ?? shown) ? settings : settings.applying(.hiding)
  }

  /// The backgrounds of the page that is shown, and of each of the widgets; `usual` where the page has none.
  func grounds(_ usual: Color) -> (shown: Color, widgets: [Color]) {
    let widgets = placement.map { page in page.flatMap { settings[$0].background } ?? usual }
    let seen = settings.isEmpty ? nil : settings[drawn ?? shown]
    return (seen?.background ?? usual, widgets)
  }

  /// True if the page that is shown is the one called `target`.
  func isShown(as target: String) -> Bool {
    target.hasSameBytes(as: PageTarget.home)
      ? shown == 0 : page?.id.hasSameBytes(as: target) ?? false
  }

  // MARK: - Turns

  /// Tells if something can lead to `target`.
  func leads(to target: String) -> Bool {
    guard !settings.isEmpty else { return false }
    return PageTarget.words.contains(where: target.hasSameBytes) || place(ofPage: target) != nil
  }

  /// Shows the page that `target` leads to.
  ///
  /// - Returns: The page that was shown; nil where it is shown already, or there is none.
  mutating func turn(to target: String, at now: MonotonicInstant) -> Int? {
    guard !settings.isEmpty else { return nil }
    let isBack = target.hasSameBytes(as: PageTarget.back)
    var page = place(ofPage: target)
    // Between two pages that are one now there was another one, which a reload has dropped.
    while isBack, history.last == shown { history.removeLast() }
    if isBack { page = history.last ?? 0 }
    if target.hasSameBytes(as: PageTarget.home) { page = 0 }
    guard let page, page != shown else { return nil }
    if isBack {
      _ = history.popLast()
    } else {
      history.append(shown)
      if history.count > Self.longestHistory { history.removeFirst() }
    }
    defer { show(page, at: now) }
    return shown
  }

  private mutating func show(_ page: Int, at now: MonotonicInstant) {
    shown = page
    hasTurned = true
    since = now
    lastUse = max(lastUse, now)
    isExpired = false
  }

  /// True while the page that is shown may come by a fade of its own.
  func isFading(at now: MonotonicInstant) -> Bool {
    guard let turn = page?.turn, turn.kind == .fade, hasTurned else { return false }
    return now - since < MonotonicInterval(seconds: turn.duration)
  }

  /// The page beside the one that is shown, in the order of the file; nil where there is none.
  func neighbour(_ step: Int) -> Int? {
    settings.indices.contains(shown + step) ? shown + step : nil
  }

  /// The page that a finger has drawn in is the one that is shown from now on.
  mutating func takeDrawn(_ page: Int, at now: MonotonicInstant) {
    drawn = nil
    history.append(shown)
    if history.count > Self.longestHistory { history.removeFirst() }
    show(page, at: now)
  }

  private func place(ofPage id: String) -> Int? {
    settings.firstIndex { $0.id.hasSameBytes(as: id) }
  }

  /// The pages of another file: the same one is shown if that has it, and the first one otherwise.
  func replaced(by file: Settings, at now: MonotonicInstant) -> Self {
    var pages = self
    pages.drawn = nil
    (pages.written, pages.settings) = (file.pages, file.pages)
    pages.placement = file.placement
    pages.ring = file.ring
    pages.history = history.compactMap { pages.place(ofPage: settings[$0].id) }
    let same = page.flatMap { pages.place(ofPage: $0.id) }
    pages.shown = same ?? 0
    if same == nil { pages.show(0, at: now) }
    return pages
  }

  /// The pages are on a screen of this extent from now on.
  mutating func stand(on screen: Size) { settings = written.map { $0.variant(on: screen) } }

  // MARK: - Timeouts

  /// Notes a touch, a key or a scan, or that a program of the page has come further.
  mutating func use(at now: MonotonicInstant) {
    lastUse = max(lastUse, now)
    isExpired = false
  }

  /// The instant at which ``expire(isBusy:at:)`` has something to do; nil where the page stays.
  var deadline: MonotonicInstant? {
    guard let page, page.timeout > 0, !isExpired else { return nil }
    return lastUse + MonotonicInterval(seconds: page.timeout)
  }

  /// The instant at which the ring begins to empty; nil where the page does not warn.
  var warningBegin: MonotonicInstant? {
    guard let page, page.timeoutWarning > 0, let due = deadline else { return nil }
    return due - MonotonicInterval(seconds: min(page.timeoutWarning, page.timeout))
  }

  /// The instant at which the ring is empty, if it is shown at `now`; nil where it is not.
  func warningEnd(at now: MonotonicInstant) -> MonotonicInstant? {
    warningBegin.map { $0 <= now } ?? false ? deadline : nil
  }

  /// Shows the page that comes at the timeout; not while a program of the page `isBusy`.
  ///
  /// - Returns: The page that was shown, nil where it is the same, and whether everything begins anew; nil where
  ///   nothing is due.
  mutating func expire(isBusy: Bool, at now: MonotonicInstant) -> (from: Int?, resets: Bool)? {
    guard let due = deadline, due <= now, let page else { return nil }
    guard !isBusy else {
      lastUse = now
      return nil
    }
    let from = turn(to: page.timeoutTarget, at: now)
    if from == nil { isExpired = true }
    let resets = page.resets && shown == 0
    if resets { history = [] }
    return (from, resets)
  }
}

extension Settings {
  /// The ring that empties before a timeout; nil where no page warns of one.
  fileprivate var ring: TimeoutRing? {
    pages.contains { $0.timeoutWarning > 0 } ? TimeoutRing(accent) : nil
  }
}

extension WidgetChange {
  /// Nothing is seen of the widget.
  fileprivate static let hiding: Self = {
    var change = Self()
    change["visible"] = false
    return change
  }()
}
