// SPDX-License-Identifier: Apache-2.0
package import Presentation

// What a request means on a connector.
extension ModeRequest {
  /// The modes of a connector in the order in which they should be tried, and why.
  package struct Candidates: Sendable, Hashable {
    /// The first is the one asked for, or what comes nearest; never empty.
    package var modes: [DisplayMode]
    /// Whether the first is what was asked for.
    package var isAsRequested: Bool
    /// Why the first comes first, a few words.
    package var reason: String
  }

  /// The modes of a connector in the order in which they should be tried.
  ///
  /// The first is the one asked for, or what comes nearest; the others follow in case the driver
  /// refuses it. A connector without a list gets a mode made up by VESA's formula.
  ///
  /// - Parameters:
  ///   - modes: What the connector offers, in the kernel's order, the best first.
  ///   - current: What it shows now.
  /// - Returns: The modes.
  package func candidates(
    from modes: [DisplayMode],
    current: DisplayMode?
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
      wanted = Self.best(of: offered, for: mode, current)
      if wanted == nil, offered.isEmpty {
        wanted = .coordinatedVideoTiming(
          width: mode.width,
          height: mode.height,
          refreshHertz: mode.refreshHertz ?? 60
        )
      }
      isAsRequested = wanted != nil
    }
    var ordered: [DisplayMode] = []
    let preferred = offered.first(where: \.isPreferred).map { [$0] } ?? []
    if wanted == nil {
      reason = preferred.isEmpty ? "the first on offer" : "preferred by the monitor"
    }
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

  private static func best(
    of modes: [DisplayMode],
    for named: NamedMode,
    _ current: DisplayMode?
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
