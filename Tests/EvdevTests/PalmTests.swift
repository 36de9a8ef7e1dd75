// SPDX-License-Identifier: Apache-2.0
import Evdev
import Testing
import Touch

@Suite("Palms by their size")
struct PalmTests {
  /// The extents that a device declares, the resolutions of extents and positions, and the palm's extent.
  struct Scale: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let greatest: Int32
    let resolution: Int32
    let positions: (x: Int32, y: Int32, resolution: Int32)
    let palm: Int32?
  }

  static let scales = [
    // Wacom Cintiq 13 HD touch: 10 values a millimetre, 30 mm.
    Scale(
      testDescription: "units of positions, millimetres told",
      greatest: 2937,
      resolution: 0,
      positions: (2937, 1652, 10),
      palm: 300
    ),
    // N-Trig: a seventh of 9600; its fingers have up to 720.
    Scale(
      testDescription: "units of positions, millimetres not told",
      greatest: 9600,
      resolution: 0,
      positions: (9600, 7200, 0),
      palm: 1371
    ),
    Scale(
      testDescription: "own units, millimetres told",
      greatest: 255,
      resolution: 4,
      positions: (32767, 32767, 90),
      palm: 120
    ),
    Scale(
      testDescription: "a scale of its own",
      greatest: 255,
      resolution: 0,
      positions: (50000, 33000, 100),
      palm: 153
    ),
    Scale(
      testDescription: "a resolution that no panel has is not believed",
      greatest: 255,
      resolution: 1,
      positions: (32767, 32767, 90),
      palm: 153
    ),
    Scale(
      testDescription: "a few steps",
      greatest: 15,
      resolution: 0,
      positions: (1500, 2500, 0),
      palm: nil
    ),
  ]

  @Test("The extent of a palm follows from what the device declares", arguments: scales)
  func extent(_ scale: Scale) throws {
    guard let model = LibevdevContext.blank() else { throw DeviceVerdictTests.Failure.noMemory }
    let (x, y, resolution) = scale.positions
    model.enableAxis(0x35, minimum: 0, maximum: x, resolution: resolution)
    model.enableAxis(0x36, minimum: 0, maximum: y, resolution: resolution)
    model.enableAxis(0x30, minimum: 0, maximum: scale.greatest, resolution: scale.resolution)
    #expect(model.capabilities.palmExtent == scale.palm)
  }

  @Test("Without an extent no palm is told by it")
  func noExtent() throws {
    #expect(try DeviceVerdictTests.capabilities(DeviceVerdictTests.slots).palmExtent == nil)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let touchProtocol: TouchProtocol
    let inputs: [Input]
    let outputs: [Output]
  }

  static let cases = [
    Case(
      testDescription: "a finger below it",
      touchProtocol: .slots(2),
      inputs: [.id(1), .at(10, 10), .extent(199), .report, .id(-1), .report],
      outputs: [Output(0, .down, 10, 10), Output(0, .up, 10, 10)]
    ),
    Case(
      testDescription: "a palm from the first report on",
      touchProtocol: .slots(2),
      inputs: [.id(1), .at(10, 10), .extent(200), .report, .extent(20), .report, .id(-1), .report],
      outputs: []
    ),
    Case(
      testDescription: "a palm that comes down with its edge",
      touchProtocol: .slots(2),
      inputs: [
        .id(1), .at(10, 10), .extent(50), .report, .extent(220), .report, .extent(30), .report,
        .id(-1), .report,
      ],
      outputs: [Output(0, .down, 10, 10), Output(0, .cancel, 10, 10)]
    ),
    Case(
      testDescription: "the next contact of the slot is judged by its own extent",
      touchProtocol: .slots(2),
      inputs: [
        .id(1), .at(10, 10), .extent(220), .report, .id(-1), .report, .id(2), .extent(30), .report,
        .id(-1), .report,
      ],
      outputs: [Output(0, .down, 10, 10), Output(0, .up, 10, 10)]
    ),
    Case(
      testDescription: "an extent that is not repeated is the same",
      touchProtocol: .slots(2),
      inputs: [
        .id(1), .at(10, 10), .extent(220), .report, .id(-1), .report, .id(2), .report, .id(-1),
        .report,
      ],
      outputs: []
    ),
    Case(
      testDescription: "a nameless palm",
      touchProtocol: .anonymous,
      inputs: [
        .at(10, 10), .extent(30), .contactEnd, .report, .at(11, 10), .extent(230), .contactEnd,
        .report, .at(11, 10), .extent(30), .contactEnd, .report, .contactEnd, .report,
      ],
      outputs: [Output(0, .down, 10, 10), Output(0, .cancel, 10, 10)]
    ),
  ]

  @Test("A palm is cancelled and ignored until it ends", arguments: cases)
  func palm(_ test: Case) throws {
    var device = try FakeDevice(test.touchProtocol, traits: PanelTraits(palmExtent: 200))
    #expect(test.inputs.flatMap { device.play([$0]) } == test.outputs)
  }
}
