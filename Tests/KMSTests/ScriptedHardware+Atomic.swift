// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import MonotonicTime

/// What the kernel does with an atomic request.
extension ScriptedHardware {
  private struct Change {
    var object: UInt32
    var name: String
    var value: UInt64
  }

  func commit(
    _ request: AtomicRequest,
    _ flags: CommitFlags,
    _ cookie: UInt64,
    from file: ScriptedFile
  ) throws(KMSError) {
    let operation: KMSError.Operation =
      flags.contains(.testOnly)
      ? .testCommit : (flags.contains(.allowModeset) ? .modeset : .commit)
    try fault(operation)
    guard master === file else { throw KMSError(operation, device: path, number: EACCES) }
    let invalid = KMSError(operation, device: path, number: EINVAL)
    let changes = try changes(request, invalid)
    guard refusedProperties.isDisjoint(with: changes.map(\.name)) else { throw invalid }

    var next = state
    for change in changes { try apply(change, to: &next, invalid) }
    let isModeset = try check(next, invalid)
    guard !isModeset || flags.contains(.allowModeset) else { throw invalid }
    if isModeset, flags.contains(.nonblocking), refusesNonblockingModesets {
      throw KMSError(operation, device: path, number: EBUSY)
    }
    let touched = touchedCRTCs(changes, next)
    if flags.contains(.event) {
      for id in touched {
        let (was, becomes) = (isActive(id, state), isActive(id, next))
        guard was || becomes else { throw invalid }
      }
    }
    guard !flags.contains(.testOnly) else {
      tests += 1
      return
    }
    if flips.contains(where: { touched.contains($0.crtc) }) {
      guard !flags.contains(.nonblocking) else {
        throw KMSError(operation, device: path, number: EBUSY)
      }
      stalls += 1
      while !flips.isEmpty { latch() }
    }
    for id in next.planes.compactMap(\.framebuffer) {
      // Memory is pinned when the buffer is to be shown, not when it is tested.
      guard buffer(id)?.pixelBytes ?? 0 <= largestShownBytes else {
        throw KMSError(operation, device: path, number: ENOMEM)
      }
    }
    commits += 1
    if flags.contains(.allowModeset) { modesets += 1 }
    note(changes)
    adopt(next, touched, flags, cookie, file)
    if isModeset, modesetTime > .zero, nextVblank != nil { nextVblank = now + modesetTime }
  }

  private func changes(
    _ request: AtomicRequest,
    _ invalid: KMSError
  ) throws(KMSError) -> [Change] {
    var changes: [Change] = []
    var position = 0
    for (index, object) in request.objects.enumerated() {
      for _ in 0..<request.counts[index] {
        let number = Int(request.properties[position]) - 500
        guard Self.propertyNames.indices.contains(number) else { throw invalid }
        let value = request.values[position]
        changes.append(Change(object: object, name: Self.propertyNames[number], value: value))
        position += 1
      }
    }
    return changes
  }

  private func apply(
    _ change: Change,
    to next: inout DeviceSnapshot,
    _ invalid: KMSError
  ) throws(KMSError) {
    let number = UInt32(truncatingIfNeeded: change.value)
    if let index = next.connectors.firstIndex(where: { $0.id.rawValue == change.object }) {
      guard next.connectors[index].properties[change.name] != nil else { throw invalid }
      next.connectors[index].properties[change.name]?.value = change.value
      if change.name == "CRTC_ID" {
        next.connectors[index].crtc = number == 0 ? nil : CRTCID(number)
      }
    } else if let index = next.crtcs.firstIndex(where: { $0.id.rawValue == change.object }) {
      guard next.crtcs[index].properties[change.name] != nil else { throw invalid }
      next.crtcs[index].properties[change.name]?.value = change.value
      if change.name == "ACTIVE" { next.crtcs[index].isActive = change.value != 0 }
      if change.name == "MODE_ID" {
        next.crtcs[index].mode = number == 0 ? nil : blobs[BlobID(number)] ?? nil
      }
    } else if let index = next.planes.firstIndex(where: { $0.id.rawValue == change.object }) {
      guard next.planes[index].properties[change.name] != nil else { throw invalid }
      next.planes[index].properties[change.name]?.value = change.value
      if change.name == "CRTC_ID" { next.planes[index].crtc = number == 0 ? nil : CRTCID(number) }
      if change.name == "FB_ID" {
        next.planes[index].framebuffer = number == 0 ? nil : FramebufferID(number)
      }
      if change.name == "FB_DAMAGE_CLIPS", number != 0, blobs[BlobID(number)] == nil {
        throw invalid
      }
    } else {
      throw invalid
    }
  }

