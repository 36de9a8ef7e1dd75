// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import LinuxSystem
import MonotonicTime
import TestSupport
import Testing

// What concerns the whole process (its environment, its children) is tested in processes of its own.

@Suite("Child processes")
struct ChildProcessTests {
  /// Waits until a child has ended.
  static func reaped() -> (process: CInt, outcome: ChildProcess.Outcome)? {
    while true {
      if let child = ChildProcess.reap() { return child }
      guard waitid(P_ALL, 0, nil, WEXITED | WNOWAIT) == 0 else { return nil }
    }
  }

  @Test("A program runs with its arguments, and its end is told once")
  func runs() async {
    await #expect(processExitsWith: .success) {
      let child = try ChildProcess.spawn(["sh", "-c", "exit $1", "sh", "7"])
      let end = ChildProcessTests.reaped()
      precondition(end?.process == child && end?.outcome == .exited(7))
      precondition(ChildProcess.reap() == nil)
    }
  }

  @Test(
    "It has no descriptors but the standard ones, a session of its own, and nothing on its input"
  )
  func isolation() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let path = folder.write([1], to: "file")
      // One that was not opened with close-on-exec.
      precondition(unsafe open(path, O_RDONLY) >= 0)
      // A shell blocks signals while it starts a program, so that it reads its own mask itself.
      let script = """
        ls /proc/self/fd | wc -l > "$1"; ps -o sid= -p $$ | tr -d ' ' >> "$1"; echo $$ >> "$1"
        readlink /proc/$$/fd/0 >> "$1"
        while read -r line; do case $line in SigBlk*) echo "$line" >> "$1"; esac; done < /proc/$$/status
        """
      var set = sigset_t()
      unsafe sigemptyset(&set)
      unsafe sigaddset(&set, SIGTERM)
      unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
      _ = try ChildProcess.spawn(["sh", "-c", script, "sh", folder["out"]])
      precondition(ChildProcessTests.reaped()?.outcome == .exited(0))
      let bytes = try FileReader.read(folder["out"], limit: 4096)
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      // Standard input, output, error, and the folder that ls itself reads.
      precondition(lines[0] == "4", "\(lines)")
      precondition(lines[1] == lines[2], "\(lines)")
      precondition(lines[3] == "/dev/null", "\(lines)")
      precondition(lines[4].hasSuffix("0000000000000000"), "\(lines)")
    }
  }

  @Test("It has nothing that is between this process and its service manager")
  func environment() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let hidden = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID",
        "LISTEN_FDNAMES", "FDSTORE", "SWELL_TERMINAL",
      ]
      for name in hidden { unsafe setenv(name, "1", 1) }
      unsafe setenv("SWELL_SOCKET", "kept", 1)
      _ = try ChildProcess.spawn(["sh", "-c", "env > \"$1\"", "sh", folder["out"]])
      precondition(ChildProcessTests.reaped()?.outcome == .exited(0))
      let bytes = try FileReader.read(folder["out"], limit: 65536)
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      precondition(lines.contains("SWELL_SOCKET=kept"))
      for name in hidden { precondition(!lines.contains { $0.hasPrefix("\(name)=") }, name) }
    }
  }

  @Test("It is woken as others are, and dies before this process when memory runs out")
  func inheritance() async {
    await #expect(processExitsWith: .success) {
      func number(_ path: String) throws -> Int? {
        let bytes = try FileReader.read(path, limit: 64)
        return Int(String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" })
      }
      let folder = TemporaryFolder()
      let slack = Int(clinux_timer_slack())
      let score = try number("/proc/self/oom_score_adj")
      Epoll.setLeastTimerSlack()
      let script = "cat /proc/self/timerslack_ns > \"$1\"; cat /proc/self/oom_score_adj > \"$2\""
      _ = try ChildProcess.spawn(["sh", "-c", script, "sh", folder["slack"], folder["score"]])
      precondition(ChildProcessTests.reaped()?.outcome == .exited(0))
      let ofChild = [try number(folder["slack"]), try number(folder["score"])]
      precondition(ofChild == [slack, max(500, score ?? 0)], "\(ofChild)")
      // Nothing of it is left here.
      let own = [Int(clinux_timer_slack()), try number("/proc/self/oom_score_adj")]
      precondition(own == [1, score], "\(own)")
    }
  }

  @Test("A group has processes until its last one has ended, and orphans are told and reaped")
  func groups() async {
    await #expect(processExitsWith: .success) {
      ChildProcess.adoptOrphans()
      // The leader ends at once and leaves one that does not listen to SIGTERM.
      let script = "trap '' TERM; sleep 1000 & exit 3"
      let child = try ChildProcess.spawn(["sh", "-c", script])
      let leader = ChildProcessTests.reaped()
      precondition(leader?.process == child && leader?.outcome == .exited(3))
      precondition(kill(-child, 0) == 0)
      ChildProcess.signal(child, signal: SIGTERM)
      precondition(ChildProcess.reap() == nil && kill(-child, 0) == 0)
      ChildProcess.signal(child, signal: SIGKILL)
      let orphan = ChildProcessTests.reaped()
      precondition(orphan?.process != child && orphan?.outcome == .signalled(SIGKILL))
      precondition(kill(-child, 0) != 0)
    }
  }

  @Test("A signal reaches the whole session and is told as the reason")
  func signals() async {
    await #expect(processExitsWith: .success) {
      let child = try ChildProcess.spawn(["sh", "-c", "sleep 1000 & wait"])
      ChildProcess.signal(child, signal: SIGKILL)
      let end = ChildProcessTests.reaped()
      precondition(end?.process == child && end?.outcome == .signalled(SIGKILL))
    }
  }

  @Test(
    "What cannot be started is an error with its reason",
    arguments: [[], ["/no/such/program"], ["/tmp"]]
  )
  func failures(arguments: [String]) {
    let error = #expect(throws: SystemError.self) { try ChildProcess.spawn(arguments) }
    #expect([EINVAL, ENOENT, EACCES].contains(error?.number))
  }
}

