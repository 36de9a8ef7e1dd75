// SPDX-License-Identifier: Apache-2.0

/// Judges the power over the service that a visitor with a keyboard has.
package enum KeyboardDiagnosis {
  /// The bits of `kernel.sysrq` that let Alt+SysRq+r and Alt+SysRq+k through
  /// (Documentation/admin-guide/sysrq.rst); 1 stands for all of them.
  private static let keyboardBit = 4

  /// Findings about the sysctl `kernel.sysrq`.
  ///
  /// - Parameter magicKeys: Its value; `nil` where the kernel has none.
  /// - Returns: A problem, or nothing.
  package static func findings(magicKeys: Int?) -> [Finding] {
    guard let magicKeys, magicKeys == 1 || magicKeys & keyboardBit != 0 else { return [] }
    return [
      .problem(
        "kernel.sysrq is \(magicKeys): a keyboard's Alt+SysRq+r and Alt+F2 may lead to a login prompt",
        remedy: "sysctl kernel.sysrq=0, and in /etc/sysctl.d for the next boot"
      )
    ]
  }
}
