// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import MonotonicTime
internal import PlainText
package import Raster
internal import TOMLReading

/// The colours of an elastic rectangle, from its upper edge at rest to its lower one: `gradient`, or one colour.
package struct PlateColors: Hashable, Sendable {
  /// The colour at the upper edge and above it.
  package var top: Color
  /// The colour at the lower edge and below it.
  package var bottom: Color

  /// Two colours.
  package init(top: Color, bottom: Color) {
    self.top = top
    self.bottom = bottom
  }

  /// One colour.
  package init(_ color: Color) { self.init(top: color, bottom: color) }

  /// The colours of something that cannot be used now.
  func muted(on background: Color) -> Self {
    Self(top: top.muted(on: background), bottom: bottom.muted(on: background))
  }

  /// The two colours that a request lists; nil for none.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  static func gradient(_ json: JSONValue) throws(WidgetFault) -> Self? {
    guard let list = json.array, list.isEmpty || list.count == 2 else {
      throw .badParameter("gradient", must: "must be a list of two colours, or of none")
    }
    var colors: [Color] = []
    for element in list {
      guard let color = Color(try ValueForm.color.value(of: element, "gradient")) else { continue }
      colors.append(color)
    }
    return colors.count == 2 ? Self(top: colors[0], bottom: colors[1]) : nil
  }

  /// The two colours that a file lists; nil for none.
  static func gradient(_ node: TOMLNode) throws(Diagnostic) -> Self? {
    guard let elements = node.elements, elements.isEmpty || elements.count == 2 else {
      throw node.mismatch("a list of two colours such as [\"#3A8DFF\", \"#1B5FD0\"], or of none")
    }
    guard elements.count == 2 else { return nil }
    return Self(top: try elements[0].color(), bottom: try elements[1].color())
  }
}

/// The colours of an elastic rectangle on their way to others.
struct PlateTint: Hashable, Sendable {
  private var top: ColorTransition
  private var bottom: ColorTransition

  /// Colours that stay.
  init(restingAt colors: PlateColors) {
    top = ColorTransition(restingAt: colors.top)
    bottom = ColorTransition(restingAt: colors.bottom)
  }

  /// The colours at `instant`.
  func colors(at instant: MonotonicInstant) -> PlateColors {
    PlateColors(top: top.color(at: instant), bottom: bottom.color(at: instant))
  }

  /// Tells if a colour still changes at `instant`.
  func isMoving(at instant: MonotonicInstant) -> Bool {
    top.isMoving(at: instant) || bottom.isMoving(at: instant)
  }

  /// Sends the colours to `target` as `pace` says, from what they are at `instant`.
  mutating func retarget(to target: PlateColors, pace: ChangePace, at instant: MonotonicInstant) {
    top.retarget(to: target.top, pace: pace, at: instant)
    bottom.retarget(to: target.bottom, pace: pace, at: instant)
  }

  /// Goes from `origin` to `target`, from any state.
  mutating func start(
    from origin: PlateColors,
    to target: PlateColors,
    pace: ChangePace,
    at instant: MonotonicInstant
  ) {
    top.start(from: origin.top, to: target.top, pace: pace, at: instant)
    bottom.start(from: origin.bottom, to: target.bottom, pace: pace, at: instant)
  }
}

extension Key {
  /// The key `gradient`.
  @_optimize(none)
  static func gradient(_ path: Path<PlateColors?>) -> Self {
    own(
      "gradient",
      .list(.color, 0...2),
      "Two colours in place of `color`, at its upper edge and at its lower one"
    ) { node, owner throws(Diagnostic) in
      owner[keyPath: path] = try PlateColors.gradient(node)
    }
  }
}

extension WidgetMember {
  /// The key `gradient`.
  static func gradient(_ path: any WritableKeyPath<Settings, PlateColors?> & Sendable) -> Self {
    Self(
      "gradient",
      form: .list(.color, 0...2),
      read: { value, settings throws(WidgetFault) in
        settings[keyPath: path] = try PlateColors.gradient(value)
      },
      write: {
        .array(
          $0[keyPath: path].map { [.string($0.top.hexText), .string($0.bottom.hexText)] } ?? []
        )
      }
    )
  }
}
