// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import Widgets

/// Assets that widgets show by requests: made beside the loop before they are in force, and kept by use.
///
/// Widgets are asked first for the assets that they will want. Missing ones are being made when ``has(_:)`` returns,
/// and are there after ``receive()``, which the loop calls when it hears of it.
final class AssetStore {
  /// The state of the assets that a widget wants.
  enum Answer {
    /// It wants nothing else than it shows.
    case nothing
    /// All of it is there.
    case made
    /// Some of it is being made.
    case coming
  }

  /// Work that is done at once in one turn of the loop, in bytes of text times view pixels per em: 64 bytes of 48
  /// pixels, about half a millisecond at worst.
  private static let workAtOnce = 64.0 * 48

  /// The maker of texts.
  let lines: LineWorkshop
  /// The worker that makes pictures, which may take as long as scenes.
  private let worker: Worker
  /// Takes over what is being made, once it is.
  private var coming: [AssetKey: () -> Bool] = [:]
  /// True while a widget is asked for the assets that it wants.
  private(set) var isAsked = false
  private var isComing = false
  /// True if a picture, which it may turn out cannot be had, is among what is being made for the widget asked last.
  private(set) var isPictureComing = false
  private var workLeft = AssetStore.workAtOnce
  /// True if pictures and icons stay when a widget has taken them, as another one will want them.
  var keepsPictures = false {
    didSet {
      guard !keepsPictures else { return }
      lines.withKept {
        $0.removeAll(PictureAsset.self)
        $0.removeAll(IconAsset.self)
      }
    }
  }

  init(_ lines: LineWorkshop, picturesBy worker: Worker) {
    self.lines = lines
    self.worker = worker
  }

  /// Another turn has begun.
  func beginTurn() { workLeft = Self.workAtOnce }

  /// Asks a widget for the assets that it wants, and begins to make those that are not there.
  ///
  /// - Parameter ask: Asks, and tells if anything else is wanted than is shown.
  /// - Returns: The state of those assets.
  /// - Throws: The fault that `ask` throws, when all of it has been made or cannot be had.
  func has(_ ask: () throws(WidgetFault) -> Bool) throws(WidgetFault) -> Answer {
    (isAsked, isComing, isPictureComing) = (true, false, false)
    defer { isAsked = false }
    do throws(WidgetFault) {
      guard try ask() else { return .nothing }
      return isComing ? .coming : .made
    } catch {
      guard isComing else { throw error }
      return .coming
    }
  }

  /// The product of an asset.
  ///
  /// It may be on its way instead while a widget is only asked; it is made at once for a widget that is shown without
  /// having been asked.
  ///
  /// - Throws: ``MaterialFault`` where it cannot be had, or is not there yet.
  func made<Wanted: Asset>(_ asset: Wanted) throws(MaterialFault) -> Wanted.Made {
    let worker = Wanted.isText ? lines.worker : worker
    let known = lines.withKept { $0.made(asset) }
    guard isAsked else {
      // A picture would take its memory twice, and a fault may be over the next time.
      let isKept =
        switch known {
        case .success?: !Wanted.isTaken || keepsPictures
        case .failure?, nil: false
        }
      if !isKept { lines.withKept { $0.remove(asset) } }
      guard let known else { return try asset.made(with: lines.fonts) }
      return try known.get()
    }
    if let known { return try known.get() }
    if let made = madeAtOnce(asset, worker: worker) {
      lines.withKept { $0.put(made, for: asset) }
      return try made.get()
    }
    isComing = true
    isPictureComing = isPictureComing || !Wanted.isText
    begin(asset, worker: worker)
    throw MaterialFault("it is being made")
  }

  /// Makes what takes little time, and all of it where there is no worker.
  private func madeAtOnce<Wanted: Asset>(
    _ asset: Wanted,
    worker: Worker
  ) -> Result<Wanted.Made, MaterialFault>? {
    guard worker.isOpen else { return asset.result(with: lines.fonts) }
    guard let work = asset.work, work <= workLeft, let made = asset.madeAtHand(with: lines.fonts)
    else { return nil }
    workLeft -= work
    return made
  }

  private func begin<Wanted: Asset>(_ asset: Wanted, worker: Worker) {
    let key = AssetKey(asset)
    guard coming[key] == nil else { return }
    let (lines, fonts) = (lines, lines.fonts)
    let later = Future.begin(by: { worker.begin($0) }, make: { asset.result(with: fonts) })
    coming[key] = {
      guard let made = later?.value else { return later == nil }
      lines.withKept { $0.put(made, for: asset) }
      return true
    }
  }

  /// Takes over what has been made.
  ///
  /// - Returns: True if there was anything.
  func receive() -> Bool {
    let before = coming.count
    coming = coming.filter { !$0.value() }
    return coming.count < before
  }

  /// Forgets why an asset cannot be had: what is asked for next is made anew.
  func forgetFaults() { lines.withKept { $0.removeFaults() } }
}

extension Asset {
  /// The product of making it, or the reason why there is none.
  fileprivate func result(with fonts: FontShelf) -> Result<Made, MaterialFault> {
    do throws(MaterialFault) {
      return .success(try made(with: fonts))
    } catch {
      return .failure(error)
    }
  }
}
