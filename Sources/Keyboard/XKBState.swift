// SPDX-License-Identifier: Apache-2.0
internal import CXKBCommon
internal import Glibc

/// What the keys of one device mean as xkbcommon sees it: a keymap, modifiers, locks and dead keys.
@safe
final class XKBState {
  private let context: OpaquePointer
  private let keymap: OpaquePointer
  private let state: OpaquePointer
  /// The dead keys; nil where they do nothing.
  private let compose: OpaquePointer?

  private init(
    context: OpaquePointer,
    keymap: OpaquePointer,
    state: OpaquePointer,
    compose: OpaquePointer?
  ) {
    unsafe self.context = context
    unsafe self.keymap = keymap
    unsafe self.state = state
    unsafe self.compose = compose
  }

  deinit {
    if let compose = unsafe compose { unsafe xkb_compose_state_unref(compose) }
    unsafe xkb_state_unref(state)
    unsafe xkb_keymap_unref(keymap)
    unsafe xkb_context_unref(context)
  }

  /// The state of a keyboard that nobody has touched.
  ///
  /// - Parameters:
  ///   - layout: Its layout.
  ///   - locale: Whose dead keys are used; empty for none.
  /// - Returns: The state; nil where there is no such layout, or no description of any.
  static func make(_ layout: KeyboardLayout, locale: String) -> XKBState? {
    guard let context = unsafe cxkb_context_new() else { return nil }
    guard
      let keymap = unsafe cxkb_keymap_new(
        context,
        layout.layout,
        layout.variant,
        layout.options
      )
    else {
      unsafe xkb_context_unref(context)
      return nil
    }
    guard let state = unsafe xkb_state_new(keymap) else {
      unsafe xkb_keymap_unref(keymap)
      unsafe xkb_context_unref(context)
      return nil
    }
    let compose = locale.isEmpty ? nil : unsafe cxkb_compose_new(context, locale)
    return unsafe XKBState(context: context, keymap: keymap, state: state, compose: compose)
  }

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
    unsafe xkb_keymap_key_repeats(keymap, UInt32(code) + 8) != 0
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

  private static func string(_ bytes: [CChar], _ count: CInt) -> String {
    guard count > 0, Int(count) < bytes.count else { return "" }
    return String(decoding: bytes[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The locale whose dead keys are used: that of the process, or one that knows the usual ones.
  static var locale: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = unsafe getenv(name) else { continue }
      let text = unsafe String(cString: value)
      if !text.isEmpty, text != "C", text != "POSIX" { return text }
    }
    return "en_US.UTF-8"
  }
}
