// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
internal import Synchronization

/// Closes beside the caller what others have handed to this process, and what is large.
///
/// Closing takes as long as the file's kind likes: a socket that lingers over unread bytes waits for
/// them, a file of a file system in user space for its process. The sender of a descriptor decides on that.
/// Threads begin when there is something to close, and end with it. Beginning one takes longer than most
/// descriptors do: the caller begins one at a time, and that begins the next as long as there is more.
package final class BackgroundCloser: Sendable {
  private enum Item: Sendable {
    case file(CInt)
    case stream(CInt)
    case memory(UnsealedMemory.Parts)
  }

  private struct State {
    var waiting: [Item] = []
    /// Number of threads; each may be held up by what it closes.
    var threads = 0
    /// True while one of them has not come to its first item yet.
    var isBeginning = false

    /// Tells if another thread is to begin, which is counted then.
    mutating func wantsThread() -> Bool {
      guard !waiting.isEmpty, !isBeginning, threads < mostThreads else { return false }
      threads += 1
      isBeginning = true
      return true
    }
  }

  /// The most threads; as many descriptors may take for ever before all others wait.
  package static let mostThreads = 8
  /// Number of descriptors that may wait before ``isFull``.
  package static let room = 64

  private let state = Mutex(State())
  private let dispose: @Sendable (CInt) -> Void

  /// A closer with nothing to do.
  ///
  /// - Parameter dispose: Closes a descriptor of whatever kind; on threads of the closer's own.
  package init(by dispose: @escaping @Sendable (CInt) -> Void = { clinux_dispose($0) }) {
    self.dispose = dispose
  }

  /// True if so many wait that no more descriptors should be taken from others.
  package var isFull: Bool { waitingCount >= Self.room }

  /// Number of items that wait for a thread.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Closes `descriptor`, of whatever kind it is.
  package func close(_ descriptor: CInt) { begin([.file(descriptor)]) }

  /// Closes all of `descriptors`, of whatever kinds they are.
  package func close(_ descriptors: borrowing Span<CInt>) {
    var items: [Item] = []
    for index in descriptors.indices { items.append(.file(descriptors[index])) }
    begin(items)
  }

  /// Ends a connection, and closes what was passed over it and has not been read.
  package func close(_ stream: consuming UnixStream) { begin([.stream(stream.release())]) }

  /// Gives back memory that is not wanted any more: megabytes take milliseconds.
  package func close(_ memory: consuming UnsealedMemory) { begin([.memory(memory.release())]) }

  private func begin(_ items: [Item]) {
    let isThreadWanted = state.withLock { state in
      state.waiting += items
      return state.wantsThread()
    }
    beginThread(isThreadWanted)
  }

  private func beginThread(_ isWanted: Bool) {
    guard isWanted else { return }
    do throws(SystemError) {
      try BackgroundThread.start { [self] in carryOut() }
    } catch {
      // No memory for a thread: what waits goes on waiting for the next one.
      state.withLock { state in
        state.threads -= 1
        state.isBeginning = false
      }
    }
  }

  private func carryOut() {
    state.withLock { $0.isBeginning = false }
    while let item = next() {
      switch item {
      case .file(let descriptor): dispose(descriptor)
      case .stream(let descriptor): drain(descriptor)
      case .memory(let parts): _ = UnsealedMemory(parts)
      }
    }
  }

  /// The next one; where there is none the thread ends.
  ///
  /// It may take for ever: a thread for those behind it begins first.
  private func next() -> Item? {
    let (item, isThreadWanted) = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.threads -= 1
        return (nil as Item?, false)
      }
      return (state.waiting.removeFirst(), state.wantsThread())
    }
    beginThread(isThreadWanted)
    return item
  }

  /// Takes out of a connection what has not been read, one by one: closing it would close all of that.
  private func drain(_ descriptor: CInt) {
    _ = shutdown(descriptor, CInt(SHUT_RDWR))
    let stream = UnixStream(adopting: OwnedFileDescriptor(adopting: descriptor))
    stream.setNonblocking()
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while case .bytes = stream.receive(
      into: &buffer,
      passing: { for index in $0.indices { dispose($0[index]) } }
    ) {}
  }
}
