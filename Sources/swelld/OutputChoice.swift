// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Presentation

/// The value of `--output`.
enum OutputChoice: Hashable, Sendable {
  /// A kernel display if one can be had soon, else memory.
  case automatic
  /// A kernel display; `nil` for the first card that fits.
  case kms(path: String?)
  /// Memory of this size, refreshed this often.
  case virtual(PixelSize, hertz: Double)

  /// The virtual display when nothing else is said.
  private static let defaultVirtual = Self.virtual(PixelSize(width: 1280, height: 800), hertz: 60)
}

extension OutputChoice {
  /// Reads a value of `--output`; `nil` when it is none.
  init?(_ text: String) {
    let (kind, rest) = Self.split(text, at: ":")
    switch (kind, rest) {
    case ("auto", nil): self = .automatic
    case ("kms", nil): self = .kms(path: nil)
    case ("kms", let path?) where path.hasPrefix("/"): self = .kms(path: path)
    case ("virtual", nil): self = .defaultVirtual
    case ("virtual", let size?):
      guard let choice = Self.virtual(size) else { return nil }
      self = choice
    default: return nil
    }
  }

  /// Reads `WIDTHxHEIGHT[@HZ]`: 16 … 16384 pixels a side, at most 64 million, 1 … 1000 Hz.
  private static func virtual(_ text: String) -> Self? {
    guard let mode = NamedMode(text), mode.width >= 16, mode.height >= 16,
      mode.width * mode.height <= 64 << 20
    else { return nil }
    let size = PixelSize(width: mode.width, height: mode.height)
    return .virtual(size, hertz: mode.refreshHertz ?? 60)
  }

  private static func split(_ text: String, at separator: Character) -> (String, String?) {
    guard let index = text.firstIndex(of: separator) else { return (text, nil) }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }
}

extension VirtualOutput {
  /// A virtual display of `size` pixels that refreshes `hertz` times a second.
  convenience init(size: PixelSize, hertz: Double) {
    let hertz = min(max(hertz, 20), 250)
    self.init(
      mode: OutputMode(
        size: size,
        format: .xrgb8888,
        refreshInterval: MonotonicInterval(seconds: 1 / hertz)
      ),
      hertz: hertz
    )
  }
}
