// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import MonotonicTime
import Testing

@Suite("A log whose reader stalls", .timeLimit(.minutes(5)))
struct LogOutletTests {
  /// What is at the other end, and how the outlet may get there.
  enum Kind: CaseIterable {
    case pipe
    case pipeOfOthers
    case socket
    case terminal
  }

  /// Both ends, blocking.
  private final class Line {
    let reader: CInt
    let writer: CInt

    init(_ kind: Kind) {
      var ends: [CInt] = [-1, -1]
      switch kind {
      case .pipe, .pipeOfOthers:
        _ = unsafe pipe(&ends)
      case .socket:
        _ = unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
      case .terminal:
        let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (lock, number): (CInt, CInt) = (0, 0)
        // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)).
        _ = unsafe ioctl(master, 0x4004_5431, &lock)
        _ = unsafe ioctl(master, 0x8004_5430, &number)
        ends = [master, unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)]
        var settings = termios()
        _ = unsafe tcgetattr(ends[1], &settings)
        unsafe cfmakeraw(&settings)
        _ = unsafe tcsetattr(ends[1], TCSANOW, &settings)
      }
      (reader, writer) = (ends[0], ends[1])
    }

    deinit {
      close(reader)
      close(writer)
    }

    /// What is there by now.
    func read() -> String {
      _ = fcntl(reader, F_SETFL, O_NONBLOCK)
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = unsafe Glibc.read(reader, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer[..<count]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Gives the kernel a moment to carry bytes from one end of a terminal to the other.
  private func pause() { _ = DescriptorPoll.wait([], timeout: .milliseconds(1)) }

  @Test("It is never waited for, and is told how much it has missed", arguments: Kind.allCases)
  func stalls(kind: Kind) {
    let line = Line(kind)
    let outlet = LogOutlet(line.writer, canReopen: kind != .pipeOfOthers)
    var count = 0
    func write() {
      outlet.write(line: "\(count) line") { "\($0) lost" }
      count += 1
    }
    // Megabytes, of which the kernel keeps some.
    for _ in 0..<200_000 { write() }
    // Others that share the descriptor may still wait as they like.
    #expect(fcntl(line.writer, F_GETFL) & O_NONBLOCK == 0)
    var text = line.read()
    #expect(!text.contains("lost"))
    while !text.contains("lost\n") || !text.hasSuffix("\n\(count - 1) line\n") {
      write()
      pause()
      text += line.read()
    }
    // Whole lines, and each that is missing is counted where it is.
    var expected = 0
    for part in text.split(separator: "\n") {
      let words = part.split(separator: " ")
      guard words.count == 2, let number = Int(words[0]) else {
        Issue.record("'\(part)' is no line")
        return
      }
      if words[1] == "line" { #expect(number == expected) }
      expected += words[1] == "line" ? 1 : number
    }
    #expect(expected == count)
  }

  @Test("Lines go out as they are while somebody reads", arguments: Kind.allCases)
  func flows(kind: Kind) {
    let line = Line(kind)
    let outlet = LogOutlet(line.writer, canReopen: kind != .pipeOfOthers)
    for index in 0..<200 {
      outlet.write(line: "line \(index)\n") { "\($0) lost" }
      var text = line.read()
      while !text.hasSuffix("\n") {
        pause()
        text += line.read()
      }
      #expect(text == "line \(index)\\n\n")
    }
  }
}
