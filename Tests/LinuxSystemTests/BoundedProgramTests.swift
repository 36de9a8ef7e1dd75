// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import MonotonicTime
import Testing

@Suite("Programs with limits")
struct BoundedProgramTests {
  private func failure(_ program: BoundedProgram, _ arguments: String...) -> BoundedProgram.Failure?
  {
    do throws(BoundedProgram.Failure) {
      _ = try program.run(arguments, input: [])
      return nil
    } catch {
      return error
    }
  }

  @Test("What it writes is what it makes of its input", arguments: [1, 4096, 1 << 20])
  func result(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try BoundedProgram().run(["cat"], input: bytes) == bytes)
  }

  @Test("One that takes too long is ended, with all that it has started")
  func slow() throws {
    var program = BoundedProgram()
    program.time = .milliseconds(300)
    #expect(failure(program, "sleep", "600") == .tooSlow)
    #expect(failure(program, "sh", "-c", "sleep 600 & echo done") == .tooSlow)
    #expect(failure(program, "sh", "-c", "exec > /dev/null; sleep 600") == .failed(""))
  }

  @Test("One that makes too much is ended")
  func large() throws {
    var program = BoundedProgram()
    program.size = 1 << 20
    #expect(failure(program, "cat", "/dev/zero") == .tooLarge)
    program.size = 3
    #expect(try program.run(["printf", "abc"], input: []) == Array("abc".utf8))
  }

  @Test("It may have so much memory and no more")
  func memory() throws {
    var program = BoundedProgram()
    program.memory = 64 << 20
    let script = "while [ $(ulimit -v) = unlimited ]; do :; done; printf %s $(ulimit -v)"
    #expect(try program.run(["sh", "-c", script], input: []) == Array("65536".utf8))
  }

  @Test("Why it has made nothing is told in a line that can be printed")
  func fails() {
    let program = BoundedProgram()
    #expect(failure(program, "no-such-program-anywhere") == .missing)
    #expect(
      failure(program, "sh", "-c", "echo 'no \u{1B}shape' >&2; echo x >&2; exit 3")
        == .failed("no \\u{1B}shape")
    )
    #expect(failure(program, "sh", "-c", "echo half; exit 1") == .failed(""))
    #expect(failure(program, "true") == .failed(""))
  }
}
