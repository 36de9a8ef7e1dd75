// SPDX-License-Identifier: Apache-2.0
internal import CSystemBus
internal import Following
internal import Glibc
internal import LinuxSystem
internal import MonotonicTime

/// A connection to the system bus, or to systemd itself.
@safe
struct SystemBus: ~Copyable {
  /// A message from the bus.
  enum News {
    case installation(RAUCInstallation.News)
    case progress(Double)
    case state(String)
  }

  private let bus: OpaquePointer

  /// Connects; what is wrong shows at the first use.
  ///
  /// - Parameter isPrivate: True to connect to systemd's own socket, which is root's and there before the bus is.
  /// - Returns: The connection.
  /// - Throws: ``SystemError``; ELIBACC without libsystemd.
  static func open(isPrivate: Bool) throws(SystemError) -> Self {
    var bus: OpaquePointer?
    let status = unsafe csystembus_open(&bus, isPrivate ? 1 : 0)
    guard status >= 0, let bus = unsafe bus else {
      throw SystemError("connect", subject: "the system bus", number: -status)
    }
    return unsafe Self(bus: bus)
  }

  deinit { unsafe csystembus_close(bus) }

  /// Asks to be told of RAUC; false when the connection is lost.
  func followRAUC() -> Bool { unsafe csystembus_follow_rauc(bus) >= 0 }

  /// Asks how far the boot is; false when the connection is lost.
  func askBoot() -> Bool { unsafe csystembus_ask_boot(bus) >= 0 }

  /// The descriptor to wait for, and the readiness that is waited for.
  var interest: DescriptorPoll.Interest {
    .init(
      unsafe csystembus_descriptor(bus),
      readiness: Readiness(rawValue: unsafe csystembus_interest(bus))
    )
  }

  /// Time at which ``next()`` is to be called at the latest; nil for never.
  var deadline: MonotonicInstant? {
    let microseconds = unsafe csystembus_deadline(bus)
    guard microseconds < UInt64(Int64.max) / 1000 else { return nil }
    return MonotonicInstant(nanoseconds: Int64(microseconds) * 1000)
  }

  /// The next news; nil when there are none now.
  ///
  /// - Throws: ``SystemError`` when the connection is lost.
  func next() throws(SystemError) -> News? {
    while true {
      var event = csystembus_event()
      let status = unsafe csystembus_next(bus, &event)
      guard status >= 0 else {
        throw SystemError("read", subject: "the system bus", number: -status)
      }
      guard status > 0 else { return nil }
      if let news = Self.news(event) { return news }
    }
  }

  private static func news(_ event: csystembus_event) -> News? {
    switch csystembus_kind(rawValue: UInt32(event.kind)) {
    case CSYSTEMBUS_OWNER: return .installation(.owner(event.number != 0))
    case CSYSTEMBUS_COMPLETED: return .installation(.completed(Int(event.number)))
    case CSYSTEMBUS_PROGRESS: return .progress(event.fraction)
    case CSYSTEMBUS_STATE: return .state(text(event.text))
    case CSYSTEMBUS_RAUC:
      var properties = RAUCInstallation.Properties()
      if event.has_operation != 0 { properties.operation = text(event.text) }
      if event.has_progress != 0 {
        properties.percent = Int(event.percent)
        properties.message = text(event.message)
      }
      if event.has_error != 0 { properties.lastError = text(event.error) }
      return .installation(.properties(properties, isComplete: event.number != 0))
    default: return nil
    }
  }

  /// A text in a field of C, up to its NUL.
  private static func text<Field>(_ field: Field) -> String {
    unsafe withUnsafeBytes(of: field) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
