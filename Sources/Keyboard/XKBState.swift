// SPDX-License-Identifier: Apache-2.0
internal import CXKBCommon

/// Interprets the keys of one device as xkbcommon does: modifiers, locks and dead keys over a keymap.
@safe
final class XKBState {
  private let keymap: Keymap
  private var state: OpaquePointer
  /// The dead keys; nil where they do nothing.
  private let compose: OpaquePointer?

  /// The state of an untouched keyboard; nil without memory.
  init?(_ keymap: Keymap) {
    guard let state = unsafe cxkb_state_new(keymap.keymap) else { return nil }
    self.keymap = keymap
    unsafe self.state = state
    if let table = unsafe keymap.deadKeys {
      unsafe compose = cxkb_compose_new(table)
    } else {
      unsafe compose = nil
    }
  }

  deinit {
    if let compose = unsafe compose { unsafe cxkb_compose_free(compose) }
    unsafe cxkb_state_free(state)
  }

  /// Forgets what is held, locked or waits for another key.
  func reset() {
    // Without memory the keys are those of before, which is better than none.
    if let fresh = unsafe cxkb_state_new(keymap.keymap) {
      unsafe cxkb_state_free(state)
      unsafe state = fresh
    }
    if let compose = unsafe compose { unsafe cxkb_compose_reset(compose) }
  }

  /// Tells if a lamp is lit, by its XKB name.
  func isLit(_ lamp: String) -> Bool { unsafe cxkb_is_lit(state, lamp) != 0 }

  /// Notes that a key goes down or up; codes are evdev's.
  func note(_ code: UInt16, isDown: Bool) {
    unsafe cxkb_update(state, UInt32(code), isDown ? 1 : 0)
  }

  /// Tells if a modifier is in effect, by its XKB name.
  func has(_ modifier: String) -> Bool { unsafe cxkb_has(state, modifier) != 0 }

  /// The symbol that a key stands for now.
  func symbol(_ code: UInt16) -> UInt32 {
    unsafe cxkb_symbol(state, UInt32(code))
  }

  /// Tells if a key that is held types again.
  func repeats(_ code: UInt16) -> Bool {
    unsafe cxkb_repeats(keymap.keymap, UInt32(code)) != 0
  }

  /// The text that a key with this symbol types now, dead keys before it considered; empty for none.
  func text(_ code: UInt16, symbol: UInt32) -> String {
    let size = 64
    var bytes = [CChar](repeating: 0, count: size)
    if let compose = unsafe compose {
      switch unsafe cxkb_compose(compose, symbol) {
      case 1: return ""
      case 2:
        let count = unsafe cxkb_composed(compose, &bytes, size)
        unsafe cxkb_compose_reset(compose)
        return Self.string(bytes, count: count)
      case 3:
        unsafe cxkb_compose_reset(compose)
        return ""
      default: break
      }
    }
    let count = unsafe cxkb_text(state, UInt32(code), &bytes, size)
    return Self.string(bytes, count: count)
  }

  /// The text that xkbcommon has written, or empty where `count` bytes and the zero behind them did not fit.
  static func string(_ bytes: [CChar], count: CInt) -> String {
    guard count > 0, Int(count) < bytes.count else { return "" }
    return String(decoding: bytes[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
