// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import PlainText

/// Buttons whose letters have one size: those of one look, font and size on one page, or beneath all pages.
///
/// If the label of one does not fit, the letters of all are as large as fits each of them.
package struct LetterGroup: Hashable, Sendable {
  /// The smallest size in points to which letters are shrunk; what asks for smaller ones keeps them.
  package static let leastSize = 12.0
  /// The smallest difference of sizes that counts, in points.
  private static let leastDifference = 0.05

  /// A button of the group.
  package struct Member: Hashable, Sendable {
    /// The button's place in the configuration.
    package let index: Int
    /// The largest size in points at which its label fits.
    package var fit: Double
  }

  /// The traits that the buttons of a group have in common.
  private struct Trait: Hashable {
    let page: Int?
    let look: ExactText
    let font: ExactText
    /// The size of letters in 1/32 points, as frames of equal height may differ by what rounding leaves.
    let size: Double
  }

  /// The buttons, in the order of the configuration.
  package var members: [Member]
  /// The size in points that their letters have where all labels fit.
  package let size: Double

  /// The size in points that the letters of all have; nil where each has its own, as all labels fit.
  package var sharedSize: Double? {
    let fit = members.reduce(size) { min($0, $1.fit) }
    let shared = max(fit, min(Self.leastSize, size))
    return shared < size - Self.leastDifference ? shared : nil
  }

  /// The groups of the buttons among `widgets`, in the order of the configuration, as if all labels fitted.
  ///
  /// - Parameters:
  ///   - widgets: The widgets.
  ///   - pages: The page of each of them; nil, and none at the end, for one on all of them.
  ///   - view: The size of the view in points.
  /// - Returns: The groups, of one button too.
  package static func all(
    in widgets: [WidgetSettings],
    on pages: [Int?],
    view: Size
  ) -> [Self] {
    var groups: [Self] = []
    var places: [Trait: Int] = [:]
    for (index, widget) in widgets.enumerated() {
      guard case .button(let button) = widget else { continue }
      let size = button.wantedSize(inHeight: button.frame.resolved(in: view).size.height)
      let trait = Trait(
        page: pages.indices.contains(index) ? pages[index] : nil,
        look: ExactText(button.look),
        font: ExactText(button.font),
        size: (size * 32).rounded()
      )
      let member = Member(index: index, fit: size)
      if let place = places[trait] {
        groups[place].members.append(member)
      } else {
        places[trait] = groups.count
        groups.append(Self(members: [member], size: size))
      }
    }
    return groups
  }
}
