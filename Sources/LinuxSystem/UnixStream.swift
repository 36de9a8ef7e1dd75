// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
package import MonotonicTime

/// The process at the other end of a Unix socket, as the kernel vouches for it (SO_PEERCRED).
package struct PeerCredentials: Sendable, Hashable {
  /// Process id at the time of connecting.
  package let process: CInt
  /// Effective user id.
  package let user: UInt32

  /// Credentials with these numbers.
  package init(process: CInt, user: UInt32) {
    self.process = process
    self.user = user
  }
}

/// One end of a connected Unix stream socket.
package struct UnixStream: ~Copyable {
  /// The outcome of a read or write.
  package enum Transfer: Sendable, Hashable {
    /// This many bytes went over, at least one.
    case bytes(Int)
    /// Nothing can be transferred now.
    case wouldBlock
    /// The other end is gone.
    case closed
  }

  private let file: OwnedFileDescriptor

  /// Takes ownership of a connected socket.
  package init(adopting file: consuming OwnedFileDescriptor) {
    self.file = file
  }

  /// Connects to the socket at `path`.
  ///
  /// The listener may have a full queue and never accept.
  ///
  /// - Parameters:
  ///   - path: The socket's file.
  ///   - patience: Longest wait for a place in a full queue; zero for none.
  /// - Returns: The connected end, blocking.
  /// - Throws: ``SystemError`` with ENOENT or ECONNREFUSED without a listener, EACCES when not
  ///   allowed, ETIMEDOUT when the queue stays full.
  package static func connect(
    to path: String,
    within patience: MonotonicInterval = .milliseconds(5000)
  ) throws(SystemError) -> Self {
    let end = MonotonicClock.now() + patience
    while true {
      let rest = patience > .zero ? max(.milliseconds(1), end - MonotonicClock.now()) : .zero
      let descriptor = unsafe clinux_connect_unix(path, rest.nanoseconds)
      if descriptor >= 0 { return Self(adopting: OwnedFileDescriptor(adopting: descriptor)) }
      let number = errno == EAGAIN ? ETIMEDOUT : errno
      // A signal begins the wait anew, with what is left of it.
      guard number == EINTR, MonotonicClock.now() < end else {
        throw SystemError("connect", subject: path, number: number)
      }
    }
  }

  /// The socket's descriptor.
  package var descriptor: CInt { file.rawValue }

  /// The peer, `nil` when the kernel does not know.
  package var peer: PeerCredentials? {
    var process: CInt = 0
    var user: UInt32 = 0
    guard unsafe clinux_peer_credentials(file.rawValue, &process, &user) == 0 else { return nil }
    return PeerCredentials(process: process, user: user)
  }

  /// Reads what is there into `buffer`.
  ///
  /// A descriptor that comes with the bytes is closed.
  ///
  /// - Returns: The number of bytes that were read; they are at the start of `buffer`.
  package func receive(into buffer: inout [UInt8]) -> Transfer {
    var descriptor: CInt = -1
    let result = receive(into: &buffer, descriptor: &descriptor)
    if descriptor >= 0 { _ = close(descriptor) }
    return result
  }

  /// Reads what is there into `buffer`, and the descriptor that came with it.
  ///
  /// - Parameters:
  ///   - buffer: Buffer for the bytes, from its start; its count is the most that is read.
  ///   - descriptor: Set to a descriptor that the caller then owns, or to -1.
  /// - Returns: The number of bytes that were read.
  package func receive(into buffer: inout [UInt8], descriptor: inout CInt) -> Transfer {
    var received: CInt = -1
    let transfer = receive(into: &buffer) { passed in
      received = passed[0]
      for index in 1..<passed.count { _ = close(passed[index]) }
    }
    descriptor = received
    return transfer
  }

  /// Reads what is there into `buffer`, and all descriptors that came with it.
  ///
  /// Descriptors for which the process has no room left are closed by the kernel.
  ///
  /// - Parameters:
  ///   - buffer: Buffer for the bytes, from its start; its count is the most that is read.
  ///   - pass: Given the descriptors where any came, at least one and at most 253; it owns them then.
  /// - Returns: The number of bytes that were read.
  package func receive(
    into buffer: inout [UInt8],
    passing pass: (borrowing Span<CInt>) -> Void
  ) -> Transfer {
    let socket = file.rawValue
    // The most that one message carries.
    var received = InlineArray<253, CInt>(repeating: -1)
    var passed = 0
    var span = received.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { descriptors in
      unsafe buffer.withUnsafeMutableBytes { bytes in
        retryingOnInterrupt {
          unsafe clinux_receive(
            socket,
            bytes.baseAddress,
            bytes.count,
            descriptors.baseAddress,
            &passed
          )
        }
      }
    }
    let reason = errno
    if passed > 0 { pass(received.span.extracting(first: passed)) }
    if count > 0 { return .bytes(count) }
    if count == 0 { return .closed }
    return reason == EAGAIN ? .wouldBlock : .closed
  }

  /// Writes as many of `bytes` as fit now.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to send, at least one.
  ///   - descriptor: A descriptor to send a duplicate of with the first byte.
  /// - Returns: The number of bytes that were written.
  package func send(_ bytes: ArraySlice<UInt8>, descriptor: CInt? = nil) -> Transfer {
    let socket = file.rawValue
    let count = unsafe bytes.withUnsafeBytes { raw in
      retryingOnInterrupt {
        unsafe clinux_send(socket, raw.baseAddress, raw.count, descriptor ?? -1)
      }
    }
    if count >= 0 { return .bytes(count) }
    return errno == EAGAIN ? .wouldBlock : .closed
  }

  /// Bytes of memory held by data that was sent and the other end has not read; 0 once it has read all.
  ///
  /// The corresponding call is `ioctl(SIOCOUTQ)`.
  package var unreadByteCount: Int {
    var count: CInt = 0
    let result = unsafe clinux_ioctl(file.rawValue, UInt(TIOCOUTQ), &count)
    return result == 0 ? Int(count) : 0
  }

  /// Makes reads and writes return at once.
  package func setNonblocking() { file.setNonblocking() }

  /// Gives the socket away: the caller closes it.
  ///
  /// - Returns: The descriptor's number.
  package consuming func release() -> CInt { file.release() }
}