@Suite("The service manager's notifications")
struct ServiceNotifierTests {
  /// A datagram socket bound to `path`.
  static func receiver(at path: String) -> UnixStream {
    let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { raw in
      unsafe raw.copyBytes(from: path.utf8)
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, size)
      }
    }
    precondition(bound == 0, "the notification socket cannot be bound")
    let stream = UnixStream(adopting: OwnedFileDescriptor(adopting: descriptor))
    stream.setNonblocking()
    return stream
  }

  static func message(_ stream: borrowing UnixStream) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard case .bytes(let count) = stream.receive(into: &buffer) else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  @Test("Every state is one datagram as sd_notify describes")
  func messages() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let receiver = ServiceNotifierTests.receiver(at: folder["notify"])
      unsafe setenv("NOTIFY_SOCKET", folder["notify"], 1)
      unsafe setenv("WATCHDOG_USEC", "30000000", 1)
      unsafe setenv("WATCHDOG_PID", "\(getpid())", 1)
      let notifier = ServiceNotifier()
      precondition(notifier.isPresent)
      precondition(notifier.watchdogInterval == .milliseconds(30_000))
      func expect(_ text: String) {
        let message = ServiceNotifierTests.message(receiver)
        precondition(message == text, "\(message ?? "nothing") is not \(text)")
      }
      notifier.ready(status: "1280x800\non HDMI-A-1")
      expect("READY=1\nSTATUS=1280x800\\non HDMI-A-1")
      notifier.status("asleep")
      expect("STATUS=asleep")
      notifier.reloading(at: MonotonicInstant(nanoseconds: 5_000_123))
      expect("RELOADING=1\nMONOTONIC_USEC=5000")
      notifier.stopping()
      expect("STOPPING=1")
      notifier.feedWatchdog()
      expect("WATCHDOG=1")
      notifier.triggerWatchdog()
      expect("WATCHDOG=trigger")
      notifier.removeStored(name: "drm")
      expect("FDSTOREREMOVE=1\nFDNAME=drm")
      let path = folder.write([5], to: "file")
      let file = try OwnedFileDescriptor.open(path, flags: O_RDONLY)
      notifier.store(file.rawValue, name: "state")
      var buffer = [UInt8](repeating: 0, count: 4096)
      var stored: CInt = -1
      guard case .bytes(let count) = receiver.receive(into: &buffer, descriptor: &stored) else {
        preconditionFailure("no message")
      }
      let text = String(decoding: buffer[..<count], as: UTF8.self)
      precondition(text == "FDSTORE=1\nFDNAME=state\nFDPOLL=0")
      let owner = OwnedFileDescriptor(adopting: stored)
      let bytes = try FileReader.read(owner, limit: 10)
      precondition(bytes == [5])
      precondition(ServiceNotifierTests.message(receiver) == nil)
    }
  }

  @Test("A service manager that is held up holds up nobody, and is told everything afterwards")
  func stalled() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let receiver = ServiceNotifierTests.receiver(at: folder["notify"])
      unsafe setenv("NOTIFY_SOCKET", folder["notify"], 1)
      let notifier = ServiceNotifier()
      // More than any queue holds.
      for _ in 0..<5000 { notifier.feedWatchdog() }
      notifier.ready(status: "on")
      let file = try OwnedFileDescriptor.open(folder.write([5], to: "file"), flags: O_RDONLY)
      let number = file.rawValue
      notifier.store(number, name: "state")
      // The sender may close it at once.
      _ = consume file
      notifier.status("one")
      notifier.status("two")
      while let message = ServiceNotifierTests.message(receiver) {
        precondition(message == "WATCHDOG=1", message)
      }
      notifier.feedWatchdog()
      precondition(ServiceNotifierTests.message(receiver) == "READY=1\nSTATUS=on")
      var buffer = [UInt8](repeating: 0, count: 4096)
      var stored: CInt = -1
      guard case .bytes = receiver.receive(into: &buffer, descriptor: &stored) else {
        preconditionFailure("no message")
      }
      let bytes = try FileReader.read(OwnedFileDescriptor(adopting: stored), limit: 10)
      precondition(bytes == [5])
      precondition(ServiceNotifierTests.message(receiver) == "STATUS=two")
      precondition(ServiceNotifierTests.message(receiver) == "WATCHDOG=1")
      precondition(ServiceNotifierTests.message(receiver) == nil)
    }
  }

  @Test("Without a service manager, or with another process's watchdog, nothing is sent")
  func absent() async {
    await #expect(processExitsWith: .success) {
      unsafe unsetenv("NOTIFY_SOCKET")
      unsafe setenv("WATCHDOG_USEC", "1000", 1)
      unsafe setenv("WATCHDOG_PID", "1", 1)
      let notifier = ServiceNotifier()
      precondition(!notifier.isPresent)
      precondition(notifier.watchdogInterval == nil)
      notifier.ready(status: "")
      unsafe setenv("NOTIFY_SOCKET", "/no/such/socket", 1)
      ServiceNotifier().feedWatchdog()
    }
  }

  @Test("Descriptors meant for another process are left alone")
  func foreignDescriptors() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("LISTEN_PID", "1", 1)
      unsafe setenv("LISTEN_FDS", "2", 1)
      let inherited = InheritedDescriptors()
      precondition(inherited.names.isEmpty)
      precondition(ProcessEnvironment["LISTEN_FDS"] == "2")
    }
  }
}
