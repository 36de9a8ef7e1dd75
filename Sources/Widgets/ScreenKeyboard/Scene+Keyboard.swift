// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
internal import Raster
internal import Touch

// The keyboard on the screen: the page and the keys are two pictures, of which each has its own part of the buffer.
extension Scene {
  // MARK: - Up and down

  /// True while the keyboard on the screen is up, or on its way there.
  package var isKeyboardUp: Bool { keyboard?.isUp ?? false }

  /// Tells if the keyboard on the screen covers a place, in points.
  package func isOnKeyboard(_ point: Point) -> Bool { keyboard?.covers(point) ?? false }

  /// Tells if the keyboard goes up or down at `instant`.
  package func isKeyboardOnItsWay(at instant: MonotonicInstant) -> Bool {
    keyboard?.isOnItsWay(at: instant) ?? false
  }

  /// Raises the keyboard on the screen for the field that has the focus, or puts it away.
  package mutating func setKeyboard(isUp: Bool, at instant: MonotonicInstant) {
    guard !isUp || focus != nil else { return }
    keyboard?.set(isUp: isUp, at: instant)
  }

  /// Notes whether a keyboard is plugged in, so that none is wanted on the screen.
  package mutating func setKeyboard(isPlugged: Bool, at instant: MonotonicInstant) {
    keyboard?.set(isPlugged: isPlugged, at: instant)
  }

  /// Has the keyboard be where it is going at once, as the page comes as a whole.
  package mutating func placeKeyboard(at instant: MonotonicInstant) {
    keyboard?.arrive(at: instant)
  }

  /// Has the keyboard on the screen be as it was at first, for the next user.
  package mutating func beginKeyboard(at instant: MonotonicInstant) {
    keyboard?.begin(at: instant)
  }

  /// Tells the keyboard which field has the focus.
  mutating func followFocus(
    isByTouch: Bool,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    guard keyboard != nil else { return }
    let hasNext = hasNextField
    guard let focus, let field = field(focus) else {
      let isSecret = typedField.map { shelves.texts[$0].settings.isSecret } ?? false
      keyboard?.rest(isSecret: isSecret, hasNext: hasNext, at: instant)
      return
    }
    keyboard?.serve(
      shelves.texts[field].settings,
      in: shelves.texts[field].place.frame,
      hasNext: hasNext,
      isByTouch: isByTouch,
      at: instant,
      telling: &events
    )
  }

  /// Has the keyboard show whether Return leads to another field.
  mutating func reviewNextField(at instant: MonotonicInstant) {
    guard keyboard != nil else { return }
    let hasNext = hasNextField
    keyboard?.set(hasNext: hasNext, at: instant)
  }

  /// Gives a touch to the keyboard, and to it alone where a finger is on it.
  ///
  /// - Returns: The touch as the page has it, which may be moved up; nil where the keyboard has it.
  mutating func handleOnKeyboard(
    _ event: TouchEvent,
    telling events: inout WidgetEvents
  ) -> TouchEvent? {
    // A key presses where its button is on the page, wherever that is seen.
    guard keyboard != nil, !event.contact.isKey else { return event }
    if keyboard?.handle(event, telling: &events) ?? false { return nil }
    var moved = event
    moved.position.y += keyboard?.liftInPoints ?? 0
    return moved
  }

  // MARK: - Frames

  /// Brings a buffer up to what is shown of page and keys.
  ///
  /// - Returns: In buffer pixels, what may differ from the frame painted last.
  mutating func paintWithKeyboard(
    into canvas: inout Canvas,
    buffer: Int
  ) -> PixelRegion {
    // Nothing is copied: what has to be changed would be copied for it.
    guard let view = keyboard?.view, let height = keyboard?.height,
      let held = keyboard?.views[buffer], let last = keyboard?.views[layers.bufferCount]
    else { return layers.paint(into: &canvas, buffer: buffer) }
    keyboard?.views[buffer] = view
    keyboard?.views[layers.bufferCount] = view
    let page = view.page(transform)
    layers.setWindow(page.rect)
    if held.lift != view.lift { layers.invalidate(buffer: buffer) }
    canvas.displace(by: page.offset)
    var region = layers.paint(into: &canvas, buffer: buffer).moved(by: page.offset)
    if held.lift == view.lift, held.rise > view.rise {
      layers.paint(part: Self.bared(view, before: held, transform: transform), into: &canvas)
    }
    let keys = view.keys(transform, height: height)
    if held.rise != view.rise { keyboard?.sheet?.layers.invalidate(buffer: buffer) }
    keyboard?.sheet?.layers.setWindow(keys.rect)
    canvas.displace(by: keys.offset)
    if let changes = keyboard?.sheet?.layers.paint(into: &canvas, buffer: buffer) {
      region.add(changes.moved(by: keys.offset))
    }
    canvas.displace(by: PixelPoint(x: 0, y: 0))
    if view.lift != last.lift {
      region.add(transform.bufferSize.bounds)
    } else if view.rise != last.rise {
      region.add(view.rise > last.rise ? view.place(transform) : last.place(transform))
    }
    region.clip(to: transform.bufferSize.bounds)
    return region
  }

  /// Paints everything, or some rows of the buffer, without remembering it.
  mutating func paintAllWithKeyboard(rows: Range<Int>? = nil, into canvas: inout Canvas) {
    let view = keyboard?.view ?? ScreenKeyboardView()
    let (page, keys) = (view.page(transform), view.keys(transform, height: keyboard?.height ?? 0))
    let all = rows ?? 0..<transform.bufferSize.height
    layers.setWindow(page.rect)
    canvas.displace(by: page.offset)
    layers.paint(
      rows: all.lowerBound - page.offset.y..<all.upperBound - page.offset.y,
      into: &canvas
    )
    keyboard?.sheet?.layers.setWindow(keys.rect)
    canvas.displace(by: keys.offset)
    keyboard?.sheet?.layers.paint(
      rows: all.lowerBound - keys.offset.y..<all.upperBound - keys.offset.y,
      into: &canvas
    )
    canvas.displace(by: PixelPoint(x: 0, y: 0))
  }

  /// The part of the page that the keyboard covered before and bares now, in buffer pixels.
  private static func bared(
    _ view: ScreenKeyboardView,
    before: ScreenKeyboardView,
    transform: OutputTransform
  ) -> PixelRect {
    let bottom = transform.viewSize.height + view.lift
    return transform.bufferRect(
      ofView: PixelRect(
        left: 0,
        top: bottom - before.rise,
        right: transform.viewSize.width,
        bottom: bottom - view.rise
      )
    )
  }
}
