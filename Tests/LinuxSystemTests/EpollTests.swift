// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import MonotonicTime
import TestSupport
import Testing

/// Both ends of a pipe.
struct Pipe: ~Copyable {
  let reading: OwnedFileDescriptor
  let writing: OwnedFileDescriptor

  init() {
    var ends: [CInt] = [-1, -1]
    let result = unsafe pipe(&ends)
    precondition(result == 0, "no pipe can be made")
    reading = OwnedFileDescriptor(adopting: ends[0])
    writing = OwnedFileDescriptor(adopting: ends[1])
  }

  func put() {
    var byte: UInt8 = 1
    _ = unsafe write(writing.rawValue, &byte, 1)
  }
}

@Suite("Epoll sets and timers")
struct EpollTests {
  static func tokens(_ events: Epoll.Events) -> Set<UInt64> {
    Set((0..<events.count).map { events[$0].token })
  }

  @Test("A descriptor is reported with its token while it is ready, and only then")
  func reports() throws {
    let epoll = try Epoll.open()
    let one = Pipe()
    let two = Pipe()
    try epoll.add(one.reading.rawValue, token: .max)
    try epoll.add(two.reading.rawValue, token: 7)
    #expect(try epoll.wait(timeout: .zero).count == 0)
    one.put()
    #expect(Self.tokens(try epoll.wait(timeout: nil)) == [.max])
    two.put()
    #expect(Self.tokens(try epoll.wait(timeout: .zero)) == [.max, 7])
    epoll.remove(one.reading.rawValue)
    epoll.remove(one.reading.rawValue)
    #expect(Self.tokens(try epoll.wait(timeout: .zero)) == [7])
    try epoll.modify(two.reading.rawValue, token: 8, interest: [])
    #expect(try epoll.wait(timeout: .zero).count == 0)
  }

  @Test("A set watched by another set stands for all its descriptors")
  func nests() throws {
    let outer = try Epoll.open()
    let inner = try Epoll.open()
    let pipe = Pipe()
    try inner.add(pipe.reading.rawValue, token: 1)
    try outer.add(inner.descriptor, token: 2)
    #expect(try outer.wait(timeout: .zero).count == 0)
    pipe.put()
    #expect(Self.tokens(try outer.wait(timeout: .zero)) == [2])
  }

  @Test("More ready descriptors than one wait returns all get their turn")
  func batches() throws {
    let epoll = try Epoll.open()
    var pipes: [CInt] = []
    var seen: Set<UInt64> = []
    for token in 0..<80 {
      let pipe = Pipe()
      pipe.put()
      try epoll.add(pipe.reading.rawValue, token: UInt64(token))
      let copy = try pipe.reading.duplicate()
      epoll.remove(pipe.reading.rawValue)
      try epoll.add(copy.rawValue, token: UInt64(token))
      pipes.append(copy.release())
    }
    for _ in 0..<4 {
      let events = try epoll.wait(timeout: .zero)
      #expect(events.count <= Epoll.batch)
      seen.formUnion(Self.tokens(events))
    }
    #expect(seen.count == 80)
    for descriptor in pipes { close(descriptor) }
  }

  @Test("Mistakes are named")
  func mistakes() throws {
    let epoll = try Epoll.open()
    let pipe = Pipe()
    try epoll.add(pipe.reading.rawValue, token: 1)
    let twice = #expect(throws: SystemError.self) {
      try epoll.add(pipe.reading.rawValue, token: 2)
    }
    #expect(twice?.number == EEXIST)
    #expect(twice?.description.hasPrefix("epoll_ctl: ") == true)
    let absent = #expect(throws: SystemError.self) {
      try epoll.modify(pipe.writing.rawValue, token: 2, interest: .readable)
    }
    #expect(absent?.number == ENOENT)
  }

  @Test("A wait ends at its timeout when nothing happens")
  func timeout() throws {
    let epoll = try Epoll.open()
    let start = MonotonicClock.now()
    #expect(try epoll.wait(timeout: .microseconds(1500)).count == 0)
    #expect(MonotonicClock.now() - start >= .microseconds(1500))
    #expect(try epoll.wait(timeout: .milliseconds(-5)).count == 0)
  }

  @Test("Signals of the thread arrive as events and never interrupt")
  func signals() throws {
    let signals = try SignalDescriptor.open([SIGUSR1, SIGUSR2])
    let epoll = try Epoll.open()
    try epoll.add(signals.descriptor, token: 1)
    #expect(signals.next() == nil)
    raise(SIGUSR2)
    raise(SIGUSR1)
    raise(SIGUSR1)
    #expect(try epoll.wait(timeout: .zero).count == 1)
    var seen: [CInt] = []
    while let signal = signals.next() { seen.append(signal) }
    #expect(seen.sorted() == [SIGUSR1, SIGUSR2])
  }

  @Test("An owned descriptor is closed when its owner dies, unless it was given away")
  func ownership() throws {
    func isOpen(_ descriptor: CInt) -> Bool { fcntl(descriptor, F_GETFD) != -1 }
    let folder = TemporaryFolder()
    let path = folder.write([1], to: "file")
    let kept = try OwnedFileDescriptor.open(path, flags: O_RDONLY).release()
    #expect(isOpen(kept))
    #expect(fcntl(kept, F_GETFD) & FD_CLOEXEC != 0)
    var status = stat()
    unsafe fstat(kept, &status)
    let inode = status.st_ino
    do {
      let owner = OwnedFileDescriptor(adopting: kept)
      let copy = try owner.duplicate()
      #expect(copy.rawValue != kept && copy.rawValue > 2)
      #expect(fcntl(copy.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }
    // Another thread's file may have got the number since, but it is not this file.
    let isSame = unsafe fstat(kept, &status) == 0 && status.st_ino == inode
    #expect(!isSame)
  }
}
