// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Files put in the place of others")
struct FileSystemTests {
  let folder = TemporaryFolder()

  @Test(
    "The new file has the bytes and the mode that are asked for, whatever the mask takes away",
    arguments: [0o600, 0o640, 0o644, 0o666, 0o444] as [UInt32]
  )
  func modes(mode: UInt32) throws {
    let path = folder.write([1, 2, 3], to: "file")
    try FileSystem.replace(path, with: [4, 5], mode: mode)
    #expect(FileSystem.mode(of: path) == mode)
    #expect(try FileReader.read(path, limit: 10) == [4, 5])
    #expect(FileSystem.mode(of: path + ".new") == nil)
  }

  @Test("What cannot be put in the place leaves nothing beside what is there")
  func refusals() throws {
    let path = folder["folder"]
    #expect(unsafe mkdir(path, 0o755) == 0)
    defer { _ = unsafe rmdir(path) }
    let error = #expect(throws: SystemError.self) {
      try FileSystem.replace(path, with: [2], mode: 0o644)
    }
    #expect(error?.number == EISDIR)
    #expect(FileSystem.mode(of: path + ".new") == nil)
  }
}
