// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import JSON
internal import LinuxSystem
internal import MonotonicTime
internal import Widgets

/// Ids of widgets for the shell's completion, as the running daemon tells them.
enum WidgetIDs {
  /// A completion that takes longer is of no use.
  private static var patience: MonotonicInterval { .milliseconds(500) }

  /// Completes ids of widgets of these kinds; of all unless any are given.
  static func completion(_ kinds: String...) -> CompletionKind {
    .custom { words, _, _ in ids(of: kinds, for: words) }
  }

  /// Completes ids of widgets of the kinds of which the predicate holds.
  static func completion(where isWanted: (WidgetKind) -> Bool) -> CompletionKind {
    let kinds = WidgetKind.allCases.filter(isWanted).map(\.name)
    return .custom { words, _, _ in ids(of: kinds, for: words) }
  }

  /// The ids; none where no daemon answers at once.
  private static func ids(of kinds: [String], for words: [String]) -> [String] {
    guard let widgets = (try? status(for: words))?["widgets"]?.array else { return [] }
    return widgets.compactMap { widget in
      guard let id = widget["id"]?.string, let kind = widget["kind"]?.string else { return nil }
      guard isPlain(id) else { return nil }
      return kinds.isEmpty || kinds.contains(kind) ? id : nil
    }
  }

  /// Tells if a configuration can have the id.
  ///
  /// A program that answers at the socket may say anything, and bash expands what it is offered, down to commands in
  /// it.
  private static func isPlain(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "_.-".utf8.contains(byte)
        }
      }
  }

  private static func status(for words: [String]) throws(ClientError) -> JSONValue {
    let paths = ControlSocketPath.forClient(option: socket(in: words)) { ProcessEnvironment[$0] }
    let deadline = MonotonicClock.now() + patience
    var client = try ControlClient.connect(to: paths, within: .zero, deadline: deadline)
    return try client.call(.status)
  }

  /// The daemon that the command line is for; nil for the usual one.
  private static func socket(in words: [String]) -> String? {
    guard let option = words.firstIndex(of: "--socket"), option + 1 < words.count else {
      return nil
    }
    return words[option + 1]
  }
}
