// SPDX-License-Identifier: Apache-2.0
package import PlainText

/// The members of a JSON object in the order in which they came.
///
/// Keys are unique. When a text repeats one, the last value counts and stands where the first
/// stood, as in JavaScript, Python and Go: the peers agree on what such a message says.
package struct JSONObject: Hashable, Sendable {
  /// A key with its value.
  package struct Member: Hashable, Sendable {
    /// The key.
    @Exact package private(set) var key: String
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
    var gathered = JSONMembers()
    for (key, value) in pairs { gathered.add(Member(key: key, value: value)) }
    self.init(gathered)
  }

  /// An object of what was gathered.
  init(_ gathered: JSONMembers) { members = gathered.members }

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
    members.firstIndex { $0.key.hasSameBytes(as: key) }
  }
}

/// Members of an object, gathered one by one in O(1) each, whatever a peer sends.
struct JSONMembers {
  /// The members so far, no two with the same key.
  private(set) var members: [JSONObject.Member] = []
  /// Places of the keys; empty as long as they are few.
  private var places: [ExactText: Int] = [:]

  /// As many keys are compared one by one.
  private static let few = 8

  /// Adds a member; one of the same key is replaced where it stands.
  mutating func add(_ member: JSONObject.Member) {
    if let place = place(of: member.key) {
      members[place].value = member.value
      return
    }
    if !places.isEmpty { places[ExactText(member.key)] = members.count }
    members.append(member)
    guard places.isEmpty, members.count > Self.few else { return }
    for (place, member) in members.enumerated() { places[ExactText(member.key)] = place }
  }

  private func place(of key: String) -> Int? {
    guard places.isEmpty else { return places[ExactText(key)] }
    return members.firstIndex { $0.key.hasSameBytes(as: key) }
  }
}
