// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Motion
import Raster
import TestSupport
import Testing

@testable import Widgets

/// What programs report many times a second, as widgets show it.
@Suite("Streams of requests")
struct TargetStreamTests {
  private static func instant(_ seconds: Double) -> MonotonicInstant { SceneTests.instant(seconds) }

  @Test("A level keeps up with a program that reports", arguments: TargetStream.some)
  func progress(stream: TargetStream) {
    var level = WaveProgress(
      settings: WaveProgress.Settings(maskHeight: 200),
      percent: stream.start,
      at: Self.instant(0)
    )
    stream.play { time, target in
      level.set(percent: target, at: Self.instant(time))
    } look: { time in
      #expect(stream.allowed(at: time).contains(level.shown(at: Self.instant(time))), "\(time) s")
    }
  }

  @Test("A circle keeps up with the radii to which it is sent", arguments: TargetStream.some)
  func circle(stream: TargetStream) {
    var settings = CircleSettings(id: "c")
    settings.centre = .fixed
    settings.resting = stream.start
    var circle = CircleMotion(settings, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    stream.play { time, target in
      circle.send(to: target, over: 0.4, curve: .easeInEaseOut, at: Self.instant(time))
    } look: { time in
      let shown = circle.radius(at: Self.instant(time))
      #expect(stream.allowed(at: time).contains(shown), "\(time) s")
    }
  }

  @Test("A chart's values keep up, each with its own targets", arguments: TargetStream.some)
  func chart(stream: TargetStream) {
    var settings = ChartSettings(id: "c")
    settings.padding = 0
    settings.values = [stream.start, 0, nil, 100 - stream.start]
    settings.isDrawn = true
    // As high as its axis, so that a value's height is that much below the top.
    settings.axis = .standard
    let geometry = settings.geometry(Size(width: 400, height: 300))
    var chart = ChartMotion(settings, in: geometry, at: Self.instant(0))
    let (top, unit) = (geometry.y(0), geometry.y(1) - geometry.y(0))
    stream.play { time, target in
      chart.set(
        [target, 0, nil, 100 - target],
        in: geometry,
        over: 0.6,
        curve: .easeInEaseOut,
        at: Self.instant(time)
      )
    } look: { time in
      var shown: [Double] = []
      chart.forEachPoint(at: Self.instant(time)) { _, y, _ in shown.append((y - top) / unit) }
      let allowed = stream.allowed(at: time)
      #expect(shown.count == 3 && abs(shown[1]) < 1e-9)
      #expect(allowed.contains(shown[0]), "\(time) s")
      #expect(allowed.contains(100 - shown[2]), "\(time) s")
    }
  }

  @Test("A colour keeps up with those that it is to have", arguments: TargetStream.some)
  func color(stream: TargetStream) {
    func color(_ value: Double) -> Color {
      let byte = UInt8(value.rounded())
      // A channel that stays, one that moves the other way, and one that moves at times.
      return Color(red: byte, green: 100 - byte, blue: byte > 50 ? byte : 50)
    }
    var tint = ColorTransition(restingAt: color(stream.start))
    stream.play { time, target in
      tint.retarget(to: color(target), pace: ChangePace(over: 0.4), at: Self.instant(time))
    } look: { time in
      // A pace that is asked for is kept until there are three in a row.
      guard time > 0.1 + 2 * stream.interval else { return }
      let (allowed, shown) = (stream.allowed(at: time), tint.color(at: Self.instant(time)))
      let range = (allowed.lowerBound - 0.6)...(allowed.upperBound + 0.6)
      #expect(range.contains(Double(shown.red)), "\(time) s")
      #expect(range.contains(100 - Double(shown.green)), "\(time) s")
      #expect(shown.blue >= 50 && Double(shown.blue) <= max(range.upperBound, 50), "\(time) s")
    }
  }

  @Test("A level begins to swing, and a number takes over from that, as fast as it is")
  func busy() {
    var level = WaveProgress(
      settings: WaveProgress.Settings(maskHeight: 200),
      percent: 50,
      at: Self.instant(0)
    )
    func speed(_ time: Double, _ moment: Double) -> Double {
      let (before, after) = (min(time, time + moment), max(time, time + moment))
      return (level.shown(at: Self.instant(after)) - level.shown(at: Self.instant(before)))
        / (after - before)
    }
    let moment = 1e-5
    level.setBusy(at: Self.instant(1))
    #expect(abs(speed(1, moment)) < 0.1)
    #expect(level.shown(at: Self.instant(1.2)) > 50)
    let swinging = speed(1.5, -moment)
    #expect(swinging > 40)
    level.set(percent: 60, at: Self.instant(1.5))
    #expect(abs(speed(1.5, moment) - swinging) < 0.1)
    #expect(level.shown(at: Self.instant(1.9)) == 60)
    level.set(percent: 20, at: Self.instant(3))
    let falling = speed(3.2, -moment)
    #expect(falling < -40)
    level.setBusy(at: Self.instant(3.2))
    #expect(abs(speed(3.2, moment) - falling) < 0.1)
  }

  @Test("A swinging circle that is sent somewhere goes on as fast as it is")
  func swinging() {
    var settings = CircleSettings(id: "c")
    settings.centre = .fixed
    var circle = CircleMotion(settings, frame: Rect(x: 0, y: 0, width: 400, height: 400))
    circle.grab(at: Point(x: 300, y: 200), at: Self.instant(0))
    circle.pull(to: Point(x: 380, y: 200))
    circle.release(at: Self.instant(0.1))
    func radius(_ time: Double) -> Double { circle.radius(at: Self.instant(time)) }
    let moment = 1e-6
    let speed = (radius(0.18) - radius(0.18 - moment)) / moment
    let before = radius(0.18)
    circle.send(to: 150, over: 0.4, curve: .easeInEaseOut, at: Self.instant(0.18))
    #expect(radius(0.18) == before)
    #expect(abs((radius(0.18 + moment) - before) / moment - speed) < 1)
    #expect(radius(0.58) == 150)
  }

  @Test(
    "Values that are added in a stream have come when the next one does",
    arguments: [2.0, 10, 60]
  )
  func append(rate: Double) {
    var settings = ChartSettings(id: "c")
    settings.values = Array(repeating: 10, count: 8)
    settings.window = 8
    settings.isDrawn = true
    let geometry = settings.geometry(Size(width: 400, height: 300))
    var chart = ChartMotion(settings, in: geometry, at: Self.instant(0))
    for index in 0..<40 {
      let time = Double(index) / rate
      // Nothing leaps: with the new value everything stands one place to the right.
      if index > 1 { #expect(chart.shift(at: Self.instant(time)) < 1e-6) }
      chart.append(
        20,
        kept: 8,
        in: geometry,
        over: 0.6,
        curve: .easeInEaseOut,
        at: Self.instant(time)
      )
      if index > 1 { #expect(chart.shift(at: Self.instant(time)) == 1) }
    }
  }
}
