// SPDX-License-Identifier: Apache-2.0

/// Makes events of what RAUC tells on D-Bus (`de.pengutronix.rauc.Installer`).
///
/// Its percentages rise within an installation and reach 100 before that has ended well: only `Completed`
/// with 0 is success. A service that dies sends nothing more; its name tells.
package struct RAUCInstallation: Hashable, Sendable {
  /// A message from the bus.
  package enum News: Hashable, Sendable {
    /// The service's name has an owner now, or none.
    case owner(Bool)
    /// Properties, those that were told; whether all of them were, on request.
    case properties(Properties, isComplete: Bool)
    /// The signal `Completed`; 0 is success.
    case completed(Int)
  }

  /// Properties of the service.
  package struct Properties: Hashable, Sendable {
    /// `idle` or `installing`.
    package var operation: String?
    /// The members of `Progress`: percentage and message.
    package var percent: Int?
    package var message: String?
    /// `LastError`; empty after what went well.
    package var lastError: String?

    /// Nothing is known.
    package init() {}
  }

  private var isInstalling = false
  private var lastError = ""

  /// Nothing has been heard.
  package init() {}

  /// Takes a message from the bus.
  package mutating func take(_ news: News) -> [PeerEvent] {
    switch news {
    case .owner(true): return [.heard]
    case .owner(false):
      guard isInstalling else { return [.heard] }
      isInstalling = false
      return [.left("RAUC has ended")]
    case .completed(let result):
      isInstalling = false
      return [result == 0 ? .succeeded : .failed(lastError)]
    case .properties(let properties, let isComplete):
      return take(properties, isComplete: isComplete)
    }
  }

  private mutating func take(_ properties: Properties, isComplete: Bool) -> [PeerEvent] {
    lastError = properties.lastError ?? lastError
    var events: [PeerEvent] = []
    if properties.operation == "installing", !isInstalling {
      isInstalling = true
      lastError = properties.lastError ?? ""
      // Asked for in the middle, it may be what was followed before.
      if !isComplete { events.append(.began) }
    }
    // It came to its end unheard.
    if isComplete, properties.operation == "idle", isInstalling {
      isInstalling = false
      return [lastError.isEmpty && properties.percent == 100 ? .succeeded : .failed(lastError)]
    }
    guard isInstalling else { return events.isEmpty ? [.heard] : events }
    // A step that has failed counts as done, and so does the whole.
    let hasFailed = properties.message?.hasSuffix(" failed.") ?? false
    if let percent = properties.percent, percent < 100, !hasFailed {
      events.append(.percent(Double(percent)))
    }
    if let message = properties.message, !message.isEmpty { events.append(.text(message)) }
    return events.isEmpty ? [.heard] : events
  }
}
