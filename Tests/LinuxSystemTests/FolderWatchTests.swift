// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Watched folders")
struct FolderWatchTests {
  @Test("A file is told of when it is complete: closed after writing, or put in place")
  func changes() throws {
    let folder = TemporaryFolder()
    let watch = try FolderWatch.open()
    let number = try watch.watch(folder.path)
    func names() -> [String] { watch.takeChanges { _ in false }.map(\.name) }
    #expect(names().isEmpty)
    let file = unsafe open(folder["scene"], O_WRONLY | O_CREAT, 0o644)
    #expect(names().isEmpty)
    #expect(unsafe write(file, "text", 4) == 4)
    #expect(names().isEmpty)
    close(file)
    #expect(watch.takeChanges { _ in false } == [.init(folder: number, name: "scene")])
    #expect(unsafe rename(folder["scene"], folder["other"]) == 0)
    #expect(names() == ["other"])
    let reading = unsafe open(folder["other"], O_RDONLY)
    close(reading)
    #expect(unsafe unlink(folder["other"]) == 0)
    #expect(names().isEmpty)
  }

  @Test("A link that is made is in place at once")
  func links() throws {
    let folder = TemporaryFolder()
    let watch = try FolderWatch.open()
    _ = try watch.watch(folder.path)
    #expect(unsafe symlink("elsewhere", folder["link"]) == 0)
    var asked: [String] = []
    let changes = watch.takeChanges { change in
      asked.append(change.name)
      return true
    }
    #expect(asked == ["link"])
    #expect(changes.map(\.name) == ["link"])
  }

  @Test("What is no folder cannot be watched, with the reason", arguments: ["none", "file"])
  func refusals(name: String) throws {
    let folder = TemporaryFolder()
    folder.write([], to: "file")
    let watch = try FolderWatch.open()
    let error = #expect(throws: SystemError.self) { _ = try watch.watch(folder[name]) }
    #expect(error?.number == (name == "none" ? ENOENT : ENOTDIR))
  }
}
