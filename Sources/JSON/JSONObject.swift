// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object in the order in which they came.
///
/// Keys are unique. When a text repeats one, the last value counts and stands where the first
/// stood, as in JavaScript, Python and Go: the peers agree on what such a message says.
package struct JSONObject: Hashable, Sendable {
  /// A key with its value.
  package struct Member: Hashable, Sendable {
    /// The key.
    package let key: String
    /// The value.
    package var value: JSONValue
  }

  /// The members, no two with the same key.
  package private(set) var members: [Member] = []

  /// An object without members.
  package init() {}

  /// An object of `pairs`; of equal keys the last value counts.
  ///
  /// O(n).
  package init(_ pairs: [(String, JSONValue)]) {
    self.init(members: pairs.map { Member(key: $0.0, value: $0.1) })
  }

  /// An object of `members`, among which keys may repeat.
  ///
  /// O(n), whatever a peer sends.
  init(members candidates: [Member]) {
    guard Self.mayRepeat(candidates) else {
      members = candidates
      return
    }
    var places: [ExactKey: Int] = [:]
    places.reserveCapacity(candidates.count)
    for member in candidates {
      let key = ExactKey(text: member.key)
      if let place = places[key] {
        members[place].value = member.value
      } else {
        places[key] = members.count
        members.append(member)
      }
    }
  }

  /// The value for `key`; setting nil removes the member, a new key is appended.
  ///
  /// O(n).
  package subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The keys in order.
  package var keys: [String] { members.map(\.key) }

  private func place(of key: String) -> Int? {
    members.firstIndex { ExactKey.isSame($0.key, key) }
  }

  /// False when the keys are certainly unique; exact for small objects, true for all others.
  private static func mayRepeat(_ members: [Member]) -> Bool {
    guard members.count <= 8 else { return true }
    for (index, member) in members.enumerated() {
      for other in members[..<index] where ExactKey.isSame(other.key, member.key) { return true }
    }
    return false
  }
}

/// A key compared scalar by scalar: `String` itself takes canonically equivalent keys for equal.
private struct ExactKey: Hashable {
  let text: String

  static func isSame(_ left: String, _ right: String) -> Bool {
    // The first comparison is the fast one, and false for nearly all pairs of keys.
    left == right && left.utf8.elementsEqual(right.utf8)
  }

  static func == (left: Self, right: Self) -> Bool {
    isSame(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) {
    // Keys with equal bytes are equal strings too, so that they share this hash.
    hasher.combine(text)
  }
}
