// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("A control socket whose file goes")
struct LostSocketTests {
  /// How a careless hand takes the file away.
  enum Way: CaseIterable {
    case removed
    case renamed
    case replaced

    func callAsFunction(_ path: String) throws {
      switch self {
      case .removed: try FileManager.default.removeItem(atPath: path)
      case .renamed: try #require(unsafe rename(path, path + ".old") == 0)
      case .replaced:
        // By one without a listener.
        let other = try RunningDaemon(scene)
        _ = other.stop(SIGKILL)
        try #require(unsafe rename(other.socket, path) == 0)
      }
    }
  }

  @Test(
    "The daemon makes it anew, as often as it takes",
    arguments: Way.allCases
  )
  func isMadeAnew(way: Way) throws {
    let daemon = try RunningDaemon(scene)
    for round in 1...3 {
      try way(daemon.socket)
      #expect(daemon.log.wait(for: "its file had gone and was made anew") != nil)
      #expect(try daemon.control("progress", "\(round)").status == 0)
    }
    #expect(
      try FileManager.default.attributesOfItem(atPath: daemon.socket)[.posixPermissions] as? Int
        == 0o660
    )
    #expect(daemon.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
  }

  @Test(
    "The service manager's is not the daemon's to make: log and client say what helps, the next daemon too"
  )
  func remedyIsTold() throws {
    let manager = try ServiceStandIn(scene)
    try manager.startDaemon()
    #expect(try manager.control("status").status == 0)
    try FileManager.default.removeItem(atPath: manager.socket)
    #expect(manager.log.wait(for: "systemctl restart swell.socket") != nil)
    let outcome = try manager.control("status")
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("'systemctl restart swell.socket'"), "\(outcome.errors)")
    manager.stopDaemon()
    // There is no daemon now to be missed.
    #expect(try !manager.control("status").errors.contains("restart swell.socket"))
    try manager.startDaemon(awaiting: "systemctl restart swell.socket")
  }
}
