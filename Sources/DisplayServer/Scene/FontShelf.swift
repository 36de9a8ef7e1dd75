// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import Synchronization
internal import Typography
internal import Widgets

/// Fonts that are the caller's for as long as the call lasts in which they were given.
struct HeldFonts: @unchecked Sendable {
  let library: FontLibrary
  fileprivate init(_ library: FontLibrary) { self.library = library }
}

/// Fonts for one thread at a time, opened when they are wanted.
final class FontShelf: Sendable {
  private struct Held {
    private var library: FontLibrary?
    /// The writing systems of which it was told that letters are missing, and what has not been taken of that.
    private var incomplete: Set<ExactText> = []
    private var complaints: [String] = []

    mutating func made<Made: Sendable>(
      _ make: (FontLibrary) throws(TypographyError) -> Made
    ) -> Result<Made, MaterialFault> {
      do throws(TypographyError) {
        let opened: FontLibrary
        if let library { opened = library } else { opened = try .open() }
        library = opened
        defer { noteMissing(opened.takeMissingLetters()) }
        return .success(try make(opened))
      } catch {
        return .failure(MaterialFault("\(error)"))
      }
    }

    /// Notes the writing systems of which letters are missing; the letters are not told, as they may be of a password.
    private mutating func noteMissing(_ missing: [FontLibrary.MissingLetters]) {
      for set in missing where incomplete.insert(ExactText(set.script)).inserted {
        complaints.append(
          "no installed font has some letters of \(set.script); \(set.package) has them"
        )
      }
    }

    mutating func takeComplaints() -> [String] {
      defer { complaints = [] }
      return complaints
    }

    func hasFonts(for text: String, font: String) -> Bool {
      library?.hasFonts(for: text, font: font) ?? false
    }

    var fonts: HeldFonts? { library.map { HeldFonts($0) } }

    func release() { library?.releaseFonts() }
  }

  private let held = Mutex(Held())

  /// The product of `make` with fonts that no other thread uses meanwhile.
  ///
  /// - Throws: ``MaterialFault`` where there is no font for it.
  func use<Made: Sendable>(
    _ make: @Sendable (FontLibrary) throws(TypographyError) -> Made
  ) throws(MaterialFault) -> Made {
    try held.withLock { $0.made(make) }.get()
  }

  /// Tells if the fonts of a text are open, and free now.
  ///
  /// To start fontconfig takes a tenth of a second, and a second one a megabyte for good.
  func hasFonts(for text: String, font: String) -> Bool {
    held.withLockIfAvailable { $0.hasFonts(for: text, font: font) } ?? false
  }

  /// The product of `make` if the fonts of a text are open, and free now; nil otherwise.
  ///
  /// The fonts are this call's until it returns: looked at first and asked for afterwards, they could be in
  /// use by then, and the loop would wait for another text.
  func useAtHand<Made: Sendable>(
    for text: String,
    font: String,
    make: (HeldFonts) throws(TypographyError) -> Made
  ) -> Result<Made, MaterialFault>? {
    held.withLockIfAvailable { held in
      guard held.hasFonts(for: text, font: font), let fonts = held.fonts else { return nil }
      do throws(TypographyError) {
        return .success(try make(fonts))
      } catch {
        return .failure(MaterialFault("\(error)"))
      }
    } ?? nil
  }

  /// Takes the sentences about letters that no font has, each writing system's once; none while the fonts are in use.
  func takeComplaints() -> [String] { held.withLockIfAvailable { $0.takeComplaints() } ?? [] }

  /// Lets go of open fonts that are not used now; another text opens the one that it needs.
  func release() { _ = held.withLockIfAvailable { $0.release() } }
}
