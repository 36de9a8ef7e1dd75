// SPDX-License-Identifier: Apache-2.0

// Runs the daemon's code through days of virtual time with touches and requests at random, and fails
// when memory or descriptors grow: swell-soak [FRAMES] (default 100,000,000; 0.5 % of it warms up).

import Configuration
import Control
import Geometry
import Glibc
import LinuxSystem
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import VirtualTime

/// One of the requests that a day in a station hall brings.
func randomRequest(_ random: inout SplitMix) -> String {
  switch random.below(16) {
  case 10...15: return widgetRequest(&random)
  case 0...4:
    let phase = ["down", "move", "up", "cancel"][random.below(4)]
    return """
      {"jsonrpc":"2.0","method":"touch.send","params":{"slot":\(random.below(3)),\
      "phase":"\(phase)","x":\(random.below(192)),"y":\(random.below(128))}}
      """
  case 5...7:
    let ease = ["linear", "easeInEaseOut", "easeOutBounce"][random.below(3)]
    return """
      {"jsonrpc":"2.0","method":"progress.set","params":{"percent":\(random.below(101)),\
      "over":\(Double(random.below(20)) / 10),"ease":"\(ease)"}}
      """
  case 8:
    return #"{"jsonrpc":"2.0","method":"button.press","params":{"id":"start"}}"#
  default:
    let label = ["Start", "Stop", "Weiter"][random.below(3)]
    return """
      {"jsonrpc":"2.0","method":"widget.set","params":{"id":"start","label":"\(label)",\
      "visible":\(random.below(8) > 0)}}
      """
  }
}

func call(_ method: String, _ params: String) -> String {
  "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}"
}

/// A request that turns pages, or to a widget on the second one; now and then another look or language.
func pageRequest(_ random: inout SplitMix) -> String {
  switch random.below(10) {
  case 0, 1:
    let page = ["first", "second", "back", "home"][random.below(4)]
    let turn = ["none", "fade", "slide", "elastic"][random.below(4)]
    return call("page.show", "{\"id\":\"\(page)\",\"turn\":\"\(turn)\"}")
  case 2: return call("toggle.set", "{\"value\":\(random.below(2) == 0)}")
  case 3: return call("slider.set", "{\"value\":\(random.below(101)),\"over\":0.4}")
  case 4:
    let rows = (0..<random.below(30)).map {
      "{\"id\":\"\($0)\",\"label\":\"Row \(random.below(99))\"}"
    }
    return call("list.set", "{\"rows\":[\(rows.joined(separator: ","))]}")
  case 5: return call("list.scroll", "{\"row\":\"\(random.below(30))\"}")
  case 6: return call("code.set", "{\"text\":\"\(random.below(100_000))\"}")
  case 7, 8:
    let line = ["oil", "water"][random.below(2)]
    let value = "\"value\":\(random.below(50))"
    return call("chart.append", "{\"id\":\"heat\",\"line\":\"\(line)\",\(value)}")
  default:
    // A scene is made anew for it.
    guard random.below(16) == 0 else { return call("list.select", "{\"rows\":[\"1\"]}") }
    let look = random.below(2) == 0 ? "\"night\"" : "null"
    return random.below(2) == 0
      ? call("look.use", "{\"name\":\(look)}") : call("language.set", "{\"language\":\"next\"}")
  }
}

/// A request to one of the articles' other widgets: all of them move in the course of a day.
func widgetRequest(_ random: inout SplitMix) -> String {
  let words = ["a", "Zoë", "سلام", "日本", "नमस्ते", "👨‍👩‍👧‍👦", " "]
  let word = words[random.below(words.count)]
  switch random.below(20) {
  case 10...17: return pageRequest(&random)
  case 0, 1: return call("key.send", "{\"text\":\"\(word)\"}")
  case 2:
    let keys = ["BackSpace", "Delete", "Left", "Right", "Tab", "Return", "ctrl+a", "Escape"]
    return call("key.send", "{\"key\":\"\(keys[random.below(keys.count)])\"}")
  case 3: return call("focus.set", random.below(3) == 0 ? "{\"id\":null}" : "{\"id\":\"name\"}")
  case 4:
    let values = (0..<6).map { _ in random.below(8) == 0 ? "null" : "\(random.below(60))" }
    return call("chart.set", "{\"id\":\"week\",\"values\":[\(values.joined(separator: ","))]}")
  case 5: return call("chart.append", "{\"id\":\"week\",\"value\":\(random.below(50))}")
  case 6: return call("chart.draw", "{\"id\":\"week\"}")
  case 7: return call("circle.set", "{\"id\":\"knob\",\"radius\":\(random.below(30)),\"over\":0.4}")
  case 8: return call("label.set", "{\"id\":\"note\",\"text\":\"\(word) {percent:main}\"}")
  default: return call("progress.set", "{\"percent\":null}")
  }
}

/// Memory of this process that is resident, in bytes, as the kernel says.
func residentBytes() -> UInt64 {
  let fields = (TestFile.text("/proc/self/statm") ?? "").split(separator: " ")
  guard fields.count > 1, let pages = UInt64(fields[1]) else { fatalError("no /proc/self/statm") }
  return pages * UInt64(sysconf(CInt(_SC_PAGESIZE)))
}

func openDescriptorCount() -> Int {
  (0..<1024).count { fcntl(CInt($0), F_GETFD) >= 0 }
}

