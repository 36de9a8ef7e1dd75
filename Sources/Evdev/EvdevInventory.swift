// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem
package import Touch

/// All input devices of the machine, used or not: what `--list` and `doctor` print.
package enum EvdevInventory {
  /// Looks at every event node once.
  ///
  /// Nothing is grabbed and no event is taken from another reader.
  ///
  /// - Parameter settings: The configuration's settings for touch devices.
  /// - Returns: The devices by the numbers of their nodes, each with the reason why it is or isn't
  ///   used; after them the paths from the configuration that lead to no device.
  package static func devices(_ settings: EvdevSettings = .init()) -> [InputDeviceDescription] {
    guard let udev = try? UdevInput.open() else { return [] }
    let named = resolvedNodes(settings.devices)
    let nodes = udev.nodes()
    var assessments: [DeviceAssessment] = []
    for path in nodes {
      var assessment = DeviceAssessment(
        path: path,
        properties: udev.properties(ofNode: path),
        settings: settings,
        named: named
      )
      // One open node at a time.
      assessment.node = nil
      assessments.append(assessment)
    }
    return assessments.map(\.description) + missing(settings, nodes: nodes)
  }

  /// Assesses a device by its declaration, of this machine or of another one.
  ///
  /// - Parameters:
  ///   - declaration: Its declaration.
  ///   - settings: The configuration's settings for touch devices; paths in it are those of this machine.
  /// - Returns: The device, with the reason why it is or isn't used.
  package static func device(
    _ declaration: DeviceDeclaration,
    settings: EvdevSettings = .init()
  ) -> InputDeviceDescription {
    DeviceAssessment(declaration, settings: settings).description
  }

  /// Reads the declarations of all devices, by the numbers of their nodes, or the error of each that cannot be asked.
  package static func declarations() -> [(path: String, Result<DeviceDeclaration, SystemError>)] {
    guard let nodes = try? UdevInput.open().nodes() else { return [] }
    return nodes.map { path in
      (path, Result { () throws(SystemError) in try DeviceDeclaration.read(path) })
    }
  }

  private static func missing(
    _ settings: EvdevSettings,
    nodes: [String]
  ) -> [InputDeviceDescription] {
    settings.namedPaths.filter { path in
      !(resolvedNodes(.paths([path])) ?? []).contains(where: nodes.contains)
    }
    .map { path in
      InputDeviceDescription(
        name: "",
        path: path,
        kind: "unknown",
        isUsed: false,
        reason: "the configuration names it and there is no such input device"
      )
    }
  }
}
