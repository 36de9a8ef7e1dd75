// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
package import Notices

/// The properties of a display that frames are made for, as long as they do not change.
package struct OutputMode: Sendable, Hashable {
  /// Extent of the scanout buffers in buffer pixels; at least 1 × 1.
  package var size: PixelSize
  /// Layout of the buffers' pixels.
  package var format: PixelFormat
  /// Time between two refreshes, between 4 and 50 ms.
  package var refreshInterval: MonotonicInterval
  /// Part of ``refreshInterval`` that passes outside the picture; 0 where that is not known.
  package var blankingInterval: MonotonicInterval
  /// Width of the picture in millimetres, 0 when the display does not say.
  package var widthMillimetres: Int
  /// Height of the picture in millimetres, 0 when the display does not say.
  package var heightMillimetres: Int
  /// Number of buffers the display turns between, 2 or 3.
  package var bufferCount: Int
  /// Rotation by which the picture stands upright on a panel that is mounted sideways.
  package var panelRotation: Rotation
  /// Rotation of the picture beyond that of panel or configuration, where a preview tries out how it would hang.
  package var turn = Rotation.none

  /// A mode of the seven values, not turned by hand.
  package init(
    size: PixelSize,
    format: PixelFormat,
    refreshInterval: MonotonicInterval,
    blankingInterval: MonotonicInterval = .zero,
    widthMillimetres: Int = 0,
    heightMillimetres: Int = 0,
    bufferCount: Int = 2,
    panelRotation: Rotation = .none
  ) {
    self.size = size
    self.format = format
    self.refreshInterval = refreshInterval
    self.blankingInterval = blankingInterval
    self.widthMillimetres = widthMillimetres
    self.heightMillimetres = heightMillimetres
    self.bufferCount = bufferCount
    self.panelRotation = panelRotation
  }

  /// Time of each refresh that a display spends outside the picture: the part of its lines that is not seen.
  ///
  /// - Parameters:
  ///   - refreshInterval: Time between two refreshes; of an interlaced mode, between two fields.
  ///   - visibleLines: Lines of the picture.
  ///   - totalLines: Lines with the blank (`vtotal`); no more than `visibleLines` means no blank.
  /// - Returns: The length of time, 0 … `refreshInterval`.
  package static func blankingInterval(
    refreshInterval: MonotonicInterval,
    visibleLines: Int,
    totalLines: Int
  ) -> MonotonicInterval {
    guard totalLines > visibleLines, visibleLines >= 0 else { return .zero }
    let share = Double(totalLines - visibleLines) / Double(totalLines)
    return MonotonicInterval(seconds: refreshInterval.seconds * share)
  }
}

/// A description of an output in words and numbers for people: `status`, logs, the `output` event.
package struct OutputDescription: Sendable, Hashable {
  /// `kms` or `virtual`.
  package var kind: String
  /// `/dev/dri/card0`; empty while there is none.
  package var device: String
  /// The kernel driver's name; empty while there is none.
  package var driver: String
  /// `HDMI-A-1`; empty while there is none.
  package var connector: String
  /// `1920x1080@60`; empty while there is none.
  package var mode: String
  /// The connector of a second monitor that shows the same; empty while there is none.
  package var mirror: String
  /// The fault of the monitor that is shown on, in a sentence; empty as a rule.
  package var warning: String
  /// `active`, or why nothing is shown, such as `asleep` or `waiting for a monitor`.
  package var state: String

  /// A description of the eight values.
  package init(
    kind: String,
    device: String = "",
    driver: String = "",
    connector: String = "",
    mode: String = "",
    mirror: String = "",
    warning: String = "",
    state: String
  ) {
    self.kind = kind
    self.device = device
    self.driver = driver
    self.connector = connector
    self.mode = mode
    self.mirror = mirror
    self.warning = warning
    self.state = state
  }
}

/// A frame that has reached the screen.
package struct PresentationFeedback: Sendable, Hashable {
  /// Time at which its first line was scanned out (or taken over, where there is no vblank).
  package var time: MonotonicInstant
  /// The vblank counter at that time, if the hardware counts; wraps at 2^32.
  package var sequence: UInt32?
  /// True if `time` is a real vblank; otherwise the flip completed at once and the loop paces itself.
  package var isVblank: Bool
  /// True if the display was set up with this frame (a modeset, a wake from sleep) or had to be given it more than
  /// once: the time that this took says nothing about other frames.
  package var isInterrupted: Bool

  /// Feedback of the four values.
  package init(
    time: MonotonicInstant,
    sequence: UInt32?,
    isVblank: Bool,
    isInterrupted: Bool = false
  ) {
    self.time = time
    self.sequence = sequence
    self.isVblank = isVblank
    self.isInterrupted = isInterrupted
  }
}

/// An event of an output; they come in the order in which they happened.
package enum OutputEvent: Sendable, Hashable {
  /// The frame that was queued last is on the screen.
  case presented(PresentationFeedback)
  /// There is a display now, or its mode or buffers are new: all buffers' contents are unknown.
  case activated(OutputMode)
  /// There is no display any more until the next ``activated(_:)``; a queued frame will not arrive.
  case deactivated
  /// Frames that were handed over before may be lost: draw everything again, keep the mode.
  case needsFullFrame
  /// A fault was met or overcome; worth a line in the log and a count in the statistics.
  case notice(Notice)
}

/// The outcome of handing a frame to the display.
package enum CommitOutcome: Sendable, Hashable {
  /// It will be shown at the next vblank; ``OutputEvent/presented(_:)`` follows.
  case queued
  /// The display is busy: nothing has changed, the same buffer may be committed again later.
  case busy
  /// There is no display now; an event says so.
  case unavailable
}

