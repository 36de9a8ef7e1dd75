// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A layout as libxkbcommon says it, asked with masks of modifiers and not by pressing keys.
@safe
final class ReferenceKeymap {
  private typealias NewContext = @convention(c) (Int32) -> OpaquePointer?
  private typealias NewKeymap =
    @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int32) -> OpaquePointer?
  private typealias NewState = @convention(c) (OpaquePointer?) -> OpaquePointer?
  private typealias ModifierIndex =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> UInt32
  private typealias UpdateMask =
    @convention(c) (OpaquePointer?, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) -> Int32
  private typealias KeyText =
    @convention(c) (OpaquePointer?, UInt32, UnsafeMutablePointer<CChar>?, Int) -> Int32
  private typealias KeySymbol = @convention(c) (OpaquePointer?, UInt32) -> UInt32
  private typealias Release = @convention(c) (OpaquePointer?) -> Void

  private let state: OpaquePointer
  private let shift: UInt32
  private let third: UInt32
  private let updateMask: UpdateMask
  private let keyText: KeyText
  private let keySymbol: KeySymbol
  private let releaseState: Release

  /// nil where there is no such layout, or no library.
  init?(layout: String, variant: String = "") {
    guard let library = unsafe dlopen("libxkbcommon.so.0", RTLD_NOW) else { return nil }
    func function<Kind>(_ name: String, as kind: Kind.Type) -> Kind? {
      guard let found = unsafe dlsym(library, name) else { return nil }
      return unsafe unsafeBitCast(found, to: kind)
    }
    guard let newContext = unsafe function("xkb_context_new", as: NewContext.self),
      let newKeymap = unsafe function("xkb_keymap_new_from_names", as: NewKeymap.self),
      let newState = unsafe function("xkb_state_new", as: NewState.self),
      let modifier = unsafe function("xkb_keymap_mod_get_index", as: ModifierIndex.self),
      let updateMask = unsafe function("xkb_state_update_mask", as: UpdateMask.self),
      let keyText = unsafe function("xkb_state_key_get_utf8", as: KeyText.self),
      let keySymbol = unsafe function("xkb_state_key_get_one_sym", as: KeySymbol.self),
      let releaseContext = unsafe function("xkb_context_unref", as: Release.self),
      let releaseKeymap = unsafe function("xkb_keymap_unref", as: Release.self),
      let releaseState = unsafe function("xkb_state_unref", as: Release.self)
    else { return nil }
    let context = unsafe newContext(2)
    defer { unsafe releaseContext(context) }
    let keymap = unsafe layout.withCString { layout in
      unsafe variant.withCString { variant in
        unsafe "".withCString { empty in
          // Rules, model, layout, variant, options.
          let names: [UnsafePointer<CChar>?] = unsafe [nil, nil, layout, variant, empty]
          return unsafe names.withUnsafeBytes { unsafe newKeymap(context, $0.baseAddress, 0) }
        }
      }
    }
    guard let keymap = unsafe keymap else { return nil }
    // The state keeps its own hold of it.
    defer { unsafe releaseKeymap(keymap) }
    guard let state = unsafe newState(keymap) else { return nil }
    unsafe self.state = state
    shift = unsafe 1 << modifier(keymap, "Shift")
    third = unsafe 1 << modifier(keymap, "Mod5")
    unsafe self.updateMask = updateMask
    unsafe self.keyText = keyText
    unsafe self.keySymbol = keySymbol
    unsafe self.releaseState = releaseState
  }

  deinit { unsafe releaseState(state) }

  /// The symbol of an evdev code, and its text, at a level: bit 0 is shift, bit 1 the third level's modifier.
  func key(_ code: UInt16, level: Int) -> (symbol: UInt32, text: String) {
    let mask = (level & 1 != 0 ? shift : 0) | (level & 2 != 0 ? third : 0)
    _ = unsafe updateMask(state, mask, 0, 0, 0, 0, 0)
    var bytes = [CChar](repeating: 0, count: 64)
    let count = unsafe keyText(state, UInt32(code) + 8, &bytes, bytes.count)
    let text = bytes.prefix(Int(max(0, count))).map { UInt8(bitPattern: $0) }
    return unsafe (keySymbol(state, UInt32(code) + 8), String(decoding: text, as: UTF8.self))
  }
}
