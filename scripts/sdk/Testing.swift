// SPDX-License-Identifier: Apache-2.0
extension Testing.SourceLocation {
  /// As the macros of Swift 6.3 call it.
  @_alwaysEmitIntoClient public init(
    __uncheckedFileID fileID: Swift.String,
    filePath: Swift.String,
    line: Swift.Int,
    column: Swift.Int
  ) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
