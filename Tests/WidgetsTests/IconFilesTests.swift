// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Widgets

@Suite("The files that may be icons")
struct IconFilesTests {
  @Test(
    "They lie in the configuration's folder, beside one that it names, or are one",
    arguments: [
      ("a.png", "/etc/swell/a.png"), ("icons/b.svg", "/etc/swell/icons/b.svg"),
      ("/etc/swell/x/a.png", "/etc/swell/x/a.png"),
      ("/srv/icons/other.png", "/srv/icons/other.png"),
      ("../up/named.png", "/etc/swell/../up/named.png"), ("/named.png", "/named.png"),
      ("../up/other.png", nil), ("/srv/iconset/a.png", nil), ("/srv/icons/../a.png", nil),
      ("/other.png", nil), ("/etc/passwd", nil), ("", nil), ("a\0.png", nil),
    ] as [(String, String?)]
  )
  func paths(file: String, path: String?) {
    var files = IconFiles(in: "/etc/swell/")
    for named in ["/srv/icons/a.png", "../up/named.png", "/named.png", ""] { files.add(named) }
    #expect(files.path(of: file) == path)
  }

  @Test("Beside a file without a folder relative paths are taken, and no others")
  func working() {
    let files = IconFiles()
    #expect(files.path(of: "a.png") == "a.png")
    #expect(files.path(of: "/a.png") == nil && files.path(of: "../a.png") == nil)
  }
}
