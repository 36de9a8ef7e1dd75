// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Settings that may be others on upright screens, and on those that are not.
package protocol Oriented: Sendable {
  /// The settings in force on upright screens; none where it is these.
  var portrait: [Self] { get set }
  /// The settings in force on screens that are not upright; none where it is these.
  var landscape: [Self] { get set }
}

extension Oriented {
  /// The settings that are in force on a screen of this extent.
  package func variant(on screen: Size) -> Self {
    (screen.height > screen.width ? portrait : landscape).first ?? self
  }
}

extension Key where Owner: Oriented {
  /// The tables of those `keys` that are others on some screens.
  @_optimize(none)
  package static func variants(of keys: [Self]) -> [Self] {
    [
      variant("portrait", \.portrait, keys, "What is another on a screen that is higher than wide"),
      variant("landscape", \.landscape, keys, "What is another on a screen that is not"),
    ]
  }

  private static func variant(
    _ name: String,
    _ path: Path<[Owner]>,
    _ keys: [Self],
    _ about: String
  ) -> Self {
    table(name, keys, about, from: { $0 }, isUsual: false) { inner, owner, _ in
      owner[keyPath: path] = [inner]
    }
  }
}
