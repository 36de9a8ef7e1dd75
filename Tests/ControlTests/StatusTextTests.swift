// SPDX-License-Identifier: Apache-2.0
import RequestWords
import JSON
import Control
import Testing

@Suite("Status for people")
struct StatusTextTests {
  @Test("A full report becomes a table")
  func writesTable() throws {
    let status = try JSONValue(
      parsing: """
        {"version":"1.2.3","pid":7,"uptime":93784.9,"output":{"kind":"kms",\
        "device":"/dev/dri/card1","driver":"vkms","connector":"Virtual-1",\
        "mode":"1024x768@60","rotation":90,"scale":1.25,"state":"active"},\
        "frames":{"presented":1200,"missed":0,"idle":3,\
        "render_us":{"p50":20.456,"p99":40}},"touch_to_flip_ms":{"p50":null,"p99":null},\
        "inputs":[{"name":"Panel","device":"/dev/input/event3"}],\
        "widgets":[{"id":"main","kind":"progress","percent":42.5,"visible":true}],\
        "recoveries":{"modeset":1}}
        """
    )
    #expect(
      StatusText.lines(for: status) == [
        "daemon         swelld 1.2.3, pid 7, up 1 d 2 h 3 min 4 s",
        "output         active, kms, 1024x768@60, connector Virtual-1, "
          + "device /dev/dri/card1, driver vkms",
        "picture        rotation 90°, scale 1.25",
        "frames         1200 presented, 0 missed, 3 times at rest",
        "render         p50 20.46 µs, p99 40 µs",
        "touch to flip  nothing measured yet",
        "input          Panel, device /dev/input/event3",
        "widget         main, progress, percent 42.5, visible yes",
        "recoveries     modeset 1",
      ]
    )
  }

  @Test("A backlight, a lead and touches out of range are told where there are any")
  func tellsDevices() throws {
    let lines = StatusText.lines(
      for: [
        "output": [
          "backlight": ["name": "panel", "percent": 80, "shown": 12.5], "rotation": 0, "scale": 2,
          "shift": [1, -2],
        ],
        "frames": ["presented": 1, "missed": 0, "idle": 2, "lead_us": 1080.456],
        "turns": ["longest_ms": 0.7512, "late": 2],
        "inputs": [
          [
            "name": "Panel", "device": "/dev/input/event3",
            "range": ["text": "12 touches were ignored", "remedy": "EVDEV_ABS_36=0:9"],
          ]
        ],
      ]
    )
    #expect(lines.contains("backlight      panel, 80 %, now 12.5 %"))
    #expect(lines.contains("picture        rotation 0°, scale 2, moved by 1, -2 px"))
    let frames = "1 presented, 0 missed, 2 times at rest, lead 1080.46 µs"
    #expect(lines.contains("frames         \(frames)"))
    #expect(lines.contains("turns          longest 0.75 ms, 2 longer than 2 ms"))
    #expect(lines.contains("input          Panel, device /dev/input/event3"))
    #expect(lines.contains("               12 touches were ignored"))
  }

  @Test("What is missing is shown as missing", arguments: ["{}", "null", "[1]", #"{"uptime":-1}"#])
  func toleratesAnything(text: String) throws {
    let lines = StatusText.lines(for: try JSONValue(parsing: text))
    #expect(lines.first == "daemon         swelld –, pid –, up –")
    #expect(lines.count == 6)
  }

  @Test(
    "Up-time is told from its first unit on",
    arguments: [(0, "0 s"), (59.9, "59 s"), (60, "1 min 0 s"), (3600, "1 h 0 min 0 s")]
  )
  func tellsDurations(seconds: Double, text: String) {
    let lines = StatusText.lines(for: ["uptime": .number(seconds)])
    #expect(lines.first?.hasSuffix("up \(text)") == true)
  }
}
