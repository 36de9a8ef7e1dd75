// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import MonotonicTime

/// What the kernel does with calls outside of atomic requests.
extension ScriptedHardware {
  /// The first connector's power state, 3 for off.
  var power: UInt64? { state.connectors[0].properties["DPMS"]?.value }

  func makeObject() -> UInt32 {
    // The kernel gives freed numbers out again as well.
    nextObject += 1
    return nextObject
  }

  func makeClips(_ words: [UInt32]) -> BlobID {
    let blob = BlobID(makeObject())
    blobs[blob] = .some(nil)
    var rects: [PixelRect] = []
    for start in stride(from: 0, to: words.count, by: 4) {
      let sides = words[start..<start + 4].map(Int.init)
      rects.append(
        PixelRect(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
      )
    }
    clips[blob] = rects
    return blob
  }

  func setCRTC(
    _ crtc: CRTCID,
    _ framebuffer: FramebufferID,
    _ connector: ConnectorID,
    _ mode: DisplayMode?,
    from file: ScriptedFile
  ) throws(KMSError) {
    try fault(.setCRTC)
    guard master === file else { throw KMSError(.setCRTC, device: path, number: EACCES) }
    let invalid = KMSError(.setCRTC, device: path, number: EINVAL)
    guard let index = state.crtcs.firstIndex(where: { $0.id == crtc }) else { throw invalid }
    guard mode.map({ !refusedModes.contains($0.label) }) ?? true else { throw invalid }
    if !flips.isEmpty { latch() }
    modesets += 1
    state.crtcs[index].mode = mode
    state.crtcs[index].isActive = mode != nil
    for position in state.connectors.indices where state.connectors[position].id == connector {
      state.connectors[position].crtc = mode == nil ? nil : crtc
    }
    guard mode != nil else {
      offs += 1
      shown = nil
      nextVblank = nil
      return
    }
    guard buffer(framebuffer) != nil else { throw invalid }
    state.crtcs[index].framebuffer = framebuffer
    queue(Flip(cookie: 0, framebuffer: framebuffer, crtc: crtc, listener: nil))
    latch()
    if nextVblank == nil { nextVblank = now + refreshInterval }
  }

  func pageFlip(
    _ crtc: CRTCID,
    _ framebuffer: FramebufferID,
    _ cookie: UInt64,
    from file: ScriptedFile
  ) throws(KMSError) {
    try fault(.pageFlip)
    guard master === file else { throw KMSError(.pageFlip, device: path, number: EACCES) }
    guard hasPageFlips, state.crtcs.contains(where: { $0.id == crtc && $0.isActive }),
      buffer(framebuffer) != nil
    else { throw KMSError(.pageFlip, device: path, number: EINVAL) }
    guard flips.isEmpty else { throw KMSError(.pageFlip, device: path, number: EBUSY) }
    commits += 1
    queue(Flip(cookie: cookie, framebuffer: framebuffer, crtc: crtc, listener: file))
  }
}
