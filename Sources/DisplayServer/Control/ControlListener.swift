// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem

/// The socket that clients connect to, its file, and a descriptor to tell them that there is none left.
struct ControlListener: ~Copyable {
  /// A socket of the service manager's is not this process's to make: the next one would be handed the old one.
  private static let remedy =
    "its file has gone, so that no client finds it; 'systemctl restart swell.socket' makes it anew"

  /// A sentence about the socket's file that has not been told; nil for none.
  private(set) var notice: String?
  private var listener: UnixListener
  /// Tells when the socket's file has gone; nil where that cannot be seen, or is the case.
  private var watch: SocketWatch?
  /// A descriptor that is given up to tell a client that there is none left.
  private var reserve = try? OwnedFileDescriptor.reserve()
  /// True while the loop is told of connections.
  private var isOpen = false

  /// Listens once ``set(isOpen:in:)`` says so.
  init(_ listener: consuming UnixListener) { self.listener = listener }

  /// Takes the sentence about the socket's file; nil while there is nothing to be said.
  mutating func takeNotice() -> String? { notice.take() }

  /// Has the loop told of connections, or not.
  mutating func set(isOpen: Bool, in epoll: borrowing Epoll) {
    guard isOpen != self.isOpen else { return }
    if isOpen {
      let token = ControlEndpoint.listenerToken
      self.isOpen = (try? epoll.add(listener.descriptor, token: token)) != nil
    } else {
      epoll.remove(listener.descriptor)
      self.isOpen = false
    }
  }

  /// Has the loop told when the socket's file has gone.
  mutating func watchFile(in epoll: borrowing Epoll) {
    guard let path = listener.path else { return }
    watch = SocketWatch(path)
    switch watch {
    case .some(let watch):
      try? epoll.add(watch.descriptor, token: ControlEndpoint.watchToken)
    case nil: if listener.isHandedOver { notice = Self.remedy }
    }
  }

  /// Something has happened to the socket's file: where it has gone, it is made anew.
  mutating func lookAfterFile(in epoll: borrowing Epoll) {
    let gone: CInt? =
      switch watch {
      case .some(let watch): watch.isGone() ? watch.descriptor : nil
      case nil: nil
      }
    guard let gone else { return }
    epoll.remove(gone)
    watch = nil
    guard !listener.isHandedOver else {
      notice = Self.remedy
      return
    }
    do throws(SystemError) {
      let renewed = try listener.madeAnew()
      let wasOpen = isOpen
      set(isOpen: false, in: epoll)
      listener = renewed
      set(isOpen: wasOpen, in: epoll)
      notice = "its file had gone and was made anew"
      watchFile(in: epoll)
    } catch {
      notice = "its file has gone and cannot be made anew: \(error)"
    }
  }

  /// The next connection; nil where none waits.
  func accept() throws(SystemError) -> UnixStream? { try listener.accept() }

  /// Has `refuse` tell the client that waits why it cannot be served, with the descriptor that is kept for that.
  mutating func refuseWaiting(_ refuse: (consuming UnixStream) -> Void) {
    guard reserve != nil else { return }
    reserve = nil
    if let stream = try? listener.accept() { refuse(stream) }
    reserve = try? OwnedFileDescriptor.reserve()
  }
}
