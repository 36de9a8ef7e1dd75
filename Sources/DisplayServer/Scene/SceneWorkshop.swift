// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import Widgets

/// The workshop that makes scenes, and the assets that widgets show by requests, beside the loop.
///
/// Reading a configuration, decoding images, shaping text and cutting masks take milliseconds to
/// seconds. They are done on threads that live as long as the work; what is on the screen stays
/// until the new is ready. In virtual time, which has no threads, they are done at once.
final class SceneWorkshop {
  /// The maker of text fields' lines, and of the texts of widgets.
  let lines: LineWorkshop
  /// The worker that makes scenes and pictures, and gives memory back.
  let worker = Worker()
  /// The assets that widgets show by requests.
  let assets: AssetStore
  /// The clock that tells labels and the schedule the time of day.
  let clock: any WallClock
  /// The materials of widgets in the scene that is shown: they find there the assets made for them.
  let materials: SceneMaterials
  /// The scene that was shown before.
  let discarded = DiscardedScene()
  /// The times at which memory is given back.
  var trimming = HeapTrimming()
  private let bench: Bench

  /// Lends the materials of scenes to one thread at a time: to the work that is under way, else to the loop.
  private final class Bench: @unchecked Sendable {
    let materials: SceneMaterials
    init(_ lines: LineWorkshop, clock: any WallClock) {
      materials = SceneMaterials(lines: lines, clock: clock)
    }
  }

  init(clock: any WallClock) {
    self.clock = clock
    lines = LineWorkshop(readingBy: worker)
    assets = AssetStore(lines, picturesBy: worker)
    materials = SceneMaterials(lines: lines, clock: clock, store: assets)
    bench = Bench(lines, clock: clock)
  }

  /// Materials for a scene that has to be made at once.
  var materialsAtHand: SceneMaterials {
    worker.isBusy ? SceneMaterials(lines: lines, clock: clock) : bench.materials
  }

  /// Has `make` called beside the loop.
  ///
  /// - Returns: The product to come; nil where there are no threads, with the product at once.
  func begin<Product: Sendable>(
    _ make: @escaping @Sendable (SceneMaterials) -> Product
  ) -> (later: Future<Product>?, atOnce: Product?) {
    let bench = bench
    let make = { @Sendable in make(bench.materials) }
    let later = Future.begin(by: { worker.begin($0) }, make: make)
    return (later, later == nil ? make() : nil)
  }
}
