// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import LinuxSystem
internal import MonotonicTime
internal import Notices
internal import Touch

extension EvdevSource {
  /// The token of a device's descriptor in the epoll set.
  static func token(_ device: EvdevDevice) -> UInt64 { token(device.number) }

  /// The token, in the epoll set, of the descriptor of the device with this number.
  static func token(_ number: Int) -> UInt64 { monitorTokens + UInt64(number) }

  /// Looks at every node there is.
  func scan(at now: MonotonicInstant) {
    for path in udev.nodes() { consider(path, at: now) }
  }

  func listen(to box: MonitorBox, at now: MonotonicInstant) {
    while let message = box.monitor.next() {
      switch message {
      case .changed(let node):
        consider(node, at: now)
      case .removed(let node):
        complaints.removeAll { $0 == node }
        awaited.removeAll { $0.path == node }
        if let device = open.first(where: { $0.path == node }) {
          remove(device, at: now)
        }
        if let device = typed.first(where: { $0.path == node }) { remove(device) }
      case .overflow:
        scan(at: now)
      case .other:
        break
      }
    }
  }

  /// Longest time that udev has for a new device before that is used without udev's word.
  ///
  /// Should udev speak later after all, the device is taken anew.
  private static let patience = MonotonicInterval.milliseconds(5000)

  /// Uses the device at `path` if it is one to be used; `isLate` when udev has had its time.
  func consider(_ path: String, at now: MonotonicInstant, isLate: Bool = false) {
    let properties = udev.properties(ofNode: path)
    let isAwaited =
      UdevInput.isRunning && !properties.isInitialized && !properties.systemPath.isEmpty
    if isAwaited && !isLate {
      // udev will tell when it is done with it.
      if !awaited.contains(where: { $0.path == path }) {
        awaited.append((path, now + Self.patience))
      }
      return
    }
    awaited.removeAll { $0.path == path }
    if let old = open.first(where: { $0.path == path }) {
      // A new rule of udev's, or another device with the node's name: the message of the old one's
      // end was lost.
      guard old.properties != properties else { return }
      remove(old, at: now)
    }
    if let old = typed.first(where: { $0.path == path }) {
      guard old.properties != properties else { return }
      remove(old)
    }
    let assessment = assess(path, properties: properties)
    if let typing = assessment.typing, let node = assessment.node {
      complaints.removeAll { $0 == path }
      take(assessment.description, node: node, typing: typing, properties: properties, at: now)
      return
    }
    guard let use = assessment.use, let node = assessment.node else {
      complain(about: assessment)
      return
    }
    complaints.removeAll { $0 == path }
    take(assessment, node: node, use: use, properties: properties, at: now)
  }

  private func assess(_ path: String, properties: UdevProperties) -> DeviceAssessment {
    DeviceAssessment(
      path: path,
      properties: properties,
      settings: settings,
      named: resolvedNodes(settings.devices)
    )
  }

  private func take(
    _ assessment: DeviceAssessment,
    node: InputNode,
    use: DeviceVerdict.Use,
    properties: UdevProperties,
    at now: MonotonicInstant
  ) {
    let path = assessment.description.path
    if assessment.hasBadMatrix {
      say(.warning, "\(path): LIBINPUT_CALIBRATION_MATRIX is not six numbers and is ignored")
    }
    let device = EvdevDevice(
      node,
      description: assessment.description,
      use: use,
      properties: properties,
      number: nextNumber,
      traits: PanelTraits(
        leastDuration: settings.leastDuration,
        palmExtent: node.context.capabilities.palmExtent
      )
    )
    nextNumber += 1
    open.append(device)
    queue.append(.deviceAdded(device.description))
    guard !isSuspended else { return }
    grab(device)
    watch(device, at: now)
  }

  func watch(_ device: EvdevDevice, at now: MonotonicInstant) {
    do throws(SystemError) {
      try epoll.add(device.descriptor, token: Self.token(device))
    } catch {
      say(.error, "\(device.path) cannot be watched: \(error)")
      remove(device, at: now)
    }
  }

  func grab(_ device: EvdevDevice) {
    guard settings.isGrabbed else { return }
    do throws(SystemError) {
      try device.setGrabbed(true)
    } catch {
      let path = device.path
      say(.notice, "\(path) is read by others too, it cannot be grabbed: \(error.reason)")
    }
  }

  func read(_ device: EvdevDevice, at now: MonotonicInstant) {
    let outcome = device.read(at: now, into: &queue)
    if let message = device.takeNotice() { say(.warning, message) }
    guard case .lost(let error) = outcome else { return }
    if error.number != ENODEV {
      say(.warning, recovery: "touch-device-failed", "\(error); the device is let go")
    }
    remove(device, at: now)
  }

  /// Brings a device's state up to date without telling anyone of what happened meanwhile.
  func skipEvents(
    of device: EvdevDevice,
    at now: MonotonicInstant,
    into unseen: inout TouchQueue
  ) {
    while case .unfinished = device.read(at: now, into: &unseen) {
      while unseen.next() != nil {}
    }
  }

  func remove(_ device: EvdevDevice, at now: MonotonicInstant) {
    device.cancelContacts(at: now, into: &queue)
    epoll.remove(device.descriptor)
    open.removeAll { $0 === device }
    queue.append(.deviceRemoved(device.description))
  }

  /// Says once why a device that should be used is not.
  func complain(about assessment: DeviceAssessment) {
    let device = assessment.description
    // A node that is gone already, or no event device at all, is of no concern.
    let numbers = [EACCES, EPERM, EMFILE, ENFILE, ENOMEM]
    let isWanted = assessment.isNamed || numbers.contains(assessment.failure?.number ?? 0)
    guard isWanted, !complaints.contains(device.path) else { return }
    complaints.append(device.path)
    say(.warning, "\(device.path) (\(device.name)) is not used: \(device.reason)")
  }

  /// Says which of the devices that the configuration names are not there.
  func reportMissing() {
    for path in settings.namedPaths where resolvedNodes(.paths([path]))?.isEmpty ?? false {
      say(.notice, "\(path) is not there; the device will be used when it appears")
    }
  }

  func say(
    _ severity: Notice.Severity,
    recovery: String? = nil,
    _ message: String
  ) {
    queue.append(.notice(Notice(severity, recovery: recovery, message)))
  }
}
