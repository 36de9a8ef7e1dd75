// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Following

@Suite("RAUC, systemd and Plymouth's clients")
struct ServicesTests {
  private func properties(
    _ operation: String? = nil,
    _ percent: Int? = nil,
    _ message: String? = nil,
    error: String? = nil
  ) -> RAUCInstallation.Properties {
    var properties = RAUCInstallation.Properties()
    (properties.operation, properties.percent) = (operation, percent)
    (properties.message, properties.lastError) = (message, error)
    return properties
  }

  private func told(_ properties: RAUCInstallation.Properties) -> RAUCInstallation.News {
    .properties(properties, isComplete: false)
  }

  private func events(_ news: [RAUCInstallation.News]) -> [PeerEvent] {
    var installation = RAUCInstallation()
    return news.flatMap { installation.take($0) }
  }

  @Test("An installation of RAUC stays at 99 until it has been completed with 0")
  func installation() {
    let news = [
      told(properties("installing")), told(properties(nil, 0, "Installing")),
      told(properties(nil, 20, "Checking bundle")),
      told(properties(nil, 99, "Updating slots done.")),
      told(properties(nil, 100, "Installing done.")),
    ]
    #expect(shown(after: events(news)) == .init(percent: 99, text: "Installing done."))
    let end: [RAUCInstallation.News] = [.completed(0), told(properties("idle"))]
    #expect(shown(after: events(news + end)) == .init(percent: 100, text: "Done"))
    #expect(events(news).filter { $0 == .began }.count == 1)
  }

  @Test("A failure is told in RAUC's words, and what comes after it changes nothing")
  func failure() {
    let news: [RAUCInstallation.News] = [
      told(properties("installing")), told(properties(nil, 40, "Copying")),
      told(properties(nil, 99, "Updating slots failed.")),
      told(properties(nil, nil, nil, error: "no space")),
      told(properties(nil, 100, "Installing failed.")),
      .completed(1), told(properties("idle", 100, "Installing failed.")), .owner(false),
    ]
    #expect(
      shown(after: events(news)) == .init(percent: 40, text: "Failed: no space", hasFailed: true)
    )
    // The next one begins anew, without the old error.
    let next: [RAUCInstallation.News] = [
      told(properties("installing")), told(properties(nil, 3, "Checking")), .completed(1),
    ]
    #expect(shown(after: events(news + next)) == .init(percent: 3, text: "Failed", hasFailed: true))
  }

  @Test("A service that dies during an installation has failed, and none at any other time")
  func death() {
    let begun = [told(properties("installing")), told(properties(nil, 40, "Copying"))]
    #expect(shown(after: events(begun + [.owner(false)])).text == "Failed: RAUC has ended")
    #expect(shown(after: events([.owner(true), .owner(false)])).text == nil)
    let idle: [RAUCInstallation.News] = [
      .owner(true), .properties(properties("idle", 0, ""), isComplete: true),
    ]
    #expect(shown(after: events(idle)) == .init(percent: nil, text: nil))
  }

  @Test("What is under way when the follower comes is joined; what has ended unheard is found out")
  func joined() {
    let complete: (String, Int, String) -> RAUCInstallation.News = { operation, percent, error in
      .properties(self.properties(operation, percent, "x", error: error), isComplete: true)
    }
    #expect(shown(after: events([complete("installing", 40, "")])).percent == 40)
    let under = complete("installing", 40, "")
    #expect(shown(after: events([under, complete("idle", 100, "")])).percent == 100)
    #expect(shown(after: events([under, complete("idle", 100, "no")])).text == "Failed: no")
    #expect(shown(after: events([under, complete("idle", 0, "")])).text == "Failed")
    // Not from its beginning: it is the same installation.
    #expect(!events([under, complete("installing", 41, "")]).contains(.began))
  }

  @Test("A boot never goes back, and is over when systemd says so")
  func boot() {
    var boot = BootProgress()
    var events = boot.take(state: "starting") + boot.take(progress: 0.4) + boot.take(progress: 0.3)
    #expect(shown(after: events).percent == 40)
    events += boot.take(progress: 1)
    #expect(shown(after: events).percent == 99)
    #expect(boot.take(progress: 1).isEmpty)
    #expect(!boot.isOver)
    events += boot.take(state: "degraded")
    #expect(boot.isOver)
    #expect(shown(after: events).percent == 100)
    #expect(boot.take(progress: 0.2).isEmpty && boot.take(state: "stopping").isEmpty)
    var broken = BootProgress()
    #expect(broken.take(state: "maintenance") == [.failed("the system has not come up")])
    #expect(broken.isOver)
  }

  private func requests(_ pieces: [ArraySlice<UInt8>]) -> [PlymouthRequests.Request] {
    var requests = PlymouthRequests()
    return pieces.flatMap { requests.append($0) }
  }

  @Test("Plymouth's requests are a letter, or a letter and a text; cuts make no difference")
  func requests() {
    let bytes: [UInt8] =
      Array("P\0".utf8) + Array("u\u{2}\u{3}50\0".utf8) + Array("M\u{2}\u{6}hello\0".utf8)
      + [UInt8(ascii: "C"), 2, 0] + Array("$\0".utf8)
    let expected: [(UInt8, String?)] = [
      (UInt8(ascii: "P"), nil), (UInt8(ascii: "u"), "50"), (UInt8(ascii: "M"), "hello"),
      (UInt8(ascii: "C"), ""), (UInt8(ascii: "$"), nil),
    ]
    let whole = requests([bytes[...]])
    #expect(whole.map(\.command) == expected.map(\.0) && whole.map(\.argument) == expected.map(\.1))
    for cut in bytes.indices { #expect(requests([bytes[..<cut], bytes[cut...]]) == whole) }
    #expect(requests(bytes.indices.map { bytes[$0...$0] }) == whole)
    var broken = PlymouthRequests()
    #expect(broken.append([0x47, 0x45, 0x54, 0x20]).isEmpty)
    #expect(broken.isBroken)
    #expect(broken.append(bytes[...]).isEmpty)
  }

  @Test("Answers are Plymouth's; those who are not root are refused")
  func answers() {
    var answers = PlymouthAnswers()
    func ask(_ command: String, _ argument: String? = nil, root: Bool = true) -> (
      [UInt8], [PeerEvent]
    ) {
      let request = PlymouthRequests.Request(command: Array(command.utf8)[0], argument: argument)
      let answer = answers.answer(request, isRoot: root)
      return (answer.reply, answer.events)
    }
    #expect(ask("P") == ([6], []))
    #expect(ask("C", "system-upgrade") == ([6], [.began]))
    #expect(ask("u", "50") == ([6], [.began, .percent(50)]))
    #expect(ask("u", "60") == ([6], [.percent(60)]))
    #expect(ask("u", "x") == ([0x15], []))
    #expect(ask("u", "101") == ([0x15], []))
    #expect(ask("u", "70", root: false) == ([0x15], []))
    #expect(ask("M", "do not switch off") == ([6], [.text("do not switch off")]))
    #expect(ask("m", "do not switch off") == ([6], [.text("")]))
    #expect(ask("*", "password") == ([5], []))
    #expect(ask("V") == ([0x15], []))
    #expect(ask("Q", "\u{1}") == ([6], []))
    #expect(ask("u", "100") == ([6], [.percent(100), .succeeded]))
    #expect(ask("z") == ([0x15], []))
  }
}
