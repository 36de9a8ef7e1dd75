// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem

/// Measures the start of the released daemon on its virtual output, from `exec` to the first commit,
/// beside that of `true`.
///
/// The daemon is watched as the service manager watches it: its first status goes out after the first
/// turn of its loop, which has drawn and committed the first frame; it is ready when that has been
/// shown. Files and fontconfig's caches are warm after the first rounds, which do not count.
struct StartupBench {
  private static let rounds = 15
  private static let warmUp = 3
  private static let width = 1280
  private static let height = 800
  /// Two buffers of four bytes a pixel.
  private static let scanoutBytes = 2 * width * height * 4

  /// What one start of each program took.
  private struct Round {
    var trivial = Stopwatch()
    var commit = Stopwatch()
    var flip = Stopwatch()
    var residentBytes = 0
  }

  func run(_ report: inout Report) throws {
    let service = try ServiceSocket.open()
    let program = try Self.programFolder() + "/swelld"
    for _ in 0..<Self.warmUp { _ = try Self.round(program, service) }
    var all = Round()
    for _ in 0..<Self.rounds {
      let round = try Self.round(program, service)
      all.trivial.add(round.trivial)
      all.commit.add(round.commit)
      all.flip.add(round.flip)
      all.residentBytes = max(all.residentBytes, round.residentBytes)
    }
    let size = "\(Self.width)x\(Self.height)"
    let reference = Report.Reference(name: "exec of true", median: all.trivial.median)
    for (mode, times) in [("first commit", all.commit), ("first flip", all.flip)] {
      report.add(
        "startup",
        size: size,
        mode: "exec to \(mode)",
        median: times.median,
        reference: reference
      )
    }
    report.add(
      memory: all.residentBytes - Self.scanoutBytes,
      size: size,
      mode: "resident, scanout buffers aside"
    )
  }

  /// Starts and ends both programs once.
  private static func round(
    _ program: String,
    _ service: borrowing ServiceSocket
  ) throws -> Round {
    var round = Round()
    try round.trivial.measure { awaitEnd(of: try ChildProcess.spawn(["true"])) }
    let socket = "/tmp/swell-bench-\(getpid()).sock"
    let arguments = [
      program, "--output", "virtual:\(width)x\(height)", "--socket", socket,
      "--log-level", "error",
    ]
    var daemon: CInt = 0
    var commit = Stopwatch()
    try round.flip.measure {
      try commit.measure {
        daemon = try ChildProcess.spawn(arguments)
        try service.wait(for: "STATUS=")
      }
      try service.wait(for: "READY=1")
    }
    round.commit = commit
    round.residentBytes = try residentBytes(of: daemon)
    ChildProcess.signal(daemon, signal: SIGTERM)
    awaitEnd(of: daemon)
    _ = unsafe unlink(socket)
    return round
  }

  private static func awaitEnd(of process: CInt) {
    _ = retryingOnInterrupt { waitpid(process, nil, 0) }
  }

  /// Where this program and the daemon were built.
  private static func programFolder() throws -> String {
    guard let path = unsafe realpath("/proc/self/exe", nil) else {
      throw SystemError.last("realpath", subject: "/proc/self/exe")
    }
    defer { unsafe free(path) }
    let program = unsafe String(cString: path)
    return String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
  }

  /// Memory of a process that is resident now.
  private static func residentBytes(of process: CInt) throws -> Int {
    let bytes = try FileReader.read("/proc/\(process)/statm", limit: 4096)
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(CInt(_SC_PAGESIZE)))
  }
}
