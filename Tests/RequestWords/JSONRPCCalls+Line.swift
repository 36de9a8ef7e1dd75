// SPDX-License-Identifier: Apache-2.0
package import Control

extension JSONRPCCalls {
  /// The calls of a line without its end, read in portions as the daemon reads them.
  package init(line: [UInt8]) {
    var reading = JSONRPCReading(line: line)
    while true {
      guard let calls = reading.read() else { continue }
      self = calls
      return
    }
  }

  /// The calls in their order.
  package var all: [JSONRPCCall] { (0..<count).map { self[$0] } }

  /// The request of a line that is one and no batch.
  package var request: JSONRPCRequest? {
    guard !isBatch, case .request(let request) = self[0] else { return nil }
    return request
  }
}
