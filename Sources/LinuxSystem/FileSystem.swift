// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Files and folders by their path.
package enum FileSystem {
  /// Makes the folder at `path`; one that exists is left as it is, and a failure shows at its first use.
  package static func makeFolder(_ path: String, mode: UInt32) {
    _ = unsafe mkdir(path, mode)
  }

  /// Tells if there is a regular file at `path`.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Removes the file at `path`, if there is one and it may be removed.
  package static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// The names in the folder at `path`, in no order, `.` and `..` among them; none where it cannot be read.
  package static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      names.append(
        unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
      )
    }
    return names
  }

  /// `path` without links; itself where it leads nowhere.
  package static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// A stamp that tells a file from another one, and from its state before it was written to.
  package struct Stamp: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let byteCount: Int64
    private let seconds: [Int64]

    fileprivate init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      byteCount = Int64(status.st_size)
      seconds = [status.st_mtim, status.st_ctim].flatMap { [Int64($0.tv_sec), Int64($0.tv_nsec)] }
    }
  }

  /// The stamp of whatever is at `path`; nil where there is nothing, or nothing to be seen.
  package static func stamp(of path: String) -> Stamp? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Stamp(status) : nil
  }

  /// The permissions of the file at `path`; nil where there is nothing, or nothing to be seen.
  package static func mode(of path: String) -> UInt32? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// Puts a file with `bytes` in the place of whatever file is at `path`.
  ///
  /// A reader, meanwhile or after a power cut, finds the old file or the new one,
  /// never a part: the bytes are on the disk before the name is. Its permissions are `mode`, whatever
  /// the process's mask is.
  ///
  /// - Throws: ``SystemError`` with the kernel's reason; the old file is still there then.
  package static func replace(
    _ path: String,
    with bytes: [UInt8],
    mode: UInt32
  ) throws(SystemError) {
    let temporary = path + ".new"
    _ = unsafe unlink(temporary)
    let file = try OwnedFileDescriptor.create(temporary, mode: mode)
    do throws(SystemError) {
      // The mask took bits from the mode that the file before may well have had.
      guard fchmod(file.rawValue, mode) == 0 else {
        throw SystemError.last("write", subject: temporary)
      }
      try write(bytes, to: file, path: temporary)
      guard fsync(file.rawValue) == 0 else { throw SystemError.last("write", subject: temporary) }
      guard unsafe rename(temporary, path) == 0 else {
        throw SystemError.last("rename", subject: path)
      }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  /// Makes a file with `bytes` at `path`, where there must be nothing, not even a link that leads nowhere.
  ///
  /// - Throws: ``SystemError`` with the kernel's reason; nothing is left then that was not there before.
  package static func create(
    _ path: String,
    with bytes: [UInt8],
    mode: UInt32
  ) throws(SystemError) {
    let file = try OwnedFileDescriptor.create(path, mode: mode)
    do throws(SystemError) {
      try write(bytes, to: file, path: path)
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }

  private static func write(
    _ bytes: [UInt8],
    to file: borrowing OwnedFileDescriptor,
    path: String
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { raw in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: raw[written...])
        return retryingOnInterrupt {
          unsafe Glibc.write(file.rawValue, rest.baseAddress, rest.count)
        }
      }
      guard count > 0 else { throw SystemError.last("write", subject: path) }
      written += count
    }
  }
}
