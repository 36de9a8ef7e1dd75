// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing

@testable import Following

@Suite("Who holds the line while working")
struct HeldLineTests {
  private func instant(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }

  @Test("Closing means something after a second since the first word, and is waited for once")
  func held() {
    var line = HeldLine()
    line.hear(at: instant(10))
    line.hear(at: instant(10.9))
    #expect(line.close(at: instant(11)) == instant(13))
    // The next one has said nothing yet.
    #expect(line.close(at: instant(20)) == nil)
  }

  @Test("A line that is opened for each word says nothing by being closed, however often")
  func words() {
    var line = HeldLine()
    #expect(line.close(at: instant(0)) == nil)
    for second in 1..<100 {
      line.hear(at: instant(Double(second)))
      #expect(line.close(at: instant(Double(second) + 0.999)) == nil)
    }
  }
}
