// SPDX-License-Identifier: Apache-2.0
import Widgets
import TOMLReading
import Testing

@testable import Configuration

@Suite("Errors in a file")
struct ConfigurationErrorTests {
  private func errors(_ text: String) -> [String] {
    do {
      _ = try Settings(parsing: Array(text.utf8), fileName: "f.toml")
      return []
    } catch {
      return error.lines
    }
  }

  @Test(
    "A wrong value is reported where it stands, with what is allowed",
    arguments: [
      (
        "[display]\nrotation = 45", "2:12",
        "'rotation' must be \"auto\", 0, 90, 180 or 270, not 45"
      ),
      ("[display]\nrotation = \"left\"", "2:12", "0, 90, 180 or 270, not \"left\""),
      ("[display]\nrotation = 1e300", "2:12", "0, 90, 180 or 270"),
      ("[display]\n  scale =  9", "2:12", "\"auto\" or a number from 0.5 to 8, not 9"),
      ("[display]\nscale = nan", "2:9", "not nan"),
      ("[display]\nscale = \"big\"", "2:9", "\"big\""),
      ("[display]\nmode = \"1920 x 1080\"", "2:8", "'mode'"),
      ("[display]\nmode = \"0x5\"", "2:8", "'mode'"),
      ("[display]\nmode = \"1x1@0\"", "2:8", "'mode'"),
      ("[display]\nmode = \"x@\"", "2:8", "'mode'"), ("[display]\nmode = 7", "2:8", "not 7"),
      (
        "[display]\nmode = \"83.5 1280 1352 1480 1680 800 803 809\"", "2:8",
        "'mode' must have nine numbers"
      ),
      ("[display]\nforce = true", "2:1", "'force' needs 'connector'"),
      ("[display]\nforce = 1", "2:9", "true or false"),
      ("[display]\nconnector = \"\"", "2:13", "'connector'"),
      ("[display]\nconnector = \"HDMI A\"", "2:13", "'connector'"),
      ("[display]\nbackground = \"#12345\"", "2:14", "'background' must be a colour"),
      ("[display]\nbackground = \"#10141880\"", "2:14", "'background' must be opaque"),
      ("[display]\nformat = \"RGB888\"", "2:10", "\"XRGB8888\" or \"RGB565\""),
      ("[display]\napi = \"drm\"", "2:7", "\"auto\", \"atomic\" or \"legacy\", not \"drm\""),
      ("[display.properties]\n\"max bpc\" = -1", "2:13", "whole number from 0, not -1"),
      ("[display.properties]\n\"max bpc\" = 8.5", "2:13", "'max bpc' must be a value's name"),
      ("[display.properties]\n\"Broadcast RGB\" = true", "2:19", "'Broadcast RGB' must be"),
      ("[display.properties]\n\"Broadcast RGB\" = \"\"", "2:19", "a value's name"),
      ("[display.properties]\nCRTC_ID = 3", "2:1", "'CRTC_ID' is set by swelld itself"),
      ("[display.properties]\n\"\" = 3", "2:1", "is no name of a property"),
      ("[display]\nproperties = 3", "2:14", "'properties' must be a table"),
      ("[display]\nothers = \"on\"", "2:10", "\"leave\" or \"off\", not \"on\""),
      ("[display]\nblank_after = -1", "2:15", "0 to 31536000, not -1"),
      ("[display]\nblank_after = inf", "2:15", "not inf"),
      (
        "[[progress]]\nid = \"a\"\n\n[[progress]]\nid = \"b\"\n"
          + "frame = { x = 0, y = 0, width = 9000, height = 9000 }", "4:1",
        "with this widget the scene's masks and texts have"
      ),
      (
        (0..<4).map {
          "[[progress]]\nid = \"p\($0)\"\nframe = { width = \"200%\", height = \"300%\" }\n"
        }
        .joined(), "4:1", "at most 16777216 are allowed"
      ),
      ("[touch]\ndevices = []", "2:11", "'devices'"),
      ("[touch]\ndevices = [\"event0\"]", "2:12", "an absolute path, not \"event0\""),
      ("[touch]\ncalibration = [1, 0, 0]", "2:15", "six numbers"),
      ("[touch]\ncalibration = [1, 0, 0, 1, 0, 0]", "2:15", "invertible"),
      ("[touch]\ncalibration = [1, 0, 0, 0, 1, \"0\"]", "2:15", "six numbers"),
      ("[touch]\ngrab = \"yes\"", "2:8", "'grab' must be true or false, not \"yes\""),
      ("[touch]\ngrab = 1979-05-27", "2:8", "not a date"),
      ("display = 3", "1:11", "'display' must be a table, not a number"),
      ("[button]\nid = \"a\"", "1:2", "[[button]]"), ("button = [1]", "1:11", "must hold tables"),
      ("[[button]]\nlabel = \"x\"", "1:1", "[[button]] needs an 'id'"),
      ("[[button]]\nid = \"a b\"", "2:6", "A-Z a-z 0-9 _ . -"),
      ("[[button]]\nid = 7", "2:6", "'id'"),
      ("[[button]]\nid = \"\"", "2:6", "'id'"), ("[[button]]\nid = \"ä\"", "2:6", "'id'"),
    ]
  )
  func reportsWrongValues(text: String, place: String, phrase: String) {
    expectOne(errors(text), place, phrase)
  }

