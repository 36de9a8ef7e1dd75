// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// Users whom a device node lets in, apart from root.
package enum NodeRights: Hashable, Sendable {
  /// That was not looked at.
  case unknown
  /// None: the kernel makes nodes `root:root 0600`, and udev has not set their rights yet.
  case unset
  /// The members of this group.
  case group(String)

  /// The rights of the node at `path`.
  package static func read(_ path: String) -> Self {
    var status = Glibc.stat()
    guard unsafe stat(path, &status) == 0 else { return .unknown }
    return Self(group: status.st_gid, mode: status.st_mode)
  }

  /// The rights of a node that belongs to `group`; one that everybody may open tells nothing.
  package init(group: gid_t, mode: mode_t) {
    if mode & 0o006 == 0o006 {
      self = .unknown
    } else if group != 0, mode & 0o060 == 0o060 {
      let name = unsafe getgrgid(group).map { unsafe String(cString: $0.pointee.gr_name) }
      self = .group(name ?? "\(group)")
    } else {
      self = .unset
    }
  }

  /// The condition under which an ordinary user may open the node, a clause.
  var remedy: String {
    switch self {
    case .unknown: "the user must be in the group that owns the node (video)"
    case .unset: "its rights are not set yet, which udev does when a card comes"
    case .group(let name): "the user must be in the group that owns the node (\(name))"
    }
  }
}
