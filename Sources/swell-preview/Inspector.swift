// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import LinuxSystem
import Widgets

/// Says on standard output which widget is under the pointer while Ctrl is held, and where it stands in the file.
final class Inspector {
  /// The widgets that are seen; the topmost is the last.
  var widgets: () -> [WidgetSettings] = { [] }

  private let desk: Desk
  private let file: String
  /// The widget that the pointer holds, by the point at which it was taken.
  private var held: (widget: WidgetSettings, start: PixelPoint, place: PixelPoint)?
  /// True if the pointer has gone so far that a click is not meant.
  private var isDragged = false
  /// Window pixels that a hand moves while it clicks.
  private static let slack = 3

  /// An inspector of what the desk shows of the scene in `file`.
  init(_ desk: Desk, file: String) {
    self.desk = desk
    self.file = file
  }

  /// The button went down: the widget there is taken.
  func down(_ place: PixelPoint) {
    isDragged = false
    held = widget(at: place).map { ($0, place, place) }
    if held == nil { say("\(file): no widget is there") }
  }

  /// The pointer has moved; ``showOutline()`` shows it.
  func moved(_ place: PixelPoint) {
    guard let start = held?.start else { return }
    held?.place = place
    let (x, y) = (abs(place.x - start.x), abs(place.y - start.y))
    if max(x, y) > Self.slack { isDragged = true }
  }

  /// The button came up: the widget is named, or its new frame.
  func up(_ place: PixelPoint) {
    moved(place)
    guard let widget = held?.widget, let screen else { return cancel() }
    let inspected = InspectedWidget(widget, in: bytes)
    if !isDragged {
      say("\(position(of: inspected)): \(inspected.description(on: screen))")
    } else if let line = inspected.frameLine(movedBy: distance, on: screen) {
      say(line)
    } else {
      let name = "\(widget.kind) \"\(widget.id)\""
      say("\(position(of: inspected)): \(name) stands in a row, a column or a grid")
    }
    cancel()
  }

  /// Lets go of the widget without a word.
  func cancel() {
    held = nil
    showOutline()
  }

  /// Opens the editor at the widget.
  func open(_ place: PixelPoint) {
    guard let widget = widget(at: place) else { return say("\(file): no widget is there") }
    let inspected = InspectedWidget(widget, in: bytes)
    guard let editor = Editor(ProcessEnvironment["VISUAL"] ?? "") else {
      return say("\(position(of: inspected)): $VISUAL names no editor to open it there")
    }
    do throws(SystemError) {
      try editor.open(file, at: inspected.line ?? 1)
    } catch {
      StandardError.write(line: "swell-preview: cannot \(error)")
    }
  }

  /// Shows the outline of the widget that is held, where the pointer has moved it.
  func showOutline() {
    guard let widget = held?.widget, let screen else { return desk.setOutline(nil) }
    var rect = widget.frame.resolved(in: screen)
    if isDragged {
      rect.origin.x += distance.x
      rect.origin.y += distance.y
    }
    desk.setOutline(rect)
  }

  // MARK: - Places

  private var screen: Size? { desk.transform()?.viewSizeInPoints }

  /// The way of the pointer since the widget was taken, in points.
  private var distance: Point {
    guard let held, let start = point(held.start), let place = point(held.place) else {
      return Point(x: 0, y: 0)
    }
    return Point(x: place.x - start.x, y: place.y - start.y)
  }

  /// The point of the screen at a pixel of the window.
  private func point(_ place: PixelPoint) -> Point? {
    let (x, y) = desk.panelFraction(place)
    return desk.transform()?.point(ofPanelFraction: x, y)
  }

  private func widget(at place: PixelPoint) -> WidgetSettings? {
    guard let point = point(place), let screen else { return nil }
    return widgets().last { $0.frame.resolved(in: screen).contains(point) }
  }

  // MARK: - The file

  private var bytes: [UInt8] {
    (try? FileReader.read(file, limit: Settings.maximumByteCount)) ?? []
  }

  private func position(of widget: InspectedWidget) -> String {
    widget.line.map { "\(file):\($0)" } ?? file
  }

  private func say(_ line: String) {
    // An output that is not read does not keep the scene from being shown.
    try? StandardOutput.write(line: line)
  }
}
