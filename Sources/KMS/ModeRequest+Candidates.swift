// SPDX-License-Identifier: Apache-2.0
package import Presentation

// What a request means on a connector.
extension ModeRequest {
  /// The modes of a connector in the order in which they should be tried, and why.
  package struct Candidates: Sendable, Hashable {
    /// The first is the one asked for, or what comes nearest; never empty.
    package var modes: [DisplayMode]
    /// True if the first is the one that was asked for.
    package var isAsRequested: Bool
    /// The reason why the first comes first, a few words.
    package var reason: String
  }

  /// The modes of a connector in the order in which they should be tried.
  ///
  /// The first is the one asked for, or what comes nearest; the others follow in case the driver
  /// refuses it. A mode by name that a monitor does not offer is made up by VESA's formula where the monitor
  /// has not said what it can.
  ///
  /// - Parameters:
  ///   - modes: The modes that the connector offers, in the kernel's order, the best first.
  ///   - current: The mode that it shows now.
  ///   - isRead: True if the modes are the monitor's own, and not what every monitor should be able to show.
  /// - Returns: The modes.
  package func candidates(
    from modes: [DisplayMode],
    current: DisplayMode?,
    isRead: Bool = true
  ) -> Candidates {
    let usable = modes.filter { $0.width > 0 && $0.height > 0 }
    let progressive = usable.filter { !$0.isInterlaced }
    let offered = progressive.isEmpty ? usable : progressive
    var wanted: DisplayMode?
    var isAsRequested = true
    var reason = "named in the configuration"
    switch self {
    case .preferred: break
    case .current:
      wanted = current
      reason = "set already"
    case .timings(let modeline):
      wanted = DisplayMode(modeline)
      reason = "the configuration's modeline"
    case .named(let mode):
      wanted = Self.best(of: offered, for: mode, current: current)
      if wanted == nil, offered.isEmpty || !isRead {
        wanted = .coordinatedVideoTiming(
          width: mode.width,
          height: mode.height,
          refreshHertz: mode.refreshHertz ?? 60
        )
        reason += ", with VESA's timings"
      }
      isAsRequested = wanted != nil
    }
    if wanted == nil, let favourite = Self.favourite(of: usable) {
      (wanted, reason) = favourite
    }
    let preferred = offered.first(where: \.isPreferred).map { [$0] } ?? []
    var ordered: [DisplayMode] = []
    for mode in (wanted.map { [$0] } ?? []) + preferred + offered {
      if !ordered.contains(where: { $0.hasSameTimings(as: mode) }) { ordered.append(mode) }
    }
    if ordered.isEmpty {
      reason = current == nil ? "made up, as none is on offer" : "set already, as none is on offer"
      if let current { ordered.append(current) }
      ordered.append(.coordinatedVideoTiming(width: 1024, height: 768))
    }
    return Candidates(modes: ordered, isAsRequested: isAsRequested, reason: reason)
  }

  /// The mode that suits moving pictures best, and why: the monitor's own choice unless it is interlaced or
  /// slow, else one of its size, else the largest that is neither.
  ///
  /// - Parameter modes: All that is on offer, in the kernel's order.
  /// - Returns: The mode and a few words; `nil` where nothing is on offer.
  private static func favourite(of modes: [DisplayMode]) -> (mode: DisplayMode, reason: String)? {
    guard let first = modes.first(where: \.isPreferred) ?? modes.first else { return nil }
    let plain = first.isPreferred ? "preferred by the monitor" : "the first on offer"
    guard first.isInterlaced || !first.isFluent else { return (first, plain) }
    let progressive = modes.filter { !$0.isInterlaced }
    let fluent = progressive.filter(\.isFluent)
    let liking = first.isPreferred ? "the monitor prefers" : "the first on offer is"
    let fault = first.isInterlaced ? "which is interlaced" : "which is slow for moving pictures"
    let shortcoming = "\(liking) \(first.label), \(fault)"
    if let same = fluent.filter({ $0.hasSameSize(as: first) }).nearestTo60Hertz {
      return (same, shortcoming)
    }
    let largest = fluent.map(\.area).max()
    if let other = fluent.filter({ $0.area == largest }).nearestTo60Hertz {
      return (other, "the largest that is progressive and fast; \(shortcoming)")
    }
    guard first.isInterlaced, let slow = progressive.first else { return (first, plain) }
    return (slow, shortcoming)
  }

  private static func best(
    of modes: [DisplayMode],
    for named: NamedMode,
    current: DisplayMode?
  ) -> DisplayMode? {
    let fitting = modes.filter {
      Int($0.width) == named.width && Int($0.height) == named.height
    }
    guard let refreshHertz = named.refreshHertz else {
      if let current, let same = fitting.first(where: { $0.hasSameTimings(as: current) }) {
        return same
      }
      return fitting.first(where: \.isPreferred) ?? fitting.first
    }
    let distance = { (mode: DisplayMode) in
      (Double(mode.refreshMilliHertz) / 1000 - refreshHertz).magnitude
    }
    // 59.94 counts as 60, 50 does not.
    return fitting.filter { distance($0) < 0.6 }.min { distance($0) < distance($1) }
  }
}

extension DisplayMode {
  /// True if motion looks continuous in it: 48 Hz at least, or 1000/1001 of that, or unknown.
  fileprivate var isFluent: Bool { refreshMilliHertz == 0 || refreshMilliHertz >= 47_900 }

  fileprivate var area: Int { Int(width) * Int(height) }

  fileprivate func hasSameSize(as other: Self) -> Bool {
    width == other.width && height == other.height
  }
}

extension [DisplayMode] {
  /// The one whose rate is nearest to 60 Hz, the first of equals.
  fileprivate var nearestTo60Hertz: DisplayMode? {
    self.min { abs($0.refreshMilliHertz - 60_000) < abs($1.refreshMilliHertz - 60_000) }
  }
}
