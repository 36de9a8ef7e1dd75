// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Notices
internal import Presentation

/// Showing frames by atomic requests.
extension ModesettingOutput {
  /// Commits a frame atomically.
  func showAtomically(
    _ framebuffer: FramebufferID,
    damage: PixelRegion,
    on shown: Shown,
    at now: MonotonicInstant
  ) throws(KMSError) {
    if shown.setup == .flip {
      try flip(framebuffer, damage: damage, on: shown)
    } else {
      // It begins anew with what is shown then.
      if shown.mirror != nil { shown.mirrorIsDue = true }
      endMirror(of: shown)
      var pipeline = shown.pipeline
      pipeline.source = source(on: shown)
      try commit(
        &pipeline,
        setup: shown.setup,
        framebuffer: framebuffer,
        isTest: false,
        on: shown.device
      )
      if shown.setup == .modeset { pipeline.settle() }
      shown.pipeline = pipeline
    }
    shown.send(
      Shown.Flip(
        cookie: past.cookie,
        committedAt: now,
        deadline: now + shown.nextFlipTimeout,
        hasEvent: true,
        isModeset: shown.setup == .modeset,
        awaitsMirror: shown.mirror != nil
      )
    )
  }

  private func flip(
    _ framebuffer: FramebufferID,
    damage: PixelRegion,
    on shown: Shown,
    staysInPlace: Bool = false
  ) throws(KMSError) {
    let device = shown.device
    let place = staysInPlace ? shown.pipeline.source : source(on: shown)
    let source = place == shown.pipeline.source ? nil : place
    // What is seen has changed everywhere where the picture moves.
    let blob = source == nil ? makeDamageBlob(damage, on: shown) : BlobID(0)
    defer { if blob.rawValue != 0 { device.destroyBlob(blob) } }
    shown.pipeline.write(
      &request,
      showing: framebuffer,
      setup: .flip,
      damageBlob: blob,
      from: source
    )
    shown.mirror?.writeFlip(&request, showing: framebuffer, damageBlob: blob, from: source)
    do throws(KMSError) {
      try device.commit(request, flags: [.nonblocking, .event], cookie: past.cookie)
      shown.pipeline.source = place
      shown.mirror?.source = place
    } catch {
      guard error.kind == .refused else { throw error }
      guard source == nil else {
        try flip(framebuffer, damage: damage, on: shown, staysInPlace: true)
        return refuseRoom(of: shown, reason: "\(error)")
      }
      guard shown.mirror == nil else {
        // The picture itself may be fine.
        dropMirror(of: shown, error: error)
        return try flip(framebuffer, damage: damage, on: shown)
      }
      guard blob.rawValue != 0 else { throw error }
      shown.pipeline.write(&request, showing: framebuffer, setup: .flip)
      try device.commit(request, flags: [.nonblocking, .event], cookie: past.cookie)
      shown.pipeline.leaveOutDamage()
      notice(
        .warning,
        recovery: "property-dropped",
        "\(device.driver) refuses FB_DAMAGE_CLIPS (\(error)); frames go on without it"
      )
    }
  }

  /// The clips as the kernel wants them; 0 where the whole plane has changed or damage is not asked for.
  private func makeDamageBlob(_ damage: PixelRegion, on shown: Shown) -> BlobID {
    guard shown.pipeline.damageClips != nil, !damage.isEmpty,
      damage[0] != shown.mode.size.bounds
    else { return BlobID(0) }
    clips.removeAll(keepingCapacity: true)
    for index in 0..<damage.count {
      let rect = damage[index].moved(by: shown.swapchain.margin)
      // struct drm_mode_rect; the values are never negative inside a buffer.
      clips.append(UInt32(clamping: rect.left))
      clips.append(UInt32(clamping: rect.top))
      clips.append(UInt32(clamping: rect.right))
      clips.append(UInt32(clamping: rect.bottom))
    }
    // Without a blob the driver looks at the whole plane, which is right too.
    return (try? shown.device.makeBlob(clips)) ?? BlobID(0)
  }

  /// Asks the driver whether it would do it.
  func test(
    _ pipeline: inout DisplayPipeline,
    setup: DisplayPipeline.Setup,
    framebuffer: FramebufferID,
    on device: Device
  ) throws(KMSError) {
    do throws(KMSError) {
      try commit(&pipeline, setup: setup, framebuffer: framebuffer, isTest: true, on: device)
    } catch {
      // Busy now is no reason to think it impossible.
      guard error.kind == .busy else { throw error }
    }
  }

