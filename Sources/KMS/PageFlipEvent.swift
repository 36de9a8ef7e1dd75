// SPDX-License-Identifier: Apache-2.0

/// The kernel's word that a flip has happened (`struct drm_event_vblank`).
package struct PageFlipEvent: Sendable, Hashable {
  /// The cookie of the commit it belongs to.
  package var cookie: UInt64
  /// Seconds of the time stamp.
  package var seconds: UInt32
  /// Microseconds of the time stamp; more than 999,999 is nonsense.
  package var microseconds: UInt32
  /// The vblank counter, 0 on hardware without one.
  package var sequence: UInt32
  /// The CRTC, 0 from kernels that do not say.
  package var crtc: CRTCID

  /// An event of the five values.
  package init(
    cookie: UInt64,
    seconds: UInt32,
    microseconds: UInt32,
    sequence: UInt32,
    crtc: CRTCID
  ) {
    self.cookie = cookie
    self.seconds = seconds
    self.microseconds = microseconds
    self.sequence = sequence
    self.crtc = crtc
  }

  /// The time stamp in nanoseconds of whatever clock the device uses.
  package var nanoseconds: Int64 { Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000 }
}

/// Takes flip events out of the bytes that a DRM device delivers, in order.
///
/// Events of other kinds are skipped. An event whose length is impossible ends the sequence, because
/// nothing behind it can be trusted. Does not allocate.
package struct PageFlipEvents: ~Copyable, ~Escapable {
  /// Bytes of the longest event that the kernel has (`struct drm_event_vblank` and
  /// `drm_event_crtc_sequence`), with room for longer ones to come.
  static let longestBytes = 256

  private static let flipComplete: UInt32 = 2
  private static let headerBytes = 8
  private static let flipBytes = 32

  private let bytes: Span<UInt8>
  private var offset = 0

  /// The events in `bytes`, which may be anything.
  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  /// Takes the next flip event.
  ///
  /// - Returns: The event, `nil` when there are no more.
  package mutating func next() -> PageFlipEvent? {
    while bytes.count - offset >= Self.headerBytes {
      let type = word(at: offset)
      let length = Int(word(at: offset + 4))
      guard length >= Self.headerBytes, length <= bytes.count - offset else { break }
      let start = offset
      offset += length
      guard type == Self.flipComplete, length >= Self.flipBytes else { continue }
      return PageFlipEvent(
        cookie: UInt64(word(at: start + 8)) | UInt64(word(at: start + 12)) << 32,
        seconds: word(at: start + 16),
        microseconds: word(at: start + 20),
        sequence: word(at: start + 24),
        crtc: CRTCID(word(at: start + 28))
      )
    }
    offset = bytes.count
    return nil
  }

  /// The 32-bit word at `position`, little-endian as on every machine this runs on.
  private func word(at position: Int) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<4 {
      word |= UInt32(bytes[position + index]) << (8 * UInt32(index))
    }
    return word
  }
}
