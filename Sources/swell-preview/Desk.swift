// SPDX-License-Identifier: Apache-2.0
import Configuration
import DisplayServer
import Geometry
import LinuxSystem
import MonotonicTime
import Presentation
import Typography
import Widgets

/// A panel on the desk: its window, its time, and what is looked at.
///
/// ``DeskOutput`` brings frames here, ``DeskTouch`` what pointer and keys do.
final class Desk {
  let window: DeskWindow
  let time = LoopTime()
  /// The panel.
  private(set) var panel: PanelFormat
  /// Rotation of the panel beyond that of the configuration.
  private(set) var turn = Rotation.none
  /// True if panel or turn are new, and the output has not taken them over.
  var hasNewPanel = false

  /// The server's transform of its view into its buffers, and the guides of its widgets.
  var transform: () -> OutputTransform? = { nil }
  var guides: () -> [WidgetGuide] = { [] }
  /// Told that the file is to be read again.
  var reload: () -> Void = {}
  /// Told to show the page that stands so many further on in the file.
  var turnPage: (Int) -> Void = { _ in }
  /// Told to raise the keyboard on the screen, or to put it away.
  var toggleKeyboard: () -> Void = {}
  /// Shows the texts in the next language of the file.
  var showNextLanguage: () -> Void = {}
  /// Puts the next look of the file over the scene.
  var useNextLook: () -> Void = {}
  /// Told when the window has been given pixels, and the desktop may have been listened to meanwhile.
  var shown: () -> Void = {}
  /// Told whether time stands still.
  var hold: (Bool) -> Void = { _ in }

  private let file: String
  private let fonts: FontLibrary?
  private var recording: Recording?
  /// The panel's picture, upright.
  private var view: Picture
  private var zoom: Zoom
  /// The zoom that was asked for; `nil` for one that fits.
  private var wantedZoom: Zoom?
  private var overlay = Overlay()
  private var showsHelp = false
  private var showsGuides = false
  private var isDark = false
  /// Index of the speed at which time runs, or would if it were not held.
  private var speed = 0
  private static let speeds = [1.0, 0.5, 0.2, 0.1]

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - file: The scene's file, for the title.
  ///   - panel: The panel at first.
  ///   - recording: The recording of its frames; `nil` for none.
  /// - Throws: ``DeskWindow/Failure`` where there is no desktop.
  init(file: String, panel: PanelFormat, recording: Recording?) throws(DeskWindow.Failure) {
    self.file = file
    self.panel = panel
    self.recording = recording
    fonts = try? FontLibrary.open()
    view = Picture(size: panel.size)
    zoom = .one
    window = try DeskWindow(title: file, size: panel.size)
    zoom = Zoom(of: panel.size, fitting: window.room)
    fit()
  }

  // MARK: - Frames

  /// The panel shows another frame.
  ///
  /// - Parameters:
  ///   - frame: Its buffer.
  ///   - strideBytes: Bytes from one row to the next.
  ///   - damage: The region that may differ from the frame before, in buffer pixels.
  ///   - transform: The view's transform to it.
  ///   - instant: Time at which it is shown.
  func show(
    _ frame: RawSpan,
    strideBytes: Int,
    damage: PixelRegion,
    transform: OutputTransform,
    at instant: MonotonicInstant
  ) {
    var parts: [PixelRect] = []
    if transform.viewSize != view.size {
      view = Picture(size: transform.viewSize)
      parts = [view.size.bounds]
      fit()
    } else {
      // What turns the buffer into the view turns its rectangles too.
      let upright = OutputTransform(
        bufferSize: transform.viewSize,
        rotation: transform.rotation.inverse,
        scale: 1
      )
      for index in 0..<damage.count {
        let part = upright.bufferRect(ofView: damage[index]).intersection(view.size.bounds)
        if !part.isEmpty { parts.append(part) }
      }
    }
    isDark = false
    for part in parts {
      view.take(frame, strideBytes: strideBytes, transform: transform, part: part)
    }
    overlay.damage = showsGuides ? parts : []
    record(parts, at: instant)
    if isPlain { put(view, parts: parts) } else { refresh() }
  }

  /// Shows nothing: the panel sleeps.
  func goDark() {
    isDark = true
    refresh()
  }

  private func record(_ parts: [PixelRect], at instant: MonotonicInstant) {
    do throws(Recording.Failure) {
      try recording?.add(view, parts: parts, at: instant)
    } catch {
      StandardError.write(line: "swell-preview: the recording ends here: \(error.reason)")
      recording = nil
    }
  }

  /// Writes what is left of a recording.
  func finish() {
    do throws(Recording.Failure) {
      try recording?.finish(at: time.now())
    } catch {
      StandardError.write(line: "swell-preview: the recording is not whole: \(error.reason)")
    }
  }

  // MARK: - The window

