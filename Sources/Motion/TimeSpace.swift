// SPDX-License-Identifier: Apache-2.0

/// A chain of timings, from the root clock down to an animation's parent.
///
/// A layer only converts time. A group is an animation itself: its children see the time inside
/// its iteration, and see none while it is inactive, so what is longer than the group is cut off.
package struct TimeSpace: Hashable, Sendable {
  /// A link of the chain.
  package enum Ancestor: Hashable, Sendable {
    /// Converts time.
    case layer(MediaTiming)
    /// Converts time, repeats it and ends it.
    case group(MediaTiming)
  }

  /// The chain, outermost first.
  package let ancestors: [Ancestor]

  /// The time space below `ancestors`, outermost first.
  package init(_ ancestors: [Ancestor] = []) {
    self.ancestors = ancestors
  }

  /// The time in this space at a time of the root clock; nil inside an inactive group.
  ///
  /// May be infinite or NaN where an ancestor's fields are; timings take that as inactive.
  package func time(fromRoot root: Double) -> Double? {
    var time = root
    for ancestor in ancestors {
      switch ancestor {
      case .layer(let timing):
        time = timing.localTime(fromParent: time)
      case .group(let timing):
        guard let inner = timing.activeTime(at: time) else { return nil }
        time = inner
      }
    }
    return time
  }

  /// The progress of an animation in this space at a time of the root clock; nil where inactive.
  package func progress(of animation: MediaTiming, atRoot root: Double) -> Double? {
    guard let time = time(fromRoot: root) else { return nil }
    return animation.progress(at: time)
  }
}
