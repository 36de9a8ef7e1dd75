// SPDX-License-Identifier: Apache-2.0

extension JobSettings {
  /// The keys of the table `job`.
  static let keys: [Key<Self>] = [
    .text(
      "progress",
      \.progress,
      "The [[progress]] that rises, to 100 only when all has ended well"
    ),
    .choice(
      "percent",
      \.percent,
      "Where it prints 42, 42.5% or 42 copying; without that it is busy"
    ),
    .words("label", \.label, "The button's label meanwhile"),
    .text("text", \.text, "The [[label]] that shows what the program says last"),
    .number(
      "timeout",
      \.timeout,
      0...604_800,
      "Seconds after which the program is ended; 0 = never"
    ),
    .table(
      "done",
      \.done,
      Ending.keys,
      "What is shown when it has ended well, for `hold` seconds; 0 = until it is touched"
    ),
    .table("failed", \.failed, Ending.keys, "What is shown when it has not, as long"),
    .table(
      "texts",
      \.texts,
      JobTexts.keys,
      "How it is put that it has not ended as it should, where it does not say so itself"
    ),
  ]
}

extension JobSettings.Ending {
  /// The keys of the tables `done` and `failed`.
  fileprivate static let keys: [Key<Self>] = [
    .words("label", \.label, "A text on it"),
    .color("color", \.color, "Its colour"),
    .number("hold", \.hold, 0...86_400, "Seconds that it is shown; 0 until it is touched"),
    .number("percent", \.percent, 0...100, "Where the indicator goes after that"),
    .target(\.target, "The [[page]] that comes after that"),
  ]
}

extension JobTexts {
  /// The keys of the table `texts`.
  fileprivate static let keys: [Key<Self>] = [
    .words("cancelled", \.cancelled, "It was to be ended by a client or a second touch"),
    .words("stopped", \.stopped, "Its unit was stopped"),
    .words("timed_out", \.timedOut, "It has run longer than it may"),
    .words("status", \.status, "It has said nothing, and ended with the exit status {status}"),
    .words("signal", \.signal, "The signal {signal} has ended it"),
    .words("lost", \.lost, "Nothing was heard of it, or of its end"),
    .words("not_started", \.notStarted, "It could not be started, for {reason}"),
  ]
}
