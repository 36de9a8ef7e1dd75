// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import MonotonicTime
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

/// Three plain pages on a panel of 1280 by 800 points and sixteen points a pixel, of which the second is shown.
private func pages(_ swipe: String) -> String {
  let grounds = ["#102030", "#E0D0C0", "#205020"]
  return "[display]\ndesign = { width = 1280, height = 800 }\n"
    + zip(["a", "b", "c"], grounds).map { id, ground in
      "[[page]]\nid = \"\(id)\"\nbackground = \"\(ground)\"\nswipe = \(swipe)\n"
    }.joined()
}

@Suite(
  "Pages that recorded fingers turn",
  .enabled(
    if: !EvemuRecording.names.isEmpty,
    "the recordings of real panels are not there: SWELL_PANELS"
  )
)
struct RecordedSwipeTests {
  /// Distance of the finger to the right, or down, as a share of the page's way since it has begun to draw; nil where it
  /// does not.
  private func share(_ reports: [RecordedStrokes.Report], isVertical: Bool) -> Double? {
    func axes(_ point: Point) -> (along: Double, across: Double) {
      isVertical ? (point.y, point.x) : (point.x, point.y)
    }
    let start = axes(reports[0].position)
    for report in reports {
      let place = axes(report.position)
      let (along, across) = (abs(place.along - start.along), abs(place.across - start.across))
      if across > 12, across >= along { return nil }
      guard along > 12, along > 1.5 * across else { continue }
      let distance = axes(reports[reports.count - 1].position).along - place.along
      let isAhead = place.along > start.along
      // Against the way in which it has begun there is none to go.
      let drawn = isAhead ? max(distance, 0) : min(distance, 0)
      return drawn / (isVertical ? 800 : 1280)
    }
    return nil
  }

  @Test(
    "A page comes that a finger has drawn farther than half of the way, and none by less; nothing jumps",
    arguments: [false, true]
  )
  func recorded(isVertical: Bool) throws {
    var turned = 0
    for (name, reports) in RecordedStrokes.all() {
      let run = try VirtualRun(pages(isVertical ? "\"vertical\"" : "true"), mode: smallMode(80, 50))
      try run.perform(.showPage(id: "b", turn: .cut))
      run.comeToRest()
      let before = try #require(run.presentedPixels())
      let (begin, share) = (run.now, share(reports, isVertical: isVertical))
      var (shown, largest, fastest) = (before, 0.0, 0.0)
      for (index, report) in reports.enumerated() {
        run.advance(to: begin + MonotonicInterval(seconds: report.time - reports[0].time))
        run.finger(index == 0 ? .down : .move, report.position)
        guard share != nil else { continue }
        let seen = try #require(run.presentedPixels())
        largest = max(largest, difference(shown, seen))
        shown = seen
        let past = reports[..<index].last { report.time - $0.time > 0.04 } ?? reports[0]
        fastest = max(fastest, report.position.distance(to: past.position))
      }
      run.finger(.up, reports[reports.count - 1].position)
      run.comeToRest()
      let drawn = share ?? 0
      // None of them lets go near the middle, or so fast that it would matter.
      let page = abs(drawn) > 0.5 ? drawn > 0 ? "a" : "c" : "b"
      #expect(run.status.page == page, "\(name)")
      #expect(run.presentedPixels() == run.picture(), "\(name)")
      if page == "b" { #expect(run.presentedPixels() == before, "\(name)") } else { turned += 1 }
      // With the edge the page behind it moves; a frame is less than half of the 0.04 s, the rest is prediction.
      let whole = 0xC0 * 0.75
      #expect(largest < whole * (0.05 + 3 * fastest / (isVertical ? 800 : 1280)), "\(name)")
    }
    #expect(turned == 2)
  }
}