  @Test(
    "A wrong value of a button is reported where it stands",
    arguments: [
      ("style = \"Hold\"", "3:9", "'style' must be \"hold\" or \"tap\", not \"Hold\""),
      ("color = \"red\"", "3:9", "a colour such as"), ("color = 0x2F7CF6", "3:9", "'color'"),
      ("label = \"a\\u0000\"", "3:9", "must not contain NUL"),
      ("label = 3", "3:9", "a string, not 3"),
      ("amplitude = 1001", "3:13", "-1000 to 1000"),
      ("hit_outset = -1", "3:14", "0 to 1000"),
      ("press = { duration = 0 }", "3:22", "'duration' must be a number from 0.01 to 10, not 0"),
      ("press = { damping = 1.5 }", "3:21", "'damping'"),
      ("release = [0.5]", "3:11", "'release' must be a table, not an array"),
      (
        "release = { dampng = 1 }", "3:13",
        "unknown key 'dampng' in 'release'; the nearest known key is 'damping'"
      ),
      ("frame = { x = \"50\" }", "3:15", "percentage"),
      ("frame = { x = \"%\" }", "3:15", "percentage"),
      ("frame = { x = \"1e2%\" }", "3:15", "percentage"),
      ("frame = { x = true }", "3:15", "percentage"),
      ("frame = { width = 0 }", "3:19", "0.01 to 16384"),
      ("frame = { width = \"-5%\" }", "3:19", "0.01% to"),
      ("frame = { anchor = \"centre\" }", "3:20", "\"top-left\""),
      ("exec = \"/usr/bin/true\"", "3:8", "'exec' must be a list"), ("exec = []", "3:8", "'exec'"),
      ("exec = [\"bin/x\"]", "3:9", "absolute path"), ("exec = [\"\"]", "3:9", "absolute path"),
      ("exec = [\"/bin/x\", 5]", "3:19", "a string, not 5"),
      ("while_running = \"wait\"", "3:17", "\"queue\", \"restart\" or \"cancel\""),
      ("attract = { values = [1] }", "3:22", "2 to 64 numbers"),
      ("attract = { values = [0, 2000] }", "3:26", "-1000 to 1000"),
      ("attract = { key_times = [0, 1] }", "3:25", "a list of 3 numbers"),
      ("attract = { key_times = [0, 0.9, 0.8] }", "3:25", "ascend from 0 to 1"),
      ("attract = { colors = [\"#FFF\"] }", "3:22", "must list 3 colours"),
      ("attract = { colors = [\"#FFF\", \"red\", \"#000\"] }", "3:31", "a colour such as"),
      ("attract = { curves = [\"linear\"] }", "3:22", "must list 2 curves"),
      (
        "attract = { curves = [\"linear\", \"easeineaseout\"] }", "3:33",
        "the nearest is \"easeInEaseOut\""
      ),
      ("attract = true", "3:11", "'attract' must be a table, not a boolean"),
    ]
  )
  func reportsWrongButtons(line: String, place: String, phrase: String) {
    expectOne(errors("[[button]]\nid = \"b\"\n" + line), place, phrase)
  }

