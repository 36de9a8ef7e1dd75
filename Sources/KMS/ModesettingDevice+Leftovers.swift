// SPDX-License-Identifier: Apache-2.0

extension ModesettingDevice {
  /// Takes away what an earlier program has left on a CRTC, outside of atomic requests: its cursor, the
  /// pictures on `planes`, and its gamma table, which becomes a straight line.
  ///
  /// Nothing here fails: features that the driver does not have cannot have been left in use.
  func clearLeftovers(on crtc: CRTCID, planes: [PlaneID]) {
    removeCursor(from: crtc)
    for plane in planes { clear(plane) }
    let count = gammaSize(of: crtc)
    guard count > 1, count <= 65536 else { return }
    setGamma((0..<count).map { UInt16($0 * 65535 / (count - 1)) }, of: crtc)
  }
}
