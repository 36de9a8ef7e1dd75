// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import MonotonicTime
internal import Widgets

/// The reloads of the configuration: one at a time, and what requests do while one is under way.
///
/// ```
///   asked, idle ────────────► begun ──► ended
///   asked, busy ──► wanted ─────┘ when that one has ended
/// ```
struct Reloads {
  /// The changes by requests since a reload began, to be made to its scene too.
  struct Meanwhile {
    /// The requests that widgets have carried out.
    fileprivate(set) var requests:
      [(index: Int, request: WidgetRequest, instant: MonotonicInstant)] = []
    /// The widgets that have been changed.
    fileprivate(set) var changed: Set<Int> = []
    /// A request counts as one, and each 64 bytes of its texts or 64 values as another.
    fileprivate var work = 0
  }

  /// Most work that is carried out twice; requests beyond it wait for the end.
  private static let limit = 64

  /// Number of reloads that have begun.
  private(set) var begunCount = 0
  /// Number of reloads that are over.
  private(set) var endedCount = 0
  /// The fault of the last one; nil for none.
  private(set) var fault: RequestFault?
  /// True if the one that is under way, or was the last, has read the file; else it is of a language alone.
  private(set) var readsFile = true
  /// True if one is to begin when the one that is under way has ended.
  private(set) var isWanted = false
  /// The scene that is being made; nil for none.
  var coming: Future<ReloadedScene>?
  private var meanwhile: Meanwhile?

  /// True while one is under way.
  var isUnderWay: Bool { meanwhile != nil }

  /// True if changes by requests can be carried out twice now.
  var admitsChanges: Bool { meanwhile.map { $0.work < Self.limit } ?? true }

  /// Notes that one is asked for; the one that is under way may have read the file before.
  ///
  /// - Returns: The reload's number, and whether it begins now.
  mutating func ask() -> (number: Int, begins: Bool) {
    isWanted = isUnderWay
    return (begunCount + 1, !isWanted)
  }

  /// One begins, for the file or for a language alone.
  mutating func begin(readingFile readsFile: Bool = true) {
    self.readsFile = readsFile
    if readsFile { isWanted = false }
    meanwhile = Meanwhile()
    begunCount += 1
  }

  /// A widget has carried out a request that takes `length` bytes or values.
  mutating func note(
    _ request: WidgetRequest,
    by index: Int,
    length: Int,
    at instant: MonotonicInstant
  ) {
    meanwhile?.requests.append((index, request, instant))
    meanwhile?.work += 1 + length / 64
  }

  /// A widget's settings have been changed.
  mutating func note(changeOf index: Int) { meanwhile?.changed.insert(index) }

  /// The one that is under way is over.
  ///
  /// - Returns: The changes that were made since it began.
  mutating func end(_ fault: RequestFault?) -> Meanwhile {
    self.fault = fault
    endedCount += 1
    return meanwhile.take() ?? Meanwhile()
  }

  /// Takes what has been made.
  mutating func takeMade() -> ReloadedScene? {
    guard let made = coming?.value else { return nil }
    coming = nil
    return made
  }
}
