// SPDX-License-Identifier: Apache-2.0
import Glibc
import KMS
import Testing

@Suite("Errors of display devices")
struct KMSErrorTests {
  @Test(
    "Each error number means one thing to do",
    arguments: [
      (KMSError.Operation.commit, EBUSY, KMSError.Kind.busy),
      (.commit, EAGAIN, .busy),
      (.commit, EACCES, .notMaster),
      (.open, EACCES, .notPermitted),
      (.open, ENOENT, .gone),
      (.commit, ENOENT, .refused),
      (.commit, ENODEV, .gone),
      (.makeBuffer, ENOMEM, .outOfMemory),
      (.testCommit, EINVAL, .refused),
      (.testCommit, ENOSPC, .refused),
      (.readResources, EOPNOTSUPP, .refused),
    ]
  )
  func kinds(operation: KMSError.Operation, number: CInt, kind: KMSError.Kind) {
    #expect(KMSError(operation, device: "/dev/dri/card0", number: number).kind == kind)
  }

  @Test(
    "What may help is told by the node's rights",
    arguments: [
      (NodeRights.unknown, "the user must be in the group that owns the node (video)"),
      (.group("render"), "the user must be in the group that owns the node (render)"),
      (.unset, "its rights are not set yet, which udev does when a card comes"),
    ]
  )
  func rights(rights: NodeRights, remedy: String) {
    let error = KMSError(.open, device: "/dev/dri/card1", number: EACCES, rights: rights)
    #expect(error.description == "open on /dev/dri/card1 failed: Permission denied; \(remedy)")
  }

  @Test(
    "The rights of a node are told by its group and mode",
    arguments: [
      (0, 0o600, NodeRights.unset), (4_000_000, 0o600, .unset), (0, 0o660, .unset),
      (4_000_000, 0o660, .group("4000000")), (4_000_000, 0o640, .unset), (0, 0o666, .unknown),
    ] as [(gid_t, mode_t, NodeRights)]
  )
  func rights(group: gid_t, mode: mode_t, expected: NodeRights) {
    #expect(NodeRights(group: group, mode: mode) == expected)
  }

  @Test("A node that is not there has no rights that could be told")
  func noNode() {
    #expect(NodeRights.read("/dev/null/card0") == .unknown)
  }

  @Test("The sentence names operation, device, reason and what may help")
  func sentence() {
    let error = KMSError(.modeset, device: "/dev/dri/card1", number: EACCES)
    #expect(
      error.description
        == "atomic commit (modeset) on /dev/dri/card1 failed: Permission denied; "
        + "another process holds DRM master"
    )
  }
}
