// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import PlainText

/// The schedule of the programs whose lines widgets show.
///
/// ```
///   wanted ─► due ─► running ─► due again: `every` seconds after the start, or after a pause that doubles each time
/// ```
/// Pure: it is told what the board of jobs says, and tells what is due.
struct SourceSchedule {
  /// The first and the longest pause after a program that has ended but was to go on.
  static let pauses = (
    first: MonotonicInterval(seconds: 1), longest: MonotonicInterval(seconds: 60)
  )

  /// A widget with such a program.
  struct Source: Equatable {
    /// The widget's id.
    let id: ExactText
    /// The program and its arguments.
    let command: [ExactText]
    /// Seconds from one start to the next; 0 for a program that goes on.
    let interval: Double

    /// The program `command` of the widget `id`.
    init(id: String, command: [String], interval: Double) {
      (self.id, self.interval) = (ExactText(id), interval)
      self.command = command.map { ExactText($0) }
    }
  }

  private struct Entry {
    let source: Source
    /// The instant of its next start; nil while it runs.
    var due: MonotonicInstant?
    var begun: MonotonicInstant
    var pause = SourceSchedule.pauses.first
  }

  private var entries: [Entry] = []

  /// The instant at which ``takeDue(at:)`` has something to tell; nil while it has nothing.
  var deadline: MonotonicInstant? { entries.lazy.compactMap(\.due).min() }

  /// Puts the sources of a configuration in the place of those that there are.
  ///
  /// - Parameters:
  ///   - sources: The programs that are to run.
  ///   - grace: Time for which new ones wait: programs that an earlier process has started may run still.
  ///   - now: The current time.
  /// - Returns: The ids of those whose program has become another one, and is to end.
  mutating func replace(
    by sources: [Source],
    after grace: MonotonicInterval = .zero,
    at now: MonotonicInstant
  ) -> [String] {
    let old = entries
    var stale = old.map(\.source).filter { !sources.contains($0) }.map(\.id)
    entries = sources.map { source in
      if let same = old.first(where: { $0.source == source }) { return same }
      // The next one begins when the last one has ended.
      let isRunning = old.contains { $0.source.id == source.id && $0.due == nil }
      return Entry(source: source, due: isRunning ? nil : now + grace, begun: now)
    }
    stale.removeAll { id in old.contains { $0.source.id == id && $0.due != nil } }
    return stale.map(\.text)
  }

  /// Takes the widget whose program is to be started now; nil where there is none.
  mutating func takeDue(at now: MonotonicInstant) -> String? {
    guard let index = entries.firstIndex(where: { $0.due.map { $0 <= now } ?? false }) else {
      return nil
    }
    (entries[index].due, entries[index].begun) = (nil, now)
    return entries[index].source.id.text
  }

  /// The program of the widget `id` runs; an earlier process may have started it.
  mutating func hasBegun(_ id: String, at now: MonotonicInstant) {
    guard let index = entries.firstIndex(where: { $0.source.id == ExactText(id) }) else { return }
    if entries[index].due != nil { entries[index].begun = now }
    entries[index].due = nil
  }

  /// The program of the widget `id` has ended.
  mutating func hasEnded(_ id: String, at now: MonotonicInstant) {
    guard let index = entries.firstIndex(where: { $0.source.id == ExactText(id) }) else { return }
    let (source, begun) = (entries[index].source, entries[index].begun)
    guard source.interval == 0 else {
      entries[index].due = max(now, begun + MonotonicInterval(seconds: source.interval))
      return
    }
    // One that has run for longer than the longest pause has not failed at once.
    if begun + Self.pauses.longest <= now { entries[index].pause = Self.pauses.first }
    entries[index].due = now + entries[index].pause
    entries[index].pause = min(entries[index].pause + entries[index].pause, Self.pauses.longest)
  }
}
