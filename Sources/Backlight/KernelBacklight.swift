// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem
package import Presentation
internal import Synchronization

/// The light behind this machine's panel.
///
/// It is set by a thread that lives as long as there is something to set: a write to a light on a bus that
/// is stuck takes as long as the bus's driver is patient.
package final class KernelBacklight: PanelLight {
  /// Where the kernel has lights.
  package static let folder = "/sys/class/backlight"

  /// What the thread and its owner know of each other.
  private final class Mailbox: Sendable {
    struct State {
      /// What is to be set next.
      var order: (device: BacklightDevice, setting: PanelLightSetting)?
      var isBusy = false
      var fault: String?
    }
    let state = Mutex(State())

    /// Sets what is asked for until nothing is.
    func work() {
      while let (device, setting) = takeOrder() {
        do throws(SystemError) {
          try device.set(setting)
        } catch {
          state.withLock { $0.fault = "\(error)" }
        }
      }
    }

    private func takeOrder() -> (BacklightDevice, PanelLightSetting)? {
      state.withLock { state in
        guard let order = state.order else {
          state.isBusy = false
          return nil
        }
        state.order = nil
        return order
      }
    }
  }

  private let folder: String
  private let bell: Doorbell
  private let mailbox = Mailbox()
  private var thread: BackgroundWork<Bool>?
  private var device: BacklightDevice?

  /// A light that is looked for in `folder`.
  ///
  /// - Throws: `SystemError` when no descriptor is left.
  package init(folder: String = KernelBacklight.folder) throws(SystemError) {
    self.folder = folder
    bell = try Doorbell()
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
    guard !mailbox.state.withLock({ $0.isBusy }) else { return nil }
    return device?.setting
  }

  package func set(_ setting: PanelLightSetting) {
    guard let device else { return }
    let isBusy = mailbox.state.withLock { state in
      state.order = (device, setting)
      defer { state.isBusy = true }
      return state.isBusy
    }
    guard !isBusy else { return }
    join()
    do throws(SystemError) {
      thread = try BackgroundWork.start(ringing: bell) { [mailbox] in
        mailbox.work()
        return true
      }
    } catch {
      // No memory for a thread: better late than not at all.
      mailbox.work()
    }
  }

  package func finish() { join() }

  package func takeFault() -> String? {
    mailbox.state.withLock { state in
      defer { state.fault = nil }
      return state.fault
    }
  }

  /// Waits for the thread, which has nothing to do any more or soon.
  private func join() {
    if let work = thread.take() { _ = work.product() }
  }
}
