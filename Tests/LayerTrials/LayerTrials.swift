// SPDX-License-Identifier: Apache-2.0

/// Every kind of layer, elastic ones without borders and with; the only list of them among the tests.
package enum LayerTrials {
  /// A trial a kind, by the kind's name.
  package static let all: [(name: String, kind: any LayerTrial.Type)] = [
    ("elastic", ElasticTrial.self),
    ("wave", WaveTrial.self),
    ("disc", DiscTrial.self),
    ("ink", InkTrial.self),
    ("trace", TraceTrial.self),
    ("plate", PlateTrial.self),
    ("picture", PictureTrial.self),
    ("fluid", FluidTrial.self),
    ("rounded", RoundedTrial.self),
    ("label", LabelTrial.self),
    ("bars", BarsTrial.self),
    ("reel", ReelTrial.self),
    ("outline", OutlineTrial.self),
    ("arc", ArcTrial.self),
    ("dressed", DressedTrial.self),
  ]
}
