// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem

/// The display of this machine.
package typealias KMSOutput = ModesettingOutput<DRMCards>

extension ModesettingOutput where System == DRMCards {
  /// An output on this machine's cards; see ``init(settings:system:adopting:)``.
  ///
  /// - Parameters:
  ///   - settings: What the configuration says.
  ///   - adopted: A display device that an earlier process of this service had open.
  /// - Throws: ``SystemError`` when no descriptor is left.
  package convenience init(
    settings: KMSSettings,
    adopting adopted: consuming OwnedFileDescriptor? = nil
  ) throws(SystemError) {
    try self.init(settings: settings, system: DRMCards(), adopting: adopted)
  }
}
