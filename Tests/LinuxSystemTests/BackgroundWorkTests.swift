// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import MonotonicTime
import Testing

@Suite("Work on a thread of its own")
struct BackgroundWorkTests {
  @Test("The bell rings when the work is done, not before, and the work has its product once")
  func bellAndProduct() throws {
    let bell = try Doorbell()
    let epoll = try Epoll.open()
    try epoll.add(bell.descriptor, token: 1)
    let gate = Pipe()
    let descriptor = gate.reading.rawValue
    let work = try BackgroundWork.start(ringing: bell) {
      var byte: UInt8 = 0
      _ = unsafe read(descriptor, &byte, 1)
      return [Int(byte), 2]
    }
    #expect(try epoll.wait(timeout: .zero).count == 0)
    gate.put()
    #expect(try epoll.wait(timeout: nil).count == 1)
    let product = work.product()
    #expect(product == [1, 2])
    bell.silence()
    #expect(try epoll.wait(timeout: .zero).count == 0)
  }
}
