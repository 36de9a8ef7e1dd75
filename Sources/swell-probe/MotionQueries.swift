// SPDX-License-Identifier: Apache-2.0
import JSON
import Control
import Motion

/// The questions about numbers.
enum MotionQueries {
  /// `spring`: by duration, or by mass, stiffness and damping.
  static func spring(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let spring: Spring
    if arguments.has("duration") {
      spring = try durationSpring(arguments)
    } else if arguments.has("mass") || arguments.has("stiffness") {
      spring = Spring(
        mass: try arguments.number("mass", or: 1),
        stiffness: try arguments.number("stiffness", or: 100),
        damping: try arguments.number("damping", or: 10),
        initialVelocity: try arguments.number("velocity", or: 0)
      )
    } else {
      throw ProbeError("a spring has a duration, or a mass and a stiffness")
    }
    let times = try arguments.numbers("t")
    return [
      ("omega", JSONValue(exactly: spring.angularFrequency)),
      ("p", JSONValue(exactly: times.map { spring.position(at: $0) })),
      ("v", JSONValue(exactly: times.map { spring.velocity(at: $0) })),
      ("rest", JSONValue(exactly: spring.restTime(amplitude: 15))),
    ]
  }

  /// `curve` and `easing`: a name or four numbers.
  static func curve(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    guard let value = arguments.value("points") ?? arguments.value("name") else {
      throw ProbeError("a curve has a name or points")
    }
    let curve = try Arguments.curve(value)
    let y = try arguments.numbers("x").map { curve.value(at: $0) }
    return [("y", JSONValue(exactly: y))]
  }

  /// `keyframes`: of numbers or of lists of numbers.
  static func keyframes(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let values = try arguments.list("values")
    let keyTimes = arguments.has("keyTimes") ? try arguments.numbers("keyTimes") : nil
    var curves: [Curve] = []
    for value in try arguments.list("curves") { curves.append(try Arguments.curve(value)) }
    let times = try arguments.numbers("t")
    let scalars = values.compactMap(Arguments.number)
    if scalars.count == values.count {
      let frames = try keyframes(scalars.map(orZero), keyTimes: keyTimes, curves: curves)
      return [("y", JSONValue(exactly: times.map { frames.value(at: $0) }))]
    }
    let lists = values.compactMap(Arguments.numbers)
    guard lists.count == values.count, Set(lists.map(\.count)).count == 1 else {
      throw ProbeError("values are numbers, or lists of numbers of one length")
    }
    let frames = try keyframes(lists.map { $0.map(orZero) }, keyTimes: keyTimes, curves: curves)
    return [("y", .array(times.map { JSONValue(exactly: frames.value(at: $0)) }))]
  }

  /// `timing`: progress in nested time spaces.
  static func timing(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let animation = try timing(of: try arguments.arguments("animation"))
    var ancestors: [TimeSpace.Ancestor] = []
    for (index, value) in try arguments.list("parents").enumerated() {
      let parent = try Arguments.arguments(value, path: "parents[\(index)]")
      let timing = try timing(of: parent)
      ancestors.append(try parent.flag("group") ? .group(timing) : .layer(timing))
    }
    let space = TimeSpace(ancestors)
    let progress = try arguments.numbers("t").map { time in
      space.progress(of: animation, atRoot: time).map { JSONValue(exactly: $0) } ?? .null
    }
    return [("progress", .array(progress))]
  }

  /// `circle`: the elastic circle's radius after its release.
  static func circle(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let circle = ElasticCircle(
      restingRadius: try arguments.number("resting"),
      releasedRadius: try arguments.number("released"),
      isLiteral: try arguments.flag("literal"),
      duration: try arguments.number("duration", or: 1),
      tension: try arguments.number("tension", or: 0.3)
    )
    let radius = try arguments.numbers("t").map { circle.radius(at: $0) }
    return [("radius", JSONValue(exactly: radius))]
  }

  /// `wave`: both waves at one phase.
  static func wave(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let wave = Wave(
      width: try arguments.number("width"),
      amplitude: try arguments.number("amplitude"),
      frequency: try arguments.number("frequency")
    )
    let phase = try arguments.number("phase", or: 0)
    let x = try arguments.numbers("x")
    return [
      ("front", JSONValue(exactly: x.map { wave.front(at: $0, phase: phase) })),
      ("back", JSONValue(exactly: x.map { wave.back(at: $0, phase: phase) })),
    ]
  }

  // MARK: - Parts

  /// A spring of a duration, a damping ratio and a velocity.
  static func durationSpring(_ arguments: Arguments) throws(ProbeError) -> Spring {
    Spring(
      duration: try arguments.number("duration"),
      dampingRatio: try arguments.number("damping", or: 1),
      initialVelocity: try arguments.number("velocity", or: 0)
    )
  }

  private static func keyframes<Value>(
    _ values: [Value],
    keyTimes: [Double]?,
    curves: [Curve]
  ) throws(ProbeError) -> Keyframes<Value> {
    guard let frames = Keyframes(values: values, keyTimes: keyTimes, curves: curves) else {
      throw ProbeError("keyframes need values, as many keyTimes and one curve fewer")
    }
    return frames
  }

  private static func timing(of arguments: Arguments) throws(ProbeError) -> MediaTiming {
    let mode = try arguments.string("fillMode", or: FillMode.removed.rawValue)
    guard let fillMode = FillMode(rawValue: mode) else {
      let known = FillMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw ProbeError("unknown fillMode \(mode); known: \(known)")
    }
    return MediaTiming(
      beginTime: try arguments.number("beginTime", or: 0),
      duration: try arguments.number("duration", or: 0),
      speed: try arguments.number("speed", or: 1),
      timeOffset: try arguments.number("timeOffset", or: 0),
      repeatCount: try arguments.number("repeatCount", or: 0),
      repeatDuration: try arguments.number("repeatDuration", or: 0),
      autoreverses: try arguments.flag("autoreverses"),
      fillMode: fillMode
    )
  }

  private static func orZero(_ number: Double) -> Double {
    number.isNaN ? 0 : number
  }
}
