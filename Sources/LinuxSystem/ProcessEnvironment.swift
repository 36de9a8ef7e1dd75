// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// The environment variables of this process.
package enum ProcessEnvironment {
  /// The value of the variable `name`; `nil` when it is unset or empty.
  package static subscript(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Gives the programs that this process starts a variable; to be called before there are threads.
  package static func setForChildren(_ name: String, value: String) {
    _ = unsafe setenv(name, value, 1)
  }

  /// Tells if the variable `name` is between this process and its service manager only.
  ///
  /// A child that took it for its own would speak for this process: its readiness, its watchdog, its
  /// sockets, its terminal.
  package static func isPrivate(_ name: some StringProtocol) -> Bool {
    ["NOTIFY_SOCKET", "FDSTORE", "SWELL_TERMINAL", "SWELL_JOB_SOCKET"].contains(String(name))
      || name.hasPrefix("WATCHDOG_") || name.hasPrefix("LISTEN_")
  }

  /// The variables that children get, ended by `nil`; they live as long as this environment.
  static func forChildren() -> [UnsafePointer<CChar>?] {
    var variables: [UnsafePointer<CChar>?] = unsafe []
    guard var next = unsafe clinux_environment() else { return unsafe [nil] }
    while let variable = unsafe next.pointee {
      let name = unsafe String(cString: variable).prefix { $0 != "=" }
      if !isPrivate(name) { unsafe variables.append(UnsafePointer(variable)) }
      unsafe next += 1
    }
    unsafe variables.append(nil)
    return unsafe variables
  }

  /// This process's id.
  package static var processID: Int { Int(getpid()) }

  /// Allows this process `wanted` open files, as far as it may.
  ///
  /// - Returns: Number of files that it may have open from now on.
  package static func raiseDescriptorLimit(to wanted: Int) -> Int {
    Int(clamping: clinux_raise_descriptor_limit(UInt64(clamping: wanted)))
  }

  /// Has freed memory given back to the system, whatever was done with how much of it; to be called
  /// before there are threads.
  package static func tameHeap() { clinux_tame_heap() }

  /// Gives back to the system what is free in the heap, in about a millisecond for each ten megabytes.
  package static func trimHeap() { clinux_trim_heap() }

  /// Overwrites what calls that have ended left on this thread's stack, in some microseconds.
  package static func forgetStack() { clinux_forget_stack() }
}
