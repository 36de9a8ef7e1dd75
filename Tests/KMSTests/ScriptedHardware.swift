// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import MonotonicTime

/// A card as the kernel shows it, acting after a script: what it is made of, what goes wrong, and a
/// record of what must never happen.
///
/// It follows the kernel's rules where they matter here: modesets have to be allowed, one flip is
/// pending at a time, a CRTC that is off sends no events, buffers on the screen must not be touched.
final class ScriptedHardware {
  /// Property numbers; the kernel shares them between objects of a device too.
  static let propertyNames = [
    "CRTC_ID", "MODE_ID", "ACTIVE", "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X",
    "CRTC_Y", "CRTC_W", "CRTC_H", "FB_DAMAGE_CLIPS", "rotation", "alpha", "link-status",
    "GAMMA_LUT", "type", "non-desktop", "DPMS", "panel orientation", "EDID", "DEGAMMA_LUT", "CTM",
    "VRR_ENABLED", "Colorspace", "HDR_OUTPUT_METADATA", "Broadcast RGB", "max bpc",
  ]

  static func property(_ name: String) -> PropertyID {
    PropertyID(UInt32(500 + (propertyNames.firstIndex(of: name) ?? -1)))
  }

  /// Builds a property list by name.
  static func properties(_ values: [String: UInt64]) -> ObjectProperties {
    var properties: ObjectProperties = [:]
    for (name, value) in values {
      properties[name] = ObjectProperty(id: property(name), value: value)
    }
    return properties
  }

  /// An operation that answers with an error number as often as `count` says.
  struct Fault {
    var operation: KMSError.Operation
    var number: CInt
    var count: Int
  }

  @safe
  final class Buffer {
    let size: PixelSize
    let format: PixelFormat
    let strideBytes: Int
    let memory: UnsafeMutableRawBufferPointer

    init(_ size: PixelSize, _ format: PixelFormat, padsRows: Bool, gap: Int) {
      self.size = size
      self.format = format
      let row = size.width * format.bytesPerPixel
      // A pitch of its own where the driver takes it: width × bytes would be luck.
      strideBytes = (padsRows ? (row + 63) / 64 * 64 : row) + gap
      unsafe memory = .allocate(byteCount: strideBytes * size.height, alignment: 64)
      // As kernels hand it out.
      clear()
    }

    deinit { unsafe memory.deallocate() }

    /// Whether rows do not follow each other.
    var hasGap: Bool { strideBytes != size.width * format.bytesPerPixel }

    /// Without the padding of rows.
    var pixelBytes: Int { size.width * size.height * format.bytesPerPixel }

    var checksum: Int {
      var hasher = Hasher()
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(memory))
      return hasher.finalize()
    }

    func clear() { unsafe memory.initializeMemory(as: UInt8.self, repeating: 0) }

    /// The first byte of a pixel.
    func byte(_ x: Int, _ y: Int) -> UInt8 {
      unsafe memory[strideBytes * y + format.bytesPerPixel * x]
    }

