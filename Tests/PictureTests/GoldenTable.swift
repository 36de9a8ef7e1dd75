// SPDX-License-Identifier: Apache-2.0
import Geometry
import Presentation
import Widgets
import RequestWords
import JSON
import Glibc
import LinuxSystem
import Synchronization
import TestSupport

/// The pictures and events that are agreed on: `Tests/Golden/frames.txt`, as digests, and `events.txt`.
///
/// A line is a script's name, rotation, format and scale, the digest of all its frames, and two digits
/// for each frame, which find the first one that differs. Where pictures are meant to change, let the
/// tests write the table anew and look at what has changed in it:
///
///     SWELL_GOLDEN_FRAMES=new.txt swift test --disable-xctest --filter GoldenFrames
///     sort new.txt > Tests/Golden/frames.txt
///
/// Events are written to `SWELL_GOLDEN_EVENTS`, and need no sorting but by their scripts: `sort -s -k 1,1`.
enum GoldenTable {
  /// The folder of the table and of the images that scripts show.
  static let folder = TestFile.path("../Golden/")

  /// The lines by what they are about.
  static let lines: [String: GoldenLine] = {
    let lines = (TestFile.text(folder + "frames.txt") ?? "").split(separator: "\n")
      .compactMap(GoldenLine.init(parsing:))
    return Dictionary(lines.map { ($0.subject, $0) }) { first, _ in first }
  }()

  /// The events of each script, by its name.
  static let events = Dictionary(
    grouping: (TestFile.text(folder + "events.txt") ?? "").split(separator: "\n").map(String.init)
  ) { String($0.prefix { $0 != " " }) }

  /// Where a new table is wanted.
  private static let newTable = path("SWELL_GOLDEN_FRAMES")
  private static let newEvents = path("SWELL_GOLDEN_EVENTS")
  private static let isWriting = Mutex(false)

  /// Adds `line` to the new table; returns whether there is one.
  static func record(_ line: GoldenLine) -> Bool { append(["\(line)"], to: newTable) }

  /// Adds a script's events to their new table; returns whether there is one.
  static func record(_ events: [String]) -> Bool { append(events, to: newEvents) }

  private static func append(_ lines: [String], to path: String?) -> Bool {
    guard let path else { return false }
    let text = lines.map { $0 + "\n" }.joined()
    return isWriting.withLock { _ in TestFile.append(text, to: path) }
  }

  private static func path(_ variable: String) -> String? {
    unsafe getenv(variable).map { unsafe String(cString: $0) }
  }
}
