// SPDX-License-Identifier: Apache-2.0

/// Embedded Swift has no threads: everything is made at once, for `make arm64`.
final class LaterMade<Value: Sendable>: Sendable {
  static func begin(by lines: any LineMaker, _ make: @escaping @Sendable () -> Value) -> LaterMade? { nil }

  var isMade: Bool { false }

  var value: Value? { nil }
}
