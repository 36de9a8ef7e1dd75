// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import LinuxSystem
internal import PlainText
package import Presentation

/// A light behind a panel as the kernel has it: a folder of `/sys/class/backlight`.
///
/// The kernel's `Documentation/ABI/stable/sysfs-class-backlight` describes its files.
package struct BacklightDevice: Hashable, Sendable {
  /// Its name and its brightest level.
  package var description: PanelLightDescription
  /// Its folder.
  package var path: String
  /// Kind of the interface that sets it: `firmware`, `platform` or `raw`.
  package var type: String
  /// The connector that it lights, such as "eDP-1"; nil where that cannot be told.
  package var connector: String?
  /// The reason why this process may not set it; nil when it may.
  package var obstacle: String?

  /// The kernel's name of it.
  package var name: String { description.name }

  /// The file with its level.
  package var levelPath: String { "\(path)/brightness" }
  /// The file with its power.
  var powerPath: String { "\(path)/bl_power" }

  /// All lights in the folder `folder`, by name.
  package static func all(in folder: String) -> [Self] {
    FileSystem.names(in: folder).filter { !$0.hasPrefix(".") }
      .sorted { $0.hasLesserBytes(than: $1) }
      .compactMap { Self(name: $0, in: folder) }
  }

  private init?(name: String, in folder: String) {
    let path = "\(folder)/\(name)"
    guard let highest = Self.number("\(path)/max_brightness"), highest > 0 else { return nil }
    description = PanelLightDescription(name: name, highestLevel: highest)
    self.path = path
    type = Self.text("\(path)/type") ?? "raw"
    connector = Self.connector(of: FileSystem.resolved(path))
    let files = ["\(path)/brightness", "\(path)/bl_power"]
    for file in files {
      guard unsafe access(file, W_OK) != 0, errno != ENOENT else { continue }
      obstacle = "\(SystemError.last("write", subject: file))"
      break
    }
  }

  /// Its present state; nil when it does not say.
  package var setting: PanelLightSetting? {
    guard let level = Self.number(levelPath) else { return nil }
    // FB_BLANK_UNBLANK is 0; the file is missing where the kernel has no framebuffer devices.
    return PanelLightSetting(level: level, isPowered: (Self.number(powerPath) ?? 0) == 0)
  }

  /// Sets it, and waits until it is set.
  ///
  /// - Throws: `SystemError` with the kernel's reason.
  package func set(_ setting: PanelLightSetting) throws(SystemError) {
    func setPower() throws(SystemError) {
      // FB_BLANK_POWERDOWN is 4.
      do throws(SystemError) {
        try Self.write(setting.isPowered ? 0 : 4, to: powerPath)
      } catch {
        guard error.number == ENOENT else { throw error }
      }
    }
    // The order keeps a level that was meant for the dark from being seen.
    if !setting.isPowered { try setPower() }
    try Self.write(setting.level, to: levelPath)
    if setting.isPowered { try setPower() }
  }

  /// The light among `devices` that belongs to a display.
  ///
  /// That is the connector's own; else the only one that is no other connector's. Where firmware and
  /// driver both offer one for the same panel, the kernel's advice is to prefer firmware, then platform.
  ///
  /// - Parameters:
  ///   - devices: All that there are.
  ///   - connector: The display's connector.
  ///   - name: The light that was asked for; nil for any.
  /// - Returns: The light, or why there is none.
  package static func choose(
    among devices: [Self],
    connector: String,
    named name: String?
  ) -> BacklightChoice {
    if let name {
      guard let named = devices.first(where: { $0.name.hasSameBytes(as: name) }) else {
        let known = devices.isEmpty ? "none" : devices.map(\.name).joined(separator: ", ")
        return .none("there is no backlight \(name) (there are: \(known))")
      }
      return .device(named)
    }
    guard !devices.isEmpty else { return .none("the panel has no backlight that can be set") }
    let own = devices.filter { $0.connector.map { $0 == connector } ?? false }
    var candidates = own.isEmpty ? devices.filter { $0.connector == nil } : own
    for type in ["firmware", "platform"] where candidates.count > 1 {
      let preferred = candidates.filter { $0.type == type }
      if preferred.count == 1 { candidates = preferred }
    }
    switch candidates.count {
    case 1: return .device(candidates[0])
    case 0:
      let others = devices.map { "\($0.name) is that of \($0.connector ?? "")" }
      return .none("\(connector) has no backlight: \(others.joined(separator: ", "))")
    default:
      let names = candidates.map(\.name).joined(separator: ", ")
      return .none("there is more than one backlight (\(names)); say which in 'backlight'")
    }
  }

  /// The connector's name in the path of a device below it: `…/drm/card0/card0-eDP-1/intel_backlight`.
  private static func connector(of path: String) -> String? {
    for part in path.split(separator: "/") where part.hasPrefix("card") {
      let digits = part.dropFirst(4).prefix { $0.isASCII && $0.isNumber }
      let rest = part.dropFirst(4 + digits.count)
      if !digits.isEmpty, rest.hasPrefix("-"), rest.count > 1 { return String(rest.dropFirst()) }
    }
    return nil
  }

  // MARK: - Files

  private static func text(_ path: String) -> String? {
    // The kernel gives these files a page.
    guard let bytes = try? FileReader.read(path, limit: 65_536) else { return nil }
    return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
  }

  private static func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

  private static func write(_ number: Int, to path: String) throws(SystemError) {
    let file = try OwnedFileDescriptor.open(path, flags: O_WRONLY)
    let bytes = Array("\(number)\n".utf8)
    let count = unsafe bytes.withUnsafeBytes { raw in
      retryingOnInterrupt { unsafe Glibc.write(file.rawValue, raw.baseAddress, raw.count) }
    }
    guard count == bytes.count else { throw SystemError.last("write", subject: path) }
  }
}

/// The choice of a light.
package enum BacklightChoice: Hashable, Sendable {
  /// This one.
  case device(BacklightDevice)
  /// None, for this reason: a clause without a full stop.
  case none(String)
}
