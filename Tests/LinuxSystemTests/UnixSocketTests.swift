// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// The next connection of `listener`, which has to be waiting.
private func accepted(_ listener: borrowing UnixListener) throws -> UnixStream {
  guard let stream = try listener.accept() else {
    throw SystemError("accept", number: EAGAIN)
  }
  return stream
}

/// The mask for new files of this process, as the kernel writes it.
private func mask() throws -> Substring? {
  let status = try FileReader.read("/proc/self/status", limit: 1 << 16)
  return String(decoding: status, as: UTF8.self).split(separator: "\n")
    .first { $0.hasPrefix("Umask:") }
}

@Suite("Unix sockets")
struct UnixSocketTests {
  let folder = TemporaryFolder()

  @Test("What one end sends the other receives, until it hangs up")
  func transfers() throws {
    let listener = try UnixListener.listen(at: folder["s"], mode: 0o600)
    let isEarly = try listener.accept() == nil
    #expect(isEarly)
    var buffer = [UInt8](repeating: 0, count: 8)
    var results: [UnixStream.Transfer] = []
    let client = try UnixStream.connect(to: folder["s"])
    let server = try accepted(listener)
    results.append(server.receive(into: &buffer))
    results.append(client.send([1, 2, 3][...]))
    results.append(server.receive(into: &buffer))
    #expect(results == [.wouldBlock, .bytes(3), .bytes(3)])
    #expect(buffer[..<3] == [1, 2, 3])
    let peer = server.peer
    #expect(peer?.process == getpid())
    #expect(peer?.user == geteuid())
  }

