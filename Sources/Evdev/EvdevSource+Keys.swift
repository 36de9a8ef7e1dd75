// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Keyboard
internal import LinuxSystem
internal import MonotonicTime
internal import Notices
internal import Touch

// Keyboards and scanners.
extension EvdevSource {
  /// Takes a device into use on which people type.
  func take(
    _ description: InputDeviceDescription,
    node: InputNode,
    typing: DeviceAssessment.Typing,
    properties: UdevProperties,
    at now: MonotonicInstant
  ) {
    let device = KeyDevice(
      node,
      description: description,
      typing: typing,
      bound: settings.bound?.codes ?? [],
      properties: properties,
      number: nextNumber,
      keymaps: keymaps
    )
    nextNumber += 1
    typed.append(device)
    queue.append(.deviceAdded(device.description))
    if device.isFallback {
      say(
        .warning,
        "\(device.path): its layout cannot be had, so only letters and digits of the United States "
          + "can be typed; install libxkbcommon0 and xkb-data"
      )
    }
    guard !isSuspended else { return }
    grab(device)
    device.showLamps()
    watch(device, at: now)
  }

  func grab(_ device: KeyDevice) {
    guard device.wantsGrab else { return }
    do throws(SystemError) {
      try device.setGrabbed(true)
    } catch {
      say(
        .notice,
        "\(device.path) is read by others too, it cannot be grabbed: \(error.reason)"
      )
    }
  }

  func watch(_ device: KeyDevice, at now: MonotonicInstant) {
    do throws(SystemError) {
      try epoll.add(device.descriptor, token: Self.token(device.number))
    } catch {
      say(.error, "\(device.path) cannot be watched: \(error)")
      remove(device)
    }
  }

  func read(_ device: KeyDevice, at now: MonotonicInstant) {
    guard case .lost(let error) = device.read(at: now, into: &queue) else { return }
    if error.number != ENODEV {
      say(.warning, recovery: "keyboard-failed", "\(error); the device is let go")
    }
    remove(device)
  }

  func remove(_ device: KeyDevice) {
    device.forget(into: &queue)
    epoll.remove(device.descriptor)
    typed.removeAll { $0 === device }
    queue.append(.deviceRemoved(device.description))
  }
}
