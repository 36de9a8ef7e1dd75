// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
internal import Notices
internal import Presentation

/// Moving the picture on the panel, without painting it anew.
///
/// ```
///   ┌────────────────────── buffer ┐
///   │ margin  ┌─ seen ───────────┐ │   the picture is always painted at the margin;
///   │       ┌─┼─ picture ──────┐ │ │   what is seen begins elsewhere (SRC_X, SRC_Y)
///   │       │ └────────────────┼─┘ │
///   └───────┴──────────────────┴───┘
/// ```
/// The display is lit with buffers that are as large as the picture, as ever; once a frame is on the screen, they are
/// exchanged for larger ones if that is wanted, and back when it is not any more. An obstacle costs the moving,
/// never the picture.
extension ModesettingOutput {
  package var room: Int {
    guard let shown, !shown.isRoomRefused else { return 0 }
    return shown.swapchain.range
  }

  package var shift: PixelPoint {
    guard let shown, shown.swapchain.range > 0, shown.predecessor == nil else { return .zero }
    let (margin, source) = (shown.swapchain.margin, shown.pipeline.source)
    return PixelPoint(x: margin.x - source.x, y: margin.y - source.y)
  }

  package func makeRoom(_ range: Int, at now: MonotonicInstant) {
    guard range != wantedRange else { return }
    wantedRange = range
    guard let shown else { return }
    shown.isRoomRefused = false
    // Otherwise the next frame that is shown is followed by it.
    if isAwake, shown.flip == nil, !shown.isNew { _ = changeRoom(of: shown) }
  }

  package func move(to shift: PixelPoint) { wantedShift = shift }

  /// The framebuffer's pixel that the next frame shows in the first one of the screen.
  func source(on shown: Shown) -> PixelPoint {
    let isKept = shown.isRoomRefused && shown.predecessor == nil
    return isKept ? shown.pipeline.source : shown.swapchain.source(movedBy: wantedShift)
  }

  /// Exchanges the buffers for those with as much room as is wanted, if these have another; no flip may be pending.
  ///
  /// - Returns: True if they have been exchanged, and a whole frame has been asked for.
  func changeRoom(of shown: Shown) -> Bool {
    guard !shown.isRoomRefused, wantedRange != shown.swapchain.range, shown.setup == .flip else {
      return false
    }
    do throws(KMSError) {
      guard wantedRange == 0 || canPan(shown) else { return false }
      shown.exchange(try makeSwapchain(wantedRange, for: shown))
      events.append(.needsFullFrame)
      toldRoomObstacle = ""
      return true
    } catch {
      refuseRoom(of: shown, reason: "\(error)")
      return false
    }
  }

  /// Tells if the driver can show another part of a buffer; reports it where it cannot.
  private func canPan(_ shown: Shown) -> Bool {
    let driver = shown.device.driver
    guard shown.pipeline.isAtomic else {
      refuseRoom(of: shown, reason: "\(driver) is not asked by atomic requests")
      return false
    }
    guard DriverTraits(driver).pans else {
      refuseRoom(of: shown, reason: "\(driver) is not known to show another part of a buffer")
      return false
    }
    return true
  }

  private func makeSwapchain(
    _ range: Int,
    for shown: Shown
  ) throws(KMSError) -> Swapchain<Device> {
    let (device, pipeline) = (shown.device, shown.pipeline)
    let extent = Swapchain<Device>.extent(pipeline.size, format: pipeline.format, range: range)
    let paddings = Swapchain<Device>.paddings(of: extent, format: pipeline.format)
    var refusal = KMSError(.makeBuffer, device: device.path, number: 0)
    for padsRows in paddings {
      do throws(KMSError) {
        let swapchain = try Swapchain(
          on: device,
          size: pipeline.size,
          format: pipeline.format,
          range: range,
          padsRows: padsRows
        )
        // Some take a source that begins anywhere, others at even columns.
        for step in 0...min(range, 1) where pipeline.isAtomic {
          var tested = pipeline
          tested.source = swapchain.source(movedBy: PixelPoint(x: step, y: step))
          try test(&tested, setup: .takeover, framebuffer: swapchain.framebuffer(0), on: device)
        }
        return swapchain
      } catch {
        guard error.kind == .refused else { throw error }
        refusal = error
      }
    }
    throw refusal
  }

  /// Leaves the picture where it is on this display, and says so.
  func refuseRoom(of shown: Shown, reason: String) {
    shown.isRoomRefused = true
    guard wantedRange > 0, reason != toldRoomObstacle else { return }
    toldRoomObstacle = reason
    notice(.warning, recovery: "orbit-dropped", "the picture is not moved on the panel: \(reason)")
  }

  /// Goes back to the buffers before where the first frame in larger ones is refused.
  ///
  /// - Returns: True if that is so; a whole frame has been asked for then.
  func takesBackRoom(after error: KMSError) -> Bool {
    guard let shown, shown.takeBackBuffers() else { return false }
    refuseRoom(of: shown, reason: "\(error)")
    events.append(.needsFullFrame)
    return true
  }
}
