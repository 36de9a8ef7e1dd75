// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Memory to write through the caches, so that a frame finds nothing of its own in them: code and
/// data alike, as a daemon finds them that slept while others worked.
@safe
struct ColdCaches: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer
  private var value: UInt8 = 0

  /// Memory of `mebibytes`, which should be several times what the caches hold.
  init(mebibytes: Int) {
    unsafe bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: mebibytes << 20,
      alignment: 4096
    )
  }

  deinit { unsafe bytes.deallocate() }

  /// Writes all of the memory, in plain stores: a large `memset` would go past the caches.
  mutating func evict() {
    value &+= 1
    let count = unsafe bytes.count
    guard let base = unsafe bytes.baseAddress else { return }
    for start in stride(from: 0, to: count, by: 4096) {
      _ = unsafe memset(base + start, Int32(value), 4096)
    }
  }
}
