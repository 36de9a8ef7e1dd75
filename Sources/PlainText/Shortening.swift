// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text, or its beginning with an ellipsis where it has more than `limit` bytes of UTF-8, which
  /// is at least 3; the ellipsis counts.
  package func shortened(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: Swift.max(limit - 3, 0))
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return String(self[..<end]) + "…"
  }
}
