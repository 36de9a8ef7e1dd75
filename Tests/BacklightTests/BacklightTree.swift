// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Folders and files as the kernel has them below `/sys`, in a place of their own.
final class BacklightTree {
  let root: URL

  /// What stands in place of `/sys/class/backlight`.
  var folder: String { root.appendingPathComponent("class/backlight").path }

  init() throws {
    root = URL(fileURLWithPath: "/tmp/swell-light-\(UUID().uuidString.prefix(13))")
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true
    )
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// Adds a light below the device `parent`, with the kernel's files.
  func add(
    _ name: String,
    below parent: String = "platform/backlight",
    type: String = "raw",
    level: Int = 100,
    highest: Int = 100,
    hasPower: Bool = true
  ) throws {
    let device = root.appendingPathComponent("devices/\(parent)/\(name)")
    try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
    var files = ["brightness": "\(level)", "max_brightness": "\(highest)", "type": type]
    if hasPower { files["bl_power"] = "0" }
    for (file, text) in files {
      try Data("\(text)\n".utf8).write(to: device.appendingPathComponent(file))
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(name)",
      withDestinationPath: "../../devices/\(parent)/\(name)"
    )
  }

  /// The first line of a light's file; what is longer than what was written last is left behind it here.
  func text(_ name: String, _ file: String) -> String {
    let text = try? String(contentsOfFile: "\(folder)/\(name)/\(file)", encoding: .utf8)
    return text?.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Puts a folder in a file's place, so that writing there fails whoever tries.
  func spoil(_ name: String, _ file: String) throws {
    let path = "\(folder)/\(name)/\(file)"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }
}
