// SPDX-License-Identifier: Apache-2.0
internal import Motion
internal import Raster
package import TOMLReading

extension ButtonSettings {
  /// Reads a table `[[button]]`.
  package init(_ reader: inout TableReader, folder: String) {
    let id = reader.id()
    self.init(id: id, style: reader.choice("style", Style.hold))
    label = reader.string("label", label)
    frame = reader.frame(frame)
    amplitude = reader.number("amplitude", amplitude, in: -1000...1000)
    reader.checkAmplitude(amplitude, frame)
    // What can be seen can be touched, when it has swollen too.
    cornerRadius = reader.number("corner_radius", cornerRadius, in: 0...1000)
    hitOutset = reader.number("hit_outset", max(amplitude, 0), in: 0...1000)
    color = reader.color("color", color)
    labelColor = reader.color("label_color", labelColor)
    press = reader.table("press", press) { [press] in Spring(&$0, defaults: press) }
    release = reader.table("release", release) { [release] in Spring(&$0, defaults: release) }
    command = reader.read("exec", command) { node throws(Diagnostic) in
      try ProgramSettings.command(node)
    }
    whileRunning = reader.choice("while_running", whileRunning)
    input = reader.read("input", input) { node throws(Diagnostic) in
      try ProgramSettings.fields(node)
    }
    job = reader.table("job", nil) { JobSettings(&$0) }
    for (key, isThere) in [("job", job != nil), ("input", !input.isEmpty)]
    where isThere && command.isEmpty {
      reader.report(
        Diagnostic(reader.keyPosition(key), "'\(key)' needs a program to run; say which in 'exec'")
      )
    }
    stroke = reader.stroke()
    attract = reader.table("attract", nil) { AttractSettings(&$0) }
    isVisible = reader.bool("visible", isVisible)
    isEnabled = reader.bool("enabled", isEnabled)
  }
}

extension ButtonSettings.Spring {
  /// Reads an inline table such as `press`.
  init(_ reader: inout TableReader, defaults: Self) {
    self.init(
      duration: reader.number("duration", defaults.duration, in: 0.01...10),
      damping: reader.number("damping", defaults.damping, in: 0.01...1),
      velocity: reader.number("velocity", defaults.velocity, in: -100...100)
    )
  }
}

extension AttractSettings {
  /// Reads the inline table `attract`.
  fileprivate init(_ reader: inout TableReader) {
    self.init()
    delay = reader.number("delay", delay, in: 0...86400)
    duration = reader.number("duration", duration, in: 0.05...3600)
    values = reader.read("values", values) { node throws(Diagnostic) in
      try Self.numbers(node, count: 2...64, in: -1000...1000)
    }
    colors = reader.read("colors", colors) { [values] node throws(Diagnostic) in
      let count = values.count
      guard let elements = node.elements, elements.isEmpty || elements.count == count else {
        throw Diagnostic(node.position, "must list \(count) colours, one for each of 'values'")
      }
      var colors: [Color] = []
      for element in elements { colors.append(try element.color()) }
      return colors
    }
    let ways = values.count - 1
    let evenTimes = values.indices.map { Double($0) / Double(ways) }
    keyTimes = reader.read("key_times", evenTimes) { [values] node throws(Diagnostic) in
      try Self.keyTimes(node, count: values.count)
    }
    let standard = [Curve](repeating: .easeInEaseOut, count: ways)
    curves = reader.read("curves", standard) { node throws(Diagnostic) in
      guard let elements = node.elements, elements.count == ways else {
        throw Diagnostic(node.position, "must list \(ways) curves, one between each two values")
      }
      var curves: [Curve] = []
      for element in elements { curves.append(try element.curve()) }
      return curves
    }
    repeatCount = reader.number("repeat", repeatCount, in: 0.1...1000)
    autoreverses = reader.bool("autoreverse", autoreverses)
    interval = reader.number("interval", interval, in: 0...86400)
  }

  private static func keyTimes(_ node: TOMLNode, count: Int) throws(Diagnostic) -> [Double] {
    let times = try numbers(node, count: count...count, in: 0...1)
    guard times.first == 0, times.last == 1, zip(times, times.dropFirst()).allSatisfy(<=) else {
      throw Diagnostic(node.position, "must ascend from 0 to 1")
    }
    return times
  }

  private static func numbers(
    _ node: TOMLNode,
    count: ClosedRange<Int>,
    in range: ClosedRange<Double>
  ) throws(Diagnostic) -> [Double] {
    guard let elements = node.elements, count.contains(elements.count) else {
      let (least, most) = (count.lowerBound, count.upperBound)
      let span = least == most ? "\(least)" : "\(least) to \(most)"
      throw node.mismatch("a list of \(span) numbers")
    }
    var numbers: [Double] = []
    for element in elements { numbers.append(try element.number(in: range)) }
    return numbers
  }
}
