// SPDX-License-Identifier: Apache-2.0

/// The permissions of a device node.
package struct NodeAccess: Hashable, Sendable {
  /// A user with all groups in which it runs.
  package struct Account: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its number; 0 may do everything.
    package let user: UInt32
    /// The numbers of its groups.
    package let groups: Set<UInt32>

    /// The account of this name, number and groups.
    package init(name: String, user: UInt32, groups: Set<UInt32>) {
      self.name = name
      self.user = user
      self.groups = groups
    }
  }

  /// The node's path.
  package let path: String
  /// The number of its owner.
  package let owner: UInt32
  /// The number of its group.
  package let group: UInt32
  /// The group's name, its number when it has none.
  package let groupName: String
  /// Its permission bits, 0 … 0o777.
  package let mode: UInt32
  /// Permission bits that the daemon needs: 0o4 to read, 0o6 to read and write.
  package let needs: UInt32

  /// The node at `path` with these owners and permission bits.
  ///
  /// Input devices are only read; everything else is written to as well.
  package init(path: String, owner: UInt32, group: UInt32, groupName: String, mode: UInt32) {
    needs = path.hasPrefix("/dev/input/") ? 0o4 : 0o6
    self.path = path
    self.owner = owner
    self.group = group
    self.groupName = groupName
    self.mode = mode & 0o777
  }

  /// Tells if the permission bits give `account` what the daemon needs of the node.
  ///
  /// As the kernel decides it (`path_resolution(7)`): the first class that fits counts alone.
  package func isOpen(to account: Account) -> Bool {
    guard account.user != 0 else { return true }
    let shift: UInt32 =
      account.user == owner ? 6 : account.groups.contains(group) ? 3 : 0
    return mode >> shift & needs == needs
  }

  /// The obstacle between `account` and the node; `nil` when there is none.
  package func obstacle(for account: Account) -> Finding? {
    guard !isOpen(to: account) else { return nil }
    let sentence = "\(path) may not be opened by the user \(account.name)"
    guard mode >> 3 & needs == needs, group != 0 else {
      return .problem(
        sentence,
        remedy:
          "let a group have it by a udev rule: GROUP=\"video\" or \"input\", MODE=\"0660\"; then "
          + "udevadm trigger"
      )
    }
    return .problem(
      sentence,
      remedy: "usermod -aG \(groupName) \(account.name), then systemctl restart swell"
    )
  }
}
