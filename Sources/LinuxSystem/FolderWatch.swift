// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Files of folders that were written or put in place (`inotify`).
///
/// Folders are watched, not files: editors write a new file and give it the old one's name.
package struct FolderWatch: ~Copyable {
  /// A file that is complete.
  package struct Change: Hashable, Sendable {
    /// The number that ``watch(_:)`` has given its folder.
    package let folder: CInt
    /// Its name in the folder.
    package let name: String

    /// The file `name` in the folder of this number.
    package init(folder: CInt, name: String) {
      self.folder = folder
      self.name = name
    }
  }

  private let file: OwnedFileDescriptor

  /// A watch over nothing.
  ///
  /// - Returns: The watch.
  /// - Throws: ``SystemError`` when no descriptor is left, or the user has too many watches.
  package static func open() throws(SystemError) -> Self {
    let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.last("inotify_init1") }
    return Self(file: OwnedFileDescriptor(adopting: descriptor))
  }

  /// Readable while there are changes.
  package var descriptor: CInt { file.rawValue }

  /// Watches the folder at `path` too.
  ///
  /// - Returns: A number, the same for the same folder.
  /// - Throws: ``SystemError`` when there is none, or it cannot be read.
  package func watch(_ path: String) throws(SystemError) -> CInt {
    // A link that is made is put in place; a file that is made has nothing in it yet.
    let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)
    let number = unsafe inotify_add_watch(file.rawValue, path, events | UInt32(IN_ONLYDIR))
    guard number >= 0 else { throw SystemError.last("watch", subject: path) }
    return number
  }

  /// Takes the changes that have come.
  ///
  /// - Parameter isLink: Tells if a name that has been made in a folder is a link.
  /// - Returns: The changes, oldest first; a file may be among them several times.
  package func takeChanges(isLink: (Change) -> Bool) -> [Change] {
    var changes: [Change] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while let bytes = file.read(into: &buffer), !bytes.isEmpty {
      var rest = bytes
      // struct inotify_event: wd, mask, cookie, len, and the name padded with zeros.
      while rest.count >= 16 {
        func word(_ index: Int) -> UInt32 {
          (0..<4).reduce(0) { $0 | UInt32(rest[rest.startIndex + index * 4 + $1]) << ($1 * 8) }
        }
        let (mask, length) = (word(1), Int(word(3)))
        let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
        let change = Change(
          folder: CInt(truncatingIfNeeded: word(0)),
          name: String(decoding: name, as: UTF8.self)
        )
        rest = rest.dropFirst(16 + length)
        if mask & UInt32(IN_CREATE) != 0, !isLink(change) { continue }
        if !name.isEmpty { changes.append(change) }
      }
    }
    return changes
  }
}
