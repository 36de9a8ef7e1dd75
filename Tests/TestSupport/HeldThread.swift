// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Keeps the thread of a worker busy until it is let go.
///
/// A test that forgets to let it go is let go after two minutes.
package final class HeldThread: Sendable {
  private let state = Mutex((isTaken: false, isReleased: false))

  /// Has `begin` order what ends with ``release()``, and waits until a thread has taken it: what is urgent would go
  /// before it otherwise.
  package init(by begin: (@escaping @Sendable () -> Void) -> Bool) {
    let isBegun = begin { [self] in
      state.withLock { $0.isTaken = true }
      _ = eventually { state.withLock { $0.isReleased } }
    }
    precondition(isBegun && eventually { state.withLock { $0.isTaken } }, "no thread takes orders")
  }

  /// Lets the thread go on.
  package func release() { state.withLock { $0.isReleased = true } }
}
