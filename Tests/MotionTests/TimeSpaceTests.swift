// SPDX-License-Identifier: Apache-2.0
import Motion
import Testing

@Suite("Nested time")
struct TimeSpaceTests {
  @Test("Layers multiply speeds and shift begins, outermost first")
  func nesting() {
    let space = TimeSpace([
      .layer(MediaTiming(beginTime: 10, speed: 2)),
      .layer(MediaTiming(beginTime: 4, speed: 0.5, timeOffset: 1)),
    ])
    // 15 s at the root are 10 s in the outer layer, and 0.5·(10 − 4) + 1 in the inner one.
    #expect(space.time(fromRoot: 15) == 4)
    let animation = MediaTiming(beginTime: 3, duration: 4)
    #expect(space.progress(of: animation, atRoot: 15) == 0.25)
    #expect(space.progress(of: animation, atRoot: 12) == nil)
  }

  @Test("A frozen layer freezes what is below it")
  func frozen() {
    let space = TimeSpace([.layer(MediaTiming(beginTime: 7, speed: 0, timeOffset: 1.5))])
    let animation = MediaTiming(duration: 2)
    for root in [0.0, 7, 1e6] { #expect(space.progress(of: animation, atRoot: root) == 0.75) }
  }

  @Test("A group repeats its animations, and cuts off what is longer than itself")
  func groups() {
    let group = MediaTiming(beginTime: 1, duration: 2, repeatCount: 2)
    let space = TimeSpace([.group(group)])
    let short = MediaTiming(beginTime: 0.5, duration: 1)
    let long = MediaTiming(duration: 4)
    #expect(space.progress(of: short, atRoot: 2) == 0.5)
    #expect(space.progress(of: short, atRoot: 4) == 0.5)
    #expect(space.progress(of: short, atRoot: 3.1) == nil)
    #expect(space.progress(of: long, atRoot: 2.9) == 1.9 / 4)
    #expect(space.progress(of: long, atRoot: 5.1) == nil)
    #expect(space.progress(of: long, atRoot: 0.9) == nil)
  }

  @Test("A group that autoreverses plays its animations backwards")
  func reversedGroup() {
    let group = MediaTiming(duration: 2, autoreverses: true)
    let space = TimeSpace([.group(group)])
    #expect(space.progress(of: MediaTiming(duration: 2), atRoot: 3.5) == 0.25)
  }

  @Test("An endless group hands its time on as it is")
  func endlessGroup() {
    let space = TimeSpace([.group(MediaTiming(beginTime: 1, duration: .infinity, speed: 2))])
    #expect(space.progress(of: MediaTiming(duration: 4), atRoot: 2) == 0.5)
  }
}
