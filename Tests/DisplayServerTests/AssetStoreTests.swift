// SPDX-License-Identifier: Apache-2.0
import Control
import JSON
import LinuxSystem
import MonotonicTime
import PlainText
import Presentation
import Raster
import Synchronization
import TestSupport
import Testing
import Touch
import VirtualKiosk
import Widgets

@testable import DisplayServer

@Suite("What is made for widgets before it is in force")
struct AssetStoreTests {
  private let instant = MonotonicInstant(nanoseconds: 0)

  /// A server with a chart, beside a button, whose texts are made on a thread.
  private func server(chart: String = "") throws -> Server<VirtualOutput, NoTouchSource> {
    let server = try loggedServer(
      """
      [display]
      scale = 1
      [[button]]
      id = "go"
      [[chart]]
      id = "load"
      \(chart)
      """,
      LogRecord(),
      at: instant
    )
    server.advance(to: instant)
    return server
  }

  private func isAnswered(
    _ request: ControlRequest,
    by server: Server<VirtualOutput, NoTouchSource>,
    _ unfinished: UnfinishedRequest = UnfinishedRequest()
  ) throws -> Bool {
    var now = instant
    for _ in 0..<20 {
      switch try server.answer(request, unfinished: unfinished, at: now) {
      case .result: return true
      case .waits: return false
      case .later, .unfinished:
        // The frame that is due goes first.
        now = try #require(server.deadline)
        server.advance(to: now)
      }
    }
    Issue.record("something else is waited for")
    return false
  }

  /// Waits until a thread has made texts, and has them taken over.
  private func finish(_ bell: CInt, _ server: Server<VirtualOutput, NoTouchSource>) {
    _ = DescriptorPoll.wait([DescriptorPoll.Interest(bell, readiness: .readable)], timeout: nil)
    server.linesAreReady(at: instant)
  }

  private let append = ControlRequest.widget(.chart(.append(id: nil, [5], label: nil)))