  /// Threads may make files while another one begins to listen; the daemon's own do.
  @Test(
    "Beginning to listen, on many threads at once, lends no mask to others, and has the mode asked for"
  )
  func masks() async throws {
    let place = folder.path
    let before = try mask()
    try await withThrowingTaskGroup(of: UInt32?.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for round in 0..<50 {
            let path = "\(place)/s\(worker).\(round)"
            let listener = try UnixListener.listen(at: path, mode: 0o666)
            let mode = FileSystem.mode(of: path)
            if mode != 0o666 || listener.descriptor < 0 { return mode }
          }
          return 0o666
        }
      }
      for try await mode in group { #expect(mode == 0o666) }
    }
    #expect(try mask() == before)
  }

  @Test("A full socket takes no more and says how much nobody has read")
  func fills() throws {
    let listener = try UnixListener.listen(at: folder["s"], mode: 0o600)
    let client = try UnixStream.connect(to: folder["s"])
    let server = try accepted(listener)
    var unread = server.unreadByteCount
    #expect(unread == 0)
    let block = [UInt8](repeating: 9, count: 65536)
    var sent = 0
    while case .bytes(let count) = server.send(block[...]) { sent += count }
    unread = server.unreadByteCount
    #expect(sent > 0 && unread >= sent)
    client.setNonblocking()
    var buffer = block
    while case .bytes(let count) = client.receive(into: &buffer) { sent -= count }
    #expect(sent == 0)
    unread = server.unreadByteCount
    #expect(unread == 0)
  }

  @Test("An end that is gone is told by reading and by writing")
  func hangUp() throws {
    let listener = try UnixListener.listen(at: folder["s"], mode: 0o600)
    do { _ = try UnixStream.connect(to: folder["s"]) }
    let server = try accepted(listener)
    var buffer = [UInt8](repeating: 0, count: 8)
    let results = [server.receive(into: &buffer), server.send([1][...])]
    #expect(results == [.closed, .closed])
  }

  @Test("A descriptor travels with its byte and is the receiver's own")
  func passesDescriptors() throws {
    let listener = try UnixListener.listen(at: folder["s"], mode: 0o600)
    let client = try UnixStream.connect(to: folder["s"])
    let server = try accepted(listener)
    let path = folder.write([42, 43], to: "file")
    let file = try OwnedFileDescriptor.open(path, flags: O_RDONLY)
    var results = [server.send([7][...], descriptor: file.rawValue)]
    var buffer = [UInt8](repeating: 0, count: 8)
    var number: CInt = -1
    results.append(client.receive(into: &buffer, descriptor: &number))
    #expect(results == [.bytes(1), .bytes(1)])
    let received = OwnedFileDescriptor(adopting: number)
    #expect(number >= 0 && number != file.rawValue)
    #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    let bytes = try FileReader.read(received, limit: 10)
    #expect(bytes == [42, 43])
    // Where nobody asks for the descriptor, it is closed with its byte.
    results.append(server.send([8][...], descriptor: file.rawValue))
    results.append(client.receive(into: &buffer))
    #expect(results.suffix(2) == [.bytes(1), .bytes(1)])
    #expect(buffer[0] == 8)
  }

  @Test(
    "A socket file has the mode that was asked for",
    arguments: [0o600, 0o660, 0o666] as [UInt32]
  )
  func mode(mode: UInt32) throws {
    let listener = try UnixListener.listen(at: folder["s"], mode: mode)
    var status = stat()
    let result = unsafe lstat(folder["s"], &status)
    #expect(result == 0)
    #expect(status.st_mode == S_IFSOCK | mode)
    let flags = fcntl(listener.descriptor, F_GETFL)
    #expect(flags & O_NONBLOCK != 0)
  }

  @Test("A socket's file goes with whoever made it, unless another has taken its place")
  func removesItsFile() throws {
    do {
      let listener = try UnixListener.listen(at: folder["s"], mode: 0o600)
      let copy = OwnedFileDescriptor(adopting: dup(listener.descriptor))
      do { _ = UnixListener(adopting: copy) }
      let isKept = exists("s")
      #expect(isKept)
      _ = listener
    }
    let isGone = !exists("s")
    #expect(isGone)
    let another: UnixListener
    do {
      let listener = try UnixListener.listen(at: folder["s"], mode: 0o600)
      _ = unsafe rename(folder["s"], folder["moved"])
      another = try UnixListener.listen(at: folder["s"], mode: 0o600)
      _ = listener
    }
    let isAnothers = exists("s") && exists("moved")
    #expect(isAnothers)
    _ = another
  }

  @Test("A socket that nobody listens on any more is replaced")
  func replacesStaleSocket() throws {
    do {
      let listener = try UnixListener.listen(at: folder["moved"], mode: 0o600)
      _ = unsafe rename(folder["moved"], folder["s"])
      _ = listener
    }
    let refused = #expect(throws: SystemError.self) {
      _ = try UnixStream.connect(to: folder["s"])
    }
    #expect(refused?.number == ECONNREFUSED)
    let listener = try UnixListener.listen(at: folder["s"], mode: 0o600)
    let client = try UnixStream.connect(to: folder["s"])
    let server = try accepted(listener)
    #expect(client.descriptor != server.descriptor)
  }

  @Test("A socket in use, another file and an impossible path are refused and stay as they are")
  func refuses() throws {
    let listener = try UnixListener.listen(at: folder["s"], mode: 0o600)
    let path = folder.write([1, 2], to: "file")
    let long = folder[String(repeating: "x", count: 120)]
    for (path, number) in [
      (folder["s"], EADDRINUSE), (path, EADDRINUSE), (long, ENAMETOOLONG),
      (folder["none/s"], ENOENT),
    ] {
      let error = #expect(throws: SystemError.self) {
        _ = try UnixListener.listen(at: path, mode: 0o600)
      }
      #expect(error?.number == number)
    }
    #expect(try FileReader.read(path, limit: 10) == [1, 2])
    let client = try UnixStream.connect(to: folder["s"])
    let server = try accepted(listener)
    #expect(client.descriptor != server.descriptor)
  }

  private func exists(_ name: String) -> Bool { unsafe access(folder[name], F_OK) == 0 }
}
