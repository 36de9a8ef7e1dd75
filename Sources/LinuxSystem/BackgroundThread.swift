// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A thread that ends with its work, is waited for by none, and gives way to the thread that draws.
///
/// It has the signal mask of the thread that starts it, so that signals which are blocked there go on to the one that
/// waits for them.
enum BackgroundThread {
  /// Starts a thread that does `work`, and ends with it.
  ///
  /// - Throws: ``SystemError`` when there is no memory for a thread, or no more are allowed.
  static func start(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    let thread = try ThreadBody(work).start()
    _ = pthread_detach(thread)
  }
}

/// The work of a thread, behind the pointer that it is given.
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
