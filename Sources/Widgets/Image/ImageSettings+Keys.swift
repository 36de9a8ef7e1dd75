// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension ImageSettings {
  package static let about = "A picture with colours of its own"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(\.frame),
    .text(
      "file",
      \.file,
      "A PNG or JPEG image, or SVG by rsvg-convert; relative to this file's folder"
    ),
    .choice(
      "fit",
      \.fit,
      "Whole (\"contain\"), \"cover\" to fill the frame, or \"none\": pixel by pixel"
    ),
    .number("corner_radius", \.cornerRadius, 0...1000, "Of the frame's corners, in points"),
    .elastic(\.elastic),
    .own(
      "directories",
      .list(.text, 0...16),
      "Folders from which `image.set` may have others shown; that of `file`, else that of this file"
    ) { node, settings throws(Diagnostic) in
      settings.directories = try directories(node)
    },
    .number("over", \.changeDuration, 0...86400, "Seconds in which one image becomes another"),
    .ease(\.ease),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  /// Reads a table `[[image]]`; relative paths count from `folder`.
  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    reader.read(Self.keys, into: &self)
    file = file.path(in: folder)
    if reader.has("directories") {
      directories = directories.map { $0.path(in: folder) }
    } else {
      // That of the image, else that of the configuration.
      let usual = file.lastIndex(of: "/").map { String(file[...$0]) } ?? folder
      directories = [usual.isEmpty ? "./" : usual]
    }
  }

  private static func directories(_ node: TOMLNode) throws(Diagnostic) -> [String] {
    try node.texts(0...16, expectation: "a list of at most 16 folders").map {
      $0.hasSuffix("/") ? $0 : $0 + "/"
    }
  }
}
