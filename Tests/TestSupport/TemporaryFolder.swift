// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A new empty folder that disappears, with what is in it, together with this object.
package final class TemporaryFolder {
  /// The folder's path, short enough for a socket in it.
  package let path: String

  /// A folder below `/tmp`, whatever TMPDIR says: the path of a socket has 107 bytes at most.
  package init() {
    var template = Array("/tmp/swell-test-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe mkdtemp($0) } != nil
    }
    precondition(made, "no temporary folder can be made")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let folder = unsafe opendir(path) else { return }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      // The folder's own entries cannot be unlinked.
      _ = unsafe unlink(self[name])
    }
    _ = unsafe closedir(folder)
    _ = unsafe rmdir(path)
  }

  /// The path of `name` in the folder.
  package subscript(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, over one that is there, and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) -> String {
    let descriptor = unsafe open(self[name], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      precondition(count > 0, "a temporary file cannot be written")
      rest = rest.dropFirst(count)
    }
    close(descriptor)
    return self[name]
  }
}
