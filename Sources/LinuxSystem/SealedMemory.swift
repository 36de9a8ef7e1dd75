// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// Anonymous memory that cannot be changed any more, to be sent to another process (`memfd`).
package enum SealedMemory {
  /// A memfd that holds `bytes`, sealed against growing, shrinking and writing.
  ///
  /// - Returns: Its descriptor.
  /// - Throws: ``SystemError`` when there is no memory or descriptor for it.
  package static func make(
    _ bytes: borrowing [UInt8],
    name: String
  ) throws(SystemError) -> OwnedFileDescriptor {
    var memory = try UnsealedMemory.make(byteCount: bytes.count, name: name)
    memory.withBytes { target in
      for index in 0..<bytes.count {
        target.storeBytes(of: bytes[index], toByteOffset: index, as: UInt8.self)
      }
    }
    return try memory.seal()
  }
}

/// Anonymous memory that is filled piece by piece before it is sealed (`memfd`).
///
/// A page is taken up when something is first written to it.
@safe
package struct UnsealedMemory: ~Copyable {
  private let file: OwnedFileDescriptor
  private let mapping: Mapping

  /// The memory's place in the address space; unmapped when this value dies.
  @safe  // Not private: docs/workarounds.md.
  struct Mapping: ~Copyable {
    let start: UnsafeMutableRawPointer
    let byteCount: Int

    deinit { _ = unsafe munmap(start, byteCount) }

    consuming func release() -> UInt {
      let address = unsafe UInt(bitPattern: start)
      discard self
      return address
    }
  }

  /// The memory on its way to another thread, which makes it ``UnsealedMemory`` again, once.
  package struct Parts: Sendable {
    fileprivate let file: CInt
    fileprivate let start: UInt
    fileprivate let byteCount: Int
  }

  /// Gives the memory away, for another thread.
  package consuming func release() -> Parts {
    let count = byteCount
    return Parts(file: file.release(), start: mapping.release(), byteCount: count)
  }

  /// Takes over memory that was given away.
  package init(_ parts: Parts) {
    guard let start = unsafe UnsafeMutableRawPointer(bitPattern: parts.start) else {
      preconditionFailure("memory is mapped somewhere")
    }
    file = OwnedFileDescriptor(adopting: parts.file)
    mapping = unsafe Mapping(start: start, byteCount: max(parts.byteCount, 1))
    byteCount = parts.byteCount
  }

  /// Memory of zeros.
  ///
  /// - Parameters:
  ///   - byteCount: 0 or more.
  ///   - name: The kernel's name for it in its lists.
  /// - Returns: The memory.
  /// - Throws: ``SystemError`` when there is no memory or descriptor for it.
  package static func make(byteCount: Int, name: String) throws(SystemError) -> Self {
    let descriptor = unsafe clinux_sealable_memory(name, byteCount)
    guard descriptor >= 0 else { throw SystemError.last("memfd_create") }
    let file = OwnedFileDescriptor(adopting: descriptor)
    // No mapping is empty.
    let length = max(byteCount, 1)
    let access = PROT_READ | PROT_WRITE
    let start = unsafe mmap(nil, length, access, MAP_SHARED, descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      throw SystemError.last("mmap")
    }
    return unsafe Self(
      file: file,
      mapping: Mapping(start: start, byteCount: length),
      byteCount: byteCount
    )
  }

  private init(file: consuming OwnedFileDescriptor, mapping: consuming Mapping, byteCount: Int) {
    self.file = file
    self.mapping = mapping
    self.byteCount = byteCount
  }

  /// Number of bytes.
  package let byteCount: Int

  /// Lends the bytes for reading and writing.
  package mutating func withBytes<Value>(_ body: (inout MutableRawSpan) -> Value) -> Value {
    var bytes = unsafe MutableRawSpan(_unsafeStart: mapping.start, byteCount: byteCount)
    return body(&bytes)
  }

  /// Seals the memory against growing, shrinking and writing.
  ///
  /// - Returns: Its descriptor.
  /// - Throws: ``SystemError`` with the kernel's reason.
  package consuming func seal() throws(SystemError) -> OwnedFileDescriptor {
    // What is mapped for writing cannot be sealed.
    let file = unmapped()
    guard clinux_seal(file.rawValue) == 0 else { throw SystemError.last("seal") }
    return file
  }

  /// The descriptor alone.
  private consuming func unmapped() -> OwnedFileDescriptor { file }
}

/// Reads whole files and descriptors.
package enum FileReader {
  /// Everything in the file at `path`.
  ///
  /// - Parameters:
  ///   - path: A regular file; devices and pipes are refused.
  ///   - limit: The most bytes that are read.
  /// - Returns: The file's bytes.
  /// - Throws: ``SystemError``; EFBIG when the file is larger than `limit`, EISDIR or EINVAL when it is
  ///   no regular file.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    // Nonblocking, so that a pipe in the file's place cannot hold the caller up.
    let file = try OwnedFileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    return try read(file, limit: limit, subject: path)
  }

  /// Everything in an open regular file or memfd, from its first byte.
  ///
  /// - Returns: The file's bytes.
  /// - Throws: As ``read(_:limit:)``.
  package static func read(
    _ file: borrowing OwnedFileDescriptor,
    limit: Int,
    subject: String = ""
  ) throws(SystemError) -> [UInt8] {
    var status = stat()
    guard unsafe fstat(file.rawValue, &status) == 0 else {
      throw SystemError.last("read", subject: subject)
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw SystemError("read", subject: subject, number: kind == S_IFDIR ? EISDIR : EINVAL)
    }
    guard status.st_size <= limit else {
      throw SystemError("read", subject: subject, number: EFBIG)
    }
    // A byte more than expected shows a file that has grown; procfs gives its files no size at all.
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var filled = 0
    while true {
      if filled == bytes.count {
        guard filled <= limit else { throw SystemError("read", subject: subject, number: EFBIG) }
        let more = min(max(4096, filled), limit + 1 - filled)
        bytes.append(contentsOf: repeatElement(0, count: more))
      }
      let (start, room) = (filled, bytes.count - filled)
      let count = unsafe bytes.withUnsafeMutableBytes { raw in
        retryingOnInterrupt {
          unsafe pread(file.rawValue, raw.baseAddress?.advanced(by: start), room, off_t(start))
        }
      }
      guard count >= 0 else { throw SystemError.last("read", subject: subject) }
      if count == 0 { break }
      filled += count
    }
    guard filled <= limit else { throw SystemError("read", subject: subject, number: EFBIG) }
    bytes.removeSubrange(filled...)
    return bytes
  }
}
