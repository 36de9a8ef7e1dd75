// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// State that outlives the process in the service manager's descriptor store (`memfd`): memory is taken up only by
/// bytes that have been written.
///
/// Two slots are written in turn, each with a sequence number and a checksum, so that a process that
/// dies in the middle of writing leaves the state before:
///
/// ```
///   slot 0 │ magic u64 │ sequence u64 │ count u64 │ checksum u64 │ bytes …
///   slot 1 │ …                                                      (at 512 KiB)
/// ```
package struct StateMemory: ~Copyable {
  /// The most bytes a state may have.
  package static let capacity = slotBytes - headerBytes

  private static let slotBytes = 512 * 1024
  private static let headerBytes = 32
  /// "SWELLST1" in little-endian bytes.
  private static let magic: UInt64 = 0x3154_534C_4C45_5753

  private let file: OwnedFileDescriptor
  private var sequence: UInt64 = 0

  /// New memory without a state.
  ///
  /// - Returns: The memory.
  /// - Throws: ``SystemError`` when there is no memory or descriptor for it.
  package static func make() throws(SystemError) -> Self {
    let descriptor = unsafe clinux_memory("swell-state", 2 * slotBytes)
    guard descriptor >= 0 else { throw SystemError.last("memfd_create") }
    return Self(file: OwnedFileDescriptor(adopting: descriptor))
  }

  /// Memory that an earlier process has left; whatever is in it may be read and is overwritten.
  package init(adopting file: consuming OwnedFileDescriptor) {
    self.file = file
    // The next write must not hit the slot that is valid now.
    sequence = newest?.sequence ?? 0
  }

  private init(file: consuming OwnedFileDescriptor) { self.file = file }

  /// The memory's descriptor, for the store.
  package var descriptor: CInt { file.rawValue }

  /// The state that was written last; `nil` when there is none that is whole.
  package var contents: [UInt8]? { newest?.bytes }

  /// Replaces the state.
  ///
  /// - Returns: True if it was written; not when it is larger than ``capacity`` or the memory is not what it should be.
  package mutating func write(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= Self.capacity else { return false }
    sequence += 1
    var block: [UInt8] = []
    block.reserveCapacity(Self.headerBytes + bytes.count)
    for word in [
      Self.magic, sequence, UInt64(bytes.count), Self.checksum(bytes, sequence: sequence),
    ] {
      for shift in stride(from: 0, to: 64, by: 8) {
        block.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    block += bytes
    let offset = off_t(Int(sequence % 2) * Self.slotBytes)
    let written = unsafe block.withUnsafeBytes { raw in
      unsafe pwrite(file.rawValue, raw.baseAddress, raw.count, offset)
    }
    return written == block.count
  }

  private var newest: (sequence: UInt64, bytes: [UInt8])? {
    let slots = [slot(0), slot(1)].compactMap(\.self)
    return slots.max { $0.sequence < $1.sequence }
  }

  private func slot(_ index: Int) -> (sequence: UInt64, bytes: [UInt8])? {
    let start = index * Self.slotBytes
    guard let header = read(Self.headerBytes, at: start) else { return nil }
    func word(_ index: Int) -> UInt64 {
      header[index * 8..<index * 8 + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    // No process comes this far, and behind the last number there is none for the next state.
    guard word(0) == Self.magic, word(1) < .max / 2, word(2) <= UInt64(Self.capacity),
      let bytes = read(Int(word(2)), at: start + Self.headerBytes),
      word(3) == Self.checksum(bytes, sequence: word(1))
    else { return nil }
    return (word(1), bytes)
  }

  /// `count` bytes from `offset` on; `nil` when there are fewer.
  private func read(_ count: Int, at offset: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let taken = unsafe bytes.withUnsafeMutableBytes { raw in
      unsafe pread(file.rawValue, raw.baseAddress, raw.count, off_t(offset))
    }
    return taken == count ? bytes : nil
  }

  /// FNV-1a over the sequence number and the bytes: against torn writes, not against malice.
  private static func checksum(_ bytes: [UInt8], sequence: UInt64) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325 ^ sequence) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
