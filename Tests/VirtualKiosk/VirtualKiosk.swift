// SPDX-License-Identifier: Apache-2.0
package import Configuration
package import Control
package import DisplayServer
package import Geometry
package import JSON
package import LinuxSystem
import MonotonicTime
package import Presentation
package import Touch
package import VirtualTime
import Widgets

/// A small scene that needs no font: two buttons without labels, a progress without a figure.
package let plainScene = """
  [display]
  scale = 1
  [[button]]
  id = "start"
  label = ""
  frame = { x = 20, y = 80, width = 50, height = 30, anchor = "top-left" }
  amplitude = 6
  [[button]]
  id = "stop"
  label = ""
  frame = { x = 90, y = 80, width = 50, height = 30, anchor = "top-left" }
  amplitude = 6
  style = "tap"
  [[progress]]
  id = "main"
  frame = { x = 50, y = 10, width = 50, height = 50, anchor = "top-left" }
  mask = { shape = "circle" }
  show_percent = false
  """

/// Points inside the buttons of ``plainScene``, and one outside.
package let (onStart, onStop, onNothing) = (
  Point(x: 45, y: 95), Point(x: 115, y: 95), Point(x: 5, y: 5)
)

/// The settings that `toml` describes.
package func settings(_ toml: String) throws -> Settings {
  try Settings(parsing: Array(toml.utf8), fileName: "test.toml")
}

/// A mode of a small display.
package func smallMode(
  _ width: Int = 160,
  _ height: Int = 120,
  format: PixelFormat = .xrgb8888,
  buffers: Int = 2
) -> OutputMode {
  OutputMode(
    size: PixelSize(width: width, height: height),
    format: format,
    refreshInterval: MonotonicInterval(nanoseconds: 16_666_667),
    bufferCount: buffers
  )
}

extension VirtualRun {
  /// A run of `toml` on a small display at 60 Hz.
  package convenience init(
    _ toml: String = plainScene,
    mode: OutputMode = smallMode(),
    configuration: ConfigurationSource = .builtIn,
    listener: consuming UnixListener? = nil
  ) throws {
    try self.init(
      settings: settings(toml),
      mode: mode,
      hertz: 60,
      configuration: configuration,
      listener: listener
    )
  }

  /// Lets `seconds` pass.
  package func pass(_ seconds: Double) { advance(to: now + MonotonicInterval(seconds: seconds)) }

  /// Lets time pass until nothing moves any more, at most an hour.
  package func comeToRest() {
    let end = now + .milliseconds(3_600_000)
    while !isAtRest, now < end { pass(0.5) }
  }

  /// Lets a finger do something now.
  package func finger(_ phase: TouchPhase, _ position: Point, slot: Int = 0) {
    touch(
      TouchEvent(
        contact: ContactID(device: 1, slot: slot),
        phase: phase,
        position: position,
        time: now
      )
    )
  }

  /// The rows of the frame on the screen without their padding.
  package func presentedPixels() -> [UInt8]? { output.presentedPixels() }

  /// The colour of a pixel of the frame on the screen, as 0xRRGGBB, in a mode with XRGB8888; no
  /// colour, all bits of the word, where no frame is.
  package func color(_ x: Int, _ y: Int) -> UInt32 {
    output.withPresentedFrame { bytes, stride in
      unsafe bytes.unsafeLoad(fromByteOffset: y * stride + x * 4, as: UInt32.self) & 0xFFFFFF
    } ?? .max
  }

  /// The report on the widget `id`.
  package func widget(_ id: String) -> JSONObject? {
    status.widgets.first { $0["id"]?.string == id }
  }
}

extension VirtualOutput {
  /// The rows of the frame on the screen without their padding.
  package func presentedPixels() -> [UInt8]? {
    let size = mode?.size ?? PixelSize(width: 0, height: 0)
    let rowBytes = size.width * (mode?.format.bytesPerPixel ?? 0)
    return withPresentedFrame { bytes, stride in
      var pixels: [UInt8] = []
      pixels.reserveCapacity(rowBytes * size.height)
      for row in 0..<size.height {
        for byte in row * stride..<row * stride + rowBytes {
          pixels.append(unsafe bytes.unsafeLoad(fromByteOffset: byte, as: UInt8.self))
        }
      }
      return pixels
    }
  }
}

/// The code with which a request is refused; `nil` when it is not.
package func refusal(_ request: () throws(JSONRPCError) -> ControlResult) -> JSONRPCError? {
  do throws(JSONRPCError) {
    _ = try request()
    return nil
  } catch {
    return error
  }
}
