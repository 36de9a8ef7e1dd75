// SPDX-License-Identifier: Apache-2.0

/// Property values that the kernel applies all at once or not at all.
///
/// The arrays are those of `struct drm_mode_atomic`. A request that is emptied and filled again does
/// not allocate once it has reached its largest extent.
package struct AtomicRequest: Sendable, Hashable {
  /// The objects, each once as long as ``set(_:of:to:)`` is called object by object.
  package private(set) var objects: [UInt32] = []
  /// For each object the number of its properties.
  package private(set) var counts: [UInt32] = []
  /// The properties of all objects one after the other.
  package private(set) var properties: [UInt32] = []
  /// For each property its value.
  package private(set) var values: [UInt64] = []

  /// An empty request.
  package init() {
    objects.reserveCapacity(16)
    counts.reserveCapacity(16)
    properties.reserveCapacity(64)
    values.reserveCapacity(64)
  }

  /// Forgets everything, keeps the memory.
  package mutating func removeAll() {
    objects.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    properties.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Asks for `property` of `object` to become `value`.
  package mutating func set(_ property: PropertyID, of object: UInt32, to value: UInt64) {
    if objects.last == object {
      counts[counts.count - 1] += 1
    } else {
      objects.append(object)
      counts.append(1)
    }
    properties.append(property.rawValue)
    values.append(value)
  }
}
