// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The columns that a disc reaches in the rows of the buffer.
///
/// Rounded outward by more than a pixel's half diagonal, so that no rounding of a coverage puts a
/// pixel on the wrong side.
struct DiscRows {
  private let x: Double
  private let y: Double
  /// Within this distance of the middle pixels are covered entirely; negative where none is.
  let inner: Double
  /// From this distance on none is covered.
  let outer: Double

  /// A margin above √½, the farthest that a pixel's corner is from its middle.
  private static let margin = 1.0

  init(_ state: DiscLayer.State) {
    x = state.x
    y = state.y
    let radius = max(state.radius, 1)
    let isEmpty = state.opacity == 0
    inner = isEmpty || state.radius < 1 ? -1 : radius - Self.margin
    outer = isEmpty ? 0 : radius + Self.margin
  }

  /// The buffer pixels that the disc may touch.
  var bounds: PixelRect {
    guard outer > 0 else { return .empty }
    return PixelRect(
      left: Int((x - outer).rounded(.down)),
      top: Int((y - outer).rounded(.down)),
      right: Int((x + outer).rounded(.up)),
      bottom: Int((y + outer).rounded(.up))
    )
  }

  /// The columns of row `row` that the disc may touch.
  @inline(__always)
  func touched(row: Int) -> Range<Int> {
    let rise = Double(row) + 0.5 - y
    let square = outer * outer - rise * rise
    guard square > 0 else { return 0..<0 }
    let half = square.squareRoot()
    return Int((x - half).rounded(.down))..<Int((x + half).rounded(.up))
  }

  /// The columns of row `row` that are covered entirely.
  @inline(__always)
  func covered(row: Int) -> Range<Int> {
    let rise = Double(row) + 0.5 - y
    let square = inner * inner - rise * rise
    guard inner > 0, square > 0 else { return 0..<0 }
    let half = square.squareRoot()
    let first = Int((x - half - 0.5).rounded(.up))
    return first..<max(first, Int((x + half - 0.5).rounded(.down)) + 1)
  }

  /// The region that may look different between two discs around the same middle: the ring between their rims.
  func ring(to other: Self) -> PixelRegion {
    let frame = bounds.union(other.bounds)
    let hollow = min(inner, other.inner)
    guard hollow > 0 else { return PixelRegion(frame) }
    var region = PixelRegion()
    // In bands, each without the columns that are inside all over its rows.
    let bands = 7.0
    for band in 0..<Int(bands) {
      let from = y - hollow + 2 * hollow * Double(band) / bands
      let to = y - hollow + 2 * hollow * Double(band + 1) / bands
      let isFirst = band == 0
      let isLast = band == Int(bands) - 1
      let top = isFirst ? frame.top : Int(from.rounded(.down))
      let bottom = isLast ? frame.bottom : Int(to.rounded(.down))
      // A band begins in the middle of a row of pixels at worst.
      let rise = max(abs(Double(top) - y), abs(Double(bottom) - y))
      let square = hollow * hollow - rise * rise
      let half = square > 0 ? square.squareRoot() : 0
      let first = Int((x - half).rounded(.up))
      let end = Int((x + half).rounded(.down))
      guard !isFirst, !isLast, first < end else {
        region.add(PixelRect(left: frame.left, top: top, right: frame.right, bottom: bottom))
        continue
      }
      region.add(PixelRect(left: frame.left, top: top, right: first, bottom: bottom))
      region.add(PixelRect(left: end, top: top, right: frame.right, bottom: bottom))
    }
    return region
  }
}
