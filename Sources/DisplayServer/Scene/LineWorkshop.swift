// SPDX-License-Identifier: Apache-2.0
internal import Raster
internal import Synchronization
internal import Typography
internal import Widgets

/// Lines of text for fields, with fonts of its own, so that typing never waits for a scene that is made
/// beside the loop; at most for a line of it.
final class LineWorkshop: LineMaker {
  private struct State {
    var fonts: FontLibrary?
    var complaints: [String] = []
  }

  private let state = Mutex(State())

  init() {}

  func line(
    _ text: String,
    font: String,
    pixelSize: Double,
    direction: TextDirection
  ) throws(MaterialFault) -> TextLine {
    let outcome: Result<TextLine, MaterialFault> = state.withLock { state in
      do throws(TypographyError) {
        let fonts = if let open = state.fonts { open } else { try FontLibrary.open() }
        state.fonts = fonts
        return .success(
          try fonts.line(
            text,
            font: font.isEmpty ? nil : font,
            pixelSize: pixelSize,
            direction: direction
          )
        )
      } catch {
        return .failure(MaterialFault("\(error)"))
      }
    }
    return try outcome.get()
  }

  func complain(_ sentence: String) { state.withLock { $0.complaints.append(sentence) } }

  /// Takes the sentences about what had to be left out.
  func takeComplaints() -> [String] {
    state.withLock { state in
      defer { state.complaints = [] }
      return state.complaints
    }
  }

  /// Lets go of open fonts; another line opens the one it needs.
  func releaseFonts() { state.withLock { $0.fonts?.releaseFonts() } }
}
