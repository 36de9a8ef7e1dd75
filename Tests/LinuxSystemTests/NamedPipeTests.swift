// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import MonotonicTime
import TestSupport
import Testing

@Suite("FIFOs, and names without files")
struct NamedPipeTests {
  private func write(_ text: String, into path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_NONBLOCK)
    #expect(descriptor >= 0)
    let bytes = Array(text.utf8)
    #expect(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
  }

  @Test("A FIFO is made with its rights, and takes writer after writer; each end is told once")
  func writers() throws {
    let folder = TemporaryFolder()
    let path = folder["fifo"]
    let pipe = try NamedPipe.open(path, mode: 0o660)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_mode == S_IFIFO | 0o660)
    var buffer = [UInt8](repeating: 0, count: 64)
    for text in ["first", "second"] {
      let before = try pipe.read(into: &buffer)
      #expect(before == .noWriter)
      write(text, into: path)
      let bytes = try pipe.read(into: &buffer)
      #expect(bytes == .bytes(Array(text.utf8)[...]))
      let end = try pipe.read(into: &buffer)
      #expect(end == .end)
      // It is not told again, nor waited for in vain.
      #expect(
        DescriptorPoll.wait([.init(pipe.descriptor, readiness: .readable)], timeout: .zero) == [[]]
      )
    }
  }

  @Test("While somebody has it open there is no end, whoever else comes and goes")
  func held() throws {
    let folder = TemporaryFolder()
    let pipe = try NamedPipe.open(folder["fifo"], mode: 0o660)
    var buffer = [UInt8](repeating: 0, count: 64)
    let holder = unsafe open(folder["fifo"], O_WRONLY)
    write("word", into: folder["fifo"])
    let first = try pipe.read(into: &buffer)
    #expect(first == .bytes(Array("word".utf8)[...]))
    let rest = try pipe.read(into: &buffer)
    #expect(rest == .quiet)
    // What was written last is read before the end is told.
    #expect(unsafe Glibc.write(holder, Array("last".utf8), 4) == 4)
    close(holder)
    let last = try pipe.read(into: &buffer)
    #expect(last == .bytes(Array("last".utf8)[...]))
    let end = try pipe.read(into: &buffer)
    #expect(end == .end)
    #expect(fcntl(pipe.descriptor, F_GETFD) == FD_CLOEXEC)
  }

  @Test("One that is there already is taken, with the rights that it has; another file is not")
  func existing() throws {
    let folder = TemporaryFolder()
    #expect(unsafe mkfifo(folder["fifo"], 0o600) == 0)
    let pipe = try NamedPipe.open(folder["fifo"], mode: 0o660)
    let isThere = pipe.isAt(folder["fifo"])
    #expect(isThere)
    var status = stat()
    #expect(unsafe stat(folder["fifo"], &status) == 0)
    #expect(status.st_mode == S_IFIFO | 0o600)
    folder.write([], to: "file")
    let error = #expect(throws: SystemError.self) {
      _ = try NamedPipe.open(folder["file"], mode: 0o660)
    }
    #expect(error?.number == EEXIST)
  }

  @Test("It is known when another FIFO has taken its place, or none has")
  func replaced() throws {
    let folder = TemporaryFolder()
    let pipe = try NamedPipe.open(folder["fifo"], mode: 0o660)
    #expect(unsafe unlink(folder["fifo"]) == 0)
    let isGone = !pipe.isAt(folder["fifo"])
    #expect(isGone)
    #expect(unsafe mkfifo(folder["fifo"], 0o600) == 0)
    let isAnother = !pipe.isAt(folder["fifo"])
    #expect(isAnother)
  }

  @Test("An abstract name is one listener's at a time, its bytes and no more, and is free again")
  func abstract() throws {
    let name = "swell-test-\(getpid())"
    do {
      let listener = try UnixListener.listen(abstract: name)
      let error = #expect(throws: SystemError.self) {
        _ = try UnixListener.listen(abstract: name)
      }
      #expect(error?.number == EADDRINUSE)
      let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
      defer { close(client) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
        unsafe path.baseAddress?.advanced(by: 1).copyMemory(from: name, byteCount: name.utf8.count)
      }
      // As long as the name is, without the zeros that follow it.
      let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
      let connected = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(client, $0, length)
        }
      }
      #expect(connected == 0)
      let isThere = try listener.accept() != nil
      #expect(isThere)
    }
    _ = try UnixListener.listen(abstract: name)
  }
}
