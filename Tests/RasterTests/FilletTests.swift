// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Raster

/// Arcs between bowed edges as numbers; what is painted of them is in ``RoundedEdgesTests``.
@Suite("Fillets between bowed edges")
struct FilletTests {
  struct Frame: Sendable, CustomStringConvertible {
    let width: Double
    let height: Double
    let radius: Double
    var description: String { "\(width) × \(height), radius \(radius)" }
    var shorter: Double { min(width, height) }
  }

  static let frames = [
    Frame(width: 200, height: 80, radius: 14), Frame(width: 300, height: 44, radius: 10),
    Frame(width: 60, height: 60, radius: 20), Frame(width: 80, height: 200, radius: 40),
    Frame(width: 300, height: 44, radius: 22), Frame(width: 33.4, height: 27.9, radius: 0.5),
  ]
  /// How far the control points are out, as parts of the shorter side.
  static let phases = (-12...12).map { Double($0) * 0.035 }.filter { $0 != 0 }

  private func rounded(_ frame: Frame, _ phase: Double) -> Fillet? {
    Fillet(
      size: SIMD2(frame.width, frame.height),
      offset: phase * frame.shorter,
      radius: frame.radius
    )
  }

  @Test("An arc goes on in the direction of both edges, in every phase", arguments: frames, phases)
  func tangents(frame: Frame, phase: Double) throws {
    let fillet = try #require(rounded(frame, phase))
    let offset = phase * frame.shorter
    // Both parabolas by their Bézier points: (0, 0), (length / 2, -offset), (length, 0).
    func bezier(_ t: Double, _ length: Double) -> (place: Double, depth: Double, slope: Double) {
      (length * t, -2 * offset * t * (1 - t), -2 * offset * (1 - 2 * t) / length)
    }
    for along in 0...1 {
      let length = along == 0 ? frame.width : frame.height
      let edge = bezier(fillet.touch[along] / length, length)
      #expect(edge.place >= 0 && edge.place <= length / 2 + 1e-9)
      // From where they touch to the centre: as long as the radius, and upright on the edge.
      let (across, down) = (
        fillet.center[along] - edge.place, fillet.center[1 - along] - edge.depth
      )
      #expect(abs((across * across + down * down).squareRoot() - fillet.radius) < 1e-6)
      let turned = (across + down * edge.slope) / (1 + edge.slope * edge.slope).squareRoot()
      #expect(abs(turned) < 1e-6 * fillet.radius, "an angle of \(turned / fillet.radius)")
      #expect(down > 0)
      // No place of the edge lies within the circle.
      for step in 0...1000 {
        let other = bezier(Double(step) / 1000, length)
        let (x, y) = (
          fillet.center[along] - other.place, fillet.center[1 - along] - other.depth
        )
        #expect((x * x + y * y).squareRoot() > fillet.radius - 1e-6)
      }
    }
  }

  @Test(
    "The radius is that which was asked for, or the largest that fits",
    arguments: frames,
    phases
  )
  func radius(frame: Frame, phase: Double) throws {
    let fillet = try #require(rounded(frame, phase))
    let reference = try #require(
      RoundedFrame(
        width: frame.width,
        height: frame.height,
        offset: phase * frame.shorter,
        radius: frame.radius
      ).arc
    )
    #expect(abs(fillet.radius - reference.radius) < 1e-4)
    #expect(abs(fillet.center.x - reference.center.x) < 1e-3)
    #expect(abs(fillet.center.y - reference.center.y) < 1e-3)
    if phase > 0 { #expect(fillet.radius == frame.radius) }
  }

  @Test("Nothing jumps from one offset to the next, through rest", arguments: frames)
  func continuous(frame: Frame) throws {
    var last: Fillet?
    for step in -4000...4000 where step != 0 {
      let offset = 0.45 * frame.shorter * Double(step) / 4000
      let fillet = try #require(
        Fillet(size: SIMD2(frame.width, frame.height), offset: offset, radius: frame.radius)
      )
      if let last {
        let moved = fillet.center - last.center
        let limit = 0.02 * frame.shorter / 40
        #expect(abs(fillet.radius - last.radius) < limit, "\(offset)")
        #expect(abs(moved.x) < limit && abs(moved.y) < limit, "\(offset)")
      }
      last = fillet
    }
  }

  @Test("Near rest the arc is the quarter of a circle", arguments: frames, [-1e-6, 1e-6])
  func rest(frame: Frame, offset: Double) throws {
    let fillet = try #require(
      Fillet(size: SIMD2(frame.width, frame.height), offset: offset, radius: frame.radius)
    )
    let radius = SIMD2(repeating: frame.radius)
    for lane in 0...1 {
      #expect(abs(fillet.center[lane] - radius[lane]) < 1e-4)
      #expect(abs(fillet.touch[lane] - radius[lane]) < 0.1)
    }
  }

  @Test(
    "Where edges bulge by so much that no corner juts out there is no arc, and just before a short one",
    arguments: [(60.0, 60.0), (200, 80)]
  )
  func straight(width: Double, height: Double) throws {
    // The edges' slopes at the corner, 2 · offset / length, are each other's reciprocals.
    let limit = (width * height).squareRoot() / 2
    let size = SIMD2(width, height)
    #expect(Fillet(size: size, offset: limit * 1.001, radius: 10) == nil)
    let last = try #require(Fillet(size: size, offset: limit * 0.999, radius: 10))
    #expect(last.touch.x < 0.1 && last.touch.y < 0.1)
  }

  @Test("Whatever the offset, numbers are finite and the arc lies between the edges' middles")
  func extremes() {
    var random = SplitMix(seed: 4)
    func part() -> Double { Double(random.below(1_000_001)) / 1_000_000 }
    var count = 0
    for _ in 0..<20_000 {
      let size = SIMD2(1 + 900 * part() * part(), 1 + 900 * part() * part())
      let radius = min(size.x, size.y) / 2 * max(part(), 0.001)
      let offset = (part() - 0.5) * (random.below(20) == 0 ? 16_000 : 2 * min(size.x, size.y))
      guard offset != 0, let fillet = Fillet(size: size, offset: offset, radius: radius) else {
        continue
      }
      count += 1
      #expect(fillet.radius > 0 && fillet.radius <= radius)
      #expect(fillet.touch.x >= 0 && fillet.touch.x <= size.x / 2, "\(size) \(offset) \(radius)")
      #expect(fillet.touch.y >= 0 && fillet.touch.y <= size.y / 2, "\(size) \(offset) \(radius)")
      // Where rows take over from columns is no further out than the layer's tables reach.
      #expect(fillet.middle.x >= -0.4 * radius && fillet.middle.x <= size.x / 2)
      #expect(fillet.middle.y >= -0.4 * radius && fillet.middle.y <= size.y / 2)
    }
    #expect(count > 10_000)
  }
}
