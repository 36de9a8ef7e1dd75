// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import Testing

@Suite("Memory that outlives the process")
struct StateMemoryTests {
  private static let slotBytes = 524_288

  /// Memory that holds `file` from its first byte, as an earlier process would have left it.
  private static func memory(_ file: [UInt8]) throws -> Kept {
    let empty = try StateMemory.make()
    let count = unsafe file.withUnsafeBytes {
      unsafe pwrite(empty.descriptor, $0.baseAddress, $0.count, 0)
    }
    try #require(count == file.count)
    return Kept(StateMemory(adopting: OwnedFileDescriptor(adopting: dup(empty.descriptor))))
  }

  private static func file(of memory: Kept) throws -> [UInt8] {
    var file = [UInt8](repeating: 0, count: 2 * slotBytes)
    let count = unsafe file.withUnsafeMutableBytes {
      unsafe pread(memory.descriptor, $0.baseAddress, $0.count, 0)
    }
    try #require(count == file.count)
    return file
  }

  /// A slot as its description says, built without the code under test.
  private static func slot(_ sequence: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    var sum: UInt64 = 14_695_981_039_346_656_037 ^ sequence
    for byte in bytes {
      sum = (sum ^ UInt64(byte)).multipliedReportingOverflow(by: 1_099_511_628_211).partialValue
    }
    let words = [sequence, UInt64(bytes.count), sum]
    let header = words.flatMap { word in (0..<8).map { UInt8(word >> ($0 * 8) & 255) } }
    return Array("SWELLST1".utf8) + header + bytes
  }

  @Test("New memory has no state")
  func startsEmpty() throws {
    #expect(Kept(try StateMemory.make()).contents == nil)
  }

  @Test("What was written last is read, also by the next process", arguments: [0, 1, 777, 524_256])
  func keepsStates(count: Int) throws {
    let memory = Kept(try StateMemory.make())
    let states = (0..<3).map { turn in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + turn) }
    }
    for state in states {
      #expect(memory.write(state))
      #expect(memory.contents == state)
    }
    #expect(try Self.memory(Self.file(of: memory)).contents == states[2])
  }

  @Test("A state that is too large leaves the one before")
  func refusesLargeStates() throws {
    let memory = Kept(try StateMemory.make())
    #expect(memory.write([1]))
    #expect(!memory.write([UInt8](repeating: 2, count: StateMemory.capacity + 1)))
    #expect(memory.contents == [1])
  }

  @Test("The slots are laid out as described")
  func layout() throws {
    let memory = Kept(try StateMemory.make())
    #expect(memory.write([9, 8]) && memory.write([7]))
    let file = try Self.file(of: memory)
    #expect(file.starts(with: Self.slot(2, [7])))
    #expect(file[Self.slotBytes...].starts(with: Self.slot(1, [9, 8])))
  }

  @Test(
    "A write that ends after any number of its bytes leaves the state before",
    arguments: 0...40
  )
  func tornWrites(count: Int) throws {
    let memory = Kept(try StateMemory.make())
    let states = [1, 2, 3].map { [UInt8](repeating: $0, count: 8) }
    #expect(memory.write(states[0]) && memory.write(states[1]))
    var torn = try Self.file(of: memory)
    #expect(memory.write(states[2]))
    let whole = try Self.file(of: memory)
    let written = Self.slotBytes..<Self.slotBytes + count
    torn.replaceSubrange(written, with: whole[written])
    let adopted = try Self.memory(torn)
    #expect(adopted.contents == (count == 40 ? states[2] : states[1]))
    #expect(adopted.write([5]))
    #expect(adopted.contents == [5])
  }

  @Test("A changed bit anywhere in the newest state leaves the one before", arguments: 0..<40)
  func changedBits(index: Int) throws {
    let memory = Kept(try StateMemory.make())
    let states = [1, 2].map { [UInt8](repeating: $0, count: 8) }
    #expect(memory.write(states[0]) && memory.write(states[1]))
    var file = try Self.file(of: memory)
    file[index] ^= 1 << UInt8(index % 8)
    #expect(try Self.memory(file).contents == states[0])
  }

  @Test("Garbage is no state, and takes a new one", arguments: 0..<20 as Range<UInt64>)
  func garbage(seed: UInt64) throws {
    var word = seed
    let file = (0..<2 * Self.slotBytes).map { _ in
      word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(word >> 56)
    }
    let memory = try Self.memory(file)
    #expect(memory.contents == nil)
    #expect(memory.write([1, 2, 3]))
    #expect(memory.contents == [1, 2, 3])
  }

  @Test("Neither the last sequence number nor a count beyond the slot is believed")
  func boundaries() throws {
    let plain = Self.slot(4, [6])
    #expect(try Self.memory(plain).contents == [6])
    let memory = try Self.memory(Self.slot(.max, [6]))
    #expect(memory.contents == nil)
    #expect(memory.write([7]) && memory.write([8]))
    #expect(memory.contents == [8])
    var long = plain
    long.replaceSubrange(16..<24, with: [UInt8](repeating: 255, count: 8))
    #expect(try Self.memory(long).contents == nil)
  }

  @Test("Descriptors that are no memory hold no state and take none")
  func strangeDescriptors() throws {
    var ends: [CInt] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    let reader = OwnedFileDescriptor(adopting: ends[0])
    let memory = Kept(StateMemory(adopting: OwnedFileDescriptor(adopting: ends[1])))
    #expect(memory.contents == nil)
    #expect(!memory.write([1]))
    #expect(reader.rawValue >= 0)
  }
}

/// The memory as an object, which expectations can look at.
private final class Kept {
  private var memory: StateMemory

  init(_ memory: consuming StateMemory) { self.memory = memory }

  var descriptor: CInt { memory.descriptor }
  var contents: [UInt8]? { memory.contents }

  func write(_ bytes: [UInt8]) -> Bool { memory.write(bytes) }
}
