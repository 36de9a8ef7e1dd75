// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import Typography

@Suite("Font cache")
struct FontCacheTests {
  /// A folder with one font, and a configuration that knows it and no cache that could be written.
  private struct Installation {
    let fonts = TemporaryFolder()
    let configuration: String

    init() throws {
      let library = try FontLibrary.open()
      let index = try library.faceIndex(for: "DejaVu Sans")
      _ = unsafe symlink(library.faces[index].file.path, fonts["DejaVuSans.ttf"])
      // Not even root can make a folder inside a device.
      let text = """
        <fontconfig>
          <dir>\(fonts.path)</dir><cachedir>/dev/null/cache</cachedir>
        </fontconfig>
        """
      configuration = fonts.write(Array(text.utf8), to: "fonts.conf")
    }

    /// Draws with a library that has just been opened.
    func draw(caches: FontCacheDirectories) throws {
      let library = try FontLibrary.open(configurationFile: configuration, caches: caches)
      #expect(try library.resolvedFamily(of: nil) == "DejaVu Sans")
    }
  }

  /// The caches in a folder: name, and the number of the file, which is another one once rewritten.
  private func caches(in folder: TemporaryFolder) -> [String: ino_t] {
    var found: [String: ino_t] = [:]
    guard let directory = unsafe opendir(folder.path) else { return [:] }
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name.contains(".cache-") { found[name] = unsafe entry.pointee.d_ino }
    }
    _ = unsafe closedir(directory)
    return found
  }

  @Test("A stale cache is made anew in the service's directory, once")
  func madeAnew() throws {
    let installation = try Installation()
    let folder = TemporaryFolder()
    let directories = FontCacheDirectories(first: folder.path, last: nil)
    try installation.draw(caches: directories)
    let made = caches(in: folder)
    #expect(made.count == 1)
    try installation.draw(caches: directories)
    #expect(caches(in: folder) == made)
  }

  @Test(
    "Where the service's cache cannot be written, the run-time directory takes it",
    arguments: [nil, "/dev/null/swell"]
  )
  func fallback(_ first: String?) throws {
    let folder = TemporaryFolder()
    try Installation().draw(caches: FontCacheDirectories(first: first, last: folder.path))
    #expect(caches(in: folder).count == 1)
  }

  @Test("Directories with characters of XML in their names are found")
  func oddName() throws {
    let folder = TemporaryFolder()
    let odd = folder["a&b<c>"]
    _ = unsafe symlink(folder.path, odd)
    try Installation().draw(caches: FontCacheDirectories(first: odd, last: nil))
    #expect(caches(in: folder).count == 1)
  }

  @Test(
    "The directories are those that the service manager gives",
    arguments: [
      (["CACHE_DIRECTORY": "/var/cache/swell"], "/var/cache/swell/fontconfig", nil),
      (
        ["CACHE_DIRECTORY": "/a:/b", "RUNTIME_DIRECTORY": "/run/x"], "/a/fontconfig",
        "/run/x/fontconfig"
      ),
      (["CACHE_DIRECTORY": "", "RUNTIME_DIRECTORY": "relative"], nil, nil),
      ([:], nil, nil),
    ] as [([String: String], String?, String?)]
  )
  func ofService(_ environment: [String: String], _ first: String?, _ last: String?) {
    let directories = FontCacheDirectories.ofService { environment[$0] }
    #expect(directories == FontCacheDirectories(first: first, last: last))
  }
}
