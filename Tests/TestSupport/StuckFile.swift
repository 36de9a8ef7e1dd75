// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Synchronization

/// A file in which a write is stuck, as in one of the kernel's whose device does not answer.
///
/// It is a pipe that is not read before ``release()``. A test that is stuck in it itself is let go after two
/// minutes, so that it ends and fails.
package final class StuckFile {
  private final class Reader: Sendable {
    private struct State {
      var descriptor: CInt = -1
      var isReleased = false
    }

    private let path: String
    private let state = Mutex(State())

    init(_ path: String) { self.path = path }

    deinit { state.withLock { _ = close($0.descriptor) } }

    var isReleased: Bool { state.withLock { $0.isReleased } }

    /// Opens the pipe, for writing as well, so that it stays open when another end is closed.
    ///
    /// - Returns: Whether it was opened by this call.
    @discardableResult
    func open(isReleased: Bool) -> Bool {
      state.withLock { state in
        state.isReleased = state.isReleased || isReleased
        guard state.descriptor < 0 else { return false }
        state.descriptor = unsafe Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        return true
      }
    }

    func read() -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let descriptor = state.withLock { $0.descriptor }
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      return Array(bytes.prefix(max(0, count)))
    }
  }

  private let reader: Reader
  private var bytes: [UInt8] = []

  /// Puts such a file in the place of the one at `path`.
  package init(at path: String) {
    reader = Reader(path)
    _ = unsafe unlink(path)
    let isMade = unsafe mkfifo(path, 0o600) == 0
    precondition(isMade, "no pipe can be made")
    var thread = pthread_t()
    let number = unsafe pthread_create(
      &thread,
      nil,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        let reader = unsafe Unmanaged<Reader>.fromOpaque(pointer).takeRetainedValue()
        if !eventually({ reader.isReleased }) { reader.open(isReleased: false) }
        return nil
      },
      Unmanaged.passRetained(reader).toOpaque()
    )
    precondition(number == 0, "no thread can be started")
    pthread_detach(thread)
  }

  deinit { _ = release() }

  /// Lets all writers go on.
  ///
  /// - Returns: Whether the test comes to this by itself, and was not stuck.
  package func release() -> Bool { reader.open(isReleased: true) }

  /// What has been written to it since.
  package var text: String {
    bytes += reader.read()
    return String(decoding: bytes, as: UTF8.self)
  }
}