  /// The kernel's checks of a new state; whether it is a modeset.
  private func check(_ next: DeviceSnapshot, _ invalid: KMSError) throws(KMSError) -> Bool {
    var isModeset = false
    for (old, new) in zip(state.connectors, next.connectors) {
      if old.crtc != new.crtc { isModeset = true }
      if old.hasBadLink, !new.hasBadLink { isModeset = true }
      guard new.crtc == nil || !refusedConnectors.contains(new.name) else { throw invalid }
      if new.crtc != nil, old.crtc != new.crtc, new.status == .disconnected, refusesAbsentMonitors {
        throw invalid
      }
    }
    for (old, new) in zip(state.crtcs, next.crtcs) {
      if old.isActive != new.isActive { isModeset = true }
      switch (old.mode, new.mode) {
      case (let old?, let new?): if !old.hasSameTimings(as: new) { isModeset = true }
      case (nil, nil): break
      default: isModeset = true
      }
      guard new.isActive else { continue }
      let fed = next.connectors.filter { $0.crtc == new.id }
      guard fed.count < 2 || clonesConnectors else { throw invalid }
      guard let mode = new.mode, next.connectors.contains(where: { $0.crtc == new.id }),
        !refusedModes.contains(mode.label)
      else { throw invalid }
    }
    guard next.crtcs.filter(\.isActive).count <= mostLitCRTCs else { throw invalid }
    for (index, plane) in next.planes.enumerated() {
      guard (plane.crtc == nil) == (plane.framebuffer == nil) else { throw invalid }
      guard let crtc = plane.crtc, let framebuffer = plane.framebuffer,
        framebuffer != state.planes[index].framebuffer
      else { continue }
      guard !tiledPlanes.contains(plane.id) else { throw invalid }
      guard let buffer = buffer(framebuffer), !refusedFormats.contains(buffer.format),
        !buffer.hasGap || refusesGaps != .whenTested,
        isInside(plane, buffer.size)
      else { throw invalid }
      if let mode = next.crtcs.first(where: { $0.id == crtc })?.mode {
        guard plane.properties["CRTC_W"]?.value == UInt64(mode.width),
          plane.properties["SRC_W"]?.value == UInt64(mode.width) << 16,
          plane.properties["SRC_H"]?.value == UInt64(mode.height) << 16
        else { throw invalid }
      }
    }
    return isModeset
  }

  /// Whether the plane shows a part of a buffer of `size` that it can show.
  private func isInside(_ plane: Plane, _ size: PixelSize) -> Bool {
    let names = ["SRC_X", "SRC_Y", "SRC_W", "SRC_H"]
    let values = names.map { Int(plane.properties[$0]?.value ?? 0) >> 16 }
    let isShown =
      switch refusesSources {
      case .none: true
      case .moved: values[0] == 0 && values[1] == 0
      case .odd: values[0] % 2 == 0
      }
    return isShown && values[0] + values[2] <= size.width && values[1] + values[3] <= size.height
  }

  private func touchedCRTCs(_ changes: [Change], _ next: DeviceSnapshot) -> Set<CRTCID> {
    var touched: Set<CRTCID> = []
    for change in changes {
      if let crtc = next.crtcs.first(where: { $0.id.rawValue == change.object }) {
        touched.insert(crtc.id)
      }
      for snapshot in [state, next] {
        let plane = snapshot.planes.first { $0.id.rawValue == change.object }
        let connector = snapshot.connectors.first { $0.id.rawValue == change.object }
        if let crtc = plane?.crtc ?? connector?.crtc { touched.insert(crtc) }
      }
    }
    return touched
  }

  private func isActive(_ id: CRTCID, _ snapshot: DeviceSnapshot) -> Bool {
    snapshot.crtcs.contains { $0.id == id && $0.isActive }
  }

  private func note(_ changes: [Change]) {
    for change in changes where change.name == "FB_DAMAGE_CLIPS" {
      damage.append(clips[BlobID(UInt32(truncatingIfNeeded: change.value))] ?? [])
    }
    for change in changes where change.name == "ACTIVE" && change.value == 0 { offs += 1 }
  }

  private func adopt(
    _ next: DeviceSnapshot,
    _ touched: Set<CRTCID>,
    _ flags: CommitFlags,
    _ cookie: UInt64,
    _ file: ScriptedFile
  ) {
    state = next
    // Damage is gone with the commit that carried it.
    for index in state.planes.indices {
      state.planes[index].properties["FB_DAMAGE_CLIPS"]?.value = 0
    }
    for index in state.crtcs.indices where touched.contains(state.crtcs[index].id) {
      let crtc = state.crtcs[index]
      let plane =
        state.planes.first { $0.role == .primary && $0.crtc == crtc.id }
        ?? state.planes.first { $0.role == .overlay && $0.crtc == crtc.id }
      state.crtcs[index].framebuffer = plane?.framebuffer
      guard crtc.isActive, let framebuffer = plane?.framebuffer else {
        onScreen[crtc.id] = nil
        if !state.crtcs.contains(where: \.isActive) {
          shown = nil
          nextVblank = nil
        }
        continue
      }
      // QEMU's VGA empties its memory when it is switched on.
      if driver == "bochs-drm", flags.contains(.allowModeset) { buffer(framebuffer)?.clear() }
      queue(
        Flip(
          cookie: cookie,
          framebuffer: framebuffer,
          crtc: crtc.id,
          listener: flags.contains(.event) ? file : nil,
          isAtomic: true
        )
      )
    }
  }
}
