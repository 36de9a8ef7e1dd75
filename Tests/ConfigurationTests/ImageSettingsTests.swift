// SPDX-License-Identifier: Apache-2.0
import Motion
import Raster
import TOMLReading
import Testing
import Widgets

@testable import Configuration

@Suite("Images from a file")
struct ImageSettingsTests {
  private func image(_ text: String) throws -> ImageSettings? {
    let text = "[[image]]\nid = \"c\"\n" + text
    let settings = try Settings(parsing: Array(text.utf8), fileName: "/etc/swell/swell.toml")
    return settings.widgets.compactMap { if case .image(let image) = $0 { image } else { nil } }
      .first
  }

  @Test("Everything in [[image]] can be set")
  func keys() throws {
    let found = try image(
      """
      frame = { x = 1, y = 2, width = 3, height = 4, anchor = "top" }
      file = "a/b.png"
      fit = "cover"
      corner_radius = 8
      directories = ["/srv/pictures", "own/"]
      over = 2
      ease = "linear"
      visible = false
      """
    )
    var expected = ImageSettings(id: "c")
    expected.frame = FrameSettings(
      x: .points(1),
      y: .points(2),
      width: .points(3),
      height: .points(4),
      anchor: .top
    )
    expected.file = "/etc/swell/a/b.png"
    expected.fit = .cover
    expected.cornerRadius = 8
    expected.directories = ["/srv/pictures/", "/etc/swell/own/"]
    expected.changeDuration = 2
    expected.ease = .linear
    expected.isVisible = false
    #expect(found == expected)
  }

  @Test("Requests may have files of the image's own folder, or of the configuration's")
  func directories() throws {
    #expect(try image("file = \"a/b.png\"")?.directories == ["/etc/swell/a/"])
    #expect(try image("file = \"/srv/b.png\"")?.directories == ["/srv/"])
    #expect(try image("")?.directories == ["/etc/swell/"])
  }

  @Test(
    "A file lies in one of the folders, or is none",
    arguments: [
      ("x.png", "/srv/one/x.png"), ("a/x.png", "/srv/one/a/x.png"),
      ("/srv/two/x.png", "/srv/two/x.png"),
      ("/srv/one/a..b/.x.png", "/srv/one/a..b/.x.png"), ("/srv/oneself/x.png", nil), ("", nil),
      ("../two/x.png", nil), ("/srv/one/../../etc/x.png", nil), ("a/..", nil), ("x\0.png", nil),
      ("/srv/one", nil),
    ] as [(String, String?)]
  )
  func paths(file: String, path: String?) throws {
    let found = try #require(try image("directories = [\"/srv/one\", \"/srv/two/\"]"))
    #expect(found.path(of: file) == path)
  }

  @Test("A path that has been found is found again", arguments: ["img/", "./", "/srv/img/"])
  func foundAgain(folder: String) {
    var settings = ImageSettings(id: "photo")
    settings.directories = [folder]
    #expect(settings.path(of: "a.png") == folder + "a.png")
    #expect(settings.path(of: folder + "a.png") == folder + "a.png")
  }

  @Test("What cannot be is an error with its place")
  func mistakes() {
    #expect(throws: ConfigurationError.self) { try image("fit = \"fill\"") }
    #expect(throws: ConfigurationError.self) { try image("directories = \"/srv\"") }
    #expect(throws: ConfigurationError.self) { try image("directories = [1]") }
  }
}
