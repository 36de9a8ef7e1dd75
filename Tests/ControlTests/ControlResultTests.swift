// SPDX-License-Identifier: Apache-2.0
import Widgets
import RequestWords
import JSON
import Testing
import Touch

@testable import Control

@Suite("Results and socket places")
struct ControlResultTests {
  @Test(
    "Results have the members of the contract's table",
    arguments: [
      (.progressSet(id: "main", percent: 42), #"{"id":"main","percent":42}"#),
      (
        .progress(id: "main", percent: 42, shown: 12.5),
        #"{"id":"main","percent":42,"shown":12.5}"#
      ),
      (.widget(id: "start"), #"{"id":"start"}"#), (.empty, "{}"),
      (.subscribed([.reload, .press]), #"{"events":["press","reload"]}"#),
      (.language("de", of: ["de", "en"]), #"{"language":"de","languages":["de","en"]}"#),
      (.language(nil, of: []), #"{"language":null,"languages":[]}"#),
      (.look("night", of: ["key", "night"]), #"{"look":"night","looks":["key","night"]}"#),
      (
        .screenshot(width: 1280, height: 800, strideBytes: 5120),
        #"{"width":1280,"height":800,"stride":5120,"format":"XRGB8888"}"#
      ),
    ] as [(ControlResult, String)]
  )
  func writesResults(result: ControlResult, text: String) {
    #expect(result.json.text == text)
  }

  @Test("A status report names all that the contract lists")
  func writesStatus() {
    let report = StatusReport(
      version: "1.0.0",
      pid: 7,
      uptime: 2.5,
      output: .init(
        kind: "virtual",
        device: nil,
        driver: nil,
        connector: nil,
        mode: "1280x800@60",
        rotation: 90,
        scale: 1.25,
        state: "active",
        isLit: true
      ),
      frames: .init(
        presented: 3,
        missed: 1,
        idle: 2,
        isResting: true,
        renderMicroseconds: .init(p50: 20.5, p99: 40),
        leadMicroseconds: 1080
      ),
      turns: .init(longestMilliseconds: 0.75, late: 2),
      touchToFlipMilliseconds: .init(p50: nil, p99: nil),
      inputs: [
        InputDeviceDescription(
          name: "Panel",
          path: "/dev/input/event3",
          kind: "touchscreen",
          isUsed: true,
          reason: ""
        )
      ],
      widgets: [JSONObject([("id", "start"), ("kind", "button")])],
      recoveries: JSONObject([("modeset", 1)])
    )
    #expect(
      ControlResult.status(report).json.text == """
        {"version":"1.0.0","pid":7,"uptime":2.5,"time_scale":1,"output":{"kind":"virtual","device":null,\
        "driver":null,"connector":null,"mode":"1280x800@60","rotation":90,"scale":1.25,\
        "state":"active","lit":true,"mirror":null,"warning":null,\
        "backlight":null},"frames":{"presented":3,"missed":1,"idle":2,"resting":true,\
        "render_us":{"p50":20.5,"p99":40},"lead_us":1080},\
        "turns":{"longest_ms":0.75,"late":2},\
        "touch_to_flip_ms":{"p50":null,"p99":null},\
        "inputs":[{"name":"Panel","device":"/dev/input/event3","kind":"touchscreen"}],"widgets":[{"id":"start","kind":"button"}],\
        "recoveries":{"modeset":1},"configuration_errors":[]}
        """
    )
  }

  @Test(
    "The client looks where the daemon listens",
    arguments: [
      (nil, [:], ["/run/swell/control.sock"]),
      (
        nil, ["XDG_RUNTIME_DIR": "/run/user/7"],
        ["/run/user/7/swell/control.sock", "/run/swell/control.sock"]
      ),
      (
        nil, ["RUNTIME_DIRECTORY": "/run/a:/run/b", "XDG_RUNTIME_DIR": "/x"],
        ["/run/a/control.sock", "/x/swell/control.sock", "/run/swell/control.sock"]
      ),
      (nil, ["SWELL_SOCKET": "/s", "XDG_RUNTIME_DIR": "/x"], ["/s"]),
      ("/o", ["SWELL_SOCKET": "/s"], ["/o"]),
      (nil, ["SWELL_SOCKET": "", "RUNTIME_DIRECTORY": ""], ["/run/swell/control.sock"]),
    ] as [(String?, [String: String], [String])]
  )
  func findsSocket(option: String?, environment: [String: String], places: [String]) {
    let found = ControlSocketPath.forClient(option: option) { environment[$0] }
    #expect(found == places)
    guard option == nil, environment["SWELL_SOCKET"]?.isEmpty != false else { return }
    #expect(ControlSocketPath.forDaemon { environment[$0] } == places[0])
  }
}
