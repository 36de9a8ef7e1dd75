// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import Widgets

/// Where scenes and labels are made beside the loop, one piece of work at a time.
///
/// Reading a configuration, decoding images, shaping text and cutting masks take milliseconds to
/// seconds. They are done on a thread that lives as long as the piece; what is on the screen stays
/// until the new is ready. In virtual time, which has no threads, they are done at once.
final class SceneWorkshop {
  /// What makes the lines of text fields.
  let lines = LineWorkshop()
  /// What tells labels and the schedule the time of day.
  let clock: any WallClock
  /// What the widgets are made of, while nothing is under way.
  private let materials: Bench
  /// The scene that was shown before.
  let discarded = DiscardedScene()
  /// When memory is given back.
  var trimming = HeapTrimming()
  private var bell: Doorbell?
  private var work: BackgroundWork<Product>?
  /// What was made at once.
  private var finished: Product?

  /// What comes of a piece of work.
  enum Product: Sendable {
    case reload(ReloadedScene)
    case parts(PreparedParts)
    /// Memory was given back.
    case trimming
  }

  /// Lends the materials to one thread at a time: to the work that is under way, else to the loop.
  private final class Bench: @unchecked Sendable {
    let materials: SceneMaterials
    init(_ lines: LineWorkshop, _ clock: any WallClock) {
      materials = SceneMaterials(lines: lines, clock: clock)
    }
  }

  init(clock: any WallClock) {
    self.clock = clock
    materials = Bench(lines, clock)
  }

  /// Has work done on threads from now on.
  ///
  /// - Returns: A descriptor that is readable when a piece of work is done.
  /// - Throws: `SystemError` when no descriptor is left.
  func open() throws(SystemError) -> CInt {
    let bell = try Doorbell()
    self.bell = bell
    return bell.descriptor
  }

  /// Whether work is done on threads.
  var hasThreads: Bool { bell != nil }

  /// Whether a piece of work is under way.
  var isBusy: Bool { work != nil || finished != nil }

  /// Materials for a scene that has to be made at once.
  var materialsAtHand: SceneMaterials {
    isBusy ? SceneMaterials(lines: lines, clock: clock) : materials.materials
  }

  /// Begins a piece of work; nothing may be under way.
  func begin(_ body: @escaping @Sendable (SceneMaterials) -> Product) {
    guard let bell else {
      finished = body(materials.materials)
      return
    }
    let bench = materials
    do throws(SystemError) {
      work = try BackgroundWork.start(ringing: bell) { body(bench.materials) }
    } catch {
      // No memory for a thread: better late frames than none that are new.
      finished = body(materials.materials)
    }
  }

  /// Takes what was made at once; nil where a thread is at work.
  func takeAtOnce() -> Product? {
    defer { finished = nil }
    return finished
  }

  /// Takes what the thread has made that has rung the bell; nil where there was none.
  func take() -> Product? {
    bell?.silence()
    guard let work = work.take() else { return nil }
    return work.product()
  }
}
