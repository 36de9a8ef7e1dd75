// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import LinuxSystem
package import MonotonicTime

/// The record of the starts before this one, so that nothing that is read at a start ends every start.
///
/// A process that ends in order leaves no record; of one that did not its record tells when it began and what it
/// had read. One that died of itself or was ended by the watchdog leaves a mark beside it (``watch()``): a process that was
/// killed says nothing against what it has read. Deaths within ``lifetime`` of the start count one after the other, as long
/// as the configuration is the same:
///
/// ```
///   2 with the same state, 3 with any   the state is put aside
///   3, the last one without a state     the built-in scene
/// ```
/// The record is a file in the folder that the service manager clears at a boot, `RUNTIME_DIRECTORY`; where
/// there is none, nothing is counted.
package final class StartRecord {
  /// Age from which the end of a process is not put down to the files that it has read.
  package static let lifetime = MonotonicInterval(seconds: 60)

  private let folder: String?
  private let start: MonotonicInstant
  private let before: Entry?
  private var entry: Entry

  /// The record of a start that begins.
  ///
  /// - Parameters:
  ///   - folder: The folder of the record; nil for none.
  ///   - configuration: The file's bytes; empty where there is none.
  ///   - start: The current time.
  package init(folder: String?, configuration: [UInt8], at start: MonotonicInstant) {
    self.folder = folder
    self.start = start
    let digest = Self.digest(configuration)
    let mark = folder.map { Self.mark(in: $0) }
    let hasDied = mark.map(FileSystem.isFile) ?? false
    if let mark { FileSystem.remove(mark) }
    let found = hasDied ? folder.flatMap { Entry(readFrom: $0 + "/starts") } : nil
    before = found.flatMap { found in
      let isRecent = start >= found.start && start - found.start < Self.lifetime
      return isRecent && found.configuration == digest ? found : nil
    }
    entry = Entry(
      start: start,
      configuration: digest,
      deaths: before.map { min($0.deaths, .max - 1) + 1 } ?? 0
    )
    write()
  }

  /// Number of starts in a row before this one that have come to a sudden end.
  package var deaths: Int { entry.deaths }

  /// True if the built-in scene is to take the configuration's place.
  package var isWithoutConfiguration: Bool { deaths >= 3 && before?.state == nil }

  /// True if starts are so many that they have to be slowed down.
  package var isHurried: Bool { deaths > 3 }

  /// Takes note of the state before anything is made of it.
  ///
  /// - Parameter state: The state that an earlier process has stored.
  /// - Returns: True if it may be read; else it has been put aside, into the file whose path ``statePath`` is.
  func admit(_ state: [UInt8]) -> Bool {
    let digest = Self.digest(state)
    let sameDeaths = before?.state == digest ? (before?.stateDeaths ?? 0) + 1 : 0
    guard !isWithoutConfiguration, sameDeaths < 2, deaths < 3 else {
      if let statePath { try? FileSystem.replace(statePath, with: state, mode: 0o600) }
      return false
    }
    (entry.state, entry.stateDeaths) = (digest, sameDeaths)
    write()
    return true
  }

  /// The path of a state that was put aside; nil where nothing is counted.
  var statePath: String? { folder.map { $0 + "/state-set-aside.json" } }

  /// Has this process leave the mark when it dies of itself.
  package func watch() {
    if let folder { CrashMark.leave(at: Self.mark(in: folder)) }
  }

  static func mark(in folder: String) -> String { folder + "/died" }

  /// The process ends in order.
  package func end() {
    if let folder { FileSystem.remove(folder + "/starts") }
  }

  private func write() {
    guard let folder else { return }
    try? FileSystem.replace(folder + "/starts", with: Array(entry.text.utf8), mode: 0o600)
  }

  /// FNV-1a: against chance, not against malice.
  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension StartRecord {
  /// One start, as a line of text.
  private struct Entry {
    /// The instant at which it began.
    var start: MonotonicInstant
    /// A digest of the configuration's file.
    var configuration: UInt64
    /// The sudden ends before it.
    var deaths: Int
    /// A digest of the state that was read; nil for none.
    var state: UInt64?
    /// The sudden ends before it with the same state.
    var stateDeaths = 0

    init(start: MonotonicInstant, configuration: UInt64, deaths: Int) {
      self.start = start
      self.configuration = configuration
      self.deaths = deaths
    }

    /// Reads what an earlier process has written; nil where there is nothing that makes sense.
    init?(readFrom path: String) {
      guard let bytes = try? FileReader.read(path, limit: 256) else { return nil }
      let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      guard words.count == 6, words[0] == "swell-start", let nanoseconds = Int64(words[1]),
        let configuration = UInt64(words[2], radix: 16), let deaths = Int(words[3]), deaths >= 0,
        let stateDeaths = Int(words[5]), (0...1).contains(stateDeaths)
      else { return nil }
      start = MonotonicInstant(nanoseconds: nanoseconds)
      self.configuration = configuration
      self.deaths = deaths
      state = UInt64(words[4], radix: 16)
      self.stateDeaths = stateDeaths
    }

    var text: String {
      let state = state.map { String($0, radix: 16) } ?? "-"
      let digest = String(configuration, radix: 16)
      return "swell-start \(start.nanoseconds) \(digest) \(deaths) \(state) \(stateDeaths)\n"
    }
  }
}
