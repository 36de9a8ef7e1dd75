// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Reading whole files")
struct FileReaderTests {
  @Test(
    "A file is read whole up to the limit, and refused beyond it",
    arguments: [0, 1, 99, 100, 101, 65_535, 65_536, 65_537, 200_000]
  )
  func limits(size: Int) throws {
    let folder = TemporaryFolder()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = folder.write(bytes, to: "file")
    for limit in [100, 65_536, 1 << 20] {
      if size <= limit {
        #expect(try FileReader.read(path, limit: limit) == bytes)
      } else {
        let error = #expect(throws: SystemError.self) { try FileReader.read(path, limit: limit) }
        #expect(error?.number == EFBIG)
      }
    }
  }

  @Test(
    "A file that does not know its size is read to its end all the same",
    arguments: [4096, 1 << 20]
  )
  func sizeless(limit: Int) throws {
    let bytes = try FileReader.read("/proc/self/stat", limit: limit)
    #expect(bytes.last == UInt8(ascii: "\n"))
    #expect(bytes.count > 50)
    let error = #expect(throws: SystemError.self) {
      try FileReader.read("/proc/self/stat", limit: 20)
    }
    #expect(error?.number == EFBIG)
  }

  @Test("A folder, a pipe and a missing file are refused at once, each with its reason")
  func refusals() {
    let folder = TemporaryFolder()
    #expect(unsafe mkfifo(folder["pipe"], 0o600) == 0)
    for (path, number) in [
      (folder.path, EISDIR), (folder["pipe"], EINVAL), (folder["none"], ENOENT),
      ("/dev/zero", EINVAL),
    ] {
      let error = #expect(throws: SystemError.self) { try FileReader.read(path, limit: 10) }
      #expect(error?.number == number)
      #expect(error?.subject == path)
    }
  }

  @Test("Sealed memory holds its bytes and cannot be changed by anyone")
  func sealedMemory() throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
    let memory = try SealedMemory.make(bytes, name: "test")
    #expect(try FileReader.read(memory, limit: 1 << 20) == bytes)
    let seals = fcntl(memory.rawValue, 1034)  // F_GET_SEALS
    #expect(seals == 0xf)  // F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE
    var byte: UInt8 = 1
    #expect(unsafe pwrite(memory.rawValue, &byte, 1, 0) == -1)
    #expect(ftruncate(memory.rawValue, 5) == -1)
    #expect(try SealedMemory.make([], name: "empty").rawValue >= 0)
  }
}
