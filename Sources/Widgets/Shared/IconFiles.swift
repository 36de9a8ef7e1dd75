// SPDX-License-Identifier: Apache-2.0
internal import PlainText

/// The files that a widget may show as icons: those that the configuration names, and those that lie beside one of
/// these or in the configuration's folder.
package struct IconFiles: Hashable, Sendable {
  /// The folder from which relative paths count, with a slash at its end; empty for the working one.
  private let folder: ExactText
  /// The files that the configuration names, as it writes them.
  private var named: Set<ExactText> = []
  /// The folders, each with a slash at both ends, from which requests may name files by absolute paths.
  private var folders: Set<ExactText> = []

  /// The files in the configuration's folder.
  package init(in folder: String = "") {
    self.folder = ExactText(folder)
    addFolder(of: folder)
  }

  /// Adds a file that the configuration names, and those beside it; nothing for an empty path.
  mutating func add(_ file: String) {
    guard !file.isEmpty, named.insert(ExactText(file)).inserted else { return }
    addFolder(of: file.path(in: folder.text))
  }

  private mutating func addFolder(of path: String) {
    // All files of the machine would be too many.
    guard path.hasPrefix("/"), let end = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      end > path.startIndex
    else { return }
    folders.insert(ExactText(String(path[...end])))
  }

  /// The path of a file that the configuration or a request names.
  ///
  /// - Returns: nil where it is none of these.
  func path(of file: String) -> String? {
    guard !file.isEmpty else { return nil }
    let path = file.path(in: folder.text)
    if named.contains(ExactText(file)) { return path }
    guard !file.leadsUp else { return nil }
    guard file.hasPrefix("/") else { return path }
    return folders.contains { path.utf8.starts(with: $0.text.utf8) } ? path : nil
  }
}

extension String {
  /// The path as it is from the working folder on, relative ones counted from `folder`; an empty one stays empty.
  func path(in folder: String) -> String { isEmpty || hasPrefix("/") ? self : folder + self }

  /// True for a path that goes up from a folder, or that no file can have.
  var leadsUp: Bool {
    utf8.contains(0)
      || utf8.split(separator: UInt8(ascii: "/"))
        .contains { $0.elementsEqual("..".utf8) }
  }
}
