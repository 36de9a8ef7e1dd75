// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
internal import Synchronization

/// Wakes a thread that waits for descriptors (`eventfd`).
package final class Doorbell: Sendable {
  private let file: OwnedFileDescriptor

  /// A bell that has not been rung.
  ///
  /// - Throws: ``SystemError`` when no descriptor is left.
  package init() throws(SystemError) {
    let descriptor = clinux_doorbell()
    guard descriptor >= 0 else { throw SystemError.last("eventfd") }
    file = OwnedFileDescriptor(adopting: descriptor)
  }

  /// Readable from ``ring()`` to ``silence()``.
  package var descriptor: CInt { file.rawValue }

  /// Makes the descriptor readable; from any thread.
  package func ring() {
    var one: UInt64 = 1
    _ = unsafe write(file.rawValue, &one, 8)
  }

  /// Makes the descriptor unreadable again.
  package func silence() {
    var count: UInt64 = 0
    _ = unsafe read(file.rawValue, &count, 8)
  }
}

/// A piece of work on a thread of its own, which ends with it and gives way to the thread that draws.
///
/// The thread has the signal mask of the one that starts it, so that signals which are blocked there go
/// on to whoever waits for them. The value has to be asked for its result once; until then it keeps
/// the thread's memory.
package struct BackgroundWork<Product: Sendable>: ~Copyable {
  /// What the thread leaves for the one that started it.
  private final class Outcome: Sendable {
    let product = Mutex<Product?>(nil)
  }

  private let thread: pthread_t
  private let outcome: Outcome

  /// Starts `work`.
  ///
  /// - Parameters:
  ///   - bell: Rung when the work is done.
  ///   - work: What is to be done.
  /// - Returns: The work.
  /// - Throws: ``SystemError`` when there is no memory for a thread, or no more are allowed.
  package static func start(
    ringing bell: Doorbell,
    _ work: @escaping @Sendable () -> Product
  ) throws(SystemError) -> Self {
    let outcome = Outcome()
    let body = ThreadBody {
      let product = work()
      outcome.product.withLock { $0 = product }
      bell.ring()
    }
    let thread = try body.start()
    return Self(thread: thread, outcome: outcome)
  }

  private init(thread: pthread_t, outcome: Outcome) {
    self.thread = thread
    self.outcome = outcome
  }

  /// What the work has come to, once its thread has ended, which is waited for.
  package consuming func product() -> Product? {
    _ = pthread_join(thread, nil)
    return outcome.product.withLock { product in
      let taken = product
      product = nil
      return taken
    }
  }
}

/// A thread that nobody asks for anything, with the signal mask of the one that starts it.
enum BackgroundThread {
  /// Starts a thread that does `work`, and ends with it.
  ///
  /// - Throws: ``SystemError`` when there is no memory for a thread, or no more are allowed.
  static func start(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    let thread = try ThreadBody(work).start()
    _ = pthread_detach(thread)
  }
}

/// What a thread does, behind the pointer that it is given.
private final class ThreadBody: Sendable {
  /// A tenth of the share of a thread that is as it was started, while both want the processor.
  private static let niceness: CInt = 10

  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }

  /// Runs it on a new thread, which is to be joined or detached.
  func start() throws(SystemError) -> pthread_t {
    let pointer = unsafe Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let number = unsafe pthread_create(
      &thread,
      nil,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        // Of the calling thread alone. On one processor a frame took twice as long beside it; where it is not
        // allowed, it does.
        _ = setpriority(CInt(PRIO_PROCESS.rawValue), 0, ThreadBody.niceness)
        unsafe Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      },
      pointer
    )
    guard number == 0 else {
      unsafe Unmanaged<ThreadBody>.fromOpaque(pointer).release()
      throw SystemError("start a thread", number: number)
    }
    return thread
  }
}
