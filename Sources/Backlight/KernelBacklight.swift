// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem
package import Presentation
internal import Synchronization

/// The light behind this machine's panel.
///
/// It is set by a thread that lives as long as there is something to set: a write to a light on a bus that
/// is stuck takes as long as the bus's driver is patient.
package final class KernelBacklight: PanelLight {
  /// The kernel's folder of lights.
  package static let folder = "/sys/class/backlight"

  /// State that the worker and its owner share.
  private final class Mailbox: Sendable {
    struct State {
      /// The setting that comes next, with its device.
      var order: (device: BacklightDevice, setting: PanelLightSetting)?
      var fault: String?
    }
    let state = Mutex(State())

    /// Sets what is asked for by now.
    func work() {
      guard let (device, setting) = state.withLock({ $0.order.take() }) else { return }
      do throws(SystemError) {
        try device.set(setting)
      } catch {
        state.withLock { $0.fault = "\(error)" }
      }
    }
  }

  private let folder: String
  private let worker = Worker()
  private let mailbox = Mailbox()
  private var device: BacklightDevice?

  /// A light that is looked for in `folder`.
  ///
  /// - Throws: `SystemError` when no descriptor is left.
  package init(folder: String = KernelBacklight.folder) throws(SystemError) {
    self.folder = folder
    _ = try worker.open()
  }

  deinit { finish() }

  package func find(on connector: String, named name: String?) -> PanelLightFinding {
    device = nil
    let devices = BacklightDevice.all(in: folder)
    switch BacklightDevice.choose(among: devices, connector: connector, named: name) {
    case .none(let reason): return .obstacle(reason)
    case .device(let found):
      if let obstacle = found.obstacle {
        return .obstacle("the backlight \(found.name) cannot be set (\(obstacle))")
      }
      device = found
      return .light(found.description)
    }
  }

  package var setting: PanelLightSetting? {
    guard !worker.isBusy else { return nil }
    return device?.setting
  }

  package func set(_ setting: PanelLightSetting) {
    guard let device else { return }
    let isOrdered = mailbox.state.withLock { state in
      defer { state.order = (device, setting) }
      return state.order != nil
    }
    // What is set next is what was asked for last.
    if !isOrdered { _ = worker.begin { [mailbox] in mailbox.work() } }
  }

  package func finish() { worker.finish() }

  package func takeFault() -> String? {
    mailbox.state.withLock { state in
      defer { state.fault = nil }
      return state.fault
    }
  }
}
