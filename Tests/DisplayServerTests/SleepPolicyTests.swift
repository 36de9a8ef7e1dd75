// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing

@testable import DisplayServer

@Suite("When a panel sleeps")
struct SleepPolicyTests {
  private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }

  private func power(_ blankAfter: Double, dimming: Double = 0) -> PanelPower {
    var power = PanelPower(at: at(0))
    power.apply(blankAfter: blankAfter, dimming: dimming, at: at(0))
    return power
  }

  @Test("It fades for the last seconds before it goes dark")
  func dims() {
    var power = power(60, dimming: 5)
    #expect(power.deadline == at(55))
    #expect(power.advance(to: at(54.9)) == nil)
    #expect(power.advance(to: at(55)) == .dim)
    #expect(power.deadline == at(60))
    #expect(power.advance(to: at(59)) == nil)
    #expect(power.advance(to: at(60)) == .blank)
    power.sleep()
    #expect(power.deadline == nil)
  }

  @Test("A use while it fades begins everything anew")
  func useWhileDim() {
    var power = power(60, dimming: 5)
    _ = power.advance(to: at(55))
    let wakes = power.use(at: at(58))
    #expect(!wakes && power.dimInstant == nil)
    #expect(power.deadline == at(113))
  }

  @Test("However late it is told, it fades as long as it should")
  func lateDim() {
    var power = power(60, dimming: 5)
    #expect(power.advance(to: at(100)) == .dim)
    #expect(power.deadline == at(105))
  }

  @Test("By night it sleeps a minute after the last visit, where nothing else is said")
  func visits() {
    var power = power(0)
    #expect(power.deadline == nil)
    let wakes = power.follow(isAwake: false, at: at(1000))
    #expect(!wakes)
    #expect(power.advance(to: at(1000)) == .blank)
    power.sleep()
    let isWokenByRequest = power.use(at: at(2000))
    let isWokenByPerson = power.use(isByPerson: true, at: at(2001))
    #expect(!isWokenByRequest && isWokenByPerson)
    // A request does not keep it awake either.
    _ = power.use(at: at(2030))
    #expect(power.deadline == at(2061))
    _ = power.use(isByPerson: true, at: at(2040))
    #expect(power.deadline == at(2100))
  }

  @Test("At the schedule's beginning it wakes, and stays awake as long as it does by day")
  func morning() {
    var power = power(600)
    _ = power.follow(isAwake: false, at: at(0))
    _ = power.advance(to: at(700))
    power.sleep()
    let isWoken = power.follow(isAwake: true, at: at(5000))
    #expect(isWoken && power.isOn)
    #expect(power.deadline == at(5600))
    let isWokenAgain = power.follow(isAwake: true, at: at(5001))
    #expect(!isWokenAgain)
  }

  @Test("At the schedule's end somebody who uses it is not cut off")
  func evening() {
    var power = power(120)
    _ = power.use(isByPerson: true, at: at(990))
    _ = power.follow(isAwake: false, at: at(1000))
    #expect(power.deadline == at(1110))
  }
}
