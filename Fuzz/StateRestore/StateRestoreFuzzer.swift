// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem

/// Restores what an earlier process is said to have left in the descriptor store.
///
/// The first byte chooses between a record's bytes, memory in which some bytes have been overwritten,
/// and memory that is nothing but these bytes. Beyond not crashing: what is understood survives being
/// written and read again, and memory in any condition takes a new state.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  switch choice % 3 {
  case 0: checkRecord(rest)
  case 1: checkOverwritten(rest)
  default: checkMemory(of: rest)
  }
  return 0
}

private func checkRecord(_ bytes: [UInt8]) {
  guard let record = StateRecord(parsing: bytes) else { return }
  let written = record.bytes
  guard let again = StateRecord(parsing: written) else {
    preconditionFailure("a record must be able to read what it writes")
  }
  precondition(again == record)
  precondition(again.bytes == written)
}

/// Memory with two states, from the offset in the first two bytes on overwritten with the rest; the
/// third says in which slot.
private func checkOverwritten(_ bytes: [UInt8]) {
  guard bytes.count >= 3, var memory = try? StateMemory.make() else { return }
  precondition(memory.write([1, 2, 3]) && memory.write([4, 5]))
  let offset = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2] & 1) << 16
  overwrite(memory.descriptor, with: Array(bytes.dropFirst(3)), at: offset)
  precondition((memory.contents ?? []).count <= StateMemory.capacity)
  guard let file = try? duplicate(memory.descriptor) else { return }
  var adopted = StateMemory(adopting: file)
  check(&adopted)
}

private func checkMemory(of bytes: [UInt8]) {
  guard let empty = try? StateMemory.make() else { return }
  overwrite(empty.descriptor, with: bytes, at: 0)
  guard let file = try? duplicate(empty.descriptor) else { return }
  var memory = StateMemory(adopting: file)
  if let contents = memory.contents { checkRecord(contents) }
  check(&memory)
}

private func check(_ memory: inout StateMemory) {
  precondition((memory.contents ?? []).count <= StateMemory.capacity)
  for state in [[7, 8, 9], []] as [[UInt8]] {
    precondition(memory.write(state))
    precondition(memory.contents == state)
  }
}

private func duplicate(_ descriptor: CInt) throws(SystemError) -> OwnedFileDescriptor {
  let copy = dup(descriptor)
  guard copy >= 0 else { throw SystemError.last("dup") }
  return OwnedFileDescriptor(adopting: copy)
}

/// Writes `bytes` at `offset`, as far as the memory goes: it cannot grow.
private func overwrite(_ descriptor: CInt, with bytes: [UInt8], at offset: Int) {
  let bytes = bytes.prefix(2 * 65536 - offset)
  let count = unsafe bytes.withUnsafeBytes {
    unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
  }
  precondition(count == bytes.count)
}
