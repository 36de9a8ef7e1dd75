// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
internal import MonotonicTime
internal import PlainText
internal import Synchronization

/// Lines for the log's reader, which may stall for good without holding up the process.
///
/// Lines that the kernel's buffer does not take at once are lost and counted; the count is told before the next line
/// that is taken. The descriptor's own flags stay as they are, since others share them: a socket is asked not to wait
/// call by call, a pipe and a terminal are opened once more. Regular files are written to as they are.
package final class LogOutlet: Sendable {
  private enum Way {
    /// A socket: `MSG_DONTWAIT`.
    case socket
    /// A descriptor that does not wait by itself.
    case plain
    /// One that may wait: asked first, and given little at a time.
    case asked
  }

  private struct State {
    /// The rest of a line of which the beginning was taken.
    var rest: ArraySlice<UInt8> = []
    var lostCount = 0
  }

  private let descriptor: CInt
  private let way: Way
  /// The same pipe or terminal, opened so that it does not wait.
  private let reopened: OwnedFileDescriptor?
  private let state = Mutex(State())

  /// An outlet to `descriptor`, which it does not own.
  ///
  /// - Parameters:
  ///   - descriptor: Standard error unless given.
  ///   - canReopen: True if a pipe or a terminal may be opened once more.
  package init(_ descriptor: CInt = 2, canReopen: Bool = true) {
    var status = stat()
    _ = unsafe fstat(descriptor, &status)
    let kind = status.st_mode & S_IFMT
    if canReopen, kind == S_IFIFO || kind == S_IFCHR {
      // It may be another user's, so that this process can write to it but not open it.
      reopened = try? .open("/proc/self/fd/\(descriptor)", flags: O_WRONLY | O_NONBLOCK | O_NOCTTY)
    } else {
      reopened = nil
    }
    if let again = reopenedDescriptor(reopened) {
      (self.descriptor, way) = (again, .plain)
    } else {
      self.descriptor = descriptor
      way = kind == S_IFSOCK ? .socket : kind == S_IFREG ? .plain : .asked
    }
  }

  /// Writes `line`, made printable, and a line feed, or counts it as lost.
  ///
  /// - Parameters:
  ///   - line: The line to write.
  ///   - lossLine: The line that tells how many were lost before this one.
  package func write(line: String, lossLine: (Int) -> String) {
    state.withLock { state in
      if put(line, state: &state, lossLine: lossLine) { return }
      state.lostCount += 1
    }
  }

  private func put(_ line: String, state: inout State, lossLine: (Int) -> String) -> Bool {
    guard finishRest(&state) else { return false }
    if state.lostCount > 0 {
      guard begin(lossLine(state.lostCount), state: &state) else { return false }
      state.lostCount = 0
      guard finishRest(&state) else { return false }
    }
    return begin(line, state: &state)
  }

  /// Writes the beginning of a line at least; false when none of it was taken.
  private func begin(_ line: String, state: inout State) -> Bool {
    let bytes = Array((line.printable + "\n").utf8)
    let rest = transfer(bytes[...])
    guard rest.count < bytes.count else { return false }
    state.rest = rest
    return true
  }

  private func finishRest(_ state: inout State) -> Bool {
    state.rest = transfer(state.rest)
    return state.rest.isEmpty
  }

  /// Writes what is taken at once.
  ///
  /// - Returns: The bytes that were not taken.
  private func transfer(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { raw in
        retryingOnInterrupt { unsafe transferOnce(raw) }
      }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    return rest
  }

  private func transferOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch way {
    case .socket: return unsafe clinux_send_at_once(descriptor, bytes.baseAddress, bytes.count)
    case .plain: return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    case .asked:
      let ready = DescriptorPoll.wait([.init(descriptor, readiness: .writable)], timeout: .zero)
      guard ready == [.writable] else { return 0 }
      // A terminal that is ready has room for 256 bytes, a pipe for more (n_tty.c, pipe(7)).
      return unsafe Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, 256))
    }
  }
}

private func reopenedDescriptor(_ file: borrowing OwnedFileDescriptor?) -> CInt? {
  switch file {
  case .some(let file): file.rawValue
  case nil: nil
  }
}
