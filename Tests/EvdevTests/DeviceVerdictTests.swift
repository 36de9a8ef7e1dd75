// SPDX-License-Identifier: Apache-2.0
import Keyboard
import Testing
import Touch

@testable import Evdev

@Suite("Device verdict")
struct DeviceVerdictTests {
  /// What a driver declares.
  enum Part: Sendable {
    case axis(UInt16, Int32, Int32)
    case key(UInt16)
    case relative(UInt16)
    case property(UInt32)
  }

  struct Model: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parts: [Part]
    let kind: String
    let use: TouchProtocol?
    /// The same when the configuration names the device.
    let named: TouchProtocol?

    init(_ name: String, _ parts: [Part], _ kind: String, _ use: TouchProtocol?) {
      self.init(name, parts, kind, use, named: use)
    }

    init(
      _ name: String,
      _ parts: [Part],
      _ kind: String,
      _ use: TouchProtocol?,
      named: TouchProtocol?
    ) {
      testDescription = name
      self.parts = parts
      self.kind = kind
      self.use = use
      self.named = named
    }
  }

  /// KEY_1 … KEY_0.
  static let upperRow = (2...11).map { Part.key($0) }
  /// KEY_KP7 … KEY_KP9, KEY_KP4 … KEY_KP6, KEY_KP1 … KEY_KP3, KEY_KP0.
  static let keypad = [71, 72, 73, 75, 76, 77, 79, 80, 81, 82].map { Part.key($0) }
  static let xy: [Part] = [.axis(0, 0, 799), .axis(1, 0, 479)]
  static let multitouch: [Part] = [.axis(0x35, 0, 799), .axis(0x36, 0, 479)]
  static let slots: [Part] = multitouch + [.axis(0x2f, 0, 9), .axis(0x39, 0, 65535)]
  static let touch = Part.key(0x14a)
  static let left = Part.key(0x110)
  static let finger = Part.key(0x145)
  static let pen = Part.key(0x140)
  static let stylus = Part.key(0x14b)
  static let direct = Part.property(1)
  static let pointer = Part.property(0)

  static let models = [
    Model("a touchscreen with slots", slots + xy + [touch, direct], "touchscreen", .slots(10)),
    Model(
      "one whose driver forgot that it is direct",
      slots + xy + [touch],
      "touchscreen",
      .slots(10)
    ),
    Model("one with a pen as well", slots + xy + [touch, direct, pen], "touchscreen", .slots(10)),
    Model("one without BTN_TOUCH", slots + [direct], "touchscreen", .slots(10)),
    Model("one without slots", multitouch + [touch, direct], "touchscreen", .anonymous),
    Model("one finger", xy + [touch, direct], "touchscreen", .single),
    Model("one finger, not called direct", xy + [touch], "touchscreen", .single),
    Model(
      "slots without names of contacts are read as one finger",
      multitouch + xy + [.axis(0x2f, 0, 4), touch, direct],
      "touchscreen",
      .single
    ),
    Model(
      "the range is taken from the axes for one finger when the others have none",
      [.axis(0x35, 0, 0), .axis(0x36, 0, 0), .axis(0x2f, 0, 1), .axis(0x39, 0, 9), direct] + xy,
      "touchscreen",
      .slots(2)
    ),
    Model(
      "no range at all",
      [.axis(0, 5, 5), .axis(1, 0, 479), touch, direct],
      "touchscreen",
      nil
    ),
    Model(
      "a virtual machine's tablet",
      xy + [left, .key(0x111), .relative(8)],
      "pointer",
      .pointer
    ),
    Model("a newer one with BTN_TOUCH", xy + [left, touch, .relative(8)], "pointer", .pointer),
    Model(
      "a touchpad",
      slots + xy + [touch, finger, left, pointer],
      "touchpad",
      nil,
      named: .slots(10)
    ),
    Model("an old touchpad", xy + [touch, finger, left], "touchpad", nil, named: .pointer),
    Model(
      "a touchpad with buttons under it",
      slots + [touch, .property(2)],
      "touchpad",
      nil,
      named: .slots(10)
    ),
    Model(
      "a screen that knows only the rectangle around two fingers",
      slots + xy + [touch, direct, .property(3)],
      "touchscreen",
      .single
    ),
    Model(
      "the same without the axes for one finger",
      slots + [touch, direct, .property(3)],
      "touchscreen",
      .slots(10)
    ),
    Model(
      "a touchpad that knows only the rectangle around two fingers",
      slots + xy + [touch, .property(3)],
      "touchpad",
      nil,
      named: .single
    ),
    Model("a signature pad", xy + [touch, pen, direct], "touchscreen", .single),
    Model("a pen on its display", xy + [touch, pen, stylus, direct], "touchscreen", .single),
    Model("a HID panel that knows what is in range", xy + [touch, pen], "touchscreen", .single),
    Model("the same for fingers", xy + [touch, finger], "touchscreen", .single),
    Model(
      "a graphics tablet",
      xy + [touch, pen, pointer],
      "graphics tablet",
      nil,
      named: .single
    ),
    Model(
      "a graphics tablet whose pen has a button",
      xy + [touch, pen, stylus],
      "graphics tablet",
      nil,
      named: .single
    ),
    Model(
      "the buttons of a graphics tablet",
      [.axis(0, 0, 1), .axis(1, 0, 1), left, stylus],
      "tablet buttons",
      nil,
      named: .pointer
    ),
    Model(
      "a dial on the screen",
      slots + [.axis(0x37, 9, 10), .key(0x100), direct],
      "dial",
      nil,
      named: .slots(10)
    ),
    Model(
      "a mouse whose back can be stroked",
      slots + [left, .relative(0), .relative(1)],
      "mouse",
      nil,
      named: .slots(10)
    ),
    Model("a joystick", xy + [.key(0x120)], "joystick", nil),
    Model("a gamepad", xy + [.key(0x130)], "joystick", nil),
    Model("an accelerometer", xy + [.property(6)], "accelerometer", nil),
    Model("axes without a button", xy, "axes", nil),
    Model("a mouse", [left, .relative(0), .relative(1)], "mouse", nil),
    Model(
      "a management controller's mouse, with positions too",
      xy + [left, .relative(0), .relative(1)],
      "pointer",
      .pointer
    ),
    Model(
      "a keyboard with a pointer in it",
      xy + [left, .relative(0), .relative(1), .key(28), .key(30), .key(44)],
      "keyboard",
      nil,
      named: .pointer
    ),
    Model("a keyboard", [.key(30), .key(44)], "keyboard", nil),
    Model("a power button", [.key(116)], "keys", nil),
    Model(
      "a device that has every axis there is",
      (0x20..<0x40).map { .axis($0, 0, 99) } + [.key(0x120)],
      "keys",
      nil
    ),
    Model("nothing", [], "other", nil),
  ]

  static func capabilities(_ parts: [Part]) throws -> DeviceCapabilities {
    try declaration(parts).capabilities
  }

  static func declaration(_ parts: [Part]) throws -> DeviceDeclaration {
    guard let context = LibevdevContext.blank() else { throw Failure.noMemory }
    for part in parts {
      switch part {
      case .axis(let code, let minimum, let maximum):
        context.enableAxis(code, minimum: minimum, maximum: maximum)
      case .key(let code): context.enable(1, code)
      case .relative(let code): context.enable(2, code)
      case .property(let property): context.enableProperty(property)
      }
    }
    return context.declaration
  }

  @Test(
    "Keys that are buttons on the screen are read from what is no touch device and has them",
    arguments: [
      ([Part.key(115), .key(114)], true), ([.key(116)], false),
      ([.key(28), .key(30), .key(44), .key(115)], true),
      ([.key(115), .relative(0), .relative(1)], false),
    ]
  )
  func buttons(parts: [Part], isUsed: Bool) throws {
    var settings = EvdevSettings()
    settings.bound = EvdevSettings.BoundKeys([115, 113], on: .automatic)
    let declaration = try Self.declaration(parts)
    let assessment = DeviceAssessment(declaration, settings: settings)
    #expect(assessment.description.isUsed == isUsed)
    settings.bound?.devices = .paths(["/dev/input/event99"])
    #expect(!DeviceAssessment(declaration, settings: settings).description.isUsed)
    settings.bound = nil
    #expect(!DeviceAssessment(declaration, settings: settings).description.isUsed)
  }

  @Test(
    "A block of keys that lead the focus and press is read, and is no keyboard to type on",
    arguments: [
      ([Part.key(103), .key(108), .key(28)], true), ([.key(15), .key(57)], true),
      ([.key(105), .key(106), .key(96)], true), ([.key(103), .key(105), .key(28)], false),
      ([.key(103), .key(108)], false), ([.key(28)], false),
      // Remote controls: OK or Select, and the motion that the kernel gives each of them.
      ([.key(103), .key(108), .key(352)], true), ([.key(105), .key(106), .key(353)], true),
      ([.key(103), .key(108), .key(352), .relative(0), .relative(1)], true),
      ([.key(103), .key(108), .key(28), .key(0x110), .relative(0), .relative(1)], false),
      ([.key(352), .relative(0), .relative(1)], false),
    ]
  )
  func keypads(parts: [Part], isUsed: Bool) throws { try expectKeys(parts, isUsed: isUsed) }

  /// The digits of pads, with either Enter or without, and whether they are read.
  static let digitPads: [([Part], Bool)] = [
    (upperRow + [.key(28)], true), (upperRow + [.key(96)], true), (keypad + [.key(96)], true),
    (keypad + [.key(28)], true), (upperRow + xy + [.key(28)], true),
    (keypad.dropLast() + [.key(96)], false), (keypad, false), (upperRow, false),
  ]

  @Test("A pad of digits and Enter is read, and is no keyboard for letters", arguments: digitPads)
  func pads(parts: [Part], isUsed: Bool) throws { try expectKeys(parts, isUsed: isUsed) }

  /// Expects that a device is read for its keys once there is a keyboard's table, and not before.
  private func expectKeys(_ parts: [Part], isUsed: Bool) throws {
    var settings = EvdevSettings()
    let declaration = try Self.declaration(parts)
    #expect(!DeviceAssessment(declaration, settings: settings).description.isUsed)
    settings.keyboard = EvdevSettings.KeyboardUse(
      devices: .automatic,
      isGrabbed: true,
      layout: KeyboardLayout(),
      repetition: (0.5, 0.033)
    )
    let description = DeviceAssessment(declaration, settings: settings).description
    #expect(description.isUsed == isUsed && description.kind != "keyboard")
    #expect(!isUsed || description.kind == "keys")
  }

  enum Failure: Error { case noMemory }

  @Test("Devices are told apart by what they report", arguments: models)
  func verdict(_ model: Model) throws {
    let verdict = try Self.capabilities(model.parts).verdict()
    #expect(verdict.use?.touchProtocol == model.use)
    #expect(verdict.kind == model.kind)
    #expect(!verdict.reason.isEmpty)
  }

  @Test("A device that the configuration names is used if it can be", arguments: models)
  func named(_ model: Model) throws {
    let verdict = try Self.capabilities(model.parts).verdict(isNamed: true)
    #expect(verdict.use?.touchProtocol == model.named)
  }

  @Test("The ranges are the device's own")
  func ranges() throws {
    let capabilities = try Self.capabilities(Self.slots + [.axis(0, 0, 1), .axis(1, 0, 1)])
    let use = try #require(capabilities.verdict().use)
    #expect(use.horizontal == AxisRange(minimum: 0, maximum: 799))
    #expect(use.vertical == AxisRange(minimum: 0, maximum: 479))
  }

  @Test(
    "No device has more contacts than are told apart",
    arguments: [(0, 1), (31, 32), (999, 32)]
  )
  func contacts(maximum: Int32, contacts: Int) throws {
    let parts = Self.multitouch + [.axis(0x2f, 0, maximum), .axis(0x39, 0, 9), Self.direct]
    let use = try #require(Self.capabilities(parts).verdict().use)
    #expect(use.touchProtocol.contacts == contacts)
  }
}
