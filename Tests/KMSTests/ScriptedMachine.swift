// SPDX-License-Identifier: Apache-2.0
import Glibc
import KMS
import LinuxSystem
import MonotonicTime

/// A machine with scripted cards.
final class ScriptedMachine: CardSystem {
  var hardware: [ScriptedHardware] = []
  var changes: [CardChange] = []
  var refusals: [String: CInt] = [:]
  /// Whom refused nodes let in.
  var rights = NodeRights.group("video")
  /// Links to nodes, as udev makes them.
  var links: [String: String] = [:]
  var opened = 0
  /// Whether monitors can be asked without waiting for them, and how long they take.
  var asksAside = true
  var answerTime = MonotonicInterval.zero

  private struct Question {
    let hardware: ScriptedHardware
    let probe: Probe
    let answer: MonotonicInstant
  }

  private var questions: [Question] = []
  /// The device opened or adopted last.
  weak var newest: ScriptedDevice?
  /// Open files in the service manager's store, by the number of a descriptor that stands for them.
  var stored: [CInt: ScriptedFile] = [:]

  var descriptor: CInt? { nil }

  init(_ hardware: ScriptedHardware...) { self.hardware = hardware }

  func cards() -> [String] { hardware.map(\.path).sorted() }

  func node(for path: String) -> String { links[path] ?? path }

  func open(_ path: String) throws(KMSError) -> ScriptedDevice {
    if let number = refusals[path] {
      throw KMSError(.open, device: path, number: number, rights: rights)
    }
    guard let card = hardware.first(where: { $0.path == path && $0.isPresent }) else {
      throw KMSError(.open, device: path, number: ENOENT)
    }
    guard !card.state.crtcs.isEmpty else {
      throw KMSError(.readResources, device: path, number: EOPNOTSUPP)
    }
    opened += 1
    let device = ScriptedDevice(ScriptedFile(card))
    newest = device
    return device
  }

  func adopt(_ descriptor: consuming OwnedFileDescriptor) throws(KMSError) -> ScriptedDevice {
    guard let file = stored.removeValue(forKey: descriptor.rawValue) else {
      throw KMSError(.open, device: "the stored descriptor", number: ENODEV)
    }
    let device = ScriptedDevice(file, isInherited: true)
    newest = device
    return device
  }

  func ask(_ device: ScriptedDevice, probe: Probe) -> Bool {
    guard asksAside else { return false }
    let hardware = device.file.hardware
    questions.append(
      Question(hardware: hardware, probe: probe, answer: hardware.now + answerTime)
    )
    return true
  }

  func nextChange() -> CardChange? {
    guard changes.isEmpty else { return changes.removeFirst() }
    guard let question = questions.first, question.answer <= question.hardware.now else {
      return nil
    }
    questions.removeFirst()
    question.hardware.probe(question.probe)
    return .answered(path: question.hardware.path)
  }

  /// When the monitors that were asked aside have answered.
  var nextAnswer: MonotonicInstant? { questions.first?.answer }

  /// Reports a hotplug of a card.
  func hotplug(_ path: String, isProperty: Bool = false, connector: ConnectorID? = nil) {
    changes.append(.changed(path: path, isProperty: isProperty, connector: connector))
  }
}

extension DisplayMode {
  /// The time between two vblanks of a screen in the mode.
  var refreshInterval: MonotonicInterval {
    MonotonicInterval(seconds: 1000 / Double(refreshMilliHertz > 0 ? refreshMilliHertz : 60_000))
  }

  /// A small mode of round numbers: 64 × 32 at 60.00 Hz unless said otherwise.
  static func scripted(
    _ width: Int = 64,
    _ height: Int = 32,
    hertz: Int = 60,
    isPreferred: Bool = true
  ) -> Self {
    var mode = Self()
    mode.width = UInt16(width)
    mode.height = UInt16(height)
    (mode.hsyncStart, mode.hsyncEnd) = (mode.width + 8, mode.width + 16)
    (mode.vsyncStart, mode.vsyncEnd) = (mode.height + 2, mode.height + 4)
    (mode.htotal, mode.vtotal) = (200, 100)
    mode.clockKiloHertz = UInt32(20 * hertz)
    mode.nominalRefreshHertz = UInt32(hertz)
    mode.type = isPreferred ? preferredType : 0
    mode.name = "\(width)x\(height)"
    return mode
  }
}

