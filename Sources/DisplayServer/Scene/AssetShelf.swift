// SPDX-License-Identifier: Apache-2.0
internal import Widgets

/// Assets that have been made: as many of those that were made or looked up last as there is room for.
struct AssetShelf: Sendable {
  /// Number of assets that are kept, and of those among them that are kept however much memory they take: more than a
  /// widget shows at once, so that all assets for which a request waits are there together.
  private static let (most, least) = (512, 256)
  /// Room for the others in bytes.
  private static let room = 4 << 20

  private struct Entry: Sendable {
    let made: any Sendable
    let byteCount: Int
    let kind: ObjectIdentifier
    let isFault: Bool
    var use: Int
  }

  private var entries: [AssetKey: Entry] = [:]
  private var byteCount = 0
  private var useCount = 0

  /// The product of an asset, or the reason why there is none; nil where it is not on the shelf.
  mutating func made<Wanted: Asset>(_ asset: Wanted) -> Result<Wanted.Made, MaterialFault>? {
    let key = AssetKey(asset)
    useCount += 1
    entries[key]?.use = useCount
    return entries[key]?.made as? Result<Wanted.Made, MaterialFault>
  }

  /// Keeps what has been made of an asset.
  mutating func put<Wanted: Asset>(
    _ made: Result<Wanted.Made, MaterialFault>,
    for asset: Wanted
  ) {
    let (key, kind) = (AssetKey(asset), ObjectIdentifier(Wanted.self))
    remove(key)
    useCount += 1
    let value = try? made.get()
    let size = value.map { Wanted.byteCount($0) } ?? 0
    entries[key] = Entry(
      made: made,
      byteCount: size,
      kind: kind,
      isFault: value == nil,
      use: useCount
    )
    byteCount += size
    if let most = Wanted.most { keep(most, ofKind: kind) }
    while entries.count > Self.most || byteCount > Self.room && entries.count > Self.least {
      removeOldest { _ in true }
    }
  }

  /// Forgets an asset.
  mutating func remove<Wanted: Asset>(_ asset: Wanted) { remove(AssetKey(asset)) }

  /// Forgets all of one kind.
  mutating func removeAll<Wanted: Asset>(_ kind: Wanted.Type) {
    keep(0, ofKind: ObjectIdentifier(kind))
  }

  /// Forgets why assets cannot be had.
  mutating func removeFaults() { entries = entries.filter { !$0.value.isFault } }

  /// Forgets all.
  mutating func removeAll() { self = Self() }

  private mutating func keep(_ count: Int, ofKind kind: ObjectIdentifier) {
    while entries.values.count(where: { $0.kind == kind }) > count {
      removeOldest { $0.kind == kind }
    }
  }

  private mutating func removeOldest(_ isMeant: (Entry) -> Bool) {
    var oldest: (key: AssetKey, use: Int)?
    for (key, entry) in entries where isMeant(entry) && entry.use < oldest?.use ?? .max {
      oldest = (key, entry.use)
    }
    if let oldest { remove(oldest.key) }
  }

  private mutating func remove(_ key: AssetKey) {
    byteCount -= entries.removeValue(forKey: key)?.byteCount ?? 0
  }
}
