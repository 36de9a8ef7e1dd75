// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import ArgumentParser
internal import Control
internal import LinuxSystem

/// `swellctl call METHOD [PARAMS]`.
struct Call: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Calls a method of the control socket and prints its result as a line of JSON.",
    discussion: "'swellctl call rpc.discover' tells all methods; swell-control(7) explains them."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(
    help: "The method, such as progress.set.",
    completion: .list(ControlRequest.methods)
  )
  var method: String
  @Argument(help: "Its parameters in JSON, an object or an array; none unless given.")
  var params: String?

  func validate() throws { _ = try parameters() }

  func run() throws {
    var client = try connection.connect()
    try StandardOutput.write(line: client.call(method, params: parameters()).text)
  }

  private func parameters() throws -> JSONValue? {
    guard let params else { return nil }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: Array(params.utf8))
    } catch {
      throw ValidationError("the parameters are no JSON: \(error)")
    }
    guard value.object != nil || value.array != nil else {
      throw ValidationError("the parameters must be an object or an array of JSON")
    }
    return value
  }
}
