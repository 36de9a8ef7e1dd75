// SPDX-License-Identifier: Apache-2.0
import Geometry

extension OutputTransform {
  /// Converts a position in view pixels to buffer pixels.
  func bufferPosition(ofView point: Point) -> Point {
    let (width, height) = (Double(bufferSize.width), Double(bufferSize.height))
    return switch rotation {
    case .none: point
    case .quarter: Point(x: width - point.y, y: point.x)
    case .half: Point(x: width - point.x, y: height - point.y)
    case .threeQuarters: Point(x: point.y, y: height - point.x)
    }
  }
}
