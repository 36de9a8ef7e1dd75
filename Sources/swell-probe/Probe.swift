// SPDX-License-Identifier: Apache-2.0
import JSON
import Control

/// The reason why a question has no answer.
struct ProbeError: Error {
  /// The fault of the question, as a sentence without its full stop.
  let message: String

  /// An error that says `message`.
  init(_ message: String) {
    self.message = message
  }
}

/// The questions that the probe knows, and how a line becomes an answer.
package enum Probe {
  /// A question's members in, the answer's members out.
  typealias Query = @Sendable (Arguments) throws(ProbeError) -> [(String, JSONValue)]

  /// All questions by the name that stands in `q`.
  static let queries: [String: Query] = [
    "circle": MotionQueries.circle,
    "curve": MotionQueries.curve,
    "easing": MotionQueries.curve,
    "edges": MotionQueries.edges,
    "frame": FrameQuery.frame,
    "keyframes": MotionQueries.keyframes,
    "methods": MethodsQuery.methods,
    "spring": MotionQueries.spring,
    "tables": TablesQuery.tables,
    "timing": MotionQueries.timing,
    "wave": MotionQueries.wave,
  ]

  /// The answer to one line, itself one line of JSON; `{"error": …}` for a bad question.
  package static func answer(to line: String) -> String {
    do throws(ProbeError) {
      return JSONValue.object(JSONObject(try answer(toQuestion: line))).text
    } catch {
      return JSONValue.object(JSONObject([("error", .string(error.message))])).text
    }
  }

  private static func answer(
    toQuestion line: String
  ) throws(ProbeError) -> [(String, JSONValue)] {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: line)
    } catch {
      throw ProbeError("not JSON: \(error)")
    }
    guard let object = value.object else { throw ProbeError("a question is a JSON object") }
    let arguments = Arguments(object)
    let name = try arguments.string("q")
    guard let query = queries[name] else {
      let known = queries.keys.sorted().joined(separator: ", ")
      throw ProbeError("unknown question \(name); known: \(known)")
    }
    return try query(arguments)
  }
}
