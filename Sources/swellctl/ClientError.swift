// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Control
internal import Widgets

/// The reason for a command's failure; each case has an exit status of its own.
enum ClientError: Error {
  /// The daemon refused: one sentence, and lines that belong to it.
  case refused(String, details: [String] = [])
  /// No daemon can be reached, or it went away; whether there is no listener at all.
  case noDaemon(String, isAbsent: Bool = false)

  /// The process's exit status: 1 or 69 (EX_UNAVAILABLE).
  var exitStatus: Int32 {
    switch self {
    case .refused: 1
    case .noDaemon: 69
    }
  }

  /// One sentence that says what to do.
  var sentence: String {
    switch self {
    case .refused(let sentence, _), .noDaemon(let sentence, _): sentence
    }
  }

  /// True if there is no listener where a daemon was looked for.
  var isAbsent: Bool {
    guard case .noDaemon(_, let isAbsent) = self else { return false }
    return isAbsent
  }

  /// Lines that belong to the sentence.
  var details: [String] {
    guard case .refused(_, let details) = self else { return [] }
    return details
  }

  /// The daemon's refusal of parameters that cannot be sent.
  static func refused(by fault: WidgetFault) -> Self { refused(by: JSONRPCError(fault)) }

  /// A refusal in the daemon's words, with advice where there is some.
  static func refused(by error: JSONRPCError) -> Self {
    let details = error.data?["errors"]?.array?.compactMap(\.string) ?? []
    let advice =
      switch error.code {
      case JSONRPCError.Code.noSuchWidget, JSONRPCError.Code.wrongKind:
        "; 'swellctl status' lists the widgets"
      case JSONRPCError.Code.noDisplay: "; 'swellctl doctor' says what is wrong"
      case JSONRPCError.Code.invalidConfiguration: "; correct these errors and reload again"
      case JSONRPCError.Code.methodNotFound: "; swelld and swellctl are of different versions"
      default: ""
      }
    return .refused(error.message + advice, details: details)
  }
}
