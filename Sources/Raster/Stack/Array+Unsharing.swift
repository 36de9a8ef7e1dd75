// SPDX-License-Identifier: Apache-2.0

extension Array {
  /// Takes memory of its own, where a copy of the array has the same, so that the next change does not
  /// have to.
  package mutating func unshare() { reserveCapacity(capacity) }
}
