// SPDX-License-Identifier: Apache-2.0
package import Geometry

extension ElasticLayer {
  /// Two labels of which one becomes the other.
  struct LabelMix {
    let former: BlockMask
    let next: BlockMask
  }

  /// Begins a mix of the label that is there with another one, of which nothing shows at first.
  ///
  /// Parameters as those of ``setLabel(_:transform:)``.
  package mutating func mixLabel(_ mask: PlacedMask?, transform: OutputTransform) {
    let next = mask.map { BlockMask($0.mask, origin: $0.origin, transform: transform) } ?? .none
    let former = label
    // In the middle there is ink wherever there is any of the two.
    setLabel(former.mixed(with: next, share: 128))
    labelMix = LabelMix(former: former, next: next)
    setLabelShare(0)
  }

  /// Takes over how much of a mix is the new label's, 0 … 1; without a mix nothing happens.
  package mutating func setLabelShare(_ share: Double) {
    guard let labelMix else { return }
    let share = opacityWeight(share)
    guard share != state.labelShare else { return }
    blendLabel(labelMix, share: share)
  }

  /// Ends a mix: the new label alone is there.
  package mutating func endLabelMix() {
    guard let labelMix else { return }
    setLabel(labelMix.next)
  }
}
