// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import TOMLReading
internal import Widgets

/// The widgets by their places in the configuration: as it has them, with what requests have set.
struct WidgetsInForce {
  /// The widgets' names and kinds.
  private(set) var names: WidgetNames
  /// The changes by requests, widget by widget.
  private(set) var changes: [WidgetChange]
  /// The widgets' settings with these changes.
  private(set) var inForce: [WidgetSettings]
  /// The program that each widget runs when it triggers; nil for none.
  private(set) var programs: [ProgramSettings?]
  /// The pages that they are on.
  var pages: Pages
  /// The languages in which requests may have given texts.
  private(set) var speech: Languages
  /// The widgets' settings without changes.
  private var configured: [WidgetSettings]

  /// The widgets of a configuration, with what requests had set in an earlier process.
  init(
    _ configured: [WidgetSettings],
    in speech: Languages = Languages(),
    restoring record: StateRecord?,
    on pages: Pages
  ) {
    self.speech = speech
    self.configured = configured
    self.pages = pages
    names = WidgetNames(configured)
    changes = configured.map { $0.table.kept(record?[$0.id] ?? WidgetChange()) }
    inForce = zip(configured, changes).map { $0.applying($1, in: speech) }
    programs = configured.map(\.program)
  }

  /// The settings in force of the widget at `index` as they are seen: hidden on another page.
  func seen(_ index: Int) -> WidgetSettings { pages.seen(inForce[index], at: index) }

  /// The settings of the widget at `index` as they are after another change.
  func applying(_ change: WidgetChange, to index: Int) -> WidgetSettings {
    var merged = changes[index]
    merged.merge(change)
    return configured[index].applying(merged, in: speech)
  }

  /// Puts a change of the widget at `index` in force.
  ///
  /// - Returns: True if it sets anything else than what was set.
  mutating func change(_ index: Int, by change: WidgetChange) -> Bool {
    var merged = changes[index]
    merged.merge(change)
    guard merged != changes[index] else { return false }
    changes[index] = merged
    inForce[index] = configured[index].applying(merged, in: speech)
    return true
  }

  /// Puts the widgets of another configuration in the place of these, and what was made of them with the changes of
  /// then.
  ///
  /// - Returns: The places, before and now, of those that have been `changed` since and are still there.
  mutating func replace(
    by configured: [WidgetSettings],
    parts: ReloadedScene.Parts,
    keeping changed: Set<Int>
  ) -> [(before: Int, index: Int)] {
    let old = self
    self.configured = configured
    names = parts.names
    changes = parts.changes
    inForce = parts.inForce
    programs = parts.programs
    speech = parts.speech
    let kept = changed.sorted().compactMap { before in
      place(of: before, in: old).map { (before: before, index: $0) }
    }
    for (before, index) in kept {
      changes[index] = old.changes[before]
      inForce[index] = configured[index].applying(changes[index], in: speech)
    }
    return kept
  }

  /// Index in these widgets of the widget at `index` of `others`; nil where there is none of its name and kind.
  func place(of index: Int, in others: Self) -> Int? {
    names.index(of: others.names.ids[index], kind: others.names.kinds[index])
  }
}
