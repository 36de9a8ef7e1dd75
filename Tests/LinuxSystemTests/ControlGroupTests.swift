// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Whether anything lives in a control group")
struct ControlGroupTests {
  /// What the kernel tells of the process 7 and of the group `updater`.
  private final class Machine {
    private let processes = TemporaryFolder()
    private let process = TemporaryFolder()
    private let groups = TemporaryFolder()
    let updater = TemporaryFolder()

    init(_ membership: String, events: String?) {
      process.write(Array(membership.utf8), to: "cgroup")
      #expect(unsafe symlink(process.path, processes["7"]) == 0)
      #expect(unsafe symlink(updater.path, groups["updater"]) == 0)
      if let events { tell(events) }
    }

    func tell(_ events: String) { updater.write(Array(events.utf8), to: "cgroup.events") }

    var group: ControlGroup? {
      ControlGroup(of: 7, processes: processes.path, groups: groups.path)
    }
  }

  @Test("A service lives until its last process has ended, or its group is gone")
  func service() throws {
    let machine = Machine("1:name=systemd:/a\n0::/updater\n", events: "populated 1\nfrozen 0\n")
    let group = try #require(machine.group)
    #expect(group.isPopulated)
    machine.tell("populated 0\nfrozen 0\n")
    #expect(!group.isPopulated)
    machine.tell("frozen 1\npopulated 1\n")
    #expect(group.isPopulated)
    #expect(unsafe unlink(machine.updater["cgroup.events"]) == 0)
    #expect(!group.isPopulated)
  }

  @Test(
    "What the kernel does not tell of is no group, and neither is one that is not seen living",
    arguments: [
      ("1:name=systemd:/updater\n", "populated 1\n"), ("0::/updater\n", nil),
      ("0::/updater\n", "populated 0\n"), ("0::/\n", nil), ("0::/../outside\n", "populated 1\n"),
      ("", "populated 1\n"),
    ] as [(String, String?)]
  )
  func unknown(membership: String, events: String?) {
    #expect(Machine(membership, events: events).group == nil)
  }

  @Test("A process that has ended is in no group")
  func ended() {
    #expect(ControlGroup(of: 7, processes: "/no/such", groups: "/no/such") == nil)
  }
}