/// The memory of one scanout buffer while it is being drawn into.
///
/// Writing is all that may be done: on real boards reading scanout memory is tens of times slower.
package struct BackBuffer: ~Copyable, ~Escapable {
  /// The buffer's bytes, `strideBytes * size.height` of them at least.
  package var bytes: MutableRawSpan
  /// Bytes from one row to the next; may exceed the row's pixels.
  package let strideBytes: Int
  /// Extent in buffer pixels.
  package let size: PixelSize
  /// Layout of a pixel.
  package let format: PixelFormat
  /// Index of the buffer in the swapchain, `0 ..< bufferCount`.
  package let index: Int

  /// The buffer whose memory is `bytes`.
  @_lifetime(copy bytes)
  package init(
    bytes: consuming MutableRawSpan,
    strideBytes: Int,
    size: PixelSize,
    format: PixelFormat,
    index: Int
  ) {
    self.bytes = bytes
    self.strideBytes = strideBytes
    self.size = size
    self.format = format
    self.index = index
  }
}

/// A display, real or virtual: the seam between the server and the machine.
///
/// An output lives on the server's single thread. It owns every descriptor it needs and shows the
/// server one that stands for all of them; it never blocks and never sleeps. Where it has to act at a
/// time (a retry, a missing flip event) it says when, and is called then.
///
/// ```
///   activated ──► withBackBuffer ──► commit ─► queued ──► presented ──► withBackBuffer …
///                       ▲               └──► busy ──► (server retries) ──┘
/// ```
///
/// The kernel's flip queue has length one: between `queued` and `presented` no frame is committed.
package protocol Output: AnyObject {
  /// Readable whenever ``processReadiness(at:)`` has something to do; constant; `nil` if never.
  var descriptor: CInt? { get }

  /// Time at which ``processDeadline(at:)`` wants to be called next; `nil` while nothing is due.
  var deadline: MonotonicInstant? { get }

  /// The mode that is shown on now; `nil` while there is no display.
  var mode: OutputMode? { get }

  /// The display in words; may allocate, not for the frame path.
  var description: OutputDescription { get }

  /// Begins to look for a display; events follow, perhaps at once. A second call does nothing.
  func start(at now: MonotonicInstant)

  /// Reads what the kernel has to say; never blocks.
  func processReadiness(at now: MonotonicInstant)

  /// Does what is due at ``deadline``.
  func processDeadline(at now: MonotonicInstant)

  /// Takes the oldest event that has not been taken.
  func nextEvent() -> OutputEvent?

  /// Draws into a buffer that is neither on the screen nor queued for it.
  ///
  /// `draw` returns the damage in buffer pixels: what may differ from the frame presented before.
  /// The damage adds up until a commit is accepted; a refused commit loses none of it.
  ///
  /// - Returns: True if there was a buffer; `false` means `draw` was not called.
  func withBackBuffer(_ draw: (inout BackBuffer) -> PixelRegion) -> Bool

  /// Hands the buffer that was drawn last to the display, for the next vblank.
  func commit(at now: MonotonicInstant) -> CommitOutcome

  /// Looks whether the screen still shows what was presented last, and asks for a full frame if not.
  ///
  /// Called now and then while nothing moves, never on the way of a frame.
  func checkScanout(at now: MonotonicInstant)

  /// The picture has come to rest: looks whether the screen shows it, and asks for a full frame if not.
  func pictureRests(at now: MonotonicInstant)

  /// Puts the panel to sleep or wakes it; while asleep nothing is committed.
  func setPower(_ isOn: Bool, at now: MonotonicInstant)

  /// Distance by which the picture can be moved on the panel now, in buffer pixels to each side; 0 where it cannot be.
  var room: Int { get }

  /// Offset of the picture on the panel, in buffer pixels to the right and down, as of the frame that
  /// was accepted last.
  var shift: PixelPoint { get }

  /// Makes room for moving the picture, where that can be had; ``room`` says whether and when.
  ///
  /// The strip that the picture leaves free on the panel is black.
  ///
  /// - Parameters:
  ///   - range: Buffer pixels to each side, 0 … 16; 0 for none.
  ///   - now: The current time.
  func makeRoom(_ range: Int, at now: MonotonicInstant)

  /// Moves the picture with the next frame that is committed, as far as there is ``room``.
  func move(to shift: PixelPoint)

  /// Leaves the screen as it is and lets go of the display; the last call an output gets.
  func stop()

  /// Counts the devices used so far: changes whenever ``descriptorForStore`` stands for another one; 0 while
  /// that is the one that the output was begun with.
  var deviceGeneration: Int { get }

  /// The device as it can be handed to the next process of the service; `nil` when there is none.
  var descriptorForStore: CInt? { get }
}

extension Output {
  /// No other process draws on this screen.
  package func checkScanout(at now: MonotonicInstant) {}
  /// The picture cannot be moved.
  package var room: Int { 0 }
  /// The picture is where it belongs.
  package var shift: PixelPoint { .zero }
  /// There is none.
  package func makeRoom(_ range: Int, at now: MonotonicInstant) {}
  /// It stays.
  package func move(to shift: PixelPoint) {}
  /// Does nothing: what was presented is what is shown.
  package func pictureRests(at now: MonotonicInstant) {}
  /// No device ever changes.
  package var deviceGeneration: Int { 0 }
  /// There is no device that could outlive the process.
  package var descriptorForStore: CInt? { nil }
}
