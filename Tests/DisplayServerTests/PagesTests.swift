// SPDX-License-Identifier: Apache-2.0
import Configuration
import MonotonicTime
import Raster
import Testing
import VirtualKiosk
import Widgets

@testable import DisplayServer

private func at(_ seconds: Double) -> MonotonicInstant {
  MonotonicInstant(nanoseconds: Int64(seconds * 1e9))
}

/// Pages that expectations can turn.
@dynamicMemberLookup
private final class Book {
  private(set) var pages: Pages

  init(_ pages: Pages) { self.pages = pages }

  subscript<Value>(dynamicMember path: KeyPath<Pages, Value>) -> Value { pages[keyPath: path] }

  func turn(to target: String, at now: MonotonicInstant) -> Int? { pages.turn(to: target, at: now) }

  func use(at now: MonotonicInstant) { pages.use(at: now) }

  func expire(isBusy: Bool = false, at now: MonotonicInstant) -> (from: Int?, resets: Bool)? {
    pages.expire(isBusy: isBusy, at: now)
  }
}

@Suite("Which page is shown")
struct PagesTests {
  /// Pages a, b and c with a label each, and one beneath and one above them.
  private static let file = """
    [[label]]
    id = "under"
    [[page]]
    id = "a"
    timeout = 30
    [[page.label]]
    id = "la"
    [[page]]
    id = "b"
    background = "#112233"
    timeout = 20
    [[page.label]]
    id = "lb"
    [[page]]
    id = "c"
    timeout = 10
    timeout_to = "b"
    [[page.label]]
    id = "lc"
    [[label]]
    id = "over"
    """

  private func pages(_ id: String? = nil) throws -> Book {
    Book(Pages(try settings(Self.file), showing: id, at: at(0)))
  }

  @Test("The first page is shown first, and what is on all pages on each of them")
  func widgets() throws {
    let pages = try pages()
    #expect(pages.page?.id == "a")
    let shown = (0..<3).map { page in (0..<5).filter { pages.pages.isWidget($0, on: page) } }
    #expect(shown == [[0, 1, 4], [0, 2, 4], [0, 3, 4]])
  }

  @Test("Behind a page and its widgets is its colour, and the usual one elsewhere")
  func grounds() throws {
    let (usual, own) = (Color(rgb: 0x445566), Color(rgb: 0x112233))
    #expect(try pages().pages.grounds(usual).shown == usual)
    #expect(try pages("b").pages.grounds(usual).shown == own)
    #expect(try pages().pages.grounds(usual).widgets == [usual, usual, own, usual, usual])
  }

  @Test("Back leads over all pages before, and from none to the first")
  func back() throws {
    let pages = try pages("c")
    #expect(pages.turn(to: "back", at: at(1)) == 2 && pages.shown == 0)
    for id in ["b", "c", "b"] { _ = pages.turn(to: id, at: at(2)) }
    var shown: [Int] = []
    for _ in 0..<4 {
      _ = pages.turn(to: "back", at: at(3))
      shown.append(pages.shown)
    }
    #expect(shown == [2, 1, 0, 0])
  }

  @Test("A page that is shown, or that is none, is not turned to")
  func same() throws {
    let pages = try pages()
    #expect(["a", "home", "back", "d", ""].allSatisfy { pages.turn(to: $0, at: at(1)) == nil })
    #expect(pages.since == at(0))
    #expect(pages.turn(to: "b", at: at(1)) == 0 && pages.since == at(1))
    #expect(["a", "home", "back", "c"].allSatisfy { pages.pages.leads(to: $0) })
    #expect(!pages.pages.leads(to: "d"))
  }

  @Test("A timeout counts from the last use, and from the turn")
  func deadline() throws {
    let pages = try pages()
    #expect(pages.deadline == at(30))
    pages.use(at: at(12))
    #expect(pages.deadline == at(42))
    _ = pages.turn(to: "b", at: at(15))
    #expect(pages.deadline == at(35))
    #expect(pages.expire(at: at(34.9)) == nil)
    let expired = try #require(pages.expire(at: at(35)))
    #expect(expired.from == 1 && expired.resets && pages.shown == 0)
  }

