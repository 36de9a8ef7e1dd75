// SPDX-License-Identifier: Apache-2.0
internal import JSON
package import PlainText
package import Raster

/// A table `[button.job]`: how the work of a widget's program is shown.
package struct JobSettings: Hashable, Sendable {
  /// The output on which the program reports its progress.
  package enum Stream: String, CaseIterable, Hashable, Sendable {
    /// On its standard output.
    case output = "stdout"
    /// On its standard error.
    case errors = "stderr"
    /// Nowhere.
    case none
  }

  /// The display of a program's end.
  package struct Ending: Hashable, Sendable {
    /// The widget's label; nil for its own.
    @Exact package var label: String?
    /// The colour of widget and fluid; nil for their own.
    package var color: Color?
    /// Seconds that it is shown, 0 … 86400; 0 until the widget is touched.
    package var hold: Double
    /// The indicator's level after that, in percent; nil for where it is.
    package var percent: Double?
    /// The destination after that: a page's id, or a word of ``PageTarget``; nil for none.
    @Exact package var target: String?

    /// An ending.
    package init(label: String? = nil, color: Color? = nil, hold: Double) {
      self.label = label
      self.color = color
      self.hold = hold
    }
  }

  /// The indicator that rises with the work; nil for none.
  @Exact package var progress: String?
  /// The output on which the program reports its progress.
  package var percent: Stream = .output
  /// The widget's label while the program runs; nil for its own.
  @Exact package var label: String?
  /// The `[[label]]` that shows what the program says last; nil for none.
  @Exact package var text: String?
  /// Seconds after which the program is ended, up to 604800; 0 for never.
  package var timeout: Double = 0
  /// The display after exit status 0.
  package var done = Ending(hold: 3)
  /// The display after any other end.
  package var failed = Ending(color: Color(rgb: 0xDD3333), hold: 0)

  /// The texts for any other end.
  package var texts = JobTexts()

  /// The defaults.
  package init() {}
}

// What other widgets show of the work.
extension JobSettings {
  /// The indicator that rises with the work; nil for none.
  package var indicator: WidgetReference? {
    progress.map { WidgetReference(key: "progress", role: .level, id: $0) }
  }

  /// The label that shows what the program says; nil for none.
  package var reader: WidgetReference? {
    text.map { WidgetReference(key: "text", role: .words, id: $0) }
  }

  /// The display of such an end; nil for what is none.
  package func ending(of phase: JobPhase) -> Ending? {
    switch phase {
    case .done: done
    case .failed: failed
    case .idle, .running: nil
    }
  }

  /// Has the indicator show that the work has failed, or no more.
  package func fault(isFailed: Bool) -> WidgetChange {
    var change = WidgetChange()
    change["fault_color"] = isFailed ? failed.color.map { .string($0.hexText) } ?? .null : .null
    return change
  }

  /// Has the label show what the program says, in place of its own text; empty for that again.
  package static func said(_ text: String) -> WidgetChange {
    var change = WidgetChange()
    change["job_text"] = text.isEmpty ? .null : .string(text)
    return change
  }
}

/// State of the program that a widget runs.
package enum JobPhase: String, CaseIterable, Hashable, FactValue {
  /// Nothing runs, and nothing is to be told of what ran before.
  case idle
  /// It runs.
  case running
  /// It has ended as it should, and that is shown.
  case done
  /// It has ended otherwise, and that is shown.
  case failed
}
