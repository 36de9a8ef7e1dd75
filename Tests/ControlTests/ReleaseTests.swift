// SPDX-License-Identifier: Apache-2.0
import Control
import Testing

@Suite("What programs say of their release")
struct ReleaseTests {
  @Test(
    "The version stands before the commit, whose digits are all there",
    arguments: [
      (0, ""), (0x1_424C_4E5F_F839, " (424c4e5ff839)"),
      (0x2_424C_4E5F_F839, " (424c4e5ff839, changed)"),
      (0x1_0000_0000_00AB, " (0000000000ab)"), (0x1_0000_0000_0000, " (000000000000)"),
    ]
  )
  func commit(number: UInt64, said: String) {
    #expect(SwellRelease.description(commit: number) == SwellRelease.version + said)
  }

  @Test("A build that was told of no commit has none")
  func none() {
    #expect(SwellRelease.description == SwellRelease.version)
  }
}
