// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem

/// The display of this machine.
package typealias KMSOutput = ModesettingOutput<DRMCards>

extension ModesettingOutput where System == DRMCards {
  /// An output on this machine's cards; see ``init(settings:system:session:adopting:)``.
  ///
  /// - Parameters:
  ///   - settings: The configuration's settings.
  ///   - session: The right to the screen where it is shared; `nil` where it is not.
  ///   - adopted: A display device that an earlier process of this service had open.
  /// - Throws: `SystemError` when no descriptor is left.
  package convenience init(
    settings: KMSSettings,
    session: (any DisplaySession)? = nil,
    adopting adopted: consuming OwnedFileDescriptor? = nil
  ) throws(SystemError) {
    try self.init(settings: settings, system: DRMCards(), session: session, adopting: adopted)
  }
}
