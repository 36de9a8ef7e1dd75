// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import Widgets

/// What widgets show by requests, and takes time to make: made beside the loop before it is in force, and kept by
/// use.
///
/// Widgets are asked first what they will want. What is missing then is being made when ``has(_:)`` returns, and is
/// there after ``receive()``, which the loop calls when it hears of it.
final class AssetStore {
  /// Whether what a widget wants is there.
  enum Answer {
    /// It wants nothing else than it shows.
    case nothing
    /// All of it is there.
    case made
    /// Some of it is being made.
    case coming
  }

  /// What is made at once in one turn of the loop, in bytes of text times view pixels per em: 64 bytes of 48 pixels,
  /// about half a millisecond's work at worst.
  private static let workAtOnce = 64.0 * 48

  /// Who makes texts.
  let lines: LineWorkshop
  /// Who makes pictures, which may take as long as scenes.
  private let worker: Worker
  /// Takes over what is being made, once it is.
  private var coming: [AssetKey: () -> Bool] = [:]
  /// Whether a widget is asked what it wants.
  private(set) var isAsked = false
  private var isComing = false
  private var workLeft = AssetStore.workAtOnce
  /// Whether pictures stay when a widget has taken them, as another one will want them.
  var keepsPictures = false {
    didSet { if !keepsPictures { lines.withKept { $0.removeAll(PictureAsset.self) } } }
  }

  init(_ lines: LineWorkshop, picturesBy worker: Worker) {
    self.lines = lines
    self.worker = worker
  }

  /// Another turn has begun.
  func beginTurn() { workLeft = Self.workAtOnce }

  /// Whether all that `ask` asks for is there; begins to make the rest.
  ///
  /// - Parameter ask: Asks, and tells whether anything else is wanted than is shown.
  /// - Returns: Whether it is.
  /// - Throws: What `ask` throws, when all of it has been made or cannot be had.
  func has(_ ask: () throws(WidgetFault) -> Bool) throws(WidgetFault) -> Answer {
    (isAsked, isComing) = (true, false)
    defer { isAsked = false }
    do throws(WidgetFault) {
      guard try ask() else { return .nothing }
      return isComing ? .coming : .made
    } catch {
      guard isComing else { throw error }
      return .coming
    }
  }

  /// What has been made of an asset.
  ///
  /// Where a widget is only asked it may be on its way instead; where it is shown without having been asked for it
  /// is made at once.
  ///
  /// - Throws: ``MaterialFault`` where it cannot be had, or is not there yet.
  func made<Wanted: Asset>(_ asset: Wanted) throws(MaterialFault) -> Wanted.Made {
    let worker = Wanted.isText ? lines.worker : worker
    let known = lines.withKept { $0.made(asset) }
    guard isAsked else {
      // A picture would take its memory twice, and a fault may be over the next time.
      let isKept =
        switch known {
        case .success?: Wanted.self != PictureAsset.self || keepsPictures
        case .failure?, nil: false
        }
      if !isKept { lines.withKept { $0.remove(asset) } }
      guard let known else { return try asset.made(with: lines.fonts) }
      return try known.get()
    }
    if let known { return try known.get() }
    if let made = madeAtOnce(asset, worker) {
      lines.withKept { $0.put(made, for: asset) }
      return try made.get()
    }
    isComing = true
    begin(asset, worker)
    throw MaterialFault("it is being made")
  }

  /// Makes what takes little time, and all of it where there is no worker.
  private func madeAtOnce<Wanted: Asset>(
    _ asset: Wanted,
    _ worker: Worker
  ) -> Result<Wanted.Made, MaterialFault>? {
    guard worker.isOpen else { return asset.result(with: lines.fonts) }
    guard let work = asset.work, work <= workLeft, let made = asset.madeAtHand(with: lines.fonts)
    else { return nil }
    workLeft -= work
    return made
  }

  private func begin<Wanted: Asset>(_ asset: Wanted, _ worker: Worker) {
    let key = AssetKey(asset)
    guard coming[key] == nil else { return }
    let (lines, fonts) = (lines, lines.fonts)
    let later = LaterMade.begin(by: { worker.begin($0) }, { asset.result(with: fonts) })
    coming[key] = {
      guard let made = later?.value else { return later == nil }
      lines.withKept { $0.put(made, for: asset) }
      return true
    }
  }

  /// Takes over what has been made.
  ///
  /// - Returns: Whether there was anything.
  func receive() -> Bool {
    let before = coming.count
    coming = coming.filter { !$0.value() }
    return coming.count < before
  }

  /// Forgets why an asset cannot be had: what is asked for next is made anew.
  func forgetFaults() { lines.withKept { $0.removeFaults() } }
}

extension Asset {
  /// What comes of making it.
  fileprivate func result(with fonts: FontShelf) -> Result<Made, MaterialFault> {
    do throws(MaterialFault) {
      return .success(try made(with: fonts))
    } catch {
      return .failure(error)
    }
  }
}
