// SPDX-License-Identifier: Apache-2.0
internal import CXKBCommon
internal import Glibc
internal import Synchronization

/// The characters of a layout's keys, and the dead keys of a locale, compiled from their descriptions.
///
/// Compiling takes milliseconds; what devices do with it is theirs. Nothing in it changes, and its count of owners
/// in C is changed by the loop's thread alone, so that another thread may make it.
@safe
package final class Keymap: @unchecked Sendable {
  private let context: OpaquePointer
  let keymap: OpaquePointer
  /// The dead keys; nil where they do nothing.
  let deadKeys: OpaquePointer?

  /// Compiles a layout; nil where there is none like it, no description of any, or no library.
  ///
  /// - Parameters:
  ///   - layout: The layout to compile.
  ///   - locale: Whose dead keys are used; empty for none.
  init?(_ layout: KeyboardLayout, locale: String) {
    guard let context = unsafe cxkb_context_new() else { return nil }
    guard
      let keymap = unsafe cxkb_keymap_new(
        context,
        layout.layout,
        layout.variant,
        layout.options
      )
    else {
      unsafe cxkb_context_free(context)
      return nil
    }
    unsafe self.context = context
    unsafe self.keymap = keymap
    unsafe deadKeys = locale.isEmpty ? nil : cxkb_dead_keys_new(context, locale)
  }

  deinit {
    if let deadKeys = unsafe deadKeys { unsafe cxkb_dead_keys_free(deadKeys) }
    unsafe cxkb_keymap_free(keymap)
    unsafe cxkb_context_free(context)
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

/// The keymaps that were compiled last: a configuration that is read beside the loop has its layouts compiled before
/// their devices come.
enum CompiledKeymaps {
  /// Number of keymaps that are kept.
  static let mostKept = 24

  /// The newest behind.
  private static let kept = Mutex<[(layout: KeyboardLayout, keymap: Keymap)]>([])

  /// The keymap of a layout, with the dead keys of the process's locale; compiled unless it is kept.
  static func keymap(_ layout: KeyboardLayout) -> Keymap? {
    let known = kept.withLock { kept in kept.first { $0.layout == layout }?.keymap }
    if let known { return known }
    guard let keymap = Keymap(layout, locale: Keymap.locale) else { return nil }
    kept.withLock { kept in
      if kept.count == mostKept { kept.removeFirst() }
      kept.append((layout, keymap))
    }
    return keymap
  }
}

/// The keymaps in use, each compiled once however often its devices come and go.
package final class Keymaps {
  private var known: [(layout: KeyboardLayout, keymap: Keymap?)] = []

  /// No keymap yet.
  package init() {}

  /// The keymap of a layout, with the dead keys of the process's locale; nil where it cannot be had.
  func keymap(_ layout: KeyboardLayout) -> Keymap? {
    if let entry = known.first(where: { $0.layout == layout }) { return entry.keymap }
    let keymap = CompiledKeymaps.keymap(layout)
    known.append((layout, keymap))
    return keymap
  }
}
