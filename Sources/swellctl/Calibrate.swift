// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Control
internal import Geometry
internal import JSON
internal import LinuxSystem
internal import MonotonicTime
internal import Touch

/// `swellctl calibrate`.
struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Shows four crosses, and prints the calibration by which they are touched where they are.",
    discussion: """
      The line that is printed belongs into the table [touch] of the configuration. Nothing is changed \
      unless --write says so.
      """
  )

  /// Longest wait for each cross, in seconds.
  @Option(help: ArgumentHelp("How long each cross is waited for.", valueName: "seconds"))
  var patience: Double = 60

  @Option(
    help: ArgumentHelp("Puts the line into this configuration file, too.", valueName: "file.toml")
  )
  var write: String?

  @Option(
    help: ArgumentHelp(
      "Writes the calibration as tslib's pointercal into this file, too.",
      valueName: "file"
    )
  )
  var pointercal: String?

  @Option(
    help: ArgumentHelp(
      "Takes the calibration from this pointercal file of tslib instead of crosses.",
      valueName: "file"
    )
  )
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The device that the pointercal file is of; needed where several are used.",
      valueName: "path"
    )
  )
  var device: String?

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard patience > 0, patience <= 3600 else {
      throw ValidationError("--patience must be more than 0 and at most 3600 seconds")
    }
    guard from == nil || pointercal == nil else {
      throw ValidationError("--from and --pointercal exclude each other")
    }
    guard from != nil || device == nil else {
      throw ValidationError("--device belongs to --from")
    }
  }

  func run() throws {
    // Before the first touch.
    let file = try write.map { path throws(ClientError) in try CalibrationFile(path) }
    var client = try connection.connect()
    let panel = try TouchedPanel(client.call(.status))
    let matrix: AffineTransform
    if let from {
      matrix = try panel.matrix(ofPointercal: from, device: device)
    } else {
      var session = CalibrationSession(
        client,
        patience: patience,
        answerTime: connection.patience
      )
      matrix = try session.run(panel)
      if let pointercal { try panel.write(matrix, as: pointercal, device: session.device) }
    }
    let line = CalibrationFile.line(matrix)
    try StandardOutput.write(line: line)
    if let file {
      try file.write(line, matrix: matrix)
      StandardError.write(line: "swellctl: written; 'swellctl reload' puts it in force")
    }
  }
}

/// Four crosses, touched in turn.
struct CalibrationSession: ~Copyable {
  private var client: ControlClient
  /// Longest wait for each cross, in seconds.
  private let patience: Double
  /// Longest time until the answer to a request.
  private let answerTime: MonotonicInterval
  private var touches = CalibrationTouches()

  /// The device that was touched; `nil` before, and for a touch of no device.
  var device: String? { touches.device }

  init(
    _ client: consuming ControlClient,
    patience: Double,
    answerTime: MonotonicInterval
  ) {
    self.client = client
    self.patience = patience
    self.answerTime = answerTime
  }

  /// Shows the crosses, and finds out how positions have to be corrected.
  ///
  /// - Returns: Transform of the device's uncorrected positions to true ones.
  /// - Throws: ``ClientError``: no touch came, or the touches fit no panel.
  mutating func run(_ panel: TouchedPanel) throws(ClientError) -> AffineTransform {
    _ = try call(.subscribe([.touch]))
    for cross in 0..<CalibrationFit.leastPairs { try touch(cross) }
    _ = try call(.calibrate(cross: nil))
    guard let fit = CalibrationFit(touches.pairs) else {
      throw .refused(
        "the four touches lie in a line, so that the panel reports one direction only; nothing was changed"
      )
    }
    guard fit.largestError <= CalibrationTouches.tolerance else {
      let percent = Int((fit.largestError * 100).rounded())
      throw .refused(
        "the four touches do not fit together: they are off by up to \(percent) % of the panel; touch "
          + "the middles of the crosses, one after the other; nothing was changed"
      )
    }
    // What was reported had been corrected by what is in force.
    return fit.matrix.after(panel.calibration(of: touches.device))
  }

  private mutating func touch(_ cross: Int) throws(ClientError) {
    let shown = try call(.calibrate(cross: cross))
    guard let shownX = shown["x"]?.double, let shownY = shown["y"]?.double else {
      throw .refused("the daemon's answer names no cross that this version knows")
    }
    StandardError.write(line: "swellctl: touch the bright cross, \(cross + 1) of 4")
    let end = MonotonicClock.now() + MonotonicInterval(seconds: patience)
    while let event = try client.nextEvent(until: end) {
      guard let touch = Report(event) else { continue }
      let verdict = touches.take(
        touch.phase,
        contact: touch.contact,
        device: touch.device,
        x: touch.x,
        y: touch.y,
        shownX: shownX,
        shownY: shownY
      )
      switch verdict {
      case .none: continue
      case .taken: return
      case .implausible(let sentence): StandardError.write(line: "swellctl: \(sentence)")
      }
    }
    throw .refused(
      "nobody has touched cross \(cross + 1) for \(Int(patience.rounded(.up))) s; nothing was changed"
    )
  }

  /// Calls; people take their time between two requests, so that each has its own.
  private mutating func call(_ request: ControlRequest) throws(ClientError) -> JSONValue {
    client.deadline = MonotonicClock.now() + answerTime
    return try client.call(request)
  }

  /// An event `touch`.
  private struct Report {
    let device: String?
    let phase: TouchPhase
    let contact: Int
    let x: Double
    let y: Double

    /// Reads it; `nil` for another event.
    init?(_ event: JSONValue) {
      guard event["type"]?.string == "touch", let contact = event["contact"]?.int,
        let x = event["x"]?.double, let y = event["y"]?.double
      else { return nil }
      switch event["phase"]?.string {
      case "down": phase = .down
      case "move": phase = .move
      case "up": phase = .up
      default: phase = .cancel
      }
      device = event["id"]?.string
      self.contact = contact
      self.x = x
      self.y = y
    }
  }
}
