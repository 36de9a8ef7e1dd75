// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Motion

// Values that stand at the times at which they came.
extension ChartMotion {
  /// Takes over the times of the values; without any, or with others than there are values, all are the last one.
  mutating func setTimes(_ new: [Int]) {
    guard scale != nil else { return }
    times = Array(new.prefix(nodes.count))
    times += Array(repeating: times.last ?? 0, count: nodes.count - times.count)
  }

  /// Takes over values behind the last; the line grows to them.
  ///
  /// - Parameters:
  ///   - count: Number of values that are new.
  ///   - values: All values, of which some of before may have gone.
  ///   - newTimes: Their times in milliseconds since 1970.
  ///   - seconds: Duration of the growth.
  ///   - curve: Its course.
  ///   - instant: Its beginning.
  package mutating func append(
    _ count: Int,
    values: [Double?],
    at newTimes: [Int],
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant
  ) {
    let seconds = pace(over: seconds, at: instant)
    let wasShown = state(at: instant) == .shown
    let tip = wasShown ? tipIndex(at: instant) : 0
    let (oldNodes, oldTimes) = (nodes, times)
    var next = 0
    nodes.removeAll(keepingCapacity: true)
    let old = max(0, values.count - count)
    for (index, value) in values.enumerated() {
      let height = value.map(geometry.y)
      // Those of before are there in their order.
      var found: Int?
      if index < old, oldTimes.count == oldNodes.count {
        found = (next..<max(next, oldNodes.count)).first {
          oldTimes[$0] == newTimes[index] && oldNodes[$0]?.target == height
        }
      }
      nodes.append(found.map { oldNodes[$0] } ?? height.map { Transition(restingAt: $0) })
      next = found.map { $0 + 1 } ?? next
    }
    setTimes(newTimes)
    if wasShown {
      grownFrom = max(0, min(tip - Double(oldNodes.count - old), Double(max(0, old - 1))))
      growth = Transition(restingAt: seconds > 0 ? 0 : 1)
      growth.retarget(to: 1, over: seconds, curve: curve, at: instant)
    }
    if case .empty = phase, hasValues { phase = .shown(since: instant) }
    if !hasValues { phase = .empty }
  }
}
