// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import PlainText
internal import Raster

/// The axis below a chart that shows the last so many seconds: marks at round times of day, with labels.
///
/// They are made beside the loop for a pixel of the present, and moved until one comes or goes.
struct TimeAxis: Sendable {
  /// The places of times.
  private(set) var scale: TimeScale
  private var labels: TimeLabels
  private let clock: any WallClock
  private let lines: any LineMaker
  /// The labels that are shown; nil before the first.
  private var shown: TimeLabels.Sheet?
  private var coming: Future<TimeLabels.Sheet>?
  /// True if the labels are to be made anew.
  private var isStale = true

  /// The axis of a chart; nil for one that shows no span.
  init?(
    _ settings: ChartSettings,
    in geometry: ChartGeometry,
    in place: WidgetPlace,
    from materials: any Materials
  ) {
    guard settings.span > 0, geometry.hasPlot else { return nil }
    (clock, lines) = (materials.clock, materials.lines)
    guard
      let scale = TimeScale(settings, in: geometry, scale: place.scale, origin: clock.origin())
    else { return nil }
    self.scale = scale
    labels = TimeLabels(settings, in: geometry, scale: scale, in: place, clock: clock)
  }

  /// The instant 0 while labels wait to be made or shown; those that time brings come with a pixel of it.
  var deadline: MonotonicInstant? {
    coming?.isMade ?? (isStale || shown == nil) ? MonotonicInstant(nanoseconds: 0) : nil
  }

  /// Tells if ``fill(mayWait:at:)`` is to be called.
  func isDue(at instant: MonotonicInstant) -> Bool {
    if let coming { return coming.isMade }
    guard let shown, !isStale else { return true }
    return scale.step(at: instant) > shown.lastStep
  }

  /// Pixels by which the labels lie right of where they were put.
  func offset(atStep step: Int) -> Int {
    guard let shown else { return 0 }
    // After a jump of the clock those that are shown are far away.
    let offset = max(-100_000, min(shown.step - step, 100_000))
    return labels.isMirrored ? -offset : offset
  }

  mutating func clockHasJumped() {
    scale.origin = clock.origin()
    labels.scale = scale
    isStale = true
  }

  /// The labels that have been made; nil for those that are shown.
  mutating func fill(mayWait: Bool, at instant: MonotonicInstant) -> PlacedMask?? {
    var made = coming?.value
    if made != nil { coming = nil }
    let step = scale.step(at: instant)
    let isLate = made.map { $0.lastStep < step } ?? true
    if coming == nil, isStale || isLate {
      isStale = false
      let (labels, lines, before) = (labels, lines, made ?? shown)
      let make = { @Sendable in labels.sheet(atStep: step, after: before, from: lines) }
      if mayWait, let begun = Future.begin(by: lines.makeLater, make: make) {
        coming = begun
      } else {
        made = make()
      }
    }
    guard let made else { return nil }
    shown = made
    return .some(made.mask)
  }
}

/// The maker of a time axis's labels, beside the loop.
struct TimeLabels: Sendable {
  /// Labels and marks for one pixel of the present.
  struct Sheet: Sendable {
    /// Their ink from the view's upper left corner.
    var mask: PlacedMask?
    /// The pixel of the present for which they were put there.
    let step: Int
    /// The last one until which none of them comes or goes.
    var lastStep: Int
    /// Seconds from mark to mark; nil where none have room.
    let distance: Int?
    /// Inks by their text.
    var inks: [ExactText: Ink] = [:]
  }

  /// A text's ink, from the left end of its baseline.
  struct Ink: Sendable {
    let mask: PlacedMask
    let width: Int
    let ascent: Int
    let height: Int
  }

  /// The most labels.
  private static let most = 256
  /// Length of a mark in points.
  private static let markLength = 4.0

  var scale: TimeScale
  private let clock: any WallClock
  private let format: TimeFormat?
  private let language: String
  private let font: String
  private let fontSize: Double
  /// The least room between two labels, in pixels.
  private let gap: Int
  /// The frame in view pixels.
  private let frame: PixelRect
  /// The screen, and as much again on either side, which a frame may reach far beyond.
  private let reach: PixelRect
  /// The column of the present.
  private let present: Int
  private let mark: PixelSize
  /// The rows of the marks' upper end, and of the labels' middle.
  private let (top, middle): (Int, Int)
  /// True for an axis that runs from right to left.
  let isMirrored: Bool