/// The resident memory and the number of open descriptors, once a new scene has closed the fonts of other scripts
/// that texts before it were in.
func settledUse(
  of run: VirtualRun,
  at time: inout Double
) throws -> (resident: UInt64, descriptors: Int) {
  let plain = [
    call("text.set", #"{"id":"name","text":""}"#), call("text.set", #"{"id":"pin","text":""}"#),
    call("label.set", #"{"id":"note","text":"-"}"#), call("list.set", #"{"rows":[]}"#),
    call("language.set", #"{"language":"en"}"#), call("look.use", #"{"name":"night"}"#),
    call("look.use", #"{"name":null}"#),
  ]
  for line in plain {
    guard let call = JSONRPCCalls(line: Array(line.utf8)).request else { fatalError(line) }
    try run.perform(ControlRequest(call))
    time += 10
    run.advance(to: MonotonicInstant(seconds: time))
  }
  return (residentBytes(), openDescriptorCount())
}

let wanted = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000_000
let configuration = """
  [display]
  languages = ["en", "ar"]
  care = { orbit = 60, range = 2 }
  [keyboard.screen]
  layouts = ["us", "de"]
  [[look]]
  name = "night"
  color = "#203040"
  text_color = "#D8C8A8"
  screen_background = "#081018"
  [[button]]
  id = "start"
  frame = { x = 28, y = 40, width = 36, height = 16 }
  amplitude = 4
  [[progress]]
  id = "main"
  mask = { shape = "circle" }
  frame = { x = 66, y = 24, width = 32, height = 32 }
  amplitude = 2
  elastic = { amplitude = 3 }
  [[text]]
  id = "name"
  frame = { x = 140, y = 16, width = 90, height = 24 }
  [[text]]
  id = "pin"
  frame = { x = 140, y = 46, width = 90, height = 24 }
  mode = "password"
  reveal = 0.5
  [[chart]]
  id = "week"
  frame = { x = 50, y = 94, width = 90, height = 56 }
  labels = ["a", "b", "c", "d", "e", "f"]
  padding = 10
  [[circle]]
  id = "knob"
  frame = { x = 140, y = 92, width = 60, height = 60, anchor = "top-left" }
  centre = "fixed"
  resting = 14
  reach = 28
  [[label]]
  id = "note"
  frame = { x = 100, y = 122, width = 180, height = 12 }
  text = "{percent:main} {text:name}"
  font_size = 8
  elastic = { amplitude = 2 }
  [[page]]
  id = "first"
  swipe = true
  [[page]]
  id = "second"
  swipe = true
  timeout = 120
  timeout_warning = 10
  turn = { kind = "elastic" }
  [[page.toggle]]
  id = "fan"
  label = { en = "Fan", ar = "مروحة" }
  frame = { x = 50, y = 12, width = 80, height = 20 }
  [[page.slider]]
  id = "level"
  frame = { x = 50, y = 34, width = 80, height = 20 }
  [[page.list]]
  id = "rooms"
  select = "many"
  row_height = 16
  gap = 2
  frame = { x = 144, y = 40, width = 90, height = 70 }
  [[page.code]]
  id = "link"
  frame = { x = 24, y = 100, width = 44, height = 44 }
  [[page.chart]]
  id = "heat"
  span = 3600
  lines = [{ id = "oil" }, { id = "water" }]
  limits = [{ value = 40 }]
  padding = 10
  frame = { x = 120, y = 100, width = 130, height = 50 }
  """
let run: VirtualRun
do {
  run = try VirtualRun(
    settings: Settings(parsing: Array(configuration.utf8), fileName: "soak"),
    mode: OutputMode(
      size: PixelSize(width: 192, height: 128),
      format: .xrgb8888,
      refreshInterval: MonotonicInterval(nanoseconds: 16_666_667)
    ),
    hertz: 60
  )
} catch {
  StandardError.write(line: "swell-soak: \(error)")
  exit(1)
}

var random = SplitMix(seed: 1)
var time = 0.0
var refused = 0
var warm: (resident: UInt64, descriptors: Int)?
var reported = 0
while run.status.frames.presented < wanted {
  for _ in 0..<200 {
    time += Double(random.below(2000)) / 1000
    run.advance(to: MonotonicInstant(seconds: time))
    let calls = JSONRPCCalls(line: Array(randomRequest(&random).utf8))
    guard let call = calls.request else { continue }
    do { try run.perform(ControlRequest(call)) } catch { refused += 1 }
  }
  let presented = run.status.frames.presented
  if warm == nil, presented > max(wanted / 200, 1000) {
    warm = try settledUse(of: run, at: &time)
  }
  if presented - reported >= max(wanted / 20, 1) {
    reported = presented
    print(
      "soak: \(presented) frames, \(Int(time / 3600)) h, "
        + "\(residentBytes() >> 10) KiB, \(openDescriptorCount()) descriptors"
    )
    fflush(nil)
  }
}

let (resident, descriptors) = try settledUse(of: run, at: &time)
let start = warm ?? (resident, descriptors)
let growth = Int(resident) - Int(start.resident)
print(
  "soak: \(run.status.frames.presented) frames in \(time / 86400) days, "
    + "\(refused) requests refused, grown by \(growth >> 10) KiB "
    + "and \(descriptors - start.descriptors) descriptors"
)
exit(growth < 1 << 20 && descriptors <= start.descriptors ? 0 : 1)
