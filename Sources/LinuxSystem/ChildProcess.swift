// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// Programs that this process starts and reaps.
package enum ChildProcess {
  /// The end of a child.
  package enum Outcome: Sendable, Hashable {
    /// It exited with this status.
    case exited(CInt)
    /// A signal of this number ended it.
    case signalled(CInt)
  }

  /// Starts `arguments`, the first of which is the program, found in `$PATH` when it has no slash.
  ///
  /// The child gets standard input from `input`, or from /dev/null where that is nil, this process's
  /// standard output and error, no other descriptor, a session and group of its own, default signal
  /// handling, the usual timer slack, and the environment but for ``ProcessEnvironment/isPrivate(_:)``. When memory runs out it is
  /// killed before this process. Does not wait for it.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - input: The contents of its standard input; nil for none.
  ///   - variables: Environment variables that it gets besides, `NAME=value`.
  /// - Returns: The child's process id.
  /// - Throws: ``SystemError`` when the program cannot be started; EINVAL for no arguments.
  package static func spawn(
    _ arguments: [String],
    input: [UInt8]? = nil,
    adding variables: [String] = []
  ) throws(SystemError) -> CInt {
    try spawn(arguments, adding: variables, input: input, output: -1, errors: -1)
  }

  /// Starts `arguments` as ``spawn(_:input:adding:)`` does, with pipes in place of standard output and error.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - input: The contents of its standard input; nil for none.
  ///   - variables: Environment variables that it gets besides, `NAME=value`.
  ///   - output: The pipe for its standard output.
  ///   - errors: The pipe for its standard error.
  /// - Returns: The child's process id.
  /// - Throws: As ``spawn(_:input:adding:)``.
  package static func spawn(
    _ arguments: [String],
    input: [UInt8]?,
    adding variables: [String],
    output: borrowing ChildPipe,
    errors: borrowing ChildPipe
  ) throws(SystemError) -> CInt {
    try spawn(
      arguments,
      adding: variables,
      input: input,
      output: output.writerNumber,
      errors: errors.writerNumber
    )
  }

  private static func spawn(
    _ arguments: [String],
    adding variables: [String],
    input: [UInt8]?,
    output: CInt,
    errors: CInt
  ) throws(SystemError) -> CInt {
    guard let program = arguments.first else { throw SystemError("start", number: EINVAL) }
    let additions = unsafe variables.map { unsafe strdup($0) }
    defer { for index in unsafe additions.indices { unsafe free(additions[index]) } }
    let environment =
      unsafe additions.map { unsafe UnsafePointer($0) } + ProcessEnvironment.forChildren()
    // Memory that only the child sees: nothing has to be fed, and no reader is waited for.
    let memory: OwnedFileDescriptor? =
      if let input { try SealedMemory.make(input, name: "swell-input") } else { nil }
    let copies = unsafe arguments.map { unsafe strdup($0) }
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    var pointers = unsafe copies.map { unsafe UnsafePointer($0) }
    unsafe pointers.append(nil)
    let child = unsafe clinux_spawn(
      pointers,
      environment,
      oomScoreAdjustment,
      number(of: memory),
      output,
      errors
    )
    guard child > 0 else { throw SystemError.last("start", subject: program) }
    return child
  }

  private static func number(of file: borrowing OwnedFileDescriptor?) -> CInt {
    switch file {
    case .some(let file): file.rawValue
    case nil: -1
    }
  }

  /// Finds out whether ``spawn(_:input:adding:)`` would find `program`, and this process may run it.
  ///
  /// - Throws: ``SystemError`` when it would not.
  package static func checkProgram(_ program: String) throws(SystemError) {
    guard !program.contains("/") else { return try checkExecutable(program) }
    var failure = SystemError("find", subject: program, number: ENOENT)
    for folder in (ProcessEnvironment["PATH"] ?? "/bin:/usr/bin").split(separator: ":") {
      do throws(SystemError) {
        return try checkExecutable("\(folder)/\(program)")
      } catch {
        if error.number != ENOENT { failure = error }
      }
    }
    throw failure
  }

  private static func checkExecutable(_ path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError.last("run", subject: path) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw SystemError("run", subject: path, number: kind == S_IFDIR ? EISDIR : EACCES)
    }
    guard unsafe access(path, X_OK) == 0 else { throw SystemError.last("run", subject: path) }
  }

  /// Takes note of one child that has ended.
  ///
  /// - Returns: The child and its end; `nil` when none has ended.
  package static func reap() -> (process: CInt, outcome: Outcome)? {
    var status: CInt = 0
    let process = retryingOnInterrupt { unsafe waitpid(-1, &status, WNOHANG) }
    guard process > 0 else { return nil }
    let signal = status & 0x7f
    return (process, signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal))
  }

  /// Sends `signal` to the group that the child leads, as far as it still exists.
  package static func signal(_ process: CInt, signal: CInt) {
    _ = kill(-process, signal)
  }

  /// Tells if `process` is a child of this process that has not been reaped.
  package static func isParent(of process: CInt) -> Bool {
    guard process > 0 else { return false }
    return waitid(P_PID, id_t(process), nil, WEXITED | WNOHANG | WNOWAIT) == 0
  }

  /// Has children whose parents end become children of this process, so that their end is told by
  /// SIGCHLD and they are reaped too.
  ///
  /// The corresponding call is `prctl(PR_SET_CHILD_SUBREAPER)`.
  package static func adoptOrphans() { clinux_adopt_orphans() }

  /// Readiness to kill a child when memory runs out, as in `/proc/self/oom_score_adj`: as the service manager has it
  /// for programs that a user starts in a session, and above any daemon.
  private static var oomScoreAdjustment: CInt { 500 }
}
