// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import ArgumentParser
internal import Control
internal import Widgets

/// A command that gives one property of widgets a fixed value.
struct SetWidget<Setting: WidgetSetting>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Setting.command, abstract: Setting.abstract)
  }

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The widgets.", completion: WidgetIDs.completion())
  var ids: [String]

  func run() throws {
    try connection.setWidgets(ids, members: JSONObject([(Setting.key, .bool(Setting.value))]))
  }
}

/// The name and the effect of a ``SetWidget`` command.
protocol WidgetSetting {
  static var command: String { get }
  static var abstract: String { get }
  /// The parameter of `widget.set`.
  static var key: String { get }
  static var value: Bool { get }
}

/// `swellctl show ID`.
enum Show: WidgetSetting {
  static let command = "show"
  static let abstract = "Shows widgets."
  static let key = "visible"
  static let value = true
}

/// `swellctl hide ID`.
enum Hide: WidgetSetting {
  static let command = "hide"
  static let abstract = "Hides widgets."
  static let key = "visible"
  static let value = false
}

/// `swellctl enable ID`.
enum Enable: WidgetSetting {
  static let command = "enable"
  static let abstract = "Lets widgets be used."
  static let key = "enabled"
  static let value = true
}

/// `swellctl disable ID`.
enum Disable: WidgetSetting {
  static let command = "disable"
  static let abstract = "Keeps widgets from being used."
  static let key = "enabled"
  static let value = false
}

/// `swellctl press ID`.
struct Press: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Presses a button as a finger would; it triggers."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The button.", completion: WidgetIDs.completion("button"))
  var id: String

  func run() throws {
    var client = try connection.connect()
    _ = try client.call(.widget(.button(ButtonCall(press: id))))
  }
}

/// `swellctl tap X Y`.
struct Tap: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Touches the screen for a moment, in points from its upper left corner."
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Points from the left edge.") var x: Double
  @Argument(help: "Points from the top edge.") var y: Double

  func validate() throws {
    guard x.isFinite, y.isFinite else { throw ValidationError("X and Y must be finite numbers") }
  }

  func run() throws {
    var client = try connection.connect()
    for phase in [RemoteTouch.Phase.down, .up] {
      _ = try client.call(.sendTouch(RemoteTouch(slot: 0, phase: phase, x: x, y: y)))
    }
  }
}

/// `swellctl reload`.
struct Reload: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Has the daemon read its configuration anew.",
    discussion: "A file with errors is reported and changes nothing."
  )

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    var client = try connection.connect()
    _ = try client.call(.reload)
  }
}

extension ConnectionOptions {
  /// Changes properties of a widget.
  func setWidget(
    _ id: String,
    members: JSONObject,
    pace: ChangePace = ChangePace()
  ) throws(ClientError) { try setWidgets([id], members: members, pace: pace) }

  /// Changes properties of widgets; values that no widget takes are refused in the daemon's words.
  func setWidgets(
    _ ids: [String],
    members: JSONObject,
    pace: ChangePace = ChangePace()
  ) throws(ClientError) {
    var client = try connect()
    let change: WidgetChange
    do throws(WidgetFault) {
      change = try WidgetChange(members)
    } catch {
      throw .refused(by: error)
    }
    _ = try client.call(.setWidgets(ids: ids, change, pace))
  }
}
