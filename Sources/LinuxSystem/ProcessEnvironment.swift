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

  /// This process's id.
  package static var processID: Int { Int(getpid()) }

  /// Bytes of memory that are resident now, 0 when the kernel does not say.
  package static var residentBytes: UInt64 { clinux_resident_bytes() }
}
