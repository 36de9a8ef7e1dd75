// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import LinuxSystem

/// The machine's display devices under `/dev/dri`.
package final class DRMCards: CardSystem {
  private static let folder = "/dev/dri"
  private let monitor: CardMonitor
  /// `nil` where no descriptor was left for it.
  private let inquiry: MonitorInquiry?
  /// Monitor and inquiry in one.
  private let sources: Epoll?
  package let descriptor: CInt?

  /// Begins to listen for changes.
  package init() {
    monitor = CardMonitor.open()
    do throws(SystemError) {
      let inquiry = try MonitorInquiry()
      let sources = try Epoll.open()
      try sources.add(inquiry.descriptor, token: 0)
      if let descriptor = monitor.descriptor { try sources.add(descriptor, token: 1) }
      self.inquiry = inquiry
      descriptor = sources.descriptor
      self.sources = consume sources
    } catch {
      // Monitors are asked while everything waits, then.
      inquiry = nil
      sources = nil
      descriptor = monitor.descriptor
    }
  }

  package func cards() -> [String] {
    // The folder says the same as udev's list, and says it where no udev runs.
    guard let directory = unsafe opendir(Self.folder) else { return [] }
    defer { unsafe closedir(directory) }
    var numbers: [Int] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let path = "\(Self.folder)/\(name)"
      if Self.isCard(path), let number = Int(name.dropFirst(4)) { numbers.append(number) }
    }
    return numbers.sorted().map { "\(Self.folder)/card\($0)" }
  }

  package func node(for path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  package func open(_ path: String) throws(KMSError) -> DRMDevice {
    try DRMDevice.open(path)
  }

  package func adopt(
    _ descriptor: consuming OwnedFileDescriptor
  ) throws(KMSError) -> DRMDevice {
    try DRMDevice.adopt(descriptor)
  }

  package func ask(_ device: DRMDevice, probe: Probe) -> Bool {
    guard let inquiry, let descriptor = device.descriptor else { return false }
    return inquiry.begin(descriptor, path: device.path, probe: probe)
  }

  package func nextChange() -> CardChange? {
    monitor.next() ?? inquiry?.next().map { .answered(path: $0) }
  }

  /// Tells if `path` is the primary node of a card; render nodes are called otherwise.
  static func isCard(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    let digits = name.dropFirst(4).utf8
    return path.hasPrefix("\(folder)/") && name.hasPrefix("card") && !digits.isEmpty
      && digits.count < 8 && digits.allSatisfy { (48...57).contains($0) }
  }
}
