// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

extension Scene {
  /// Has all lists be at their tops, for the next user.
  package mutating func beginLists(at instant: MonotonicInstant) {
    for index in shelves.lists.indices { shelves.lists[index].begin(at: instant) }
  }
}
