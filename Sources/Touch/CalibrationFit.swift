// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The calibration that takes what a panel reports closest to where it was touched.
///
/// Least squares: of all affine maps the one whose errors, squared and summed over the pairs, are least.
/// For each coordinate t of the shown points that is the solution of the normal equations
///
/// ```
///   ⎡ Σu²  Σuv ⎤ ⎡ a ⎤   ⎡ Σut ⎤
///   ⎣ Σuv  Σv² ⎦ ⎣ b ⎦ = ⎣ Σvt ⎦ ,   c = mean t − a · mean x − b · mean y
/// ```
///
/// with u and v as the reported coordinates x and y less their means, which keeps the system well
/// conditioned wherever the points lie.
package struct CalibrationFit: Hashable, Sendable {
  /// A point that was shown, and what the panel reported when it was touched.
  ///
  /// All four are fractions of the unrotated panel, the reported ones before any calibration.
  package struct Pair: Hashable, Sendable {
    /// Position of the point from the left edge.
    package var shownX: Double
    /// Position of the point from the top edge.
    package var shownY: Double
    /// Reported position from the left end of the axis' range.
    package var reportedX: Double
    /// Reported position from the top end of the axis' range.
    package var reportedY: Double

    /// A pair of the four values.
    package init(shownX: Double, shownY: Double, reportedX: Double, reportedY: Double) {
      self.shownX = shownX
      self.shownY = shownY
      self.reportedX = reportedX
      self.reportedY = reportedY
    }
  }

  /// The fewest pairs: with three the map fits whatever they are, so that no error would be noticed.
  package static let leastPairs = 4

  /// Transform of reported positions to true ones, as `calibration` in the configuration.
  package let matrix: AffineTransform
  /// The largest distance from a shown point to where ``matrix`` takes its report, in fractions of the
  /// panel; more than a few hundredths mean that a point was missed.
  package let largestError: Double

  /// The best map for `pairs`.
  ///
  /// There is none, `nil`, for fewer than ``leastPairs``, for reports (nearly) in a line, for points in a line,
  ///   and for numbers that are not finite.
  package init?(_ pairs: [Pair]) {
    guard pairs.count >= Self.leastPairs else { return nil }
    func mean(_ value: (Pair) -> Double) -> Double {
      pairs.reduce(0) { $0 + value($1) } / Double(pairs.count)
    }
    let (middleX, middleY) = (mean(\.reportedX), mean(\.reportedY))
    func row(_ target: (Pair) -> Double) -> (Double, Double, Double)? {
      var (uu, uv, vv, ut, vt) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for pair in pairs {
        let (u, v) = (pair.reportedX - middleX, pair.reportedY - middleY)
        uu += u * u
        uv += u * v
        vv += v * v
        ut += u * target(pair)
        vt += v * target(pair)
      }
      let determinant = uu * vv - uv * uv
      // Of the ellipse of the reports one axis has to be a hundredth of the other at least.
      guard determinant.isFinite, determinant > (uu + vv) * (uu + vv) * 1e-4 else { return nil }
      let a = (ut * vv - vt * uv) / determinant
      let b = (vt * uu - ut * uv) / determinant
      let c = mean(target) - a * middleX - b * middleY
      return a.isFinite && b.isFinite && c.isFinite ? (a, b, c) : nil
    }
    guard let (a, b, c) = row(\.shownX), let (d, e, f) = row(\.shownY) else { return nil }
    // A map that squeezes the panel into a line is none.
    guard abs(a * e - b * d) > 1e-3 else { return nil }
    let matrix = AffineTransform(a, b, c, d, e, f)
    self.matrix = matrix
    largestError =
      pairs.map { pair in
        let (x, y) = matrix(pair.reportedX, pair.reportedY)
        let (across, down) = (x - pair.shownX, y - pair.shownY)
        return (across * across + down * down).squareRoot()
      }.max() ?? 0
  }
}