extension ScriptedHardware {
  /// A card with one CRTC, a primary and a cursor plane, and these connectors, each with a monitor of
  /// the default mode.
  convenience init(
    _ path: String = "/dev/dri/card0",
    connectors: [String] = ["HDMI-A-1"],
    crtcs: Int = 1,
    isAtomic: Bool = true,
    hasDamage: Bool = true
  ) {
    let types = [
      "DSI": 16, "HDMI": 11, "LVDS": 7, "VGA": 1, "eDP": 14, "Virtual": 15, "Writeback": 18,
    ]
    let mask = UInt32(1 << crtcs) - 1
    var state = DeviceSnapshot()
    for (index, name) in connectors.enumerated() {
      let kind = String(name.prefix { $0 != "-" })
      state.connectors.append(
        Connector(
          id: ConnectorID(UInt32(40 + index)),
          name: name,
          type: UInt32(types[kind] ?? 0),
          status: .connected,
          modes: [.scripted()],
          widthMillimetres: 160,
          heightMillimetres: 80,
          possibleCRTCs: mask,
          properties: Self.properties([
            "CRTC_ID": 0, "link-status": 0, "non-desktop": 0, "DPMS": 0,
          ])
        )
      )
    }
    let rectangles: [String: UInt64] = [
      "SRC_X": 0, "SRC_Y": 0, "SRC_W": 0, "SRC_H": 0,
      "CRTC_X": 0, "CRTC_Y": 0, "CRTC_W": 0, "CRTC_H": 0,
      "FB_ID": 0, "CRTC_ID": 0,
    ]
    for index in 0..<crtcs {
      state.crtcs.append(
        CRTC(
          id: CRTCID(UInt32(60 + index)),
          properties: Self.properties(["MODE_ID": 0, "ACTIVE": 0])
        )
      )
      var values = rectangles
      if hasDamage { values["FB_DAMAGE_CLIPS"] = 0 }
      values["rotation"] = 1
      state.planes.append(
        Plane(
          id: PlaneID(UInt32(80 + index)),
          role: .primary,
          possibleCRTCs: 1 << UInt32(index),
          formats: [0x3432_5258, 0x3631_4752],
          properties: Self.properties(values)
        )
      )
      state.planes.append(
        Plane(
          id: PlaneID(UInt32(90 + index)),
          role: .cursor,
          possibleCRTCs: 1 << UInt32(index),
          formats: [0x3432_5241],
          properties: Self.properties(rectangles)
        )
      )
    }
    self.init(path, state)
    capabilities.isAtomic = isAtomic
    if !isAtomic {
      self.state.planes = []
      for index in self.state.connectors.indices {
        self.state.connectors[index].properties["CRTC_ID"] = nil
      }
    }
    for name in connectors { monitors[name] = [.scripted()] }
  }

  /// The monitor on a connector says what it is.
  func identify(connector: Int) {
    state.connectors[connector].properties.merge(Self.properties(["EDID": 33])) { $1 }
  }

  /// The firmware has lit the first connector, or another one, in this mode with a picture of its own, by the
  /// CRTC at `index`.
  func light(_ mode: DisplayMode = .scripted(), connector: Int = 0, crtc index: Int = 0) {
    let crtc = state.crtcs[index].id
    state.connectors[connector].crtc = crtc
    state.connectors[connector].properties["CRTC_ID"]?.value = UInt64(crtc.rawValue)
    state.crtcs[index].mode = mode
    state.crtcs[index].isActive = true
    state.crtcs[index].properties["ACTIVE"]?.value = 1
    nextVblank = now + mode.refreshInterval
    if !state.planes.isEmpty {
      state.planes[2 * index].crtc = crtc
      state.planes[2 * index].framebuffer = FramebufferID(7)
    }
  }
}