  @Test("A value of a chart without bubble and labels is shown at once, whatever fonts are open")
  func bare() throws {
    let server = try server(chart: "bubble = false")
    let bell = try server.openLines()
    #expect(try isAnswered(append, by: server))
    #expect(!server.workshop.lines.worker.isBusy)
    #expect(
      DescriptorPoll.wait([DescriptorPoll.Interest(bell, readiness: .readable)], timeout: .zero)
        == [[]]
    )
    #expect(!server.workshop.lines.isAtHand("5", font: ""))
    server.workshop.lines.close()
  }

  @Test("With a bubble it waits for its text, and further ones for nothing while fonts are open")
  func bubble() throws {
    let server = try server()
    let bell = try server.openLines()
    #expect(try !isAnswered(append, by: server))
    finish(bell, server)
    #expect(try isAnswered(append, by: server))
    for value in 6..<12 {
      let next = ControlRequest.widget(.chart(.append(id: nil, [Double(value)], label: nil)))
      #expect(try isAnswered(next, by: server))
    }
    server.workshop.lines.releaseFonts()
    #expect(try !isAnswered(append, by: server))
    server.workshop.lines.close()
  }

  @Test("A label is made beside the loop once, and is there when it is wanted again")
  func label() throws {
    let server = try server()
    let bell = try server.openLines()
    func request(_ label: String) throws -> ControlRequest {
      .setWidgets(ids: ["go"], try WidgetChange(JSONObject([("label", .string(label))])))
    }
    #expect(try !isAnswered(request("Stop"), by: server))
    finish(bell, server)
    #expect(try isAnswered(request("Stop"), by: server))
    // An empty label wants nothing.
    #expect(try isAnswered(request(""), by: server))
    server.workshop.lines.fonts.release()
    #expect(try isAnswered(request("Stop"), by: server))
    #expect(try !isAnswered(request("Go"), by: server))
    server.workshop.lines.close()
  }

  @Test("A turn makes 64 bytes of 48 pixels at once; what is more is made beside the loop")
  func turn() throws {
    let server = try server()
    let store = server.workshop.assets
    _ = try server.openLines()
    _ = try server.workshop.lines.block("ab", font: "", pixelSize: 20, width: 90, lines: 1)
    func answer(_ text: String, _ pixelSize: Double) throws -> AssetStore.Answer {
      try store.has { () throws(WidgetFault) in
        _ = try? store.made(
          LabelAsset(
            text: ExactText(text),
            font: ExactText(""),
            pixelSize: pixelSize,
            least: nil,
            maximumWidth: 1000
          )
        )
        return true
      }
    }
    store.beginTurn()
    #expect(try answer("abababab", 384) == .made)
    // It is there, and costs nothing.
    #expect(try answer("abababab", 384) == .made)
    #expect(try answer("a", 20) == .coming)
    #expect(eventually { !server.workshop.lines.worker.isBusy })
    store.beginTurn()
    #expect(try answer("b", 20) == .made)
    #expect(try answer("ba", 1513) == .coming)
    server.workshop.lines.close()
  }

  @Test("A label's text is answered when it is shown: a picture that is asked for next has it")
  func labelText() throws {
    let server = try server(chart: "[[label]]\nid = \"words\"\ntext = \"first\"")
    _ = try server.openLines()
    let get = ControlRequest.widget(.label(.get(id: nil)))
    func shown() throws -> String? {
      guard
        case .result(let told, _) = try server.answer(
          get,
          unfinished: UnfinishedRequest(),
          at: instant
        )
      else { return nil }
      return told.json["shown"]?.string
    }
    let set = ControlRequest.widget(.label(.set(id: nil, text: "second", over: nil, ease: nil)))
    let change = try WidgetChange(JSONObject([("label", "third")]))
    for (seconds, request, before, after) in [
      (2.0, set, "first", "second"),
      (3, .setWidgets(ids: ["go", "words"], change), "second", "third"),
    ] {
      let held = HeldThread { server.workshop.lines.makeLater($0) }
      let unfinished = UnfinishedRequest()
      #expect(try !isAnswered(request, by: server, unfinished))
      #expect(try !isAnswered(request, by: server, unfinished))
      #expect(try shown() == before)
      held.release()
      #expect(eventually { !server.workshop.lines.worker.isBusy })
      server.linesAreReady(at: MonotonicInstant(seconds: seconds))
      server.advance(to: MonotonicInstant(seconds: seconds))
      #expect(try isAnswered(request, by: server, unfinished))
      #expect(try shown() == after)
      server.workshop.lines.releaseFonts()
    }
    server.workshop.lines.close()
  }

  /// An asset of so many bytes.
  private struct Bytes: Asset {
    static let isText = true
    let number: Int
    let count: Int
    func made(with fonts: FontShelf) throws(MaterialFault) -> Int { count }
    static func byteCount(_ made: Int) -> Int { made }
  }

  @Test("512 assets are kept, and as many as take 4 MiB but for the newest 256: those used last")
  func shelf() {
    var shelf = AssetShelf()
    func put(_ number: Int, _ count: Int) {
      shelf.put(.success(count), for: Bytes(number: number, count: count))
    }
    func isThere(_ number: Int, _ count: Int) -> Bool {
      shelf.made(Bytes(number: number, count: count)) != nil
    }
    for number in 0..<512 { put(number, 1) }
    #expect(isThere(0, 1))
    put(512, 1)
    #expect(isThere(0, 1) && !isThere(1, 1) && isThere(512, 1))
    // A large one takes the place of all but 255.
    put(0, 5 << 20)
    #expect(isThere(0, 5 << 20))
    #expect((2...512).filter { isThere($0, 1) } == Array(259...512))
    shelf.removeAll()
    #expect(!isThere(512, 1))
  }

  /// An asset of a kind of which four are kept.
  private struct Rare: Asset {
    static let isText = false
    static let most: Int? = 4
    let number: Int
    func made(with fonts: FontShelf) throws(MaterialFault) -> Int { number }
  }

  @Test("Of pictures four are kept, whatever else there is")
  func rare() {
    #expect(PictureAsset.most == Rare.most)
    var shelf = AssetShelf()
    let other = Bytes(number: 0, count: 1)
    shelf.put(.success(1), for: other)
    for number in 0..<5 { shelf.put(.success(number), for: Rare(number: number)) }
    #expect((0..<5).map { shelf.made(Rare(number: $0)) != nil } == [false, true, true, true, true])
    shelf.removeAll(Rare.self)
    #expect(shelf.made(Rare(number: 4)) == nil && shelf.made(other) != nil)
  }
}
