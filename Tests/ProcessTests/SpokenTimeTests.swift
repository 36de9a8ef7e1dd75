// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("The time of day in the languages of a file")
struct SpokenTimeTests {
  private static let compiler = "/usr/bin/localedef"
  private static let sources = "/usr/share/i18n/locales/"

  /// Names of the days by language; of French no locale is made.
  private static let days: [String: [String]] = [
    "de": ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    "ar": ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"],
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "fr": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  ]

  /// Makes a locale in the workplace.
  private func make(_ name: String, in place: Workplace) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.compiler)
    process.arguments = ["-i", name, "-f", "UTF-8", place.path("\(name).UTF-8")]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test(
    "A day is named in the language that is spoken, and in English where its locale is not there",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: compiler)
        && FileManager.default.fileExists(atPath: sources + "de_DE"),
      "the sources of locales are not installed"
    )
  )
  func days() throws {
    let locales = try Workplace()
    for name in ["de_DE", "ar_EG"] { try make(name, in: locales) }
    let daemon = try RunningDaemon(
      """
      [display]
      languages = ["fr", "de", "en", "ar"]
      [[label]]
      id = "day"
      text = "{time:%A}"
      """,
      environment: ["LOCPATH": locales.folder.path]
    )
    for (language, days) in Self.days {
      #expect(try daemon.control("language", language).status == 0)
      #expect(
        try daemon.wait {
          let shown = try daemon.control("label", "day").output.dropLast()
          return days.contains(String(shown))
        },
        "\(language)"
      )
    }
  }
}
