// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import Geometry
internal import JSON
internal import LinuxSystem
internal import Touch

/// The panel and what it is touched with, as the daemon's `status` tells.
struct TouchedPanel {
  /// A device that reports positions.
  private struct Device {
    let path: String
    let calibration: AffineTransform
    let horizontal: ClosedRange<Int32>
    let vertical: ClosedRange<Int32>

    /// Reads one of `inputs`; `nil` for one that reports none.
    init?(_ input: JSONValue) {
      guard let path = input["device"]?.string,
        let numbers = input["calibration"]?.array?.compactMap(\.double), numbers.count == 6,
        let horizontal = Self.range(input["axes"]?["x"]),
        let vertical = Self.range(input["axes"]?["y"])
      else { return nil }
      self.path = path
      calibration = AffineTransform(
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5]
      )
      self.horizontal = horizontal
      self.vertical = vertical
    }

    private static func range(_ value: JSONValue?) -> ClosedRange<Int32>? {
      guard let ends = value?.array?.compactMap({ $0.int.flatMap { Int32(exactly: $0) } }),
        ends.count == 2, ends[0] < ends[1]
      else { return nil }
      return ends[0]...ends[1]
    }
  }

  private let devices: [Device]
  private let mode: PixelSize?

  /// Reads the answer of `status`.
  init(_ status: JSONValue) {
    devices = status["inputs"]?.array?.compactMap { Device($0) } ?? []
    let sides = (status["output"]?["mode"]?.string ?? "")
      .split(whereSeparator: { $0 == "x" || $0 == "@" }).prefix(2).compactMap { Int($0) }
    mode = sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
  }

  /// The present correction of positions of the device at `path`; a touch of no device has none.
  func calibration(of path: String?) -> AffineTransform {
    devices.first { $0.path == path }?.calibration ?? .identity
  }

  /// The calibration that a file of tslib's means for a device.
  ///
  /// - Throws: ``ClientError`` when the file cannot be read, or there is no such device.
  func matrix(ofPointercal file: String, device: String?) throws(ClientError) -> AffineTransform {
    let found = try named(device)
    let calibration: PointerCalibration
    do {
      let bytes = try FileReader.read(file, limit: 4096)
      calibration = try PointerCalibration(parsing: String(decoding: bytes, as: UTF8.self))
    } catch let error as SystemError {
      throw .refused("cannot \(error)")
    } catch {
      throw .refused(
        "\(file) \((error as? PointerCalibration.ParseError)?.message ?? "is unreadable")"
      )
    }
    guard let mode = calibration.screen ?? mode else {
      throw .refused("\(file) does not tell the screen's size, and there is no display to ask")
    }
    return calibration.matrix(horizontal: found.horizontal, vertical: found.vertical, screen: mode)
  }

  /// Writes a calibration as tslib keeps it.
  ///
  /// - Throws: ``ClientError`` when it cannot be written, or the touches came from no device.
  func write(_ matrix: AffineTransform, as file: String, device: String?) throws(ClientError) {
    let found = try named(device)
    guard let mode,
      let calibration = PointerCalibration(
        matrix,
        horizontal: found.horizontal,
        vertical: found.vertical,
        screen: mode
      )
    else { throw .refused("this calibration cannot be written as \(file)") }
    do throws(SystemError) {
      try FileSystem.replace(file, with: Array((calibration.text + "\n").utf8), mode: 0o644)
    } catch {
      throw .refused("cannot \(error)")
    }
  }

  private func named(_ path: String?) throws(ClientError) -> Device {
    let found = path.map { path in devices.filter { $0.path == path } } ?? devices
    guard let first = found.first else {
      throw .refused(
        "no touch device \(path ?? "") is in use; 'swellctl status' lists those that are"
      )
    }
    guard found.count == 1 else {
      let paths = found.map(\.path).joined(separator: ", ")
      throw .refused("several touch devices are in use; say which with --device: \(paths)")
    }
    return first
  }
}
