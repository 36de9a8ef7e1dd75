// SPDX-License-Identifier: Apache-2.0
package import PlainText
package import Geometry
internal import JSON
package import Motion
package import Raster

/// A table `[[image]]`: a picture with colours of its own.
package struct ImageSettings: WidgetTable {
  package static let kind = "image"

  package static let members =
    keys.members() + [
      WidgetMember(
        "file",
        isSettable: false,
        read: { value, settings throws(WidgetFault) in settings.requestedFile = value.string },
        write: { $0.requestedFile.map { .string($0) } ?? .null }
      ),
      // A file that is asked for again may be another picture by now.
      .number("file_number", path: \.fileNumber, in: 0...1e15),
    ]

  /// The widget's name.
  package var id: String
  /// The image's rectangle.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(50),
    width: .points(240),
    height: .points(240)
  )
  /// The path of the PNG image at first; empty for none.
  @Exact package var file = ""
  /// The path that a request has set; nil for none.
  @Exact package var requestedFile: String?
  /// Number of files that requests have set.
  package var fileNumber: Double = 0
  /// The fit of the image in the frame.
  package var fit: PictureFit = .contain
  /// Radius of the frame's corners in points, 0 … 1000; half of the shorter side at most is used.
  package var cornerRadius: Double = 0
  /// The folders from which requests may have files shown; each ends with a slash.
  @Exact package var directories: [String] = []
  /// Seconds in which one image becomes another unless a request says otherwise, 0 … 86400; `over`.
  package var changeDuration: Double = 0.25
  /// The course of a change of pictures whose request names none; `ease`.
  package var ease: Curve = .easeInEaseOut
  /// The elastic frame that swells beneath the image at a touch; nil for none.
  package var elastic: ElasticFrameSettings?
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness: a disabled image is drawn faintly, and does not swell.
  package var isEnabled = true

  /// The defaults for an image called `id`.
  package init(id: String) { self.id = id }

  /// The path of the image in force; empty for none.
  package var shownFile: String {
    // A folder that a stricter configuration does not name any more.
    requestedFile.flatMap { path(of: $0) } ?? file
  }

  /// The path of a file that a request names, relative to the first of ``directories`` unless it begins
  /// with one of them.
  ///
  /// - Returns: nil where it lies in none of these, or goes up from one.
  package func path(of file: String) -> String? {
    guard !file.isEmpty, !file.leadsUp else { return nil }
    if directories.contains(where: { file.utf8.starts(with: $0.utf8) }) { return file }
    return file.utf8.first == UInt8(ascii: "/") ? nil : directories.first.map { $0 + file }
  }

  package func pictures(in size: Size) -> [PixelBudget.Picture] {
    // There may be none yet.
    [.image]
  }
}
