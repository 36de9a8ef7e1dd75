// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import MonotonicTime
internal import PlainText
internal import TOMLReading
internal import Widgets

extension Server {
  // MARK: - The language of texts

  /// True if a language is wanted, and nothing that is being made has to come before it.
  var isLanguageDue: Bool {
    configuration.wantedLanguage != nil && !reloads.isUnderWay
  }

  /// Has the file's texts in another language from the next turn on; `name` may be "next".
  ///
  /// - Returns: True if there is that language.
  @discardableResult
  func wantLanguage(_ name: String, because cause: LanguageCause) -> Bool {
    let languages = Languages(configuration.settings.display.languages)
    guard let language = languages.named(name, after: configuration.nextLanguage) else {
      return false
    }
    configuration.wantedLanguage = (language, cause)
    return true
  }

  /// Begins to make the texts of the language that is wanted.
  func makeLanguageDue(at now: MonotonicInstant) {
    guard isLanguageDue else { return }
    if configuration.nextLanguage.hasSameBytes(as: configuration.settings.language) {
      configuration.wantedLanguage = nil
    } else {
      beginLanguage(at: now)
    }
  }

  /// The answer to a client that wants another language.
  func setLanguage(
    _ name: String,
    _ unfinished: UnfinishedRequest,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    if !unfinished.hasBegun {
      guard wantLanguage(name, because: .request) else {
        let names = configuration.settings.display.languages
        let list =
          names.isEmpty ? ", of which the file has none" : ": \(names.joined(separator: ", "))"
        throw .badParameter("language", must: "must be \"next\" or one of the languages\(list)")
      }
      unfinished.hasBegun = true
      use(at: now)
    }
    makeLanguageDue(at: now)
    guard configuration.wantedLanguage == nil else { return .waits }
    return .result(languageReport)
  }

  /// The report of languages for clients.
  var languageReport: ControlResult {
    let settings = configuration.settings
    return .language(
      settings.language.isEmpty ? nil : settings.language,
      of: settings.display.languages
    )
  }

  /// The texts of settings are shown in place of those of `old`.
  func languageIsShown(after old: String, at now: MonotonicInstant) {
    let settings = configuration.settings
    let wanted = configuration.wantedLanguage
    let isWanted = wanted.map { $0.name.hasSameBytes(as: settings.language) } ?? false
    let languages = Languages(settings.display.languages)
    if isWanted || !(wanted.map { languages.contains($0.name) } ?? false) {
      configuration.wantedLanguage = nil
    }
    guard !old.hasSameBytes(as: settings.language) else { return }
    let cause = isWanted ? wanted?.cause ?? .reload : .reload
    let name = settings.language.isEmpty ? nil : settings.language
    publish(.language(name, cause), id: nil, at: now)
  }
}
