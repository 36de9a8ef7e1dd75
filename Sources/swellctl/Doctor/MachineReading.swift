// SPDX-License-Identifier: Apache-2.0
internal import TOMLReading
internal import Configuration
internal import Glibc
internal import KMS
internal import LinuxSystem

/// Reads the facts about the machine that `doctor` needs, without changing anything.
enum MachineReading {
  /// The unit's state; `nil` where no service manager answers.
  static func unitState() -> UnitState? {
    // A service manager that hangs is no reason to hang as well.
    let command =
      "timeout 5 systemctl show swell.service --property=\(UnitState.properties) 2>/dev/null"
    return output(of: command).flatMap(UnitState.init)
  }

  /// The standard output of a shell's command; nil where there is no shell.
  private static func output(of command: String) -> String? {
    guard let pipe = unsafe popen(command, "re") else { return nil }
    defer { unsafe pclose(pipe) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, pipe)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Findings about letters in a file that no installed font has, as the daemon's check tells them: fonts are looked at
  /// by libraries that no client loads.
  private static func letters(in file: String) -> [Finding] {
    let beside = FileSystem.resolved("/proc/self/exe").split(separator: "/").dropLast()
    let program = "/" + (beside + ["swelld"]).joined(separator: "/")
    let words = ["timeout", "20", FileSystem.isFile(program) ? program : "swelld"]
    let command = (words + ["--check", "--config", file]).map(quoted).joined(separator: " ")
    return LettersWarning.lines(of: output(of: "\(command) 2>&1 >/dev/null") ?? "").map {
      .problem($0, remedy: "install what has them, then systemctl restart swell")
    }
  }

  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  /// The settings that the daemon would use, and what is wrong with its file.
  ///
  /// - Parameter path: The file; `nil` for the default one, which may be absent.
  /// - Returns: The settings, the built-in ones where the file cannot be used.
  static func settings(_ path: String?) -> (settings: Settings, findings: [Finding]) {
    let file = path ?? Settings.defaultPath
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileReader.read(file, limit: Settings.maximumByteCount)
    } catch {
      guard path == nil, error.number == ENOENT else {
        let problem = Finding.problem(
          "the configuration \(file) cannot be read (\(error.reason))",
          remedy: "make it a readable file: chmod a+r \(file)"
        )
        return (.builtIn, [problem])
      }
      let sentence = "there is no \(file): without --config the daemon shows its built-in scene"
      return (.builtIn, [.fine(sentence)])
    }
    do throws(ConfigurationError) {
      let settings = try Settings(parsing: bytes, fileName: file)
      return (settings, [.fine("the configuration \(file) is valid")] + letters(in: file))
    } catch {
      let problems = error.lines.map {
        Finding.problem($0, remedy: "correct it, then swellctl reload")
      }
      return (.builtIn, problems)
    }
  }

  /// The keys that work beside Alt+SysRq, as the sysctl `kernel.sysrq`; `nil` where it cannot be read.
  static func magicKeys() -> Int? {
    guard let bytes = try? FileReader.read("/proc/sys/kernel/sysrq", limit: 64) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self))
  }

  /// The node at `path`; `nil` when it is gone.
  static func node(_ path: String) -> NodeAccess? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let group = unsafe getgrgid(status.st_gid).map { unsafe String(cString: $0.pointee.gr_name) }
    return NodeAccess(
      path: path,
      owner: status.st_uid,
      group: status.st_gid,
      groupName: group ?? "\(status.st_gid)",
      mode: status.st_mode & 0o777
    )
  }

  /// The service's account with the groups that its unit adds; `nil` when there is none.
  static func serviceAccount() -> NodeAccess.Account? {
    guard let entry = unsafe getpwnam("swell") else { return nil }
    let user = unsafe entry.pointee.pw_uid
    var numbers = [gid_t](repeating: 0, count: 256)
    var count = CInt(numbers.count)
    let group = unsafe entry.pointee.pw_gid
    guard unsafe getgrouplist("swell", group, &numbers, &count) >= 0 else { return nil }
    var groups = Set(numbers[..<Int(count)])
    for name in ["video", "input"] {
      if let group = unsafe getgrnam(name) { groups.insert(unsafe group.pointee.gr_gid) }
    }
    return NodeAccess.Account(name: "swell", user: user, groups: groups)
  }
}
