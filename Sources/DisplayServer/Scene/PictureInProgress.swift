// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import Geometry
internal import LinuxSystem
internal import MonotonicTime
internal import Presentation
internal import Raster
internal import Synchronization
internal import Widgets

/// A picture of what the screen shows at one instant, painted a few rows at a time between the frames.
///
/// It has a copy of the scene (or of the page of crosses), so that frames go on meanwhile and the picture is of one instant all the
/// same: XRGB8888 in the scanout buffer's orientation, row by row without padding.
final class PictureInProgress {
  /// Time that one step may take; the rows of a step become fewer or more by it.
  private static let aim = MonotonicInterval.microseconds(250)
  private static let largestStep = 64

  /// Extent in pixels.
  let size: PixelSize

  private var scene: Scene
  private let page: CalibrationPage?
  private var memory: UnsealedMemory?
  private let closer: BackgroundCloser
  private let sealed = Sealed()
  private var nextRow = 0
  private var rowsPerStep = 16

  /// A picture of `scene` as it was shown last, or of the page of crosses where that is shown.
  ///
  /// - Parameters:
  ///   - scene: The scene that is shown, or hidden by the page.
  ///   - cross: The bright cross of the page; nil where it is not shown.
  ///   - closer: The closer that gives the memory back.
  /// - Throws: `SystemError` when there is no memory or descriptor for it.
  init(
    of scene: Scene,
    cross: Int? = nil,
    closer: BackgroundCloser
  ) throws(SystemError) {
    self.scene = scene
    self.closer = closer
    page = cross.map { CalibrationPage(cross: $0) }
    size = scene.transform.bufferSize
    memory = try UnsealedMemory.make(
      byteCount: size.width * size.height * 4,
      name: "swell-screenshot"
    )
  }

  deinit { if let memory = memory.take() { closer.close(memory) } }

  /// Bytes from one row to the next.
  var strideBytes: Int { size.width * 4 }

  /// Paints the next rows.
  ///
  /// - Parameter readClock: Tells how long that takes; nil where time stands still.
  /// - Returns: True if the picture is complete.
  func paintOn(_ readClock: (() -> MonotonicInstant)?) -> Bool {
    let start = readClock?()
    let rows = nextRow..<min(size.height, nextRow + rowsPerStep)
    memory?.withBytes { bytes in
      if let page {
        var buffer = BackBuffer(
          bytes: bytes._mutatingExtracting(...),
          strideBytes: strideBytes,
          size: size,
          format: .xrgb8888,
          index: 0
        )
        return page.paint(&buffer, rows: rows)
      }
      var canvas = Canvas(
        bytes._mutatingExtracting(...),
        strideBytes: strideBytes,
        format: .xrgb8888,
        size: size
      )
      scene.paint(rows: rows, into: &canvas)
    }
    nextRow = rows.upperBound
    if let start, let end = readClock?() {
      if end - start > Self.aim {
        rowsPerStep = max(1, rowsPerStep / 2)
      } else if (end - start) * 4 < Self.aim {
        rowsPerStep = min(Self.largestStep, rowsPerStep * 2)
      }
    }
    return nextRow == size.height
  }

  /// The complete picture.
  ///
  /// - Parameter lines: The workshop that has it sealed beside the loop, where that can be: to let go of the mapped
  ///   part of a large picture takes longer than a turn may.
  /// - Returns: A sealed memfd; nil while it is being sealed.
  /// - Throws: `SystemError` with the kernel's reason.
  func seal(by lines: LineWorkshop) throws(SystemError) -> SharedDescriptor? {
    if let memory = memory.take() {
      let (parts, sealed, closer) = (memory.release(), sealed, closer)
      let seal = { @Sendable in sealed.seal(UnsealedMemory(parts), closer: closer) }
      if !lines.makeLater(seal) { seal() }
    }
    return try sealed.result.withLock { $0 }?.get()
  }

  /// The outcome of sealing.
  private final class Sealed: Sendable {
    let result = Mutex<Result<SharedDescriptor, SystemError>?>(nil)

    func seal(_ memory: consuming UnsealedMemory, closer: BackgroundCloser) {
      let outcome: Result<SharedDescriptor, SystemError>
      do throws(SystemError) {
        outcome = .success(SharedDescriptor(try memory.seal(), closer: closer))
      } catch {
        outcome = .failure(error)
      }
      result.withLock { $0 = outcome }
    }
  }
}

/// The state of a request that takes several turns.
package final class UnfinishedRequest {
  /// The picture that is being painted for it.
  var picture: PictureInProgress?
  /// The number of the reload that it waits for.
  var reload: Int?
  /// True once its work has been begun.
  var hasBegun = false
  /// Number of its widgets that can have what they want, and whether any looks different then.
  var granted = (count: 0, isSeen: false)
  /// The text that has not been typed yet.
  var text: Substring?
  /// The result, to be told once its texts are shown, and the widgets that show them.
  var done: (result: ControlResult, widgets: [String])?

  /// Number of times that it may still wait for texts that are being made.
  private var waitsLeft = UnfinishedRequest.mostWaits
  private static let mostWaits = 8

  package init() {}

  /// Tells if it may wait once more for texts that are being made beside the loop, and counts that.
  func mayWaitForTexts() -> Bool {
    waitsLeft -= 1
    return waitsLeft >= 0
  }

  /// The request has been answered; the next one begins anew.
  func clear() {
    picture = nil
    reload = nil
    hasBegun = false
    granted = (0, false)
    text = nil
    done = nil
    waitsLeft = Self.mostWaits
  }
}
