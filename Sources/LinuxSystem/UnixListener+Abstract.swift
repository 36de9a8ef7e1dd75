// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

extension UnixListener {
  /// Listens at `name` in the abstract namespace, where there are no files and no rights.
  ///
  /// - Returns: The listening socket; the name is free again with it.
  /// - Throws: ``SystemError`` with EADDRINUSE when the name is taken.
  package static func listen(abstract name: String) throws(SystemError) -> Self {
    let descriptor = unsafe clinux_listen_abstract(name, 16)
    guard descriptor >= 0 else { throw SystemError.last("listen on", subject: "@\(name)") }
    return Self(adopting: OwnedFileDescriptor(adopting: descriptor))
  }
}
