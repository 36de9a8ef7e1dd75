// SPDX-License-Identifier: Apache-2.0
import Motion
import MonotonicTime
import Testing

@testable import Widgets

@Suite("The knob of a toggle")
struct ToggleMotionTests {
  private static let spring = Spring(duration: 0.45, dampingRatio: 0.5, initialVelocity: 0)
  private static let travel = 36.0

  private func instant(_ seconds: Double) -> MonotonicInstant { SceneTests.instant(seconds) }

  private func motion(isOn: Bool) -> ToggleMotion {
    ToggleMotion(
      isOn: isOn,
      travel: Self.travel,
      spring: Self.spring,
      pixelsPerPoint: 1,
      at: instant(0)
    )
  }

  @Test("A tap sends it to the other end, by the spring", arguments: [false, true])
  func tap(isOn: Bool) {
    var motion = motion(isOn: isOn)
    motion.grab(at: instant(1))
    motion.drag(by: ToggleMotion.slop)
    #expect(motion.release(at: instant(1.1)) && motion.isOn == !isOn)
    let progress = (0...20).map { step in
      let share = motion.share(at: instant(1.1 + 0.02 * Double(step)))
      return isOn ? 1 - share : share
    }
    for (step, share) in progress.enumerated() {
      #expect(abs(share - Self.spring.position(at: 0.02 * Double(step))) < 1e-9)
    }
    #expect(progress.max() ?? 0 > 1.1, "it swings beyond the end")
    #expect(motion.share(at: instant(9)) == (isOn ? 0 : 1))
    #expect(!motion.isMoving(at: instant(9)))
  }

  @Test(
    "A finger carries it along between the ends, and lets it go to the nearer one",
    arguments: [-40.0, 7, 17, 19, 90]
  )
  func drag(distance: Double) {
    let share = min(max(distance / Self.travel, 0), 1)
    let isOn = share > 0.5
    var motion = motion(isOn: false)
    motion.grab(at: instant(1))
    motion.drag(by: distance)
    #expect(motion.isDragged && motion.share(at: instant(2)) == share)
    #expect(motion.share(at: instant(2), finger: 18) == 0.5)
    #expect(motion.release(at: instant(2)) == isOn)
    #expect(motion.isOn == isOn && motion.share(at: instant(2)) == share)
    #expect(motion.share(at: instant(9)) == (isOn ? 1 : 0))
  }

  @Test("A finger that comes back has dragged, not tapped")
  func back() {
    var motion = motion(isOn: false)
    motion.grab(at: instant(1))
    motion.drag(by: 10)
    motion.drag(by: 0)
    #expect(!motion.release(at: instant(2)) && !motion.isOn)
  }

  @Test("A finger that is gone changes nothing")
  func cancelled() {
    var motion = motion(isOn: true)
    motion.grab(at: instant(1))
    motion.drag(by: -30)
    motion.cancel(at: instant(2))
    #expect(motion.isOn && motion.share(at: instant(2)) == 1 - 30 / Self.travel)
    #expect(motion.share(at: instant(9)) == 1)
  }

  @Test("A value that is set while a finger holds it is what a tap changes then")
  func setWhileHeld() {
    var motion = motion(isOn: false)
    motion.grab(at: instant(1))
    motion.set(true, at: instant(1.1))
    #expect(motion.release(at: instant(3)) && !motion.isOn)
    #expect(motion.share(at: instant(3)) == 1 && motion.share(at: instant(9)) == 0)
  }

  @Test("Caught on its way it goes on from where it is, with its velocity")
  func caught() {
    var motion = motion(isOn: false)
    motion.set(true, at: instant(1))
    let before = motion.share(at: instant(1.1))
    motion.set(false, at: instant(1.1))
    #expect(motion.share(at: instant(1.1)) == before)
    #expect(motion.share(at: instant(1.101)) > before, "it does not turn at once")
  }
}
