// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension CircleSettings {
  /// Reads a table `[[circle]]`.
  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: reader.id())
    frame = reader.frame(frame)
    centre = reader.choice("centre", centre)
    resting = reader.number("resting", resting, in: 0...10_000)
    duration = reader.number("duration", duration, in: 0.05...60)
    tension = reader.number("tension", tension, in: 0.01...10)
    isLiteral = reader.bool("literal", isLiteral)
    reach = reader.number("reach", reach, in: 0...10_000)
    inner = reader.number("inner", inner, in: 0...10_000)
    triggerRadius = reader.number("trigger_at", triggerRadius, in: 0...20_000)
    checkRadii(&reader)
    color = reader.color("color", color)
    armedColor = reader.color("armed_color", armedColor)
    label = reader.string("label", label)
    labelColor = reader.color("label_color", labelColor)
    command = reader.read("exec", command) { node throws(Diagnostic) in
      // An empty list is what the file says where nothing runs.
      if let elements = node.elements, elements.isEmpty { return [] }
      return try ProgramSettings.command(node)
    }
    whileRunning = reader.choice("while_running", whileRunning)
    isVisible = reader.bool("visible", isVisible)
    isEnabled = reader.bool("enabled", isEnabled)
  }

  /// Refuses radii of which one could never be reached.
  private func checkRadii(_ reader: inout TableReader) {
    if inner > fullRadius {
      let outer = reach > 0 ? "reach" : "resting"
      let key = reach > 0 && reader.has("reach") ? "reach" : "inner"
      reader.report(
        Diagnostic(
          reader.keyPosition(key),
          "'\(outer)' must not be less than 'inner', or there is no value between them"
        )
      )
    }
    if reach > 0, triggerRadius >= 2 * reach {
      reader.report(
        Diagnostic(
          reader.keyPosition("trigger_at"),
          "'trigger_at' must be less than twice 'reach', which no pull gets to"
        )
      )
    }
  }
}
