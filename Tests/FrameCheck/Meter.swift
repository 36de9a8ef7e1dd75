// SPDX-License-Identifier: Apache-2.0
import JSON
import CAllocationCounter
import CSystemCallCounter

/// What the loop's thread has asked of heap and kernel, from one commit to the next.
final class Meter {
  /// What happened between two commits.
  struct Frame {
    var allocations: UInt64
    var systemCalls: UInt64
    /// How often the panel woke the loop.
    var touches: Int
  }

  private(set) var frames: [Frame] = []
  /// System calls from the last flip to the panel's last word: the wait that it ended.
  private(set) var callsAtRest: UInt64?

  private var allocations: UInt64 = 0
  private var systemCalls: UInt64 = 0
  private var callsAtFlip: UInt64 = 0
  private var touches = 0

  init(capacity: Int) { frames.reserveCapacity(capacity) }

  func noteTouch() { touches += 1 }

  func noteFlip() { callsAtFlip = csystem_call_counter_count() }

  func noteEnd() { callsAtRest = csystem_call_counter_count() - callsAtFlip }

  func noteCommit() {
    let now = (callocation_counter_count(), csystem_call_counter_count())
    frames.append(
      Frame(
        allocations: now.0 - allocations,
        systemCalls: now.1 - systemCalls,
        touches: touches
      )
    )
    (allocations, systemCalls) = now
    touches = 0
  }
}
