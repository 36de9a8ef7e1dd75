// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import PlainText
internal import Widgets

/// The widgets' names and kinds by their places in the configuration, looked up at every request
/// and event: a table's own would be asked of a copy of it each time.
struct WidgetNames {
  /// The ids, widget by widget.
  let ids: [String]
  /// The kinds' names, widget by widget.
  let kinds: [String]
  /// The destinations of their triggers, widget by widget: a page's id, or a word of `PageTarget`; nil for none.
  let targets: [String?]
  /// The language that each changes to when it triggers, or "next", widget by widget; nil for none.
  let languages: [String?]
  /// True if there is a field to type into.
  let takesText: Bool
  private let places: [ExactText: Int]

  /// The names of `widgets`.
  init(_ widgets: [WidgetSettings]) {
    let tables = widgets.map(\.table)
    ids = tables.map(\.id)
    kinds = tables.map(\.kind)
    targets = tables.map(\.target)
    languages = tables.map(\.language)
    takesText = kinds.contains { WidgetKind.kind(named: $0)?.takesKeys ?? false }
    places = Dictionary(
      ids.enumerated().map { (ExactText($0.element), $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The kind of the widget at `index`.
  func kind(of index: Int) -> WidgetKind? { WidgetKind.kind(named: kinds[index]) }

  /// Index of the widget with this id; nil where there is none.
  func index(of id: String) -> Int? { places[ExactText(id)] }

  /// Index of the widget of this kind with this id; nil where there is none.
  func index(of id: String, kind: String) -> Int? {
    index(of: id).flatMap { kinds[$0].hasSameBytes(as: kind) ? $0 : nil }
  }

  /// Index of the widget that a key names; nil where there is none with that role.
  func index(of reference: WidgetReference) -> Int? {
    guard let index = index(of: reference.id), let role = reference.role,
      kind(of: index)?.roles.contains(role) ?? false
    else { return nil }
    return index
  }

  /// Indices of the widgets of this kind.
  func indices(of kind: String) -> [Int] {
    kinds.indices.filter { kinds[$0].hasSameBytes(as: kind) }
  }
}
