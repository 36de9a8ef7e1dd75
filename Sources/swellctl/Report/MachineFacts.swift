// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import JSON
internal import LinuxSystem
internal import PlainText

/// Versions and the kind of machine: nothing that belongs to this very one.
enum MachineFacts {
  /// The libraries that `swelld` uses.
  private static let libraries = [
    "libc", "libdrm", "libevdev", "libfontconfig", "libfreetype", "libfribidi", "libharfbuzz",
    "libpng16", "libudev", "libunibreak", "libxkbcommon",
  ]

  #if arch(arm64)
  private static let architecture = "aarch64"
  #else
  private static let architecture = "x86_64"
  #endif

  /// All facts; those that cannot be read are left out.
  ///
  /// - Parameter daemonVersion: The version that the daemon says; nil when it does not answer.
  /// - Returns: The facts by name.
  static func read(daemonVersion: String?) -> JSONObject {
    let kernel = ["ostype", "osrelease", "version"].compactMap { line("/proc/sys/kernel/\($0)") }
    var facts = JSONObject([
      ("swellctl", .string(SwellRelease.description)),
      ("swelld", daemonVersion.map { .string($0) } ?? nil),
      ("architecture", .string(architecture)), ("kernel", .string(kernel.joined(separator: " "))),
    ])
    let systemd = try? BoundedProgram().run(["systemctl", "--version"], input: [])
    facts["systemd"] = systemd.flatMap { .string(firstLine($0)) }
    facts["system"] = .object(systemNames)
    for (name, path) in [
      ("model", "/sys/firmware/devicetree/base/model"), ("maker", "/sys/class/dmi/id/sys_vendor"),
      ("product", "/sys/class/dmi/id/product_name"), ("board", "/sys/class/dmi/id/board_name"),
    ] {
      facts[name] = line(path).map { .string($0) }
    }
    if let bytes = try? FileReader.read("/sys/firmware/devicetree/base/compatible", limit: 4096) {
      facts["compatible"] = .array(bytes.split(separator: 0).map { .string(firstLine(Array($0))) })
    }
    facts["kernel_command_line"] = .array(displayArguments.map { .string($0) })
    facts["libraries"] = .object(JSONObject(libraryVersions))
    return facts
  }

  /// The kernel's data on the device that a card belongs to: its driver and what it is compatible with.
  static func device(ofCard path: String) -> JSONObject {
    let name = path.split(separator: "/").last ?? ""
    let keys = [
      "DRIVER", "OF_NAME", "OF_COMPATIBLE_", "PCI_ID", "PCI_SUBSYS_ID", "PRODUCT", "MODALIAS",
    ]
    let lines = lines("/sys/class/drm/\(name)/device/uevent")
    return assignments(lines) { key in
      keys.contains { $0.hasSuffix("_") ? key.hasPrefix($0) : key == $0 }
    }
  }

  private static var systemNames: JSONObject {
    let release = lines("/etc/os-release")
    return assignments(release) { ["ID", "VERSION_ID", "PRETTY_NAME"].contains($0) }
  }

  /// Words of the kernel's command line that concern displays; the rest of it may hold secrets.
  private static var displayArguments: [String] {
    (line("/proc/cmdline") ?? "").split(separator: " ").map(String.init).filter { word in
      ["video=", "drm.", "drm_kms_helper.", "vc4.", "fbcon=", "nomodeset"].contains(
        where: word.hasPrefix
      )
    }
  }

  /// The versions by the names of their files, which links without them lead to.
  private static var libraryVersions: [(String, JSONValue)] {
    let folders = ["/usr/lib/\(architecture)-linux-gnu", "/usr/lib", "/usr/lib64"]
    let files = folders.map { ($0, FileSystem.names(in: $0)) }
    return libraries.compactMap { library in
      for (folder, names) in files {
        guard let name = names.filter({ $0.hasPrefix("\(library).so.") }).min() else { continue }
        let file = FileSystem.resolved("\(folder)/\(name)").split(separator: "/").last ?? ""
        return (library, .string(String(file)))
      }
      return nil
    }
  }

  private static func assignments(_ lines: [String], isWanted: (String) -> Bool) -> JSONObject {
    JSONObject(
      lines.compactMap { line in
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, isWanted(parts[0]) else { return nil }
        return (parts[0], .string(parts[1].filter { $0 != "\"" }))
      }
    )
  }

  private static func lines(_ path: String) -> [String] {
    let bytes = (try? FileReader.read(path, limit: 65_536)) ?? []
    return bytes.split(separator: 0x0A).map { firstLine(Array($0)) }
  }

  /// The first line of a file; nil where there is none.
  private static func line(_ path: String) -> String? {
    (try? FileReader.read(path, limit: 65_536)).map(firstLine).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func firstLine(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self).printable
  }
}