  /// True if the window shows the panel's pixels and nothing else.
  private var isPlain: Bool { zoom == .one && overlay.isEmpty && !isDark && !showsGuides }

  /// Shows the whole window anew.
  func refresh() {
    if isDark { return put(Picture(size: window.size), parts: [window.size.bounds]) }
    overlay.notes = showsHelp ? HelpText.paragraphs : []
    overlay.guides = showsGuides ? guides() : []
    overlay.scale = transform()?.scale ?? 1
    if !showsGuides { overlay.damage = [] }
    guard !isPlain else { return put(view, parts: [view.size.bounds]) }
    var picture = view.zoomed(zoom)
    overlay.draw(over: &picture, zoom: zoom, fonts: fonts)
    put(picture, parts: [picture.size.bounds])
  }

  private func put(_ picture: Picture, parts: [PixelRect]) {
    window.show(picture, parts: parts)
    shown()
  }

  /// Gives the window the size of what it shows.
  private func fit() {
    zoom = wantedZoom ?? Zoom(of: view.size, fitting: window.room)
    window.resize(to: zoom.windowSize(of: view.size))
    setTitle()
  }

  private func setTitle() {
    var parts = [file, "\(panel.size.width)x\(panel.size.height)"]
    if !panel.name.isEmpty { parts.append(panel.name) }
    if turn != .none { parts.append("turned by \(turn.rawValue)") }
    if zoom != .one { parts.append(zoom.text) }
    if time.isHeld {
      parts.append("held")
    } else if speed > 0 {
      parts.append("time 1/\(Int((1 / Self.speeds[speed]).rounded()))")
    }
    window.setTitle(parts.joined(separator: "  "))
  }

  /// Shows what is wrong with the file, a line each; nothing when it is right.
  func setErrors(_ lines: [String]) {
    // Which file it is stands above the window.
    let short = lines.map { $0.hasPrefix(file) ? fileName + $0.dropFirst(file.count) : $0 }
    overlay.errors = Array(short.prefix(6))
    if lines.count > 6 { overlay.errors.append("and \(lines.count - 6) more") }
    refresh()
  }

  private var fileName: String { String(file.split(separator: "/").last ?? "") }

  /// Shows where a finger was left; `nil` when it was lifted.
  func setRestingFinger(_ place: PixelPoint?) {
    guard place != overlay.finger else { return }
    overlay.finger = place
    refresh()
  }

  /// Shows where a widget would stand, in points; `nil` for none.
  func setOutline(_ frame: Rect?) {
    guard frame != overlay.outline else { return }
    overlay.outline = frame
    refresh()
  }

  /// Converts a pixel of the window to a place on the panel, as fractions of its unturned extent.
  func panelFraction(_ place: PixelPoint) -> (x: Double, y: Double) {
    let size = zoom.windowSize(of: view.size)
    let x = (Double(place.x) + 0.5) / Double(size.width)
    let y = (Double(place.y) + 0.5) / Double(size.height)
    switch transform()?.rotation ?? .none {
    case .none: return (x, y)
    case .quarter: return (1 - y, x)
    case .half: return (1 - x, 1 - y)
    case .threeQuarters: return (y, 1 - x)
    }
  }

  // MARK: - Commands

  /// Does what a key of the window stands for.
  func perform(_ command: DeskCommand) {
    switch command {
    case .help: showsHelp.toggle()
    case .turn: setPanel(panel, turned: turn.turned(by: .quarter))
    case .panel(let number):
      guard PanelFormat.common.indices.contains(number - 1) else { return }
      setPanel(PanelFormat.common[number - 1], turned: turn)
    case .slower:
      speed = (speed + 1) % Self.speeds.count
      if !time.isHeld { time.setRate(Self.speeds[speed]) }
    case .hold:
      time.setRate(time.isHeld ? Self.speeds[speed] : 0)
      hold(time.isHeld)
    case .nextFrame: time.step(by: panel.refreshInterval)
    case .guides: showsGuides.toggle()
    case .keyboard:
      toggleKeyboard()
      showSoon()
    case .language:
      showNextLanguage()
      showSoon()
    case .look:
      useNextLook()
      showSoon()
    case .page(let step):
      turnPage(step)
      showSoon()
    case .larger: setZoom(zoom.larger)
    case .smaller: setZoom(zoom.smaller)
    case .fitting: setZoom(nil)
    case .reload: reload()
    case .end: ProcessEnd.request()
    }
    setTitle()
    refresh()
  }

  private func setPanel(_ panel: PanelFormat, turned turn: Rotation) {
    self.panel = panel
    self.turn = turn
    hasNewPanel = true
    showSoon()
  }

  /// Lets the newest scene be seen where time stands still.
  func showSoon() {
    // One that may be on its way, one to draw it, and one to show it.
    time.step(by: panel.refreshInterval * 3)
  }

  private func setZoom(_ zoom: Zoom?) {
    wantedZoom = zoom
    fit()
  }
}
