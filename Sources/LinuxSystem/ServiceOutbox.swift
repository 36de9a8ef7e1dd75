// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
internal import Synchronization

/// Messages to the service manager, in order, those that it has not taken yet among them.
final class ServiceOutbox: Sendable {
  /// Far more than are ever sent between two states.
  private static let limit = 64

  private let address: String
  /// The descriptors are duplicates, closed when their message has gone.
  private let pending = Mutex([(text: String, descriptor: CInt)]())

  /// An outbox to the socket `address`; a leading `@` stands for the abstract namespace.
  init(address: String) { self.address = address }

  deinit {
    pending.withLock { pending in
      for message in pending where message.descriptor >= 0 { close(message.descriptor) }
    }
  }

  /// Sends what is kept and then this, as far as it is taken at once.
  ///
  /// - Parameters:
  ///   - text: The message, as `sd_notify(3)` describes.
  ///   - descriptor: A descriptor to send with it, -1 for none; it may be closed afterwards.
  ///   - isKept: True if the message is kept when it is not taken.
  func send(_ text: String, descriptor: CInt = -1, isKept: Bool = true) {
    pending.withLock { pending in
      while let next = pending.first, isTaken(next.text, descriptor: next.descriptor) {
        if next.descriptor >= 0 { close(next.descriptor) }
        pending.removeFirst()
      }
      if pending.isEmpty, isTaken(text, descriptor: descriptor) { return }
      guard isKept, pending.count < Self.limit else { return }
      // Of two status lines only the newer one counts.
      if descriptor < 0, let last = pending.last, last.text.hasPrefix("STATUS="),
        text.hasPrefix("STATUS=")
      {
        pending.removeLast()
      }
      let duplicate = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      pending.append((text, duplicate))
    }
  }

  /// Tells if a message has gone, or never will.
  private func isTaken(_ text: String, descriptor: CInt) -> Bool {
    unsafe clinux_notify(address, text, descriptor) == 0 || errno != EAGAIN
  }
}