    /// The first byte of the last row.
    var mark: UInt8 { unsafe memory[strideBytes * (size.height - 1)] }
  }

  struct Flip {
    var cookie: UInt64
    var framebuffer: FramebufferID
    var crtc: CRTCID
    /// Who is told when it has happened.
    var listener: ScriptedFile?
    var isAtomic = false
  }

  let path: String
  var driver = "scripted"
  var capabilities = DeviceCapabilities(isAtomic: true)
  var state: DeviceSnapshot
  /// What probing would find; taken over by the next probing snapshot.
  var monitors: [String: [DisplayMode]] = [:]
  /// Until when monitors cannot be read, by connector; those that are not named have no EDID property.
  var unreadUntil: [String: MonotonicInstant] = [:]
  /// Connectors with a monitor that the kernel marks as not for desktops.
  var headsets: Set<String> = []
  var isPresent = true
  var files: [ScriptedFile] = []
  weak var master: ScriptedFile?

  // The script.
  var faults: [Fault] = []
  var flipsToLose = 0
  /// Events of other CRTCs than the first that never come.
  var mirrorEventsToLose = 0
  var completesAtOnce = false
  var refusesNonblockingModesets = false
  /// Source rectangles that it does not show: those that do not begin in a buffer's first pixel, or at odd columns.
  enum SourceRefusal { case none, moved, odd }
  var refusesSources = SourceRefusal.none
  /// Whether it does not tell what is on its planes.
  var hidesScanout = false
  /// How long a modeset takes until its frame is shown.
  var modesetTime = MonotonicInterval.zero
  /// Planes that read tiled memory only, which no buffer of these is.
  var tiledPlanes: Set<PlaneID> = []
  /// Whether a connector without a monitor cannot be routed anew.
  var refusesAbsentMonitors = true
  var refusedProperties: Set<String> = []
  var refusedModes: Set<String> = []
  /// Connectors that cannot be fed.
  var refusedConnectors: Set<String> = []
  /// Whether a CRTC can feed two connectors.
  var clonesConnectors = false
  var refusedFormats: Set<PixelFormat> = []
  var hasPageFlips = true
  /// When rows with a gap between them are refused, as mxsfb does.
  enum GapRefusal { case never, whenMade, whenTested }
  var refusesGaps = GapRefusal.never
  /// What all its buffers may take together.
  var memoryBytes = Int.max
  /// Bytes of the largest buffer that can be put on the screen.
  var largestShownBytes = Int.max
  var timestampOffset: Int64 = 0
  /// How many CRTCs can be on at once.
  var mostLitCRTCs = Int.max
  /// CRTCs with a cursor outside of planes.
  var cursors: Set<CRTCID> = []
  /// Gamma tables outside of properties, one for all colours.
  var gamma: [CRTCID: [UInt16]] = [:]

  /// Whether atomic flips succeed and show nothing, as reported of vmwgfx.
  var freezesWithAtomicFlips = false

  // What happens.
  var now = MonotonicInstant(nanoseconds: 0)
  var sequence: UInt32 = 0
  var nextVblank: MonotonicInstant?
  /// A flip at most for each CRTC.
  var flips: [Flip] = []
  /// A CRTC whose flips come one refresh after the others'.
  var lateCRTC: CRTCID?
  var shown: FramebufferID?
  /// The same for each CRTC that has been flipped.
  var onScreen: [CRTCID: FramebufferID] = [:]
  var blobs: [BlobID: DisplayMode?] = [:]
  var clips: [BlobID: [PixelRect]] = [:]
  var nextObject: UInt32 = 1000
  private var frozen: [FramebufferID: Int] = [:]

  // The record.
  var violations: [String] = []
  var commits = 0
  var tests = 0
  /// Requests that may change modes, whether they do or not.
  var modesets = 0
  var probes = 0
  /// How often its monitors were waited for while a picture was on the screen.
  var waits = 0
  /// How often a request waited for a frame that was on its way.
  var stalls = 0
  /// The connectors whose monitors were asked, one after the other.
  var probed: [String] = []
  var offs = 0
  var damage: [[PixelRect]] = []
  var dirtyCalls = 0
  /// How often a gamma table was set outside of atomic requests.
  var gammaCalls = 0
  /// How often a lit CRTC was left without picture.
  var wentDark = 0

  init(_ path: String, _ state: DeviceSnapshot) {
    self.path = path
    self.state = state
  }

  /// Takes a scripted error for `operation`, if one is due.
  func fault(_ operation: KMSError.Operation) throws(KMSError) {
    guard isPresent else { throw KMSError(operation, device: path, number: ENODEV) }
    checkPictures()
    guard let index = faults.firstIndex(where: { $0.operation == operation && $0.count > 0 })
    else { return }
    faults[index].count -= 1
    throw KMSError(operation, device: path, number: faults[index].number)
  }

  func buffer(_ id: FramebufferID?) -> Buffer? {
    guard let id else { return nil }
    return files.lazy.compactMap { $0.framebuffers[id] }.first
  }

  /// The first byte of the pixel that a screen shows at a place, through its plane's source rectangle.
  func seen(_ x: Int, _ y: Int, on screen: Int = 0) -> UInt8? {
    let plane = state.planes[2 * screen]
    let place = ["SRC_X", "SRC_Y"].map { Int(plane.properties[$0]?.value ?? 0) >> 16 }
    return buffer(onScreen[state.crtcs[screen].id])?.byte(place[0] + x, place[1] + y)
  }

  /// Everything the display may read has to stay as it was handed over.
  func checkPictures() {
    for (id, sum) in frozen {
      if let buffer = buffer(id), buffer.checksum != sum {
        violations.append("buffer \(id.rawValue) was written while on or on its way to the screen")
        frozen[id] = buffer.checksum
      }
    }
  }

  private func freeze() {
    frozen = [:]
    let others = state.crtcs.dropFirst().filter(\.isActive).compactMap { onScreen[$0.id] }
    for id in flips.map(\.framebuffer) + others + [shown].compactMap({ $0 }) {
      if let buffer = buffer(id) { frozen[id] = buffer.checksum }
    }
  }

  var refreshInterval: MonotonicInterval {
    state.crtcs.first(where: \.isActive)?.mode?.refreshInterval
      ?? MonotonicInterval(nanoseconds: 16_666_667)
  }

  // MARK: - Time

  /// Lets time pass to `now`, with every vblank in between.
  func advance(to now: MonotonicInstant) {
    while let vblank = nextVblank, vblank <= now {
      self.now = vblank
      sequence &+= 1
      latch()
      nextVblank =
        state.crtcs.contains(where: \.isActive) ? vblank + refreshInterval : nil
    }
    self.now = now
  }

  /// Queues a frame for the next vblank, or shows it right away.
  func queue(_ flip: Flip) {
    checkPictures()
    flips.removeAll { $0.crtc == flip.crtc }
    flips.append(flip)
    freeze()
    if completesAtOnce {
      latch()
    } else if nextVblank == nil {
      nextVblank = now + refreshInterval
    }
  }

  func latch() {
    checkPictures()
    let due = flips.contains { $0.crtc != lateCRTC } ? flips.filter { $0.crtc != lateCRTC } : flips
    flips.removeAll { flip in due.contains { $0.crtc == flip.crtc } }
    for flip in due { land(flip) }
  }

  private func land(_ flip: Flip) {
    if !(flip.isAtomic && freezesWithAtomicFlips) { shown = flip.framebuffer }
    onScreen[flip.crtc] = flip.framebuffer
    for index in state.crtcs.indices where state.crtcs[index].id == flip.crtc {
      state.crtcs[index].framebuffer = flip.framebuffer
    }
    freeze()
    guard flip.listener != nil else { return }
    if mirrorEventsToLose > 0, flip.crtc != state.crtcs.first?.id {
      mirrorEventsToLose -= 1
      return
    }
    if flipsToLose > 0 {
      flipsToLose -= 1
      return
    }
    send(flip)
  }

  private func send(_ flip: Flip) {
    let stamp = now.nanoseconds + timestampOffset
    var bytes: [UInt8] = []
    func word(_ value: UInt32) {
      for shift in [0, 8, 16, 24] {
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
      }
    }
    word(2)
    word(32)
    word(UInt32(truncatingIfNeeded: flip.cookie))
    word(UInt32(truncatingIfNeeded: flip.cookie >> 32))
    word(UInt32(truncatingIfNeeded: stamp / 1_000_000_000))
    word(UInt32(truncatingIfNeeded: stamp % 1_000_000_000 / 1000))
    word(completesAtOnce ? 0 : sequence)
    word(flip.crtc.rawValue)
    flip.listener?.events += bytes
  }

  // MARK: - Plugging

  /// Connects a monitor with these modes, or takes it away with `nil`.
  func plug(_ name: String, _ modes: [DisplayMode]?) {
    guard let index = state.connectors.firstIndex(where: { $0.name == name }) else { return }
    state.connectors[index].status = modes == nil ? .disconnected : .connected
    state.connectors[index].modes = []
    monitors[name] = modes
  }

  /// Reads the monitors' modes.
  func probe(_ probe: Probe) {
    probes += 1
    for index in state.connectors.indices where probe.includes(state.connectors[index].id) {
      let name = state.connectors[index].name
      probed.append(name)
      let isHeadset = headsets.contains(name) && monitors[name] != nil
      state.connectors[index].properties["non-desktop"]?.value = isHeadset ? 1 : 0
      if let modes = monitors[name] { state.connectors[index].modes = modes }
      guard let readable = unreadUntil[name] else { continue }
      let isRead = monitors[name] != nil && now >= readable
      state.connectors[index].properties.merge(Self.properties(["EDID": isRead ? 33 : 0])) { $1 }
      if monitors[name] != nil, !isRead { state.connectors[index].modes = Self.expected }
    }
  }

  /// What the kernel expects a monitor to show that does not say so (`drm_add_modes_noedid`).
  static let expected: [DisplayMode] = [
    .scripted(40, 30, isPreferred: false), .scripted(32, 24, isPreferred: false),
  ]

  /// Removes a framebuffer; planes that show it go dark, unless another is on its way there.
  func remove(_ id: FramebufferID, of file: ScriptedFile) {
    checkPictures()
    frozen[id] = nil
    file.framebuffers[id] = nil
    if shown == id, !flips.contains(where: { $0.framebuffer != id }) {
      shown = nil
      wentDark += 1
    }
    flips.removeAll { $0.framebuffer == id }
    for index in state.planes.indices where state.planes[index].framebuffer == id {
      state.planes[index].framebuffer = nil
    }
  }
}
