// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Touch
internal import Widgets

/// The scene on one display: the widgets' models, the painter that draws them, and their names.
///
/// A stage belongs to one mode, rotation and scale; for another one it is built anew from the settings
/// and the widgets' states.
struct Stage {
  /// Where a widget of the configuration is found in the scene.
  enum Place: Hashable {
    /// In ``Scene/buttons``.
    case button(Int)
    /// In ``Scene/progresses``.
    case progress(Int)
  }

  /// How the user's view lies in the buffers.
  let transform: OutputTransform
  /// The models.
  var scene: Scene
  /// Draws the models; knows what each buffer holds.
  var painter: ScenePainter
  /// The place of each widget, in the order of the configuration.
  let places: [Place]
  /// The configuration's index of each button of the scene.
  let widgetOfButton: [Int]

  private var buttonSnapshots: [ElasticButtonSnapshot] = []
  private var progressSnapshots: [WaveProgressSnapshot] = []

  init(
    transform: OutputTransform,
    scene: Scene,
    painter: ScenePainter,
    places: [Place]
  ) {
    self.transform = transform
    self.scene = scene
    self.painter = painter
    self.places = places
    var widgetOfButton: [Int] = []
    for (index, place) in places.enumerated() {
      if case .button = place { widgetOfButton.append(index) }
    }
    self.widgetOfButton = widgetOfButton
    buttonSnapshots.reserveCapacity(scene.buttons.count)
    progressSnapshots.reserveCapacity(scene.progresses.count)
  }

  /// Draws what has changed since `buffer` was last drawn, as the scene is at `instant`.
  ///
  /// - Returns: What may differ from the frame drawn before, in buffer pixels.
  mutating func paint(_ buffer: inout BackBuffer, at instant: MonotonicInstant) -> PixelRegion {
    sample(at: instant)
    let (stride, format, size) = (buffer.strideBytes, buffer.format, buffer.size)
    let index = buffer.index
    var canvas = Canvas(
      buffer.bytes._mutatingExtracting(...),
      strideBytes: stride,
      format: format,
      size: size
    )
    let (buttons, progresses) = (buttonSnapshots, progressSnapshots)
    return painter.paint(
      buttons: buttons.span,
      progresses: progresses.span,
      into: &canvas,
      buffer: index
    )
  }

  /// Draws the whole scene as it is at `instant`, without a trace in the painter's memory.
  ///
  /// - Returns: XRGB8888 pixels in the scanout buffer's orientation, row by row without padding.
  mutating func picture(at instant: MonotonicInstant) -> [UInt8] {
    sample(at: instant)
    let size = transform.bufferSize
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
    var span = bytes.mutableSpan
    var canvas = Canvas(
      // Any bytes are a valid pattern of bytes.
      unsafe span.mutableBytes,
      strideBytes: size.width * 4,
      format: .xrgb8888,
      size: size
    )
    let (buttons, progresses) = (buttonSnapshots, progressSnapshots)
    painter.paintAll(
      buttons: buttons.span,
      progresses: progresses.span,
      into: &canvas
    )
    return bytes
  }

  private mutating func sample(at instant: MonotonicInstant) {
    buttonSnapshots.removeAll(keepingCapacity: true)
    progressSnapshots.removeAll(keepingCapacity: true)
    for index in scene.buttons.indices {
      buttonSnapshots.append(scene.buttons[index].model.snapshot(at: instant))
    }
    for index in scene.progresses.indices {
      progressSnapshots.append(scene.progresses[index].snapshot(at: instant))
    }
  }
}
