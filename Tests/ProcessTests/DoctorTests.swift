// SPDX-License-Identifier: Apache-2.0
import Widgets
import JSON
import Control
import Geometry
import Testing
import Touch
import swellctl

@Suite("The doctor's judgement")
struct DoctorTests {
  private static func unit(_ changes: [String: String]) -> UnitState? {
    var values = [
      "LoadState": "loaded", "UnitFileState": "enabled", "ActiveState": "active",
      "SubState": "running", "NRestarts": "0", "MainPID": "312", "StatusText": "",
      "ExecMainStatus": "0",
    ]
    values.merge(changes) { $1 }
    return UnitState(parsing: values.map { "\($0)=\($1)\n" }.joined())
  }

  private static func panel(
    _ change: (inout InputDeviceDescription) -> Void = { _ in }
  ) -> InputDeviceDescription {
    var device = InputDeviceDescription(
      name: "Panel",
      path: "/dev/input/event3",
      kind: "touchscreen",
      isUsed: true,
      reason: "multi-touch with slots"
    )
    change(&device)
    return device
  }

  @Test("A problem has its remedy beside it")
  func lines() {
    #expect(
      Finding.problem("it is dark", remedy: "switch it on").line
        == "wrong  it is dark: switch it on"
    )
    #expect(Finding.fine("it is lit").line == "ok     it is lit")
  }

  @Test("A service that runs is well, whatever it has been through")
  func runs() throws {
    let unit = try #require(Self.unit(["NRestarts": "3", "StatusText": "800x600 on DSI-1"]))
    #expect(unit.isUp && unit.process == 312)
    #expect(
      unit.findings == [
        .fine(
          "swell.service is active (running): 800x600 on DSI-1, restarted 3 times; journalctl -u "
            + "swell says why"
        )
      ]
    )
  }

  @Test("What the daemon says of itself can be left out: it may quote its configuration")
  func wordless() throws {
    var unit = try #require(Self.unit(["StatusText": "swell.toml:3:1: a text"]))
    unit.forgetText()
    #expect(unit.findings == [.fine("swell.service is active (running)")])
  }

  @Test(
    "A service that does not run is a problem whose remedy fits its exit status",
    arguments: [
      (["ActiveState": "failed", "ExecMainStatus": "78"], "swelld --check"),
      (["ActiveState": "failed", "ExecMainStatus": "64"], "ExecStart"),
      (["ActiveState": "failed", "ExecMainStatus": "77"], "usermod"),
      (["ActiveState": "failed", "ExecMainStatus": "1"], "journalctl"),
      (["ActiveState": "activating", "SubState": "auto-restart"], "journalctl"),
      (["ActiveState": "inactive", "SubState": "dead"], "systemctl start swell"),
      (["UnitFileState": "disabled"], "systemctl enable"),
      (["LoadState": "not-found", "ActiveState": "inactive"], "make install"),
      (["LoadState": "masked", "ActiveState": "inactive"], "daemon-reload"),
    ]
  )
  func doesNotRun(changes: [String: String], remedy: String) throws {
    let findings = try #require(Self.unit(changes)).findings
    let problems = findings.filter(\.isProblem)
    #expect(problems.count == 1)
    #expect(problems.first?.remedy.contains(remedy) == true)
  }

  @Test("Letters that no font has are a problem with its widget and the package that has them")
  func letters() throws {
    let place = try Workplace()
    let text = { (label: String) in "[[button]]\nid = \"go\"\nlabel = \"\(label)\"\n" }
    let names = ["there.toml", "it's missing.toml"]
    _ = try place.write(text("Go"), to: names[0])
    _ = try place.write(text("a\u{10FFFD}"), to: names[1])
    for (name, isTold) in zip(names, [false, true]) {
      let path = place.path(name)
      let run = try ClientRun(["doctor", "--config", path]) { _ in .hangUp }
      let told = run.output.filter { $0.contains("no installed font has") }
      #expect(run.output.contains("ok     the configuration \(path) is valid"))
      guard isTold else {
        #expect(told.isEmpty)
        continue
      }
      let sentence = "'go' shows letters that no installed font has: \u{10FFFD} (signs; "
      let line = "wrong  \(path):3:9: warning: \(sentence)fonts-symbola has them): install "
      #expect(told.count == 1)
      #expect(told.first?.hasPrefix(line) == true)
    }
  }

  @Test(
    "What is not the service manager's answer is no state",
    arguments: ["", "LoadState", "a=b"]
  )
  func noAnswer(text: String) {
    #expect(UnitState(parsing: text) == nil)
  }

  @Test(
    "Permission bits count as the kernel counts them",
    arguments: [
      (0, [], 0o000, true), (7, [], 0o600, true), (7, [44], 0o060, false), (8, [44], 0o660, true),
      (8, [44], 0o640, false), (8, [44], 0o606, false), (8, [], 0o660, false),
      (8, [], 0o666, true),
    ] as [(UInt32, Set<UInt32>, UInt32, Bool)]
  )
  func permissions(user: UInt32, groups: Set<UInt32>, mode: UInt32, isOpen: Bool) {
    let node = NodeAccess(path: "/dev/x", owner: 7, group: 44, groupName: "video", mode: mode)
    let account = NodeAccess.Account(name: "swell", user: user, groups: groups)
    #expect(node.isOpen(to: account) == isOpen)
    #expect((node.obstacle(for: account) == nil) == isOpen)
  }

  @Test(
    "Input devices need only be readable",
    arguments: [(0o640, true), (0o660, true), (0o620, false), (0o604, false)]
      as [(UInt32, Bool)]
  )
  func inputPermissions(mode: UInt32, isOpen: Bool) {
    let node = NodeAccess(
      path: "/dev/input/event3",
      owner: 0,
      group: 44,
      groupName: "input",
      mode: mode
    )
    let account = NodeAccess.Account(name: "swell", user: 8, groups: [44])
    #expect(node.isOpen(to: account) == isOpen)
  }

  @Test("Who lacks a group is told which; where no group helps, a rule has to")
  func accessRemedies() {
    let account = NodeAccess.Account(name: "swell", user: 8, groups: [])
    let usual = NodeAccess(path: "/dev/x", owner: 0, group: 44, groupName: "video", mode: 0o660)
    #expect(usual.obstacle(for: account)?.remedy.contains("usermod -aG video swell") == true)
    let closed = NodeAccess(path: "/dev/x", owner: 0, group: 0, groupName: "root", mode: 0o660)
    #expect(closed.obstacle(for: account)?.remedy.contains("udev") == true)
  }

  @Test("A panel in use is well, and its matrix is shown")
  func usedPanel() {
    let turned = Self.panel { $0.calibration = AffineTransform(0, 1, 0, -1, 0, 1) }
    let findings = TouchDiagnosis.findings([turned])
    #expect(findings.allSatisfy { !$0.isProblem })
    #expect(findings.first?.sentence.hasSuffix("calibration 0 1 0 -1 0 1") == true)
  }

  @Test(
    "A matrix that flattens the panel or leads off the screen is a problem",
    arguments: [
      (AffineTransform.identity, true), (AffineTransform(0, 1, 0, -1, 0, 1), true),
      (AffineTransform(-1, 0, 1, 0, -1, 1), true), (AffineTransform(1, 0, 0, 1, 0, 0), false),
      (AffineTransform(0, 0, 0, 0, 0, 0), false), (AffineTransform(1, 0, 1, 0, 1, 0), false),
      (AffineTransform(-1, 0, 0, 0, 1, 0), false), (AffineTransform(1, 0, 0, 0, 1, 700), false),
    ]
  )
  func matrices(matrix: AffineTransform, isPlausible: Bool) {
    #expect(TouchDiagnosis.isPlausible(matrix) == isPlausible)
    let findings = TouchDiagnosis.findings([Self.panel { $0.calibration = matrix }])
    #expect(findings.contains(where: \.isProblem) == !isPlausible)
  }

  @Test("Without a panel in use there is one problem, of which device or of all")
  func noTouch() {
    let keyboard = Self.panel {
      ($0.kind, $0.isUsed, $0.reason) = ("keyboard", false, "it reports no positions")
    }
    let closed = Self.panel {
      ($0.kind, $0.isUsed) = ("unknown", false)
      $0.reason = "it cannot be opened: Permission denied; the user has to be in the group input"
    }
    for devices in [[], [keyboard], [closed], [keyboard, closed]] {
      #expect(TouchDiagnosis.findings(devices).filter(\.isProblem).count == 1)
    }
    #expect(TouchDiagnosis.findings([keyboard, Self.panel()]).allSatisfy { !$0.isProblem })
    #expect(
      TouchDiagnosis.findings([closed]).first?.remedy == "the user has to be in the group input"
    )
  }

  @Test(
    "What is used for its keys is not said to be used for touch",
    arguments: [("keyboard", "used as a keyboard"), ("keys", "used for its keys")]
  )
  func keys(kind: String, use: String) throws {
    let finding = try #require(TouchDiagnosis.findings([Self.panel { $0.kind = kind }]).first)
    #expect(!finding.isProblem && finding.sentence.contains(use))
  }

  @Test("A daemon that shows its picture is well; one that shows nothing is not")
  func answers() {
    let lit: JSONValue = [
      "version": "1", "pid": 5,
      "output": [
        "kind": "kms", "device": "/dev/dri/card0", "connector": "DSI-1", "mode": "800x480@60",
        "state": "active",
      ],
    ]
    let dark: JSONValue = [
      "version": "1", "output": ["kind": "kms", "mode": nil, "state": "no monitor"],
    ]
    #expect(DaemonAnswer.status(lit).findings(version: "1").allSatisfy { !$0.isProblem })
    #expect(DaemonAnswer.status(lit).findings(version: "2").count(where: \.isProblem) == 1)
    #expect(DaemonAnswer.status(dark).findings(version: "1").count(where: \.isProblem) == 1)
    #expect(DaemonAnswer.status([:]).findings(version: "1").count == 1)
    #expect(
      DaemonAnswer.unreachable("no daemon; start it").findings(version: "1")
        == [.problem("no daemon", remedy: "start it")]
    )
  }

  @Test("Touches that the daemon ignored for their range are a problem with its remedy")
  func rangeMismatch() {
    let status: JSONValue = [
      "version": "1",
      "inputs": [
        ["name": "Keys", "device": "/dev/input/event1"],
        [
          "name": "New", "device": "/dev/input/event2",
          "range": ["ignored": 1, "text": "1 touch was ignored"],
        ],
        [
          "name": "Goodix", "device": "/dev/input/event3",
          "range": [
            "ignored": 12, "text": "12 touches were ignored", "remedy": "EVDEV_ABS_36=0:9",
          ],
        ],
      ],
    ]
    let problems = DaemonAnswer.status(status).findings(version: "1").filter(\.isProblem)
    #expect(
      problems == [
        .problem(
          "/dev/input/event2 \"New\": 1 touch was ignored",
          remedy: "touch the glass along all its edges, then ask again for its range"
        ),
        .problem(
          "/dev/input/event3 \"Goodix\": 12 touches were ignored",
          remedy: "correct it in udev's hwdb: EVDEV_ABS_36=0:9"
        ),
      ]
    )
  }

  @Test(
    "Keys that give the console its keyboard back are a problem, where the kernel lets them",
    arguments: [
      (nil, false), (0, false), (1, true), (4, true), (438, true), (16, false), (176, false),
    ] as [(Int?, Bool)]
  )
  func magicKeys(value: Int?, isProblem: Bool) {
    let findings = KeyboardDiagnosis.findings(magicKeys: value)
    #expect(findings.contains(where: \.isProblem) == isProblem)
  }

  @Test("The daemon's own display is not somebody else's")
  func holders() {
    let answer = DaemonAnswer.status(["pid": 5, "output": ["device": "/dev/dri/card1"]])
    let told = CardDiagnosis(answer, unit: nil)
    for seen in [[], ["swelld (5)"]] {
      #expect(told.users(seen, of: "/dev/dri/card1", isHeldByOther: true) == ["swelld (5)"])
    }
    #expect(told.users(["Xorg (9)"], of: "/dev/dri/card0", isHeldByOther: true) == ["Xorg (9)"])
    let silent = CardDiagnosis(.unreachable(""), unit: Self.unit([:]))
    #expect(silent.users([], of: "/dev/dri/card0", isHeldByOther: true) == ["swelld (312)"])
    #expect(silent.users([], of: "/dev/dri/card0", isHeldByOther: false) == [])
    #expect(
      silent.users(["systemd (1)"], of: "/dev/dri/card0", isHeldByOther: true)
        == ["swelld (kept by systemd)"]
    )
  }
}
