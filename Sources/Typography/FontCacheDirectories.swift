// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Directories in which fontconfig may keep its cache about fonts, beside the directories that its own configuration
/// names.
struct FontCacheDirectories: Hashable {
  /// Tried before all others.
  var first: String?
  /// Tried when no other can be written to.
  var last: String?

  /// The directories that a service manager gives, by systemd's names: `CACHE_DIRECTORY`, and `RUNTIME_DIRECTORY` for
  /// machines whose storage is read-only.
  ///
  /// - Parameter variable: The value of an environment variable, nil when it is not set.
  /// - Returns: A folder in each, where it is set to an absolute path.
  static func ofService(_ variable: (String) -> String? = environment) -> Self {
    Self(
      first: folder(in: variable("CACHE_DIRECTORY")),
      last: folder(in: variable("RUNTIME_DIRECTORY"))
    )
  }

  /// A folder in the first of the directories that are listed with colons between them.
  private static func folder(in list: String?) -> String? {
    guard let first = list?.prefix(while: { $0 != ":" }), first.hasPrefix("/") else { return nil }
    return first + "/fontconfig"
  }

  /// A variable of this process's environment.
  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
