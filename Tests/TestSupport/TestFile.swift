// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Files that belong to tests, read without Foundation, which not every processor's runtime has for this compiler.
package enum TestFile {
  /// The path of `name` beside a source file; `name` may begin with `../`.
  package static func path(_ name: String, beside source: String = #filePath) -> String {
    var parts = source.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for part in name.split(separator: "/", omittingEmptySubsequences: false) {
      if part == ".." { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// The bytes of the file at `path`; nil where it cannot be read.
  package static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += piece[..<count]
    }
  }

  /// The text of the file at `path`; nil where it cannot be read, or is no UTF-8.
  package static func text(_ path: String) -> String? {
    bytes(path).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The names in the folder at `path`, sorted; nil where there is no such folder.
  package static func names(inFolder path: String) -> [String]? {
    guard let folder = unsafe opendir(path) else { return nil }
    defer { _ = unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Appends `text` to the file at `path`, which is made where there is none.
  package static func append(_ text: String, to path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    let bytes = Array(text.utf8)
    return unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      == bytes.count
  }
}
