// SPDX-License-Identifier: Apache-2.0
internal import CXKBCommon

/// What the keys of one device mean as xkbcommon sees it: modifiers, locks and dead keys over a keymap.
@safe
final class XKBState {
  private let keymap: Keymap
  private var state: OpaquePointer
  /// The dead keys; nil where they do nothing.
  private let compose: OpaquePointer?

  /// The state of a keyboard that nobody has touched; nil without memory.
  init?(_ keymap: Keymap) {
    guard let state = unsafe xkb_state_new(keymap.keymap) else { return nil }
    self.keymap = keymap
    unsafe self.state = state
    if let table = unsafe keymap.deadKeys {
      unsafe compose = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS)
    } else {
      unsafe compose = nil
    }
  }

  deinit {
    if let compose = unsafe compose { unsafe xkb_compose_state_unref(compose) }
    unsafe xkb_state_unref(state)
  }

  /// Forgets what is held, locked or waits for another key.
  func reset() {
    // Without memory the keys are those of before, which is better than none.
    if let fresh = unsafe xkb_state_new(keymap.keymap) {
      unsafe xkb_state_unref(state)
      unsafe state = fresh
    }
    if let compose = unsafe compose { unsafe xkb_compose_state_reset(compose) }
  }

  /// Whether a lamp is lit, by its XKB name.
  func isLit(_ lamp: String) -> Bool { unsafe xkb_state_led_name_is_active(state, lamp) > 0 }

  /// Notes that a key goes down or up; codes are evdev's.
  func note(_ code: UInt16, isDown: Bool) {
    unsafe cxkb_update(state, UInt32(code), isDown ? 1 : 0)
  }

  /// Whether a modifier is in effect, by its XKB name.
  func has(_ modifier: String) -> Bool { unsafe cxkb_has(state, modifier) != 0 }

  /// The symbol that a key stands for now.
  func symbol(_ code: UInt16) -> UInt32 {
    unsafe xkb_state_key_get_one_sym(state, UInt32(code) + 8)
  }

  /// Whether a key that is held types again.
  func repeats(_ code: UInt16) -> Bool {
    unsafe xkb_keymap_key_repeats(keymap.keymap, UInt32(code) + 8) != 0
  }

  /// The text that a key with this symbol types now, dead keys before it considered; empty for none.
  func text(_ code: UInt16, symbol: UInt32) -> String {
    let size = 64
    var bytes = [CChar](repeating: 0, count: size)
    if let compose = unsafe compose {
      switch unsafe cxkb_compose(compose, symbol) {
      case 1: return ""
      case 2:
        let count = unsafe xkb_compose_state_get_utf8(compose, &bytes, size)
        unsafe xkb_compose_state_reset(compose)
        return Self.string(bytes, count)
      case 3:
        unsafe xkb_compose_state_reset(compose)
        return ""
      default: break
      }
    }
    let count = unsafe xkb_state_key_get_utf8(state, UInt32(code) + 8, &bytes, size)
    return Self.string(bytes, count)
  }

  /// The text that xkbcommon has written, or empty where `count` bytes and the zero behind them did not fit.
  static func string(_ bytes: [CChar], _ count: CInt) -> String {
    guard count > 0, Int(count) < bytes.count else { return "" }
    return String(decoding: bytes[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
