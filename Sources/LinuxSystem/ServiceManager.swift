// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
package import MonotonicTime
internal import PlainText

/// The connection to systemd: readiness, status, watchdog and the descriptor store.
///
/// Messages are datagrams to `$NOTIFY_SOCKET` as `sd_notify(3)` describes; without that variable
/// every call does nothing. No call waits: what a service manager that is held up does not take is kept, and
/// sent in order before the next message. Failures are ignored: one that does not listen must not stop the
/// screen.
package struct ServiceNotifier: Sendable {
  private let outbox: ServiceOutbox?
  /// Longest interval between calls of ``feedWatchdog()``; `nil` without a watchdog.
  package let watchdogInterval: MonotonicInterval?

  /// A connection to `address`; the watchdog's interval is in this process's environment.
  package init(address: String? = ProcessEnvironment["NOTIFY_SOCKET"]) {
    outbox = address.map(ServiceOutbox.init(address:))
    var interval: MonotonicInterval?
    if let text = ProcessEnvironment["WATCHDOG_USEC"], let microseconds = Int64(text),
      microseconds > 0
    {
      let owner = ProcessEnvironment["WATCHDOG_PID"].flatMap(Int32.init)
      if owner == nil || owner == getpid() {
        interval = .microseconds(microseconds)
      }
    }
    watchdogInterval = interval
  }

  /// True if a service manager has asked for notifications.
  package var isPresent: Bool { outbox != nil }

  /// Says that the service is up (`READY=1`), with a status line.
  package func ready(status: String) {
    send("READY=1\nSTATUS=\(status.printable)")
  }

  /// Sets the line that `systemctl status` shows.
  package func status(_ text: String) { send("STATUS=\(text.printable)") }

  /// Says that a reload has begun; ``ready(status:)`` ends it.
  package func reloading(at time: MonotonicInstant) {
    send("RELOADING=1\nMONOTONIC_USEC=\(time.nanoseconds / 1000)")
  }

  /// Says that the service is on its way out.
  package func stopping() { send("STOPPING=1") }

  /// Says that the service does its work.
  ///
  /// Not kept: an old one would speak for a process that may hang by now.
  package func feedWatchdog() { outbox?.send("WATCHDOG=1", isKept: false) }

  /// Asks the service manager to act as if the watchdog had run out.
  package func triggerWatchdog() { send("WATCHDOG=trigger") }

  /// Puts a duplicate of `descriptor` into the descriptor store under `name`.
  ///
  /// The store does not watch it (`FDPOLL=0`): a DRM device reports errors that would remove it.
  package func store(_ descriptor: CInt, name: String) {
    send("FDSTORE=1\nFDNAME=\(name)\nFDPOLL=0", descriptor: descriptor)
  }

  /// Removes every descriptor called `name` from the store.
  package func removeStored(name: String) {
    send("FDSTOREREMOVE=1\nFDNAME=\(name)")
  }

  private func send(_ message: String, descriptor: CInt = -1) {
    outbox?.send(message, descriptor: descriptor)
  }
}

/// Descriptors that the service manager handed over at the start (`sd_listen_fds(3)`).
///
/// Each can be taken once; those that are not taken are closed when the value dies.
package struct InheritedDescriptors: ~Copyable {
  private var entries: [(name: String, descriptor: CInt)]

  /// Takes over the descriptors that `$LISTEN_FDS` counts, if they are meant for this process.
  ///
  /// Call once, before anything else opens descriptors.
  package init() {
    entries = []
    guard let owner = ProcessEnvironment["LISTEN_PID"], Int32(owner) == getpid(),
      let text = ProcessEnvironment["LISTEN_FDS"], let count = Int(text), count > 0, count < 1024
    else { return }
    let names = (ProcessEnvironment["LISTEN_FDNAMES"] ?? "")
      .split(separator: ":", omittingEmptySubsequences: false)
    for index in 0..<count {
      let descriptor = CInt(3 + index)
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { continue }
      entries.append((index < names.count ? String(names[index]) : "unknown", descriptor))
    }
    // Children must not take them for their own.
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { _ = unsafe unsetenv(name) }
  }

  deinit {
    for entry in entries { _ = close(entry.descriptor) }
  }

  /// The names of the descriptors that have not been taken yet.
  package var names: [String] { entries.map(\.name) }

  /// Takes the first descriptor called `name`.
  ///
  /// - Returns: The descriptor, `nil` when there is none of that name.
  package mutating func take(_ name: String) -> OwnedFileDescriptor? {
    guard let index = entries.firstIndex(where: { $0.name == name }) else { return nil }
    return OwnedFileDescriptor(adopting: entries.remove(at: index).descriptor)
  }

  /// Takes the first descriptor that is a listening Unix stream socket.
  ///
  /// - Returns: The socket, `nil` when none is there.
  package mutating func takeListener() -> UnixListener? {
    let isListener = { (entry: (name: String, descriptor: CInt)) in
      clinux_is_listening_unix_stream(entry.descriptor) == 1
    }
    guard let index = entries.firstIndex(where: isListener) else { return nil }
    let descriptor = entries.remove(at: index).descriptor
    return UnixListener(adopting: OwnedFileDescriptor(adopting: descriptor))
  }
}