  /// Commits a takeover or a modeset, or tests it; leaves out, one by one, what the driver objects to.
  private func commit(
    _ pipeline: inout DisplayPipeline,
    setup: DisplayPipeline.Setup,
    framebuffer: FramebufferID,
    isTest: Bool,
    on device: Device
  ) throws(KMSError) {
    let blob = setup == .modeset ? try device.makeBlob(pipeline.mode) : BlobID(0)
    // An accepted request keeps the blob alive by itself.
    defer { if blob.rawValue != 0 { device.destroyBlob(blob) } }
    pipeline.write(&request, showing: framebuffer, setup: setup, modeBlob: blob)
    let refusal: KMSError
    do throws(KMSError) {
      return try send(setup, isTest: isTest, to: device)
    } catch {
      guard error.kind == .refused else { throw error }
      refusal = error
    }
    let optionals = pipeline.optionals(in: setup)
    for optional in optionals {
      pipeline.write(
        &request,
        showing: framebuffer,
        setup: setup,
        modeBlob: blob,
        skipping: optional
      )
      do throws(KMSError) {
        try send(setup, isTest: isTest, to: device)
      } catch {
        guard error.kind == .refused else { throw error }
        continue
      }
      pipeline.leaveOut(optional)
      noteLeftOut([optional.name], refusal: refusal, device: device)
      return
    }
    guard optionals.count > 1 || pipeline.hasOtherPlanes else { throw refusal }
    pipeline.write(&request, showing: framebuffer, setup: setup, modeBlob: blob, isBare: true)
    try send(setup, isTest: isTest, to: device)
    for optional in optionals { pipeline.leaveOut(optional) }
    pipeline.leaveOutOtherPlanes()
    noteLeftOut(optionals.map(\.name), refusal: refusal, device: device)
  }

  private func noteLeftOut(_ names: [String], refusal: KMSError, device: Device) {
    let list = names.isEmpty ? "other planes" : names.joined(separator: ", ")
    notice(
      .warning,
      recovery: "property-dropped",
      "\(device.driver) refuses \(list) (\(refusal)); going on without"
    )
  }

  private func send(
    _ setup: DisplayPipeline.Setup,
    isTest: Bool,
    to device: Device
  ) throws(KMSError) {
    var flags: CommitFlags = setup == .modeset ? .allowModeset : []
    if isTest {
      try device.commit(request, flags: flags.union(.testOnly), cookie: 0)
      return
    }
    flags.insert(.event)
    do throws(KMSError) {
      try device.commit(request, flags: flags.union(.nonblocking), cookie: past.cookie)
    } catch {
      // Some drivers set modes only while the caller waits. One that is busy with a frame of ours may wait
      // for seconds, and everything with it.
      let mayWait = error.kind == .refused || error.kind == .busy && shown?.flip == nil
      guard setup == .modeset, mayWait else { throw error }
      try device.commit(request, flags: flags, cookie: past.cookie)
    }
  }

  /// Switches off every CRTC but ours, which may hold the console or a connector that has gone.
  func switchOffOthers(
    _ snapshot: DeviceSnapshot,
    except pipeline: DisplayPipeline,
    on device: Device
  ) throws(KMSError) {
    request.removeAll()
    let ours = [pipeline.crtc, shown?.mirror?.crtc]
    let others = Set(snapshot.crtcs.filter { $0.isActive && !ours.contains($0.id) }.map(\.id))
    guard !others.isEmpty else { return }
    for connector in snapshot.connectors {
      guard let crtc = connector.crtc, others.contains(crtc) else { continue }
      if let property = connector.properties["CRTC_ID"] {
        request.set(property.id, of: connector.id.rawValue, to: 0)
      }
    }
    for crtc in snapshot.crtcs where others.contains(crtc.id) {
      if let property = crtc.properties["MODE_ID"] {
        request.set(property.id, of: crtc.id.rawValue, to: 0)
      }
      if let property = crtc.properties["ACTIVE"] {
        request.set(property.id, of: crtc.id.rawValue, to: 0)
      }
    }
    for plane in snapshot.planes {
      guard let crtc = plane.crtc, others.contains(crtc) else { continue }
      for name in ["FB_ID", "CRTC_ID"] {
        if let property = plane.properties[name] {
          request.set(property.id, of: plane.id.rawValue, to: 0)
        }
      }
    }
    // No event: CRTCs that go off would send one as well.
    try device.commit(request, flags: .allowModeset, cookie: 0)
  }

  /// Switches our CRTC off; `isReleasing` takes it away from the connector too.
  func switchOff(_ shown: Shown, isReleasing: Bool) throws(KMSError) {
    let pipeline = shown.pipeline
    if pipeline.isAtomic {
      pipeline.writeOff(&request, isReleasing: isReleasing)
      try shown.device.commit(request, flags: .allowModeset, cookie: 0)
    } else {
      try shown.device.setCRTC(
        pipeline.crtc,
        framebuffer: FramebufferID(0),
        connector: pipeline.connector.id,
        mode: nil
      )
    }
  }
}
