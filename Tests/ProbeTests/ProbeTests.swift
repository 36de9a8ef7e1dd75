// SPDX-License-Identifier: Apache-2.0
import JSON
import Control
import Testing
import swell_probe

@Suite("The probe's answers")
struct ProbeTests {
  private static func ask(_ question: String) throws -> JSONValue {
    try JSONValue(parsing: Probe.answer(to: question))
  }

  private static func numbers(_ question: String, _ key: String) throws -> [Double] {
    try #require(try ask(question)[key]?.array?.compactMap(\.double))
  }

  @Test("A spring by duration has the frequency that is known for it, and a rest")
  func spring() throws {
    let answer = try Self.ask(
      #"{"q":"spring","duration":0.45,"damping":0.15,"velocity":5.5,"t":[0,0.1]}"#
    )
    let omega = try #require(answer["omega"]?.double)
    #expect(abs(omega - 34.363062069200) < 1e-11)
    #expect(answer["p"]?.array?.first == .number(0))
    #expect(answer["v"]?.array?.first == .number(5.5))
    // ln(15·√(1 + B²)/0.1)/λ with B and λ worked out by hand from ω.
    let rest = try #require(answer["rest"]?.double)
    #expect(abs(rest - 0.9721072009) < 1e-9)
  }

  @Test("A spring by mass, stiffness and damping answers with the same members")
  func physicalSpring() throws {
    let answer = try Self.ask(
      #"{"q":"spring","mass":1,"stiffness":100,"damping":0,"velocity":0,"t":[0.31415926535897931]}"#
    )
    #expect(answer["omega"] == .number(10))
    // Half a period on, an undamped spring is a whole way beyond its target.
    let position = try #require(answer["p"]?.array?.first?.double)
    #expect(abs(position - 2) < 1e-12)
    #expect(answer["rest"] == .string("inf"))
  }

  @Test("Edges begin at rest, keep continuous at a release, and land on zero")
  func edges() throws {
    let question =
      #"{"q":"edges","width":200,"height":80,"amplitude":15,"style":"hold","#
      + #""touches":[[0,"down"],[0.2,"up"]],"t":[-1,0,0.19999999999,0.2,5]}"#
    let offset = try Self.numbers(question, "offset")
    let velocity = try Self.numbers(question, "velocity")
    #expect(offset[0] == 0 && offset[1] == 0 && offset[4] == 0)
    #expect(velocity[0] == 0 && abs(velocity[1] - 22.5) < 1e-12 && velocity[4] == 0)
    #expect(offset[3] > 13 && abs(offset[3] - offset[2]) < 1e-8)
    // The release adds 5.5 times the distance to its target, which is the offset inward.
    #expect(abs(velocity[3] - velocity[2] + 5.5 * offset[3]) < 1e-6)
  }

  @Test("Touches out of order are sorted, and those that never happen are left out")
  func touchOrder() throws {
    let ordered = try Self.ask(
      #"{"q":"edges","touches":[[0,"down"],[0.3,"up"]],"t":[0.1,0.4,0.6]}"#
    )
    let shuffled = try Self.ask(
      #"{"q":"edges","touches":[["nan","down"],[0.3,"cancel"],[0,"down"],["inf","up"]],"t":[0.1,0.4,0.6]}"#
    )
    #expect(ordered == shuffled)
  }

  @Test(
    "Curves come by name or by points",
    arguments: [
      #"{"q":"curve","name":"easeIn","x":[0.6575]}"#,
      #"{"q":"curve","points":[0.42,0,1,1],"x":0.6575}"#,
      #"{"q":"easing","name":"easeInOutCubic","x":[0.5]}"#,
    ]
  )
  func curves(question: String) throws {
    let y = try Self.numbers(question, "y")
    #expect(y.count == 1 && abs(y[0] - 0.5) < 1e-12)
  }

  @Test("Keyframes are numbers or lists")
  func keyframes() throws {
    let numbers = try Self.numbers(
      #"{"q":"keyframes","values":[32,268,140],"keyTimes":[0,0.5,1],"curves":["linear","linear"],"t":[0.25,0.75,1]}"#,
      "y"
    )
    #expect(numbers == [150, 204, 140])
    let lists = try Self.ask(
      #"{"q":"keyframes","values":[[0,1],[2,5]],"keyTimes":[0,1],"curves":[[0,0,1,1]],"t":[0.5]}"#
    )
    #expect(lists["y"] == [[1, 3]])
  }

