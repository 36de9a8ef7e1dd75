// SPDX-License-Identifier: Apache-2.0
package import Motion
package import Raster

/// A type of which a setting can be, with values of one form.
package protocol FormedValue: Sendable {
  /// The value; nil for one of another form.
  init?(_ value: FormValue)
  /// The value; nil for none.
  var formValue: FormValue? { get }
}

extension Double: FormedValue {
  package init?(_ value: FormValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }
  package var formValue: FormValue? { .number(self) }
}

extension Int: FormedValue {
  package init?(_ value: FormValue) {
    guard case .whole(let number) = value else { return nil }
    self = number
  }
  package var formValue: FormValue? { .whole(self) }
}

extension Bool: FormedValue {
  package init?(_ value: FormValue) {
    guard case .flag(let flag) = value else { return nil }
    self = flag
  }
  package var formValue: FormValue? { .flag(self) }
}

extension String: FormedValue {
  package init?(_ value: FormValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
  package var formValue: FormValue? { .text(self) }
}

extension Color: FormedValue {
  package init?(_ value: FormValue) {
    guard case .color(let color) = value else { return nil }
    self = color
  }
  package var formValue: FormValue? { .color(self) }
}

extension Curve: FormedValue {
  package init?(_ value: FormValue) {
    guard case .curve(let curve) = value else { return nil }
    self = curve
  }
  package var formValue: FormValue? { .curve(self) }
}

extension FrameSettings.Length: FormedValue {
  package init?(_ value: FormValue) {
    guard case .length(let length) = value else { return nil }
    self = length
  }
  package var formValue: FormValue? { .length(self) }
}

extension Optional: FormedValue where Wrapped: FormedValue {
  /// The value; an empty text is none.
  package init?(_ value: FormValue) {
    if case .text("") = value {
      self = .none
    } else {
      guard let wrapped = Wrapped(value) else { return nil }
      self = wrapped
    }
  }
  package var formValue: FormValue? { flatMap(\.formValue) }
}