  @Test(
    "A wrong value of a progress indicator is reported where it stands",
    arguments: [
      ("percent = 100.5", "3:11", "'percent' must be a number from 0 to 100, not 100.5"),
      ("mask = {}", "3:8", "exactly one of"), ("mask = { font = \"x\" }", "3:8", "exactly one of"),
      ("mask = { text = \"a\", shape = \"drop\" }", "3:8", "exactly one of"),
      ("mask = { text = \"\" }", "3:17", "at least one character"),
      ("mask = { image = \"\" }", "3:18", "the path of an image"),
      ("mask = { shape = \"star\" }", "3:18", "\"circle\", \"rounded\", \"drop\" or \"ring\""),
      ("mask = { shape = \"drop\", font = \"x\" }", "3:26", "'font' goes with 'text' only"),
      ("fill = \"volume\"", "3:8", "\"height\", \"area\" or \"ring\""),
      ("percent = 1\nfill = \"ring\"", "4:1", "'fill' may be \"ring\" only where 'mask' is"),
      ("fill = \"ring\"\nmask = { shape = \"drop\" }", "3:1", "'fill' may be \"ring\" only"),
      ("frequency = -1", "3:13", "0 to 100"),
      ("speed = 1e9", "3:9", "-36000 to 36000"), ("over = -0.1", "3:8", "'over'"),
      (
        "ease = \"easeInn\"", "3:8",
        "names no curve or easing: \"easeInn\"; the nearest is \"easeIn\""
      ),
      ("ease = [2, 0, 1, 1]", "3:8", "four numbers"), ("ease = [0, 0, 1]", "3:8", "four numbers"),
      ("ease = [0, 0, 1, 1, \"\"]", "3:8", "four numbers"),
      ("show_percent = 1", "3:16", "true or false"),
      ("format = \"%.1f%%\"", "3:10", "'format' must be %d and at most 16 characters"),
      ("format = \"at %d\"", "3:10", "'format' must be %d and at most 16 characters"),
      ("format = \"%d%s\"", "3:10", "'format' must be %d and at most 16 characters"),
      ("format = \"%d 01234567890123456\"", "3:10", "at most 16 characters"),
    ]
  )
  func reportsWrongProgress(line: String, place: String, phrase: String) {
    expectOne(errors("[[progress]]\nid = \"p\"\n" + line), place, phrase)
  }

  private func expectOne(
    _ lines: [String],
    _ place: String,
    _ phrase: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(lines.count == 1, sourceLocation: sourceLocation)
    let line = lines.first ?? ""
    #expect(line.hasPrefix("f.toml:\(place): error: "), "\(line)", sourceLocation: sourceLocation)
    #expect(line.contains(phrase), "\(line)", sourceLocation: sourceLocation)
  }

  @Test(
    "An unknown key is reported with the nearest known one",
    arguments: [
      ("[dispaly]", "1:2", "unknown key 'dispaly' in the file; the nearest known key is 'display'"),
      ("x = 1", "1:1", "unknown key 'x' in the file"), ("[[buton]]\nid = 1", "1:3", "'button'"),
      (
        "[display]\nrotaton = 9", "2:1",
        "unknown key 'rotaton' in [display]; the nearest known key is 'rotation'"
      ),
      ("[touch]\nGrab = true", "2:1", "'grab'"), ("[touch]\n\"\" = 1", "2:1", "unknown key ''"),
      (
        "[display.scale2]\na = 1", "1:10",
        "unknown key 'scale2' in [display]; the nearest known key is 'scale'"
      ),
      (
        "[[button]]\nid = \"b\"\ncolour = \"#FFF\"", "3:1",
        "unknown key 'colour' in [[button]]; the nearest known key is 'color'"
      ),
      ("[[progress]]\nid = \"p\"\nlabel = \"x\"", "3:1", "unknown key 'label' in [[progress]]"),
    ]
  )
  func reportsUnknownKeys(text: String, place: String, phrase: String) {
    expectOne(errors(text), place, phrase)
  }

