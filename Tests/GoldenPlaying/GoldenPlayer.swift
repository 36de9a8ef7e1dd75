// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import JSON
internal import MonotonicTime
internal import Raster
internal import Touch
package import Widgets

/// Plays the scripts of a tape to scenes, and tells what their frames look like.
package struct GoldenPlayer {
  /// Extent of the view in points; no multiple of anything.
  package static let (width, height) = (103.0, 77.0)

  private let tape: GoldenTape
  private let materials: any Materials

  /// A player of `tape`, with `materials` in the place of those that are on it.
  package init(_ tape: GoldenTape, materials: (any Materials)? = nil) {
    self.tape = tape
    self.materials = materials ?? GoldenMaterials(tape.materials)
  }

  /// Every script in every rotation, format and scale, in the order of the tape.
  package func forEachLine(_ body: (GoldenLine) -> Void) {
    for script in tape.scripts {
      for rotation in Rotation.allCases {
        for format in [PixelFormat.xrgb8888, .rgb565] {
          for scale in [1, 1.25] {
            var stage = GoldenStage(script, materials, rotation, format, scale)
            for step in script.steps { stage.perform(step) }
            let name = format == .xrgb8888 ? "XRGB8888" : "RGB565"
            let scaleName = scale == 1 ? "1.0" : "1.25"
            body(
              GoldenLine(
                subject: "\(script.name) \(rotation.rawValue) \(name) \(scaleName)",
                digests: stage.digests
              )
            )
          }
        }
      }
    }
  }
}

/// One script on one kind of display.
private struct GoldenStage {
  private(set) var digests: [UInt64] = []

  private let script: GoldenTape.Script
  private let size: PixelSize
  private let format: PixelFormat
  private let strideBytes: Int
  private let materials: any Materials
  private var scene: Scene
  private var events = WidgetEvents(capacity: 64)
  private var buffers: [[UInt8]]
  private var shown = 0
  private var changes: [WidgetChange]
  private var inForce: [WidgetSettings]

  init(
    _ script: GoldenTape.Script,
    _ materials: any Materials,
    _ rotation: Rotation,
    _ format: PixelFormat,
    _ scale: Double
  ) {
    let view = PixelSize(
      width: Int((GoldenPlayer.width * scale).rounded()),
      height: Int((GoldenPlayer.height * scale).rounded())
    )
    self.script = script
    self.format = format
    size = rotation.swapsAxes ? PixelSize(width: view.height, height: view.width) : view
    // What lies beyond the pixels is zero.
    strideBytes = (size.width * format.bytesPerPixel + 7) / 8 * 8
    // Pictures do not depend on how many buffers take turns.
    let bufferCount = scale == 1 ? 2 : 3
    let empty = [UInt8](repeating: 0, count: strideBytes * size.height)
    buffers = Array(repeating: empty, count: bufferCount)
    self.materials = materials
    inForce = script.widgets
    changes = script.widgets.map { _ in WidgetChange() }
    scene = Scene(
      script.widgets,
      transform: OutputTransform(bufferSize: size, rotation: rotation, scale: scale),
      background: script.background,
      bufferCount: bufferCount,
      materials: materials,
      at: MonotonicInstant(nanoseconds: 0)
    )
  }

  /// Does one step; those that this cannot read leave their mark in the digests.
  mutating func perform(_ step: [JSONValue]) {
    let instant = MonotonicInstant(nanoseconds: Int64(step.dropFirst().first?.int ?? 0))
    defer { events.removeAll() }
    switch step.first?.string {
    case "frame": return digests.append(FrameDigest.digest(of: buffers[shown]))
    // A frame is drawn before its vblank: what is due at that very instant is seen one later.
    case "paint":
      advance { $0 < instant }
      return paint(at: instant)
    case "black": return blacken()
    default: advance { $0 <= instant }
    }
    switch step.first?.string {
    case "touch": touch(step, at: instant)
    case "change": change(step, at: instant)
    case "call": call(step, at: instant)
    default: digests.append(0)
    }
  }

  /// Does what was to happen by itself at the instants that `isDue` says are due.
  private mutating func advance(while isDue: (MonotonicInstant) -> Bool) {
    while let due = scene.deadline, isDue(due) { scene.advance(to: due, &events) }
  }

  private mutating func paint(at instant: MonotonicInstant) {
    shown = (shown + 1) % buffers.count
    var bytes = buffers[shown].mutableSpan
    var canvas = Canvas(
      // Any bytes are a valid pattern of bytes.
      unsafe bytes.mutableBytes,
      strideBytes: strideBytes,
      format: format,
      size: size
    )
    _ = scene.paint(into: &canvas, buffer: shown, at: instant)
  }

  private mutating func blacken() {
    shown = (shown + 1) % buffers.count
    for index in buffers[shown].indices { buffers[shown][index] = 0 }
    scene.invalidateAll()
  }

  private mutating func touch(_ step: [JSONValue], at instant: MonotonicInstant) {
    guard step.count == 5, let x = step[3].double, let y = step[4].double,
      let phase = TouchPhase(word: step[2].string ?? "")
    else { return digests.append(0) }
    scene.handle(
      TouchEvent(
        contact: ContactID(device: 1, slot: 0),
        phase: phase,
        position: Point(x: x, y: y),
        time: instant
      ),
      &events
    )
  }

  private mutating func change(_ step: [JSONValue], at instant: MonotonicInstant) {
    guard step.count == 4, let members = step[3].object,
      let index = inForce.firstIndex(where: { $0.id == step[2].string }),
      let change = try? WidgetChange(members)
    else { return digests.append(0) }
    apply(change, to: index, at: instant)
  }

  private mutating func call(_ step: [JSONValue], at instant: MonotonicInstant) {
    guard step.count == 4, let method = step[2].string,
      let kind = WidgetKind.kind(ofMethod: method),
      let request = try? kind.request(method, step[3]),
      let index = inForce.firstIndex(where: { $0.id == request.call.id }),
      let change = try? inForce[index].change(by: request)
    else { return digests.append(0) }
    try? scene.perform(request, by: index, at: instant, &events)
    apply(inForce[index].table.kept(change), to: index, at: instant)
  }

  private mutating func apply(
    _ change: WidgetChange,
    to index: Int,
    at instant: MonotonicInstant
  ) {
    changes[index].merge(change)
    let new = script.widgets[index].applying(changes[index])
    guard new != inForce[index] else { return }
    inForce[index] = new
    scene.update(index, to: new, materials, at: instant, &events)
  }
}

extension TouchPhase {
  /// The phase that a word says; nil for none.
  fileprivate init?(word: String) {
    switch word {
    case "down": self = .down
    case "move": self = .move
    case "up": self = .up
    case "cancel": self = .cancel
    default: return nil
    }
  }
}
