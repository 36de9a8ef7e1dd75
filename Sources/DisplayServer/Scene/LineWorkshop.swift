// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import Raster
internal import Synchronization
internal import Typography
internal import Widgets

/// Lines of text for fields and labels, with fonts of its own, so that typing never waits for a scene that is made
/// beside the loop; at most for a line of it.
final class LineWorkshop: LineMaker {
  private struct State {
    var fonts: FontLibrary?
    var complaints: [String] = []
    /// The blocks that were made last, the newest behind.
    var blocks: [(request: BlockRequest, block: TextBlock)] = []
  }

  /// A block as labels ask for it.
  private struct BlockRequest: Hashable {
    let text: ExactText
    let font: ExactText
    let pixelSize: Double
    let width: Int
    let lines: Int
  }

  /// How many blocks are kept: what a request wants is made on a thread, and looked up by the loop.
  private static let keptBlocks = 4

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

  func block(
    _ text: String,
    font: String,
    pixelSize: Double,
    width: Int,
    lines: Int
  ) throws(MaterialFault) -> TextBlock {
    let request = BlockRequest(
      text: ExactText(text),
      font: ExactText(font),
      pixelSize: pixelSize,
      width: width,
      lines: lines
    )
    let outcome: Result<TextBlock, MaterialFault> = state.withLock { state in
      if let made = state.blocks.first(where: { $0.request == request }) {
        return .success(made.block)
      }
      do throws(TypographyError) {
        let fonts = if let open = state.fonts { open } else { try FontLibrary.open() }
        state.fonts = fonts
        let block = try fonts.paragraph(
          text,
          font: font.isEmpty ? nil : font,
          pixelSize: pixelSize,
          width: Double(width),
          lines: lines,
          tabularFigures: true
        )
        if state.blocks.count == Self.keptBlocks { state.blocks.removeFirst() }
        state.blocks.append((request, block))
        return .success(block)
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

  /// Lets go of open fonts and of blocks; another line opens the font that it needs.
  func releaseFonts() {
    state.withLock { state in
      state.fonts?.releaseFonts()
      state.blocks = []
    }
  }
}
