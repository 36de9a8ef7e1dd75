// SPDX-License-Identifier: Apache-2.0
internal import CDRM
internal import Glibc
package import LinuxSystem
internal import Synchronization

/// Asks monitors what they are beside the loop.
///
/// A monitor may take a quarter of a second to answer; frames go on meanwhile, since the kernel flips
/// pages without the lock that it asks under. What was said is in the kernel's knowledge afterwards
/// (``Probe/none``).
package final class MonitorInquiry {
  /// A card whose monitors are to be asked, through a descriptor of its own.
  private struct Question {
    var path: String
    var file: CInt
    var probe: Probe
  }

  private let worker = Worker()
  /// Readable while ``next()`` has something.
  package let descriptor: CInt
  private var asked: String?
  private let isDone = Flag()
  /// The question that comes next.
  private var waiting: Question?

  private final class Flag: Sendable {
    let value = Mutex(false)
  }

  /// An inquiry that nothing was asked of.
  ///
  /// - Throws: `SystemError` when no descriptor is left.
  package init() throws(SystemError) { descriptor = try worker.open() }

  /// Has the monitors of a card asked; those that are being asked already are asked once more afterwards.
  ///
  /// - Parameters:
  ///   - device: The card's open file, of which a duplicate is kept until they have answered.
  ///   - path: The card's node.
  ///   - probe: The monitors to ask.
  /// - Returns: True if they are being asked, or will be; without a descriptor they are not.
  package func begin(_ device: CInt, path: String, probe: Probe) -> Bool {
    guard asked != nil else {
      let file = fcntl(device, F_DUPFD_CLOEXEC, 0)
      guard file >= 0 else { return false }
      start(Question(path: path, file: file, probe: probe))
      return true
    }
    if let old = waiting {
      guard old.path != path || old.probe != probe else { return true }
      close(old.file)
      waiting = nil
      return wait(device, path: path, probe: old.path == path ? .all : probe)
    }
    return wait(device, path: path, probe: probe)
  }

  /// Takes word of a card whose monitors have answered.
  ///
  /// - Returns: The card's node; `nil` while there is none.
  package func next() -> String? {
    // First, as it rings after that.
    worker.reset()
    guard let path = asked, isDone.value.withLock({ $0 }) else { return nil }
    asked = nil
    if let question = waiting.take() { start(question) }
    return path
  }

  private func wait(_ device: CInt, path: String, probe: Probe) -> Bool {
    let file = fcntl(device, F_DUPFD_CLOEXEC, 0)
    guard file >= 0 else { return false }
    waiting = Question(path: path, file: file, probe: probe)
    return true
  }

  private func start(_ question: Question) {
    isDone.value.withLock { $0 = false }
    asked = question.path
    _ = worker.begin { [isDone] in
      Self.ask(question)
      close(question.file)
      isDone.value.withLock { $0 = true }
    }
  }

  private static func ask(_ question: Question) {
    guard let resources = unsafe drmModeGetResources(question.file) else { return }
    defer { unsafe drmModeFreeResources(resources) }
    for index in 0..<Int(unsafe resources.pointee.count_connectors) {
      let id = unsafe resources.pointee.connectors[index]
      guard question.probe.includes(ConnectorID(id)) else { continue }
      // The kernel keeps what the monitor says; only that is wanted here.
      unsafe drmModeFreeConnector(drmModeGetConnector(question.file, id))
    }
  }
}
