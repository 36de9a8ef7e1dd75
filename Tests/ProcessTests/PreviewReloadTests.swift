// SPDX-License-Identifier: Apache-2.0
import Foundation
import Geometry
import Imaging
import JSON
import Testing
import Typography

@testable import swell_preview

/// A button and a progress whose looks need no font.
private let plain = scene.replacing("scale = 1", with: "scale = 1\nbackground = \"#304050\"")
private let other = plain.replacing("#304050", with: "#504030")

@Suite("A scene in a window whose file is saved", .serialized)
struct PreviewReloadTests {
  /// How editors save: into the file, by another file that gets its name, or with the old one moved aside.
  enum Way: CaseIterable {
    case inPlace
    case byRename
    case withBackup
  }

  @Test("A file that is saved shows, however it is saved", arguments: Way.allCases)
  func saves(way: Way) throws {
    let preview = try RunningPreview(plain)
    #expect(try preview.waitFor(try daemonPicture(of: plain)))
    switch way {
    case .inPlace: try preview.save(other)
    case .byRename:
      let new = try preview.place.write(other, to: "new")
      #expect(unsafe rename(new, preview.file) == 0)
    case .withBackup:
      #expect(unsafe rename(preview.file, preview.file + "~") == 0)
      try preview.save(other)
    }
    #expect(try preview.waitFor(try daemonPicture(of: other)))
  }

  @Test("A file behind a link shows when it is saved, and when the link leads elsewhere")
  func links() throws {
    let preview = try RunningPreview(plain)
    let real = try preview.place.write(other, to: "real.toml")
    try FileManager.default.removeItem(atPath: preview.file)
    #expect(unsafe symlink("real.toml", preview.file) == 0)
    #expect(try preview.waitFor(try daemonPicture(of: other)))
    #expect(real == preview.place.path("real.toml"))
    _ = try preview.place.write(plain, to: "real.toml")
    #expect(try preview.waitFor(try daemonPicture(of: plain)))
  }

  @Test("An image of the scene shows when it is saved")
  func images() throws {
    let place = try Workplace()
    let path = try place.write("no image yet", to: "logo.png")
    let masked = plain.replacing("shape = \"circle\"", with: "image = \"\(path)\"")
    let preview = try RunningPreview(plain)
    try preview.save(masked)
    let without = try daemonPicture(of: masked)
    #expect(try preview.waitFor(without))
    // Without alpha, what is dark is the mask.
    try PNGImage.write(
      to: path,
      xrgb8888: Array(repeating: 0, count: 8 * 8 * 4),
      size: PixelSize(width: 8, height: 8),
      strideBytes: 8 * 4
    )
    let with = try daemonPicture(of: masked)
    #expect(with != without)
    #expect(try preview.waitFor(with))
  }

  @Test("A mistake stands in the window with its place, over the last good scene, until mended")
  func mistake() throws {
    let preview = try RunningPreview(plain, panel: "480x320")
    let good = try daemonPicture(of: plain, "480x320")
    #expect(try preview.waitFor(good))
    try preview.save(plain.replacing("\"circle\"", with: "\"cirle\""))
    #expect(try preview.wait { try preview.errors.count == 1 })
    let sentence = try #require(try preview.errors.first)
    #expect(sentence.hasPrefix("\(preview.file):11:18: error: "), "\(sentence)")
    var picture = Picture(good)
    var overlay = Overlay()
    // The window's title has the folder.
    overlay.errors = ["scene.toml" + sentence.dropFirst(preview.file.count)]
    overlay.draw(over: &picture, zoom: .one, fonts: try FontLibrary.open())
    let expected = WindowPicture(size: picture.size, pixels: picture.pixels)
    // White ink on dark red, at the bottom; the scene above is as it was.
    #expect(expected.pixels.contains(0xFFFFFF))
    #expect(expected[479, 319] >> 16 > 0x70)
    #expect(expected.pixels.prefix(480 * 200) == good.pixels.prefix(480 * 200))
    #expect(try preview.waitFor(expected))
    try preview.save(plain)
    #expect(try preview.waitFor(good))
  }

  @Test("A file that is wrong or missing at first is told of, and shows once it is right")
  func wrongAtFirst() throws {
    let preview = try RunningPreview("[display\n", panel: "320x240")
    #expect(try preview.errors.first?.contains("scene.toml:") == true)
    let scene = plain.replacing("scale = 1", with: "scale = 1\nmode = \"preferred\"")
    try preview.save(scene)
    #expect(try preview.waitFor(try daemonPicture(of: scene, "320x240")))
    try FileManager.default.removeItem(atPath: preview.file)
    try preview.key("F5")
    #expect(try preview.wait { try preview.errors.first?.contains("no such file") == true })
    try preview.save(other)
    #expect(try preview.waitFor(try daemonPicture(of: other, "320x240")))
  }

  @Test("What is saved while time is held shows too")
  func held() throws {
    let preview = try RunningPreview(plain)
    #expect(try preview.waitFor(try daemonPicture(of: plain)))
    try preview.key("p")
    try preview.save(other)
    #expect(try preview.waitFor(try daemonPicture(of: other)))
  }
}

extension RunningPreview {
  /// What is wrong with the file, as `status` tells it.
  var errors: [String] {
    get throws {
      let status = try JSONValue(parsing: try control("status", "--json").output)
      return status["configuration_errors"]?.array?.compactMap(\.string) ?? []
    }
  }
}

/// A word's bytes as they lie in memory.
private func littleEndian(_ word: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
}

extension Picture {
  /// The picture of a window.
  fileprivate init(_ picture: WindowPicture) {
    self.init(size: picture.size)
    let bytes = picture.pixels.flatMap(littleEndian)
    unsafe take(
      bytes.span.bytes,
      strideBytes: picture.size.width * 4,
      transform: OutputTransform(bufferSize: picture.size, rotation: .none, scale: 1),
      part: picture.size.bounds
    )
  }
}
