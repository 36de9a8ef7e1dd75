// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import MonotonicTime
import Presentation
import RequestWords
import Testing
import Touch
import VirtualKiosk
import VirtualTime

@testable import DisplayServer
@testable import Widgets

/// A kiosk with fields and a keyboard on the screen, on which fingers tap keys by what is written on them.
struct ScreenKiosk {
  let run: VirtualRun

  /// A scene with three fields: `name` high up, `mail` at the bottom of the screen, `pin` in between.
  static func scene(_ screen: String = "", keys: String = "", more: String = "") -> String {
    """
    [display]
    scale = 1
    background = "#101418"
    \(keys)
    [[text]]
    id = "name"
    frame = { x = 160, y = 30, width = 200, height = 30 }
    [[text]]
    id = "pin"
    mode = "password"
    frame = { x = 160, y = 80, width = 200, height = 30 }
    [[text]]
    id = "mail"
    allow = "email"
    frame = { x = 160, y = 215, width = 200, height = 30 }
    \(more)
    [keyboard.screen]
    \(screen)
    """
  }

  /// The scene of `toml` on a small display.
  init(
    _ toml: String = Self.scene(),
    _ width: Int = 320,
    _ height: Int = 240,
    configuration: ConfigurationSource = .builtIn
  ) throws {
    run = try VirtualRun(toml, mode: smallMode(width, height), configuration: configuration)
    run.comeToRest()
  }

  var keyboard: ScreenKeyboard? { run.scene?.keyboard }
  var view: ScreenKeyboardView? { keyboard?.view }

  /// Gives the focus to the field by a tap, and lets the keyboard come.
  func open(_ id: String) throws {
    tap(try place(ofField: id))
    run.pass(1)
  }

  /// Where a field is on the screen, as far as the page is moved up.
  func place(ofField id: String) throws -> Point {
    let field = try #require(run.scene?.shelves.texts.first { $0.settings.id == id })
    let center = field.place.frame.center
    return Point(x: center.x, y: center.y - (keyboard?.liftInPoints ?? 0))
  }

  func tap(_ point: Point, slot: Int = 0) {
    run.finger(.down, point, slot: slot)
    run.pass(0.03)
    run.finger(.up, point, slot: slot)
  }

  /// The middle of the key on which that is written.
  func place(_ label: KeyLabel) throws -> Point {
    let keyboard = try #require(keyboard)
    let sheet = try #require(keyboard.sheet)
    let key = try #require(
      sheet.keys.first { $0.planned.faces[keyboard.page]?.label == label },
      "no key \(label)"
    )
    return key.frame.center
  }

  /// Taps the keys with these characters on them.
  func type(_ characters: String) throws {
    for character in characters {
      let label = character == " " ? "" : String(character)
      tap(try place(.text(label)))
    }
  }

  func tap(_ glyph: KeyGlyph) throws { tap(try place(.glyph(glyph))) }

  /// What is on the screen is the scene painted anew, once nothing moves: above the keyboard the page, moved up.
  func expectPicture(_ place: SourceLocation = #_sourceLocation) {
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture(), sourceLocation: place)
    guard var page = run.scene, let pixels = run.presentedPixels() else { return }
    let view = view ?? ScreenKeyboardView()
    let size = page.transform.bufferSize
    page.keyboard = nil
    let whole = page.picture(at: run.shownInstant)
    let (row, seen) = (size.width * 4, size.height - view.rise)
    let isMoved = pixels[..<(seen * row)].elementsEqual(
      whole[(view.lift * row)..<((view.lift + seen) * row)]
    )
    #expect(isMoved, sourceLocation: place)
  }

  func text(_ id: String) -> String? {
    run.scene?.shelves.texts.first { $0.settings.id == id }?.edit.text
  }

  var focus: String? { run.scene?.shelves.texts.first(where: \.isFocused)?.settings.id }
}
