// SPDX-License-Identifier: Apache-2.0
import Configuration
import DisplayServer
import Glibc
import LinuxSystem

/// The scene's file and the images that it names, watched for being saved.
final class SceneFiles {
  private let path: String
  private let watch: FolderWatch
  /// The folders by their numbers.
  private var folders: [CInt: String] = [:]
  /// The files, as the folder's number and the name in it.
  private var files: Set<FolderWatch.Change> = []

  /// Watches the file at `path`, which need not be there yet, and what it names.
  ///
  /// - Throws: `SystemError` when its folder cannot be watched.
  init(path: String) throws(SystemError) {
    self.path = path
    watch = try FolderWatch.open()
    try add(path)
    findImages()
  }

  /// Readable while there may be changes.
  var descriptor: CInt { watch.descriptor }

  /// Tells if one of the files has been saved since the last call.
  func takeChanges() -> Bool {
    let changes = watch.takeChanges { change in
      guard let folder = folders[change.folder] else { return false }
      var status = stat()
      return unsafe lstat("\(folder)/\(change.name)", &status) == 0
        && status.st_mode & S_IFMT == S_IFLNK
    }
    return changes.contains { files.contains($0) }
  }

  /// Looks which images the file names now; those of before stay watched.
  func findImages() {
    // What a link leads to is written to where it is.
    if let real = unsafe realpath(path, nil) {
      try? add(unsafe String(cString: real))
      unsafe free(real)
    }
    let bytes = (try? FileReader.read(path, limit: Settings.maximumByteCount)) ?? []
    for reference in ExternalReference.all(in: bytes, fileName: path)
    where reference.kind == .image {
      // A folder that is not there is told of with the image.
      try? add(reference.name)
    }
  }

  private func add(_ path: String) throws(SystemError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = String(parts.last ?? "")
    let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
    let number = try watch.watch(folder)
    folders[number] = folder
    files.insert(FolderWatch.Change(folder: number, name: name))
  }
}
