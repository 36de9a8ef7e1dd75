// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
package import MonotonicTime
internal import PlainText

/// A program that makes bytes of others: it is waited for, and has to keep to limits.
package struct BoundedProgram: Sendable {
  /// The reason why there is no result.
  package enum Failure: Error, Hashable, Sendable {
    /// The program is not installed, or may not be run.
    case missing
    /// The program cannot be started, for the kernel's reason.
    case unstarted(String)
    /// It took longer than it may.
    case tooSlow
    /// Its output is larger than it may be.
    case tooLarge
    /// It ended without a result; the first line of what it said, fit to be printed.
    case failed(String)
  }

  /// The longest that it may take.
  package var time = MonotonicInterval(seconds: 5)
  /// The most memory that it may have, in bytes of its address space.
  package var memory: UInt64 = 1 << 30
  /// The most bytes that it may make.
  package var size = 64 << 20

  /// The usual limits.
  package init() {}

  /// Runs `arguments`, the first of which is found in `$PATH`, with `input` on its standard input.
  ///
  /// The program and whatever it has started are gone when this returns.
  ///
  /// - Returns: The bytes of its standard output, at least one.
  /// - Throws: ``Failure``.
  package func run(_ arguments: [String], input: [UInt8]) throws(Failure) -> [UInt8] {
    guard (try? ChildProcess.checkProgram(arguments.first ?? "")) != nil else { throw .missing }
    guard var output = try? ChildPipe(), var errors = try? ChildPipe() else {
      throw .unstarted("no descriptor is left")
    }
    let process: CInt
    do throws(SystemError) {
      process = try ChildProcess.spawn(
        arguments,
        input: input,
        adding: [],
        output: output,
        errors: errors
      )
    } catch {
      throw .unstarted(error.reason)
    }
    clinux_limit_process(process, memory, UInt64(max(1, time.seconds.rounded(.up))))
    output.closeWriter()
    errors.closeWriter()
    let (result, complaint) = collect(output.reader, errors: errors.reader)
    ChildProcess.signal(process, signal: SIGKILL)
    var status: CInt = 0
    let ended = retryingOnInterrupt { unsafe waitpid(process, &status, 0) }
    let bytes = try result.get()
    // The reaper of all children may have been first, and has its status then.
    guard !bytes.isEmpty, ended != process || status == 0 || status == SIGKILL else {
      throw .failed(complaint)
    }
    return bytes
  }

  /// Reads both pipes until they end, or until the limits.
  private func collect(
    _ output: borrowing OwnedFileDescriptor,
    errors: borrowing OwnedFileDescriptor
  ) -> (Result<[UInt8], Failure>, complaint: String) {
    let end = MonotonicClock.now() + time
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var (bytes, said, isSilent) = ([UInt8](), [UInt8](), false)
    while true {
      let left = end - MonotonicClock.now()
      guard left > .zero else { return (.failure(.tooSlow), "") }
      var interests = [DescriptorPoll.Interest(output.rawValue, readiness: .readable)]
      if !isSilent {
        interests.append(DescriptorPoll.Interest(errors.rawValue, readiness: .readable))
      }
      let ready = DescriptorPoll.wait(interests, timeout: left)
      if ready.count > 1, ready[1] != [] {
        if let words = errors.read(into: &buffer) {
          said += words.prefix(400 - min(400, said.count))
        } else {
          isSilent = true
        }
      }
      guard ready[0] != [] else { continue }
      guard let more = output.read(into: &buffer) else { break }
      guard bytes.count + more.count <= size else { return (.failure(.tooLarge), "") }
      bytes += more
    }
    while !isSilent, said.count < 400, let words = errors.read(into: &buffer), !words.isEmpty {
      said += words
    }
    let line = said.prefix(400).prefix { $0 != UInt8(ascii: "\n") }
    return (.success(bytes), String(decoding: line, as: UTF8.self).printable)
  }
}
