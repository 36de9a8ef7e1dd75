// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A device node: who may open it, and who has.
struct DeviceNode {
  /// Its path.
  let path: String

  /// The node at `path`.
  init(_ path: String) { self.path = path }

  /// Looks at the card behind the node, without choosing anything.
  func card(in system: DRMCards) -> KMSInventory.Card {
    var card = KMSInventory.Card(path: path, driver: "", access: access, users: users)
    card.rights = NodeRights.read(path)
    do throws(KMSError) {
      let device = try system.open(path)
      card.driver = device.driver
      // Opening an unused card makes master, and a process that starts now would be refused.
      let isHeldByOther = !device.isMaster
      if !isHeldByOther { _ = device.dropMaster() }
      card.isHeldByOther = isHeldByOther
      let snapshot = try snapshot(of: device, mayProbe: !isHeldByOther)
      card.snapshot = snapshot
      card.description = device.description(of: snapshot)
    } catch {
      card.isDenied = error.kind == .notPermitted
      card.obstacle =
        error.operation == .readResources ? "has no display (render only)" : "\(error)"
    }
    return card
  }

  /// Reads the kernel's knowledge of a card, with the monitors asked if none is known.
  ///
  /// The kernel lets only a master ask; mastery is held for that call alone.
  private func snapshot(
    of device: DRMDevice,
    mayProbe: Bool
  ) throws(KMSError) -> DeviceSnapshot {
    let known = try device.snapshot(probing: .none)
    let hasMonitor = known.connectors.contains { $0.status == .connected && !$0.modes.isEmpty }
    guard mayProbe, !hasMonitor, device.acquireMaster() else { return known }
    defer { _ = device.dropMaster() }
    return try device.snapshot(probing: .all)
  }

  /// `root:video 0660`.
  private var access: String {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return "unreadable" }
    let owner = unsafe getpwuid(status.st_uid).map { unsafe String(cString: $0.pointee.pw_name) }
    let group = unsafe getgrgid(status.st_gid).map { unsafe String(cString: $0.pointee.gr_name) }
    let mode = String(status.st_mode & 0o7777, radix: 8)
    let names = "\(owner ?? "\(status.st_uid)"):\(group ?? "\(status.st_gid)")"
    return "\(names) \(String(repeating: "0", count: max(0, 4 - mode.count)))\(mode)"
  }

  /// Processes that have the node open, as far as this user may see.
  private var users: [String] {
    var users: [String] = []
    let own = "\(getpid())"
    for pid in Self.names(in: "/proc") where pid != own && pid.utf8.allSatisfy(Self.isDigit) {
      let links = Self.names(in: "/proc/\(pid)/fd")
      guard links.contains(where: { Self.target(of: "/proc/\(pid)/fd/\($0)") == path }) else {
        continue
      }
      users.append("\(Self.processName(pid)) (\(pid))")
    }
    return users
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func names(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      names.append(
        unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
      )
    }
    return names
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 256)
    let count = unsafe readlink(link, &bytes, 255)
    guard count > 0 else { return nil }
    return String(decoding: bytes[0..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func processName(_ pid: String) -> String {
    guard let file = unsafe fopen("/proc/\(pid)/comm", "re") else { return "process" }
    defer { unsafe fclose(file) }
    var bytes = [CChar](repeating: 0, count: 64)
    guard unsafe fgets(&bytes, 64, file) != nil else { return "process" }
    let name = bytes.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    return String(decoding: name, as: UTF8.self)
  }
}
