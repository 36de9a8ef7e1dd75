// SPDX-License-Identifier: Apache-2.0
internal import Widgets

extension DisplaySettings.Design {
  /// The keys of the table `design`.
  static let keys: [Key<Self>] = [
    .number("width", \.width, 100...16384, "Its width, in points"),
    .number("height", \.height, 100...16384, "Its height, in points"),
    .choice(
      "fit",
      \.fit,
      "Points are as large as the screen allows (\"contain\"), or 1/160 inch (\"physical\")"
    ),
    .table(
      "portrait",
      \.portrait,
      Portrait.keys,
      "What is drawn for upright screens, where that is another size",
      from: Portrait()
    ),
  ]
}

extension DisplaySettings.Design.Portrait {
  /// The keys of the table `portrait`.
  static let keys: [Key<Self>] = [
    .number("width", \.width, 100...16384, "Its width, in points"),
    .number("height", \.height, 100...16384, "Its height, in points"),
  ]
}
