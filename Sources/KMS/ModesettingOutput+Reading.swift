// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Notices

/// Monitors that could not be read, and those that are not for desktops.
extension ModesettingOutput {
  /// Asks the monitor in use again, if it could not be read and it is time.
  func readMonitor(at now: MonotonicInstant) {
    guard shown?.reading?.isDue(at: now) == true, let connector = shown?.pipeline.connector.id
    else {
      return
    }
    ask(.connector(connector), at: now)
  }

  /// Has monitors asked what they are; what has changed is seen to when they have answered.
  func ask(_ probe: Probe, at now: MonotonicInstant) {
    // A monitor may take longer to answer than many frames.
    let isAsked = (shown?.device).map { system.ask($0, probe: probe) } ?? true
    if !isAsked { reconsider(probing: probe, at: now) }
  }

  /// Takes note of whether the monitor in use, which is as `connector` says, could be read.
  func noteReading(of connector: Connector, at now: MonotonicInstant) {
    guard let shown, connector.isUnread else {
      shown?.reading = nil
      return
    }
    guard let reading = shown.reading else {
      shown.reading = MonitorReading(at: now)
      return
    }
    // A monitor that could be read before is shown as before until it is given up.
    guard reading.isExhausted, !reading.isTold, shown.pipeline.connector.isUnread else { return }
    shown.reading?.isTold = true
    notice(.warning, "\(connector.unreadSentence); it is shown \(shown.pipeline.mode.label)")
  }

  /// Tells if the present mode stays though `connector`, which is as it says now, has others: its monitor could be read
  /// before and cannot at the moment, and may be the same.
  func isHeld(by connector: Connector) -> Bool {
    guard let shown, shown.pipeline.connector.id == connector.id else { return false }
    return connector.isUnread && !shown.pipeline.connector.isUnread
      && shown.reading?.isExhausted == false
  }

  /// Says which monitors are passed over as the kernel marks them as not for desktops.
  func tellOfHeadsets(in snapshot: DeviceSnapshot, on device: Device) {
    let headsets = snapshot.connectors.filter { connector in
      connector.isPassedOver && connector.name != settings.connector
    }
    let told = toldHeadsets[device.path] ?? []
    for connector in headsets where !told.contains(connector.id) {
      notice(.notice, "\(connector.passedOverSentence)")
    }
    toldHeadsets[device.path] = Set(headsets.map(\.id))
  }
}

extension Connector {
  /// True if a monitor is there that is used only if its connector is named.
  var isPassedOver: Bool { isNonDesktop && status == .connected }

  /// The reason why the monitor is not used, for the log.
  var passedOverSentence: String {
    "the monitor on \(name) is not for desktops, as the kernel knows it, and is passed over; "
      + "connector = \"\(name)\" lights it all the same"
  }

  /// The fault of a monitor that could not be read, for the log.
  var unreadSentence: String {
    "the monitor on \(name) does not say what it can (no EDID could be read): check cable and adapters, "
      + "or name its mode, as in mode = \"1920x1080\""
  }
}