  @Test("The first page begins anew once; it is over again when somebody was there")
  func first() throws {
    let pages = try pages()
    let expired = try #require(pages.expire(at: at(30)))
    #expect(expired.from == nil && expired.resets)
    #expect(pages.deadline == nil)
    pages.use(at: at(31))
    #expect(pages.deadline == at(61))
  }

  @Test("Elsewhere nothing begins anew, and back leads to where it was")
  func elsewhere() throws {
    let pages = try pages("c")
    let expired = try #require(pages.expire(at: at(10)))
    #expect(expired.from == 2 && !expired.resets && pages.shown == 1)
    _ = pages.turn(to: "back", at: at(11))
    #expect(pages.shown == 2)
  }

  @Test("Coming home by a timeout forgets what was before")
  func forgets() throws {
    let pages = try pages()
    _ = pages.turn(to: "c", at: at(1))
    _ = pages.turn(to: "b", at: at(2))
    _ = pages.expire(at: at(22))
    #expect(pages.shown == 0 && pages.turn(to: "back", at: at(23)) == nil)
  }

  @Test("While a program of the page runs its timeout counts anew")
  func busy() throws {
    let pages = try pages("b")
    #expect(pages.expire(isBusy: true, at: at(20)) == nil)
    #expect(pages.deadline == at(40))
    #expect(pages.expire(at: at(40))?.from == 1)
  }

  @Test("Of another file the same page is shown, wherever it stands, and else the first")
  func replaced() throws {
    let pages = try pages()
    _ = pages.turn(to: "b", at: at(1))
    _ = pages.turn(to: "c", at: at(2))
    let other = try settings("[[page]]\nid = \"x\"\n[[page]]\nid = \"c\"\n[[page]]\nid = \"b\"\n")
    let kept = Book(pages.pages.replaced(by: other, at: at(3)))
    #expect(kept.page?.id == "c" && kept.since == at(2))
    _ = kept.turn(to: "back", at: at(4))
    #expect(kept.page?.id == "b")
    let without = try settings("[[page]]\nid = \"x\"\n[[page]]\nid = \"b\"\n")
    #expect(pages.pages.replaced(by: without, at: at(3)).page?.id == "x")
    #expect(pages.pages.replaced(by: try settings(""), at: at(3)).page == nil)
  }

  @Test(
    "Back leads on over pages that another file has not",
    arguments: [["b", "c"], ["b", "c", "b", "c"]]
  )
  func dropped(turns: [String]) throws {
    let pages = try pages()
    for id in turns + ["b"] { _ = pages.turn(to: id, at: at(1)) }
    let other = try settings("[[page]]\nid = \"a\"\n[[page]]\nid = \"b\"\n")
    let kept = Book(pages.pages.replaced(by: other, at: at(2)))
    #expect(kept.page?.id == "b")
    #expect(kept.turn(to: "back", at: at(3)) == 1 && kept.page?.id == "a")
    #expect(kept.turn(to: "back", at: at(4)) == nil)
  }

  @Test("The pages before are remembered up to 64")
  func history() throws {
    let pages = try pages()
    for step in 0..<100 { _ = pages.turn(to: step % 2 == 0 ? "b" : "c", at: at(1)) }
    var count = 0
    while pages.shown != 0 {
      _ = pages.turn(to: "back", at: at(2))
      count += 1
    }
    // From the oldest that is remembered it is one more to the first page.
    #expect(count == 65)
  }
}

@Suite("How long nobody was there")
struct IdlenessTests {
  @Test("It is told after 10 seconds, a minute and ten minutes, and that somebody is there again")
  func steps() {
    var idleness = Idleness(at: at(5))
    var told: [Double?] = []
    for second in [14.9, 15, 64.9, 65, 604.9, 605, 9999] {
      told.append(idleness.advance(to: at(second)))
    }
    #expect(told == [nil, 10, nil, 60, nil, 600, nil])
    #expect(idleness.deadline == nil)
    let wasTold = [10_000, 10_001].map { idleness.use(at: at($0)) }
    #expect(wasTold == [true, false])
    #expect(idleness.deadline == at(10_011))
  }

  @Test("Whoever asks late is told the newest step alone")
  func late() {
    var idleness = Idleness(at: at(0))
    let told = idleness.advance(to: at(70))
    #expect(told == 60)
    #expect(idleness.deadline == at(600))
  }
}