  init(
    _ settings: ChartSettings,
    in geometry: ChartGeometry,
    scale: TimeScale,
    in place: WidgetPlace,
    clock: any WallClock
  ) {
    (self.scale, self.clock, format, font) = (scale, clock, settings.timeFormat, settings.font)
    (language, fontSize) = (settings.spoken, settings.fontSize * place.scale)
    gap = pixel(fontSize)
    frame = place.pixels
    let view = place.transform.viewSize
    reach = PixelRect(left: -view.width, top: 0, right: 2 * view.width, bottom: view.height)
    isMirrored = geometry.isMirrored
    present = pixel((place.frame.minX + geometry.across(scale.right)) * place.scale)
    let width = settings.gridWidth > 0 ? max(1, pixel(settings.gridWidth * place.scale)) : 0
    mark = PixelSize(width: width, height: pixel(Self.markLength * place.scale))
    top = place.row(at: geometry.floor, width: settings.gridWidth, in: geometry).bottom
    middle = pixel(
      (place.frame.minY + (geometry.floor + geometry.size.height) / 2) * place.scale
    )
  }

  /// The labels while the present is at `step`.
  func sheet(atStep step: Int, after before: Sheet?, from lines: any LineMaker) -> Sheet {
    var sheet = Sheet(
      step: step,
      lastStep: step + min(scale.pixels, reach.right / 2),
      distance: before?.distance ?? distance(lines)
    )
    guard let distance = sheet.distance else { return sheet }
    let (first, last) = (scale.time(ofStep: step - scale.pixels), scale.time(ofStep: step))
    let times = TimeTicks.times(
      every: distance,
      in: first / 1000...max(first, last) / 1000 + 2 * distance,
      secondsEast: clock.secondsEast
    )
    var inks = InkSheet()
    for time in times {
      let text = clock.text(
        format?.format ?? TimeTicks.format(step: distance),
        in: language,
        secondsSince1970: time
      )
      let name = ExactText(text)
      sheet.inks[name] = sheet.inks[name] ?? before?.inks[name] ?? ink(of: text, from: lines)
      let ink = sheet.inks[name]
      let place = scale.step(ofTime: time * 1000)
      let half = (ink?.width ?? 0) / 2 + 1
      let (ahead, behind) = isMirrored ? (frame.left, frame.right) : (frame.right, frame.left)
      // So far from the present a label fits into the frame, and its mark into the span.
      let least = max(0, half - abs(ahead - present))
      let most = min(scale.pixels, abs(present - behind) - half)
      let age = step - place
      if age < least { sheet.lastStep = min(sheet.lastStep, place + least - 1) }
      guard age >= least, age <= most else { continue }
      sheet.lastStep = min(sheet.lastStep, place + most)
      let x = isMirrored ? present + age : present - age
      if mark.width > 0, mark.height > 0 {
        let bytes = [UInt8](repeating: 255, count: mark.width * mark.height)
        let mask = CoverageMask(size: mark, bytes: bytes)
        let origin = PixelPoint(x: -(mark.width / 2), y: 0)
        inks.add(PlacedMask(mask: mask, origin: origin), at: PixelPoint(x: x, y: top))
      }
      guard let ink else { continue }
      let baseline = middle - ink.height / 2 + ink.ascent
      inks.add(ink.mask, at: PixelPoint(x: x - ink.width / 2, y: baseline))
    }
    sheet.mask = inks.mask(clippedTo: frame.intersection(reach))
    return sheet
  }

  /// The least distance of marks whose labels have room side by side; nil where none have.
  ///
  /// It depends on the chart alone, and not on what is shown: labels do not change while time goes by.
  private func distance(_ lines: any LineMaker) -> Int? {
    var widths: [ExactText: Int] = [:]
    for step in TimeTicks.steps where step * 1000 <= scale.span {
      guard scale.span / (step * 1000) <= Self.most else { continue }
      let room = floored(step * 1000 * scale.pixels, unit: scale.span) - gap
      guard room > 0 else { continue }
      let format = format?.format ?? TimeTicks.format(step: step)
      let width = widths[ExactText(format)] ?? widest(format, from: lines)
      widths[ExactText(format)] = width
      if width <= room { return step }
    }
    return nil
  }

  /// The greatest width of times of all months, days of the week and hours, in pixels.
  private func widest(_ format: String, from lines: any LineMaker) -> Int {
    var texts: [String] = []
    for index in 0..<14 {
      // 30 days, 13 hours and 61 seconds.
      let text = clock.text(
        format,
        in: language,
        secondsSince1970: 1_700_000_000 + index * 2_638_861
      )
      if !texts.contains(where: { $0.hasSameBytes(as: text) }) { texts.append(text) }
    }
    return texts.map { ink(of: $0, from: lines)?.width ?? 0 }.max() ?? 0
  }

  private func ink(of text: String, from lines: any LineMaker) -> Ink? {
    guard !text.isEmpty else { return nil }
    do throws(MaterialFault) {
      let block = try lines.block(
        text,
        font: font,
        pixelSize: fontSize,
        width: frame.width,
        lines: 1
      )
      guard let line = block.lines.first else { return nil }
      return Ink(
        mask: line.mask,
        width: Int(line.advance.rounded(.up)),
        ascent: block.ascent,
        height: block.height
      )
    } catch {
      lines.complain("the label \"\(text)\" is left out: \(error.reason)")
      return nil
    }
  }
}