  @Test("Timing answers null where nothing shows, through nested parents")
  func timing() throws {
    let answer = try Self.ask(
      #"{"q":"timing","animation":{"beginTime":1,"duration":2,"fillMode":"forwards"},"#
        + #""parents":[{"beginTime":10,"speed":2,"timeOffset":0}],"t":[10,10.5,11,11.5,99,"inf"]}"#
    )
    #expect(answer["progress"] == [nil, 0, 0.5, 1, 1, nil])
  }

  @Test("The circle and the wave answer with their lengths")
  func circleAndWave() throws {
    let radius = try Self.numbers(
      #"{"q":"circle","resting":100,"released":40,"literal":false,"t":[0,1]}"#,
      "radius"
    )
    #expect(abs(radius[0] - 40) < 1e-12 && radius[1] == 100)
    let question = #"{"q":"wave","width":200,"amplitude":9,"frequency":1,"phase":90,"x":[0]}"#
    #expect(abs(try Self.numbers(question, "front")[0] - 18) < 1e-12)
    #expect(abs(try Self.numbers(question, "back")[0] - 9) < 1e-12)
  }

  @Test(
    "A bad question is answered with what is wrong with it",
    arguments: [
      "", "x", "[]", "{}", "null", #"{"q":5}"#, #"{"q":"no"}"#, #"{"q":"spring"}"#,
      #"{"q":"spring","duration":"x"}"#, #"{"q":"spring","duration":1,"t":{}}"#,
      #"{"q":"curve","name":"no"}"#, #"{"q":"curve","points":[1,2]}"#, #"{"q":"curve"}"#,
      #"{"q":"keyframes","values":[]}"#, #"{"q":"keyframes","values":[1,[2]]}"#,
      #"{"q":"keyframes","values":[1,2],"keyTimes":[0]}"#,
      #"{"q":"timing","animation":{"fillMode":"sideways"}}"#, #"{"q":"timing","parents":[1]}"#,
      #"{"q":"edges","touches":[[0]]}"#, #"{"q":"edges","touches":[[0,"tickle"]]}"#,
      #"{"q":"edges","style":"shake"}"#, #"{"q":"circle","resting":1}"#, #"{"q":"wave"}"#,
      #"{"q":"circle","resting":1,"released":2,"literal":"yes"}"#,
    ]
  )
  func badQuestions(question: String) throws {
    let message = try #require(try Self.ask(question)["error"]?.string)
    #expect(!message.isEmpty && !message.contains("\n"))
  }

  @Test("Infinities and NaN are asked as strings, and no answer has a NaN")
  func nonFinite() {
    let odd = [#""inf""#, #""-inf""#, #""nan""#, "1e308", "-1e308", "5e-324", "9.3e18", "0"]
    for first in odd {
      for second in odd {
        let values = "[\(odd.joined(separator: ","))]"
        for question in [
          #"{"q":"spring","duration":\#(first),"damping":\#(second),"velocity":\#(first),"t":\#(values)}"#,
          #"{"q":"spring","mass":\#(first),"stiffness":\#(second),"damping":\#(first),"t":\#(values)}"#,
          #"{"q":"edges","amplitude":\#(first),"touches":[[0,"down"],[\#(second),"up"]],"t":\#(values)}"#,
          #"{"q":"curve","points":[\#(first),\#(second),\#(second),\#(first)],"x":\#(values)}"#,
          #"{"q":"keyframes","values":[\#(first),\#(second),1],"keyTimes":[0,\#(second),1],"t":\#(values)}"#,
          #"{"q":"timing","animation":{"duration":\#(first),"speed":\#(second)},"t":\#(values)}"#,
          #"{"q":"circle","resting":\#(first),"released":\#(second),"t":\#(values)}"#,
          #"{"q":"wave","width":\#(first),"amplitude":\#(second),"frequency":\#(first),"x":\#(values)}"#,
        ] {
          let answer = Probe.answer(to: question)
          #expect(!answer.contains("nan") && !answer.contains("error"))
        }
      }
    }
  }
}
