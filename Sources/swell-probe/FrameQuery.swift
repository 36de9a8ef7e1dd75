// SPDX-License-Identifier: Apache-2.0
import JSON
import TOMLReading
import Configuration
import Control
import DisplayServer
import Geometry
import Imaging
import LinuxSystem
import MonotonicTime
import Presentation
import VirtualTime

/// The question for a frame: what the daemon would have on the screen at a time, after a script of
/// touches and requests.
enum FrameQuery {
  /// The longest run, in seconds of virtual time.
  private static let longestRun = 3600.0

  /// One line of a script.
  private struct Step {
    let time: Double
    let requests: [ControlRequest]
  }

  static let frame: Probe.Query = { arguments throws(ProbeError) in
    let time = try moment(arguments.number("t"), name: "t")
    let path = try arguments.string("png")
    let run = try start(arguments)
    for step in try script(arguments) where step.time <= time {
      run.advance(to: MonotonicInstant(seconds: step.time))
      for request in step.requests {
        do throws(JSONRPCError) {
          try run.perform(request)
        } catch {
          throw ProbeError("the step at \(step.time) s: \(error)")
        }
      }
    }
    run.advance(to: MonotonicInstant(seconds: time))
    try write(run.output, to: path)
    let damage = run.output.presentedDamage
    let rects = (0..<damage.count).map { index in
      let rect = damage[index]
      return JSONValue.array(
        [rect.left, rect.top, rect.width, rect.height].map { .number(Double($0)) }
      )
    }
    return [("png", .string(path)), ("damage", .array(rects))]
  }

  private static func start(_ arguments: Arguments) throws(ProbeError) -> VirtualRun {
    let text = try arguments.string("config", or: "")
    let settings: Settings
    do throws(ConfigurationError) {
      settings =
        arguments.has("config")
        ? try Settings(parsing: Array(text.utf8), fileName: "config") : .builtIn
    } catch {
      throw ProbeError(error.lines.joined(separator: "; "))
    }
    let size = PixelSize(
      width: try extent(arguments.number("width", or: 1280), name: "width"),
      height: try extent(arguments.number("height", or: 800), name: "height")
    )
    let hertz = try arguments.number("refresh", or: 60)
    guard (20...250).contains(hertz) else { throw ProbeError("refresh is not from 20 to 250") }
    let mode = OutputMode(
      size: size,
      format: settings.display.format ?? .xrgb8888,
      refreshInterval: MonotonicInterval(seconds: 1 / hertz)
    )
    do throws(SystemError) {
      return try VirtualRun(settings: settings, mode: mode, hertz: hertz)
    } catch {
      throw ProbeError("\(error)")
    }
  }

  private static func script(_ arguments: Arguments) throws(ProbeError) -> [Step] {
    var steps: [(offset: Int, step: Step)] = []
    for (offset, value) in try arguments.list("script").enumerated() {
      let entry = try Arguments.arguments(value, path: "script[\(offset)]")
      let time = try moment(entry.number("t"), name: "script[\(offset)].t")
      steps.append((offset, Step(time: time, requests: try requests(entry))))
    }
    // Steps of the same time keep their order.
    steps.sort { ($0.step.time, $0.offset) < ($1.step.time, $1.offset) }
    return steps.map(\.step)
  }

  /// The requests of a step, in the words of the control socket: a method's name or a short one.
  private static func requests(_ entry: Arguments) throws(ProbeError) -> [ControlRequest] {
    var requests: [ControlRequest] = []
    for (key, params) in entry.members where key != "t" {
      do throws(JSONRPCError) {
        requests.append(try ControlRequest(JSONRPCRequest(method: method(key), params: params)))
      } catch {
        throw ProbeError("\(key): \(error)")
      }
    }
    guard !requests.isEmpty else {
      throw ProbeError("a step has one of touch, press, widget, a kind of widget, or a method")
    }
    return requests
  }

  /// The method that a step's key stands for; a kind of widget is short for what sets it.
  private static func method(_ key: String) -> String {
    switch key {
    case "touch": "touch.send"
    case "press": "button.press"
    case "key": "key.send"
    default: key.contains(".") ? key : key + ".set"
    }
  }

  private static func write(_ output: VirtualOutput, to path: String) throws(ProbeError) {
    guard let mode = output.mode else { throw ProbeError("there is no display") }
    let size = mode.size
    var failure: ImagingError?
    let isShown: Void? = output.withPresentedFrame { pixels, strideBytes in
      do throws(ImagingError) {
        switch mode.format {
        case .xrgb8888:
          try PNGImage.write(to: path, xrgb8888: pixels, size: size, strideBytes: strideBytes)
        case .rgb565:
          try PNGImage.write(
            to: path,
            xrgb8888: widened(pixels, size: size, strideBytes: strideBytes),
            size: size,
            strideBytes: 4 * size.width
          )
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw ProbeError("\(failure)") }
    guard isShown != nil else { throw ProbeError("nothing has been shown by then") }
  }

  /// RGB565 rows as XRGB8888 ones without padding: the channels' 31 and 63 become 255.
  private static func widened(
    _ pixels: RawSpan,
    size: PixelSize,
    strideBytes: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.bounds.area * 4)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let word = UInt16(
          littleEndian: unsafe pixels.unsafeLoadUnaligned(
            fromByteOffset: row * strideBytes + column * 2,
            as: UInt16.self
          )
        )
        for (shift, most) in [(0, 31), (5, 63), (11, 31)] {
          let level = Int(word >> UInt16(shift)) & most
          bytes.append(UInt8((level * 255 + most / 2) / most))
        }
        bytes.append(0)
      }
    }
    return bytes
  }

  private static func moment(_ time: Double, name: String) throws(ProbeError) -> Double {
    guard (0...longestRun).contains(time) else {
      throw ProbeError("\(name) is not from 0 to \(longestRun)")
    }
    return time
  }

  private static func extent(_ value: Double, name: String) throws(ProbeError) -> Int {
    guard let extent = Int(exactly: value), (16...8192).contains(extent) else {
      throw ProbeError("\(name) is not a whole number from 16 to 8192")
    }
    return extent
  }
}