/// A Unix stream socket that accepts connections.
package struct UnixListener: ~Copyable {
  private let file: OwnedFileDescriptor
  /// The socket file that has to go with the listener.
  private let ownFile: SocketFile?
  private let mode: UInt32

  /// Takes ownership of a socket that listens already, as socket activation hands one over.
  ///
  /// Its file stays when it is closed: it belongs to its maker.
  package init(adopting file: consuming OwnedFileDescriptor) {
    self.init(file, ownFile: nil, mode: 0)
  }

  private init(_ file: consuming OwnedFileDescriptor, ownFile: SocketFile?, mode: UInt32) {
    self.file = file
    self.ownFile = ownFile
    self.mode = mode
    self.file.setNonblocking()
    self.file.setCloseOnExec()
  }

  deinit { ownFile?.remove() }

  /// Listens at `path` with file mode `mode`.
  ///
  /// A socket file without a listener is removed first; any other file stays.
  ///
  /// - Returns: The listening socket; its file is removed with it.
  /// - Throws: ``SystemError`` with EADDRINUSE when there is a listener or `path` is another file.
  package static func listen(
    at path: String,
    mode: UInt32,
    backlog: CInt = 64
  ) throws(SystemError) -> Self {
    var descriptor = unsafe clinux_listen_unix(path, mode, backlog)
    if descriptor < 0, errno == EADDRINUSE {
      // The probe has reasons of its own, which are not this call's.
      guard isStaleSocket(path) else {
        throw SystemError("listen on", subject: path, number: EADDRINUSE)
      }
      _ = unsafe unlink(path)
      descriptor = unsafe clinux_listen_unix(path, mode, backlog)
    }
    guard descriptor >= 0 else { throw SystemError.last("listen on", subject: path) }
    return Self(OwnedFileDescriptor(adopting: descriptor), ownFile: SocketFile(path), mode: mode)
  }

  /// Another socket where this one listened before its file has gone.
  ///
  /// - Throws: ``SystemError`` as ``listen(at:mode:backlog:)``; EINVAL for a socket that was handed over.
  package func madeAnew() throws(SystemError) -> Self {
    guard let path = ownFile?.path else { throw SystemError("listen", number: EINVAL) }
    return try Self.listen(at: path, mode: mode)
  }

  /// True if it was handed over, so that its file belongs to the one that made it.
  package var isHandedOver: Bool { ownFile == nil }

  /// The path that it is bound to; nil where it has none.
  package var path: String? {
    var bytes = [CChar](repeating: 0, count: 108)
    guard unsafe clinux_socket_path(file.rawValue, &bytes) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The socket's descriptor: readable while a connection waits.
  package var descriptor: CInt { file.rawValue }

  /// Takes the next waiting connection, nonblocking.
  ///
  /// - Returns: The connection, `nil` when none waits.
  /// - Throws: ``SystemError`` with EMFILE or ENFILE when there is no descriptor for it.
  package func accept() throws(SystemError) -> UnixStream? {
    let descriptor = retryingOnInterrupt { clinux_accept(file.rawValue) }
    guard descriptor < 0 else {
      return UnixStream(adopting: OwnedFileDescriptor(adopting: descriptor))
    }
    // A peer that gave up while it waited is no error.
    if errno == EAGAIN || errno == ECONNABORTED { return nil }
    throw SystemError.last("accept")
  }

  private static func isStaleSocket(_ path: String) -> Bool {
    guard SocketFile(path) != nil else { return false }
    // Not waiting: a listener with a full queue may be hung for good.
    let probe = retryingOnInterrupt { unsafe clinux_connect_unix(path, 0) }
    guard probe < 0 else {
      _ = close(probe)
      return false
    }
    return errno == ECONNREFUSED
  }
}
