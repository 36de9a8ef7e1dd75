// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension ImageSettings {
  /// Reads a table `[[image]]`; relative paths count from `folder`.
  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: reader.id())
    func path(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }
    frame = reader.frame(frame)
    let file = reader.string("file", "")
    if !file.isEmpty { self.file = path(file) }
    fit = reader.choice("fit", fit)
    cornerRadius = reader.number("corner_radius", cornerRadius, in: 0...1000)
    elastic = reader.elastic(ElasticFrameSettings().color, frame)
    // That of the image, else that of the configuration.
    let usual = self.file.lastIndex(of: "/").map { String(self.file[...$0]) } ?? folder
    directories = reader.read("directories", usual.isEmpty ? ["./"] : [usual]) {
      node throws(Diagnostic) in
      guard let elements = node.elements, elements.count <= 16 else {
        throw node.mismatch("a list of at most 16 folders")
      }
      var directories: [String] = []
      for element in elements {
        let directory = path(try element.text())
        directories.append(directory.hasSuffix("/") ? directory : directory + "/")
      }
      return directories
    }
    changeDuration = reader.number("over", changeDuration, in: 0...86400)
    ease = reader.curve("ease", ease)
    isVisible = reader.bool("visible", isVisible)
    isEnabled = reader.bool("enabled", isEnabled)
  }
}
