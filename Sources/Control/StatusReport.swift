// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import JSON
package import Touch

/// The result of `status`.
package struct StatusReport: Hashable, Sendable {
  /// The display.
  package struct Output: Hashable, Sendable {
    /// "kms" or "virtual".
    package var kind: String
    /// The device node; nil when there is none.
    package var device: String?
    /// The kernel driver's name; nil when unknown.
    package var driver: String?
    /// The connector's name such as "HDMI-A-1"; nil when there is none.
    package var connector: String?
    /// The mode such as "1920x1080@60"; nil when there is none.
    package var mode: String?
    /// The connector of a second monitor that shows the same; nil when there is none.
    package var mirror: String?
    /// The fault of the monitor that is shown on, in a sentence; nil as a rule.
    package var warning: String?
    /// Degrees clockwise: 0, 90, 180 or 270.
    package var rotation: Int
    /// Pixels a point.
    package var scale: Double
    /// One word for people and scripts, such as "active", "waiting", "blanked".
    package var state: String
    /// True if the display has shown a frame since it came, and is awake.
    package var isLit: Bool
    /// The light behind the panel; nil where there is none that could be set.
    package var light: Light?
    /// Offset of the picture on the panel, in buffer pixels to the right and down; nil where it cannot be moved.
    package var shift: PixelPoint?

    /// A description of the display.
    package init(
      kind: String,
      device: String?,
      driver: String?,
      connector: String?,
      mode: String?,
      mirror: String? = nil,
      warning: String? = nil,
      rotation: Int,
      scale: Double,
      state: String,
      isLit: Bool = false,
      light: Light? = nil,
      shift: PixelPoint? = nil
    ) {
      self.kind = kind
      self.device = device
      self.driver = driver
      self.connector = connector
      self.mode = mode
      self.mirror = mirror
      self.warning = warning
      self.rotation = rotation
      self.scale = scale
      self.state = state
      self.isLit = isLit
      self.light = light
      self.shift = shift
    }
  }

  /// The light behind a panel.
  package struct Light: Hashable, Sendable {
    /// The kernel's name of it.
    package var name: String
    /// Brightness while the panel is awake, 0 … 100.
    package var percent: Double
    /// Present brightness, 0 … 100.
    package var shownPercent: Double

    /// The light `name` with two percentages.
    package init(name: String, percent: Double, shownPercent: Double) {
      self.name = name
      self.percent = percent
      self.shownPercent = shownPercent
    }
  }

  /// Median and 99th percentile; nil before anything was measured.
  package struct Percentiles: Hashable, Sendable {
    /// The median.
    package var p50: Double?
    /// The 99th percentile.
    package var p99: Double?

    /// The two values, in the unit of the member they stand for.
    package init(p50: Double?, p99: Double?) {
      self.p50 = p50
      self.p99 = p99
    }
  }

  /// Counts and times of frames since the start.
  package struct Frames: Hashable, Sendable {
    /// Frames that reached the screen.
    package var presented: Int
    /// Frames that came later than intended.
    package var missed: Int
    /// Count of the display's rests.
    package var idle: Int
    /// True if the newest picture is on the screen and nothing moves in it.
    package var isResting: Bool
    /// Time to draw a frame in microseconds.
    package var renderMicroseconds: Percentiles
    /// Time before the blank at which the display has shown to need its frames, beyond what others need, in
    /// microseconds.
    package var leadMicroseconds: Double

    /// The counts and times.
    package init(
      presented: Int,
      missed: Int,
      idle: Int,
      isResting: Bool,
      renderMicroseconds: Percentiles,
      leadMicroseconds: Double = 0
    ) {
      self.presented = presented
      self.missed = missed
      self.idle = idle
      self.isResting = isResting
      self.renderMicroseconds = renderMicroseconds
      self.leadMicroseconds = leadMicroseconds
    }
  }

  /// The work of the daemon beside frames, in the turns of its loop.
  package struct Turns: Hashable, Sendable {
    /// The longest of the last minute, without drawing, in milliseconds.
    package var longestMilliseconds: Double
    /// Number of turns that took longer than two milliseconds.
    package var late: Int

    /// The two figures.
    package init(longestMilliseconds: Double = 0, late: Int = 0) {
      self.longestMilliseconds = longestMilliseconds
      self.late = late
    }
  }

  /// The daemon's version.
  package var version: String
  /// The daemon's process id.
  package var pid: Int
  /// Seconds since the daemon started.
  package var uptime: Double
  /// Seconds that pass in the scene in a second.
  package var timeScale: Double
  /// The display.
  package var output: Output
  /// Frame counts and times.
  package var frames: Frames
  /// Work beside frames.
  package var turns: Turns
  /// From the kernel's touch timestamp to that of the flip, in milliseconds.
  package var touchToFlipMilliseconds: Percentiles
  /// The page that is shown; nil where there are none.
  package var page: String?
  /// The input devices.
  package var inputs: [InputDeviceDescription]
  /// The widgets, an object each: `id`, `kind` and their state.
  package var widgets: [JSONObject]
  /// Number of them that are told with id and kind alone.
  var shortenedCount: Int?
  /// Count of each step of recovery, by its name.
  package var recoveries: JSONObject
  /// The faults of the configuration file while another scene is shown, and settings that were put aside at the start;
  /// a line each.
  package var configurationErrors: [String]

  /// A report of these values.
  package init(
    version: String,
    pid: Int,
    uptime: Double,
    timeScale: Double = 1,
    output: Output,
    frames: Frames,
    turns: Turns = Turns(),
    touchToFlipMilliseconds: Percentiles,
    page: String? = nil,
    inputs: [InputDeviceDescription],
    widgets: [JSONObject],
    recoveries: JSONObject,
    configurationErrors: [String] = []
  ) {
    self.version = version
    self.pid = pid
    self.uptime = uptime
    self.timeScale = timeScale
    self.output = output
    self.frames = frames
    self.turns = turns
    self.touchToFlipMilliseconds = touchToFlipMilliseconds
    self.page = page
    self.inputs = inputs
    self.widgets = widgets
    self.recoveries = recoveries
    self.configurationErrors = configurationErrors
  }
}
