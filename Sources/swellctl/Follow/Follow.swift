// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Following
internal import LinuxSystem
internal import MonotonicTime
internal import Raster
internal import Widgets

/// `swellctl follow SOURCE`.
struct Follow: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows how far an updater, a boot or any other program is, until it is stopped.",
    discussion: """
      Sources: \(FollowSource.forms). Whatever goes away is waited for and connected to again, the \
      display daemon too. Within a run the figure never falls, and it reaches 100 only when the source \
      says that all went well. As a service: swell-follow@.service.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "What is followed.") var source: String
  @Option(
    help: "The indicator; may be left out when there is one.",
    completion: WidgetIDs.completion("progress")
  )
  var id: String?
  @Option(
    help: "A label or button that shows what the source says.",
    completion: WidgetIDs.completion("label", "button")
  )
  var label: String?
  @Option(
    help: ArgumentHelp("How long a run may be silent before that is said.", valueName: "seconds")
  )
  var idle: Double = 60
  @Option(help: ArgumentHelp("What the label says when a run has ended well.", valueName: "text"))
  var done = "Done"
  @Option(help: ArgumentHelp("What it says of a failure; the reason follows.", valueName: "text"))
  var failed = "Failed"
  @Option(
    name: .customLong("failed-color"),
    help: ArgumentHelp("The indicator's colour then.", valueName: "colour")
  )
  var failedColor = "#DD3333"
  @Option(help: ArgumentHelp("What it says of a silent run.", valueName: "text"))
  var stalled: String?
  @Option(help: ArgumentHelp("What it says where the source has gone.", valueName: "text"))
  var lost: String?

  func validate() throws {
    guard FollowSource(source) != nil else {
      throw ValidationError("there is no source '\(source)'; there are \(FollowSource.forms)")
    }
    guard idle >= 1, idle <= 86400 else {
      throw ValidationError("--idle must be from 1 to 86400 seconds")
    }
    guard Color(hex: failedColor) != nil else {
      throw ValidationError("--failed-color must be #RGB, #RRGGBB or #RRGGBBAA")
    }
  }

  func run() throws {
    guard let source = FollowSource(source) else { return }
    SignalDescriptor.ignoreBrokenPipes()
    switch source {
    case .file(let path): follow(NumberFilePeer(path))
    case .fifo(let path): follow(PipePeer(path, reader: .reports(PercentReports())))
    case .psplash(let path):
      let place = path ?? FollowSource.splashPath { ProcessEnvironment[$0] }
      follow(PipePeer(place, reader: .splash(SplashCommands())))
    case .swupdate(let path): follow(SWUpdatePeer(path.map { [$0] } ?? FollowSource.updatePaths))
    case .rauc: follow(RAUCPeer())
    case .boot: follow(BootPeer())
    case .plymouth: follow(PlymouthPeer())
    }
  }

  private func follow<Peer: FollowedPeer & ~Copyable>(_ peer: consuming Peer) {
    guard let failedColor = Color(hex: failedColor) else { return }
    let texts = RunTexts(done: done, failed: failed, stalled: stalled, lost: lost)
    var loop = FollowLoop(
      peer,
      name: source,
      line: RunLine(texts: texts, patience: MonotonicInterval(seconds: idle)),
      display: DisplayLink(connection, indicator: id, label: label, failedColor: failedColor)
    )
    loop.run()
  }
}
