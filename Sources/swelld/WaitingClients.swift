// SPDX-License-Identifier: Apache-2.0
import Control
import LinuxSystem
import TOMLReading

/// Clients that wait at the service manager's socket for a daemon that will not come up.
enum WaitingClients {
  /// Largest number of clients that are told; more than the socket's queue usually holds.
  private static let limit = 512

  /// Tells them what is wrong with the configuration.
  ///
  /// The service manager would start the daemon again, at once and in vain, for as long as a connection
  /// waits there.
  static func refuse(_ error: ConfigurationError) {
    var inherited = InheritedDescriptors()
    guard let listener = inherited.takeListener() else { return }
    let answer = JSONRPCResponse(id: .null, outcome: .failure(.invalidConfiguration(error.lines)))
      .line
    for _ in 0..<limit {
      guard let client = try? listener.accept() else { return }
      _ = client.send(answer[...])
    }
  }
}
