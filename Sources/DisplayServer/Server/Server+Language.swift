// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import MonotonicTime
internal import PlainText
internal import TOMLReading
internal import Widgets

extension Server {
  // MARK: - The language of texts, and the look over the scene

  /// True while another language or look is wanted, and nothing that is being made has to come before it.
  var isAppearanceDue: Bool {
    (configuration.wantedLanguage != nil || configuration.wantedLook != nil) && !reloads.isUnderWay
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

  /// Begins to make the scene in the language and with the look that are wanted.
  func makeAppearanceDue(at now: MonotonicInstant) {
    guard isAppearanceDue else { return }
    let settings = configuration.settings
    if configuration.nextLanguage.hasSameBytes(as: settings.language),
      configuration.nextLook.hasSameBytes(as: settings.look)
    {
      configuration.wantedLanguage = nil
      configuration.wantedLook = nil
    } else {
      beginAppearance(at: now)
    }
  }

  /// The answer to a client that wants another language.
  func setLanguage(
    _ name: String,
    unfinished: UnfinishedRequest,
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
    makeAppearanceDue(at: now)
    guard configuration.wantedLanguage == nil else { return .waits }
    return .result(languageReport)
  }

  /// The answer to a client that wants another look over the scene; nil for none.
  func useLook(
    _ name: String?,
    unfinished: UnfinishedRequest,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    if !unfinished.hasBegun {
      let names = configuration.settings.looks
      if let name, !names.contains(where: name.hasSameBytes) {
        let list =
          names.isEmpty ? ", of which the file has none" : ": \(names.joined(separator: ", "))"
        throw .badParameter("name", must: "must be null or the name of a [[look]]\(list)")
      }
      unfinished.hasBegun = true
      configuration.wantedLook = name ?? ""
    }
    makeAppearanceDue(at: now)
    guard configuration.wantedLook == nil else { return .waits }
    if !reloads.readsFile, let fault = reloads.fault { throw fault }
    return .result(lookReport)
  }

  /// The report of looks for clients.
  var lookReport: ControlResult {
    let settings = configuration.settings
    return .look(settings.look.isEmpty ? nil : settings.look, of: settings.looks)
  }

  /// The scene is shown with the look of the settings in place of `old`.
  func lookIsShown(after old: String, at now: MonotonicInstant) {
    let settings = configuration.settings
    if let wanted = configuration.wantedLook,
      wanted.hasSameBytes(as: settings.look) || !settings.looks.contains(where: wanted.hasSameBytes)
    {
      configuration.wantedLook = nil
    }
    guard !old.hasSameBytes(as: settings.look) else { return }
    publish(.look(settings.look.isEmpty ? nil : settings.look), id: nil, at: now)
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