  @Test("All errors are reported at once, in the order of the file")
  func reportsAll() {
    let text = """
      [[progress]]
      id = "a"
      percent = "42"
      colour = "#FFF"
      [display]
      scale = 0
      [[button]]
      id = "a"
      press = { duration = 99, speed = 1 }
      """
    #expect(
      errors(text) == [
        "f.toml:3:11: error: 'percent' must be a number from 0 to 100, not \"42\"",
        "f.toml:4:1: error: unknown key 'colour' in [[progress]]; "
          + "the nearest known key is 'front_color'",
        "f.toml:6:9: error: 'scale' must be \"auto\" or a number from 0.5 to 8, not 0",
        "f.toml:8:1: error: the id 'a' is taken already, in line 2",
        "f.toml:9:22: error: 'duration' must be a number from 0.01 to 10, not 99",
        "f.toml:9:26: error: unknown key 'speed' in 'press'; the nearest known key is 'damping'",
      ]
    )
  }

  @Test(
    "A syntax error is reported where it is, columns counted in characters",
    arguments: [
      ("[display]\nrotation == 3", "2:11"), ("\"確\" = \"定\" x", "1:11"), ("a = \"", "1:6"),
      ("a = 1\na = 2", "2:5"), ("[display", "1:9"), ("a = 99999999999999999999", "1:25"),
    ]
  )
  func reportsSyntaxErrors(text: String, place: String) {
    let lines = errors(text)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("f.toml:\(place): error: ") == true, "\(lines)")
  }

  @Test("A scene has a largest number of widgets, and a file a largest size")
  func boundsScenes() {
    func scene(_ count: Int) -> String {
      (0..<count).map { "[[button]]\nid = \"b\($0)\"\n" }.joined()
    }
    #expect(errors(scene(Settings.maximumWidgetCount)).isEmpty)
    expectOne(errors(scene(Settings.maximumWidgetCount + 1)), "513:1", "at most 256 widgets")
    let comment = "#" + String(repeating: "x", count: Settings.maximumByteCount - 1)
    #expect(errors(comment).isEmpty)
    expectOne(errors(comment + "x"), "1:1", "larger than 262144 bytes")
  }

  @Test("What is quoted from the file is short and cannot break the line")
  func quotesSafely() {
    let long = String(repeating: "k\\n", count: 60)
    let lines = errors("\"\(long)\" = 1\n[display]\nmode = \"\(long)\"")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.utf8.count < 400 && !$0.contains("\n") && $0.contains("…") })
  }

  @Test(
    "Keys of buttons are named as the kernel names them",
    arguments: [
      ("keys = [\"KEY_F1\", \"FOO\"]", "3:19: error: 'keys' must name keys as the kernel does"),
      ("keys = [\"FOO\"]", "it has no KEY_FOO"),
      ("keys = \"F1\"", "3:8: error: 'keys' must be a list of up to 16 names of keys"),
      ("keys = [1]", "3:9: error: 'keys' must be"),
    ]
  )
  func keys(line: String, problem: String) {
    let lines = errors("[[button]]\nid = \"b\"\n\(line)")
    #expect(lines.count == 1)
    #expect(lines.first?.contains(problem) == true)
  }

  @Test(
    "A form's program needs text fields that there are, each once, and a program",
    arguments: [
      ("input = [\"name\"]", "3:1", "'input' needs a program"),
      ("exec = [\"/a\"]\ninput = [\"nam\"]", "4:1", "'input' must name a [[text]], not 'nam'"),
      ("exec = [\"/a\"]\ninput = [\"name\", \"b\"]", "4:1", "must name a [[text]], not 'b'"),
      ("exec = [\"/a\"]\ninput = [\"name\", \"name\"]", "4:18", "names the field 'name' twice"),
      ("exec = [\"/a\"]\ninput = \"name\"", "4:9", "'input' must be a list of at most 16"),
      ("exec = [\"/a\"]\ninput = [1]", "4:10", "'input' must be"),
    ]
  )
  func forms(lines: String, place: String, message: String) {
    let text = "[[button]]\nid = \"b\"\n\(lines)\n[[text]]\nid = \"name\""
    let errors = errors(text)
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.hasPrefix("f.toml:\(place): error: ") == true, "\(errors)")
    #expect(errors.first?.contains(message) == true, "\(errors)")
  }

  @Test(
    "A job needs a program, an indicator that there is, and keys that it knows",
    arguments: [
      ("job = { }", "3:1", "'job' needs a program"),
      ("exec = [\"/a\"]\njob = { progress = \"x\" }", "4:1", "must name a [[progress]], not 'x'"),
      ("exec = [\"/a\"]\njob = { text = \"x\" }", "4:1", "'text' must name a [[label]], not 'x'"),
      ("exec = [\"/a\"]\njob = { progres = \"x\" }", "4:9", "nearest known key is 'progress'"),
      ("exec = [\"/a\"]\njob = { timeout = -1 }", "4:19", "'timeout' must be"),
      ("exec = [\"/a\"]\njob = { failed = { color = \"red\" } }", "4:28", "'color' must be"),
    ]
  )
  func checksJobs(lines: String, place: String, message: String) {
    let errors = errors("[[button]]\nid = \"b\"\n\(lines)\n")
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("f.toml:\(place): error: ") == true, "\(errors)")
    #expect(errors.first?.contains(message) == true, "\(errors)")
  }
}
