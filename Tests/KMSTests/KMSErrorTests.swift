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
    #expect(KMSError(operation, "/dev/dri/card0", number: number).kind == kind)
  }

  @Test("The sentence names operation, device, reason and what may help")
  func sentence() {
    let error = KMSError(.modeset, "/dev/dri/card1", number: EACCES)
    #expect(
      error.description
        == "atomic commit (modeset) on /dev/dri/card1 failed: Permission denied; "
        + "another process holds DRM master"
    )
  }
}
