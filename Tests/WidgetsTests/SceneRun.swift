// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerTrials
import MonotonicTime
import Raster
import Touch
import Widgets

/// One scene and what happens to it.
struct SceneRun {
  private var settings: [WidgetSettings]
  /// The indices of the widgets' kinds among all.
  private var kinds: [Int]
  /// The widgets' pages; nil for one that is on all of them.
  private let pages: [Int?]
  private var scene: Scene
  private var events = WidgetEvents(capacity: 64)
  private var buffers: [[UInt8]]
  private var now = 0.0
  private var frame = 0
  private let materials = PlainMaterials()
  private let view: PixelSize
  /// What differs where it should not; nil while nothing does.
  private var fault: String?

  /// Has everything happen that the choices say; returns what was painted wrong, or nil.
  static func fault(by choices: inout ByteScript) -> String? {
    var run = SceneRun(&choices)
    for _ in 0..<40 where !choices.isAtEnd && run.fault == nil { run.step(&choices) }
    return run.fault
  }

  private init(_ choices: inout ByteScript) {
    let rotation = Rotation.allCases[choices.below(4)]
    let view = PixelSize(width: 16 + choices.below(200), height: 16 + choices.below(120))
    let transform = OutputTransform(
      bufferSize: rotation.swapsAxes ? PixelSize(width: view.height, height: view.width) : view,
      rotation: rotation,
      scale: [1, 1.25, 0.5, 3][choices.below(4)]
    )
    self.view = view
    let count = 1 + choices.below(4)
    kinds = (0..<count).map { _ in choices.below(WidgetKind.allCases.count) }
    settings = kinds.enumerated().map { choices.widget(ofKind: $1, id: "w\($0)") }
    pages = (0..<count).map { _ in [nil, 0, 1][choices.below(3)] }
    scene = Scene(
      settings,
      transform: transform,
      background: choices.color(),
      grounds: choices.isOne(in: 2) ? [] : (0..<count).map { _ in choices.color() },
      pages: pages,
      keyboard: choices.screenKeyboard(),
      accent: choices.color(),
      bufferCount: 2,
      materials: materials,
      at: MonotonicInstant(seconds: 0)
    )
    let noise = (0..<view.width * view.height * 4).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    buffers = Array(repeating: noise, count: 3)
  }

  private var instant: MonotonicInstant { MonotonicInstant(seconds: now) }

  private mutating func step(_ choices: inout ByteScript) {
    switch choices.below(16) {
    case 0, 1: ask(&choices)
    case 2, 3: set(&choices)
    case 4, 5, 6, 7: touch(&choices)
    case 8: type(&choices)
    case 9: scene.sleep(at: instant, telling: &events)
    case 10: raise(&choices)
    case 11: turn(&choices)
    case 12: scene.hideFocus(at: instant, telling: &events)
    case 13: scene.setBackground(choices.color(), over: choices.fraction(), at: instant)
    default: break
    }
    events.removeAll()
    now += [0, 1.0 / 60, 1.0 / 60, 0.1, 0.7, 12, 1e7][choices.below(7)]
    scene.advance(to: instant, telling: &events)
    _ = scene.wakeInstant(after: instant)
    _ = scene.isMoving(at: instant)
    events.removeAll()
    paint()
  }

  /// A request of a kind's own, for a widget of that kind.
  private mutating func ask(_ choices: inout ByteScript) {
    let index = choices.below(settings.count)
    let kind = WidgetKind.allCases[kinds[index]]
    guard !kind.methods.isEmpty else { return }
    let method = kind.methods[choices.below(kind.methods.count)]
    do throws(WidgetFault) {
      let request = try kind.request(method.name, .object(choices.parameters(of: method)))
      let change = try settings[index].change(by: request)
      try scene.perform(request, by: index, at: instant, telling: &events)
      put(settings[index].applying(change), index)
    } catch {
      return
    }
  }

  private mutating func set(_ choices: inout ByteScript) {
    let index = choices.below(settings.count)
    guard let change = try? WidgetChange(choices.change(ofKind: kinds[index])) else { return }
    put(settings[index].applying(change), index)
  }

  private mutating func put(_ new: WidgetSettings, _ index: Int) {
    settings[index] = new
    scene.update(index, to: new, from: materials, at: instant, telling: &events)
  }

  /// Raises the keyboard on the screen, or puts it away.
  private mutating func raise(_ choices: inout ByteScript) {
    switch choices.below(4) {
    case 0: scene.setKeyboard(isPlugged: choices.isOne(in: 2), at: instant)
    case 1: scene.placeKeyboard(at: instant)
    default: scene.setKeyboard(isUp: !scene.isKeyboardUp, at: instant)
    }
  }

  /// Has another page begin.
  private mutating func turn(_ choices: inout ByteScript) {
    let page = choices.below(2)
    scene.beginPage(at: instant, telling: &events) { [pages] in pages[$0] == page }
  }

  private mutating func touch(_ choices: inout ByteScript) {
    let point = Point(
      x: Double(choices.below(view.width + 40)) - 20,
      y: Double(choices.below(view.height + 40)) - 20
    )
    let event = TouchEvent(
      contact: ContactID(device: 0, slot: choices.below(3)),
      phase: [.down, .move, .up, .cancel][choices.below(4)],
      position: choices.isOne(in: 16) ? Point(x: 1e300, y: -1e300) : point,
      time: instant
    )
    scene.handle(event, telling: &events)
  }

  private mutating func type(_ choices: inout ByteScript) {
    try? scene.setFocus(
      to: choices.below(settings.count),
      isQuiet: choices.isOne(in: 2),
      at: instant,
      telling: &events
    )
    let others: [KeyStroke] = [
      .backspace, .delete, .left, .right, .home, .end, .selectAll, .empty, .escape, .enter,
      .nextField, .previousField, .up, .down,
    ]
    let strokes = (0..<choices.below(12)).map { _ -> KeyStroke in
      choices.isOne(in: 2) ? others[choices.below(others.count)] : .text(choices.text())
    }
    scene.handle(strokes, by: .key, at: instant, telling: &events)
    guard choices.isOne(in: 4) else { return }
    scene.scan(choices.text(), isTerminated: true, target: nil, at: instant, telling: &events)
  }

  private mutating func paint() {
    let (buffer, instant) = (frame & 1, instant)
    frame += 1
    let size = scene.transform.bufferSize
    lend(buffer) { scene, canvas in
      _ = scene.paint(into: &canvas, buffer: buffer, at: instant)
    }
    lend(2) { scene, canvas in scene.paintAll(into: &canvas, at: instant) }
    guard buffers[buffer] != buffers[2] else { return }
    let index = buffers[2].indices.first { buffers[buffer][$0] != buffers[2][$0] } ?? 0
    let place = "\(index / 4 % size.width), \(index / 4 / size.width)"
    fault = "frame \(frame): \(settings.map(\.kind)) at \(place)"
  }

  private mutating func lend(_ buffer: Int, _ body: (inout Scene, inout Canvas) -> Void) {
    var bytes = buffers[buffer]
    let size = scene.transform.bufferSize
    var span = bytes.mutableSpan
    var canvas = unsafe Canvas(
      span.mutableBytes,
      strideBytes: size.width * 4,
      format: .xrgb8888,
      size: size
    )
    body(&scene, &canvas)
    buffers[buffer] = bytes
  }
}
