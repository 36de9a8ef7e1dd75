// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Something for a picture that is made beside the loop, as it may take longer than a frame can wait.
package final class Future<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  private init() {}

  /// Has `make` called on another thread.
  ///
  /// - Parameters:
  ///   - begin: Has it called there, unless it returns false.
  ///   - make: Makes it.
  /// - Returns: The value to come; nil where there is no such thread, so that it has to be made at once.
  package static func begin(
    by begin: (@escaping @Sendable () -> Void) -> Bool,
    make: @escaping @Sendable () -> Value
  ) -> Future? {
    let later = Future()
    let begins = begin {
      let value = make()
      later.made.withLock { $0 = value }
    }
    return begins ? later : nil
  }

  /// True once the value has been made.
  var isMade: Bool { made.withLock { $0 != nil } }

  /// The value that has been made; nil before that.
  package var value: Value? { made.withLock { $0 } }
}
