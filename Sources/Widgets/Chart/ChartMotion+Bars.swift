// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Motion

// Where the values of a line are that are drawn as bars.
extension ChartMotion {
  /// Hands `body` the values as bars in their order: where their middles and their ends are in points from the
  /// frame's corner; `foot` is where they stand.
  func forEachBar(
    from foot: Double,
    at instant: MonotonicInstant,
    body: (_ x: Double, _ y: Double) -> Void
  ) {
    let (shift, share) = (shift.value(at: instant), share(at: instant))
    let tip = growth.isMoving(at: instant) ? barTip(at: instant) : .infinity
    func visit(_ node: Transition?, index: Int) {
      guard let y = node?.value(at: instant) else { return }
      let come = min(max(tip - Double(index - 1), 0), 1)
      body(geometry.x(Double(index) + shift), foot + (y - foot) * share * come)
    }
    if shift != 0 { visit(leaving, index: -1) }
    for index in nodes.indices { visit(nodes[index], index: index) }
  }

  /// The index of the last bar that has come, and the share of the next one.
  func barTip(at instant: MonotonicInstant) -> Double {
    let last = Double(max(0, nodes.count - 1))
    return grownFrom + (last - grownFrom) * min(max(growth.value(at: instant), 0), 1)
  }
}
