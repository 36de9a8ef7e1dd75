// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import Testing

@testable import DisplayServer

@Suite("What frames show, and the rest after them")
struct FramesTests {
  private let begin = MonotonicInstant(seconds: 1)
  private let target = MonotonicInstant(seconds: 1.5)

  private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }

  /// Frames of which one has been handed over, with this outcome, after a touch at 0.9 s.
  private func committed(_ outcome: CommitOutcome) -> Frames {
    var frames = Frames(from: begin)
    frames.clock.reset(refreshInterval: .milliseconds(10))
    frames.change()
    frames.touch(at: at(0.9))
    frames.touch(at: at(0.95))
    frames.follow(isChanging: frames.isDue, at: begin)
    _ = frames.clock.beginFrame(at: frames.clock.deadline ?? begin)
    frames.commit(outcome, isPainted: true, showing: target, at: begin)
    return frames
  }

  private func feedback(_ time: Double) -> PresentationFeedback {
    PresentationFeedback(time: at(time), sequence: nil, isVblank: true)
  }

  @Test(
    "A frame that is queued shows what was due; one that is refused or has no display leaves it due"
  )
  func outcomes() {
    let (queued, busy, gone) = (committed(.queued), committed(.busy), committed(.unavailable))
    #expect(!queued.isDue && queued.shownInstant == target)
    #expect(busy.isDue && busy.shownInstant == begin && busy.isScheduled)
    #expect(gone.isDue && gone.shownInstant == begin && gone.clock.state == .idle)
  }

  @Test("The first touch of a frame is measured to its flip, once")
  func touch() {
    var frames = committed(.queued)
    frames.present(feedback(1.2))
    #expect(frames.touchToFlip.percentile(50) == .milliseconds(300))
    let other = frames.touchToFlip.percentile(99)
    frames.present(feedback(9))
    #expect(frames.touchToFlip.percentile(99) == other)
  }

  @Test("A touch whose frame went with the display is not measured")
  func lostTouch() {
    var frames = committed(.queued)
    frames.leave()
    frames.present(feedback(1.2))
    #expect(frames.touchToFlip.percentile(50) == nil)
  }

  @Test("Rest begins when nothing changes any more, and is counted once")
  func rest() {
    var frames = committed(.queued)
    #expect(!frames.isResting && frames.restCount == 0)
    frames.present(feedback(1.2))
    for _ in 0..<2 { frames.follow(isChanging: false, at: at(1.3)) }
    #expect(frames.isResting && frames.restCount == 1 && frames.clock.deadline == nil)
    frames.follow(isChanging: true, at: at(2))
    #expect(!frames.isResting && frames.isScheduled)
  }

  @Test("The loop stands back once for a frame on its way, for none that is shown or lost")
  func handover() {
    var frames = committed(.queued)
    var taken = [frames.takeHandover(), frames.takeHandover()]
    #expect(taken == [true, false])
    for outcome in [CommitOutcome.busy, .unavailable] {
      var other = committed(outcome)
      taken = [other.takeHandover()]
      #expect(taken == [false])
    }
    frames = committed(.queued)
    frames.present(feedback(1.2))
    var lost = committed(.queued)
    lost.leave()
    taken = [frames.takeHandover(), lost.takeHandover()]
    #expect(taken == [false, false])
  }

  @Test("Another scene is shown from its own beginning")
  func scene() {
    var frames = committed(.queued)
    frames.begin(from: at(7))
    #expect(frames.shownInstant == at(7))
  }
}
