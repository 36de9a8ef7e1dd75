// SPDX-License-Identifier: Apache-2.0
internal import Configuration

/// What requests have made of a widget since its configuration was read.
///
/// This is all that survives when the scene is built anew: on another display, after a reload, after a
/// restart of the process. `nil` stands for what the configuration says.
struct WidgetState: Hashable, Sendable {
  /// The progress target, 0 … 100; indicators only.
  var percent: Double?
  /// The button's label.
  var label: String?
  /// The button's colour, or that of an indicator's front wave.
  var color: HexColor?
  /// Whether the widget is shown.
  var isVisible: Bool?
  /// Whether the button can be pressed.
  var isEnabled: Bool?

  /// Whether nothing differs from the configuration.
  var isUntouched: Bool { self == WidgetState() }

  /// What is in force: where requests have set nothing, what the configuration says.
  func completed(by settings: WidgetSettings) -> Self {
    var state = self
    switch settings {
    case .button(let button):
      state.label = label ?? button.label
      state.color = color ?? button.color
      state.isVisible = isVisible ?? button.isVisible
      state.isEnabled = isEnabled ?? button.isEnabled
    case .progress(let progress):
      state.percent = percent ?? progress.percent
      state.color = color ?? progress.frontColor
      state.isVisible = isVisible ?? progress.isVisible
    }
    return state
  }
}
