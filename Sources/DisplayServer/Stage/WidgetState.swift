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
}
