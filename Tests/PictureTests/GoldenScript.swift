// SPDX-License-Identifier: Apache-2.0
import Presentation
import VirtualTime
import Widgets
import RequestWords
import JSON
import Configuration
import Control
import Geometry
import MonotonicTime
import Testing
import Touch
import VirtualKiosk

/// A scene and what happens to it, frame by frame; everything is in points, so that it can be shown
/// in any scale.
struct GoldenScript: Sendable, CustomTestStringConvertible {
  /// What happens between two frames.
  enum Step: Sendable {
    /// A finger comes down on, moves to, leaves, or is taken away at a point.
    case down(Double, Double)
    case move(Double, Double)
    case up(Double, Double)
    case cancel(Double, Double)
    /// The indicator gets another percentage, in a time in seconds.
    case progress(String, Double, over: Double)
    /// A button is pressed by request.
    case press(String)
    case show(String, Bool)
    case enable(String, Bool)
    case color(String, String)
    case label(String, String)
    /// An image shows another file.
    case image(String, String)
    /// A client calls a method with these parameters.
    case ask(String, String)

    /// A key of this name, as clients send it.
    static func key(_ name: String) -> Self { .ask("key.send", "{\"key\":\"\(name)\"}") }
  }

  /// The instant at which what follows a frame is looked at: a millisecond behind its vblank.
  static func instant(behind frame: Int) -> MonotonicInstant {
    MonotonicInstant(seconds: Double(frame) / hertz) + .milliseconds(1)
  }

  /// The settings of its scene.
  func settings(rotation: Rotation = .none, scale: Double = 1) throws -> Settings {
    try VirtualKiosk.settings(
      """
      [display]
      scale = \(scale)
      rotation = \(rotation.rawValue)
      \(display)
      \(widgets.replacing("logo.png", with: GoldenTable.folder + "logo.png"))
      """
    )
  }

  /// Extent of the view in points.
  static let (width, height) = (103.0, 77.0)
  /// Frames a second.
  static let hertz = 20.0

  /// One word.
  let name: String
  /// Keys of the table `display`, a line each.
  var display = ""
  /// The widgets' tables.
  let widgets: String
  /// How many frames are looked at.
  let frameCount: Int
  /// What happens right after the frame of the given number.
  let steps: [Int: [Step]]

  var testDescription: String { name }
}

extension VirtualRun {
  /// Does what a script says.
  func perform(_ step: GoldenScript.Step) throws {
    switch step {
    case .down(let x, let y): finger(.down, Point(x: x, y: y))
    case .move(let x, let y): finger(.move, Point(x: x, y: y))
    case .up(let x, let y): finger(.up, Point(x: x, y: y))
    case .cancel(let x, let y): finger(.cancel, Point(x: x, y: y))
    case .ask(let method, let params):
      let params = try JSONValue(parsing: Array(params.utf8))
      _ = try perform(ControlRequest(JSONRPCRequest(method: method, params: params)))
    default: try step.request.map { _ = try perform($0) }
    }
  }
}

extension GoldenScript.Step {
  /// The request that says it; nil for a finger, and for what is asked by a method's name.
  var request: ControlRequest? {
    switch self {
    case .down, .move, .up, .cancel, .ask: nil
    case .progress(let id, let percent, let seconds):
      .setProgress(ProgressChange(id: id, percent: percent, duration: seconds))
    case .press(let id): .pressButton(id: id)
    case .show(let id, let isVisible): .setWidget(WidgetSetting(id: id, isVisible: isVisible))
    case .enable(let id, let isEnabled): .setWidget(WidgetSetting(id: id, isEnabled: isEnabled))
    case .color(let id, let color): .setWidget(WidgetSetting(id: id, color: color))
    case .image(let id, let file): .widget(.image(.set(id: id, file: file, over: 0.3, ease: nil)))
    case .label(let id, let label): .setWidget(WidgetSetting(id: id, label: label))
    }
  }
}
