import AppCore
import DemoControl
import DemoServer
import Foundation
import HTTP
import Harness
import Localization
import Model
import Platform
import Testing

@testable import ServiceAPI
@testable import VK

/// Every error code that the client knows, in every call that may return it.
@Suite(.timeLimit(.hang)) struct `An error code of VK` {
  enum Call: CaseIterable {
    case album, photo, like, unlike, download
  }

  struct Cell: CustomTestStringConvertible {
    let code: Int
    let call: Call

    var testDescription: String { "\(code) of \(call)" }

    static let all = causes.keys.sorted().flatMap { code in
      Call.allCases.map { Cell(code: code, call: $0) }
    }

    /// The cause of each code, except for likes.
    static let causes: [Int: Problem.Cause] = [
      1: .server(status: 1), 2: .refused(.application), 3: .badRequest(message: "why"),
      5: .unauthorized, 6: .refused(.tooFast), 7: .refused(.noAccess(message: "why")),
      8: .badRequest(message: "why"), 9: .refused(.flood), 10: .server(status: 10),
      14: .refused(.robotCheck(page: WebPage(page))), 15: .refused(.noAccess(message: "why")),
      17: .refused(.confirmation(page: WebPage(page))), 18: .refused(.ownerGone),
      19: .refused(.ownerGone), 27: .refused(.wrongKey), 28: .refused(.wrongKey),
      29: .refused(.quota), 30: .refused(.noAccess(message: "why")),
      100: .badRequest(message: "why"), 113: .refused(.setting(name: "vk.owner")),
      114: .refused(.setting(name: "vk.album")), 200: .refused(.noAccess(message: "why")),
      203: .refused(.noAccess(message: "why")), 1117: .refused(.sessionExpired),
    ]
    static let page = "https://m.vk.ru/check"

    /// Codes that mean, for a like, that this user can't like.
    private static let withoutLikes = [7, 15, 27, 28]

    var cause: Problem.Cause? {
      let isLike = call == .like || call == .unlike
      return isLike && Self.withoutLikes.contains(code) ? .notOffered : Self.causes[code]
    }

    var subject: Problem.Subject {
      switch call {
      case .album: .feed
      case .photo: .details
      case .like: .like
      case .unlike: .unlike
      case .download: .download
      }
    }

    /// The number of calls if each of them fails.
    var calls: Int {
      switch code {
      case 1, 10: 3
      case 6: 5
      default: 1
      }
    }

    var answer: String {
      let more = [14, 17].contains(code) ? ",\"redirect_uri\":\"\(Self.page)\"" : ""
      return "{\"error\":{\"error_code\":\(code),\"error_msg\":\"why\"\(more)}}"
    }
  }

  @Test(arguments: Cell.all.filter { $0.call != .download })
  func `a code means the same in every call, and has a text`(cell: Cell) async throws {
    let transport = ScriptedTransport(cell.answer)
    let session = Session(service: .vk, baseURL: "https://api.vk.ru", token: Secret("t"))
    var configuration = VKConfiguration()
    configuration.appID = 1
    let source = VKSource(
      configuration,
      ServiceConnection(transport: transport, session: { session }, log: LogLines().logger),
      pause: { _ in }
    )
    let id = Photo.ID(service: "vk", value: "-1_2")
    let found = await problem { () throws(Problem) in
      switch cell.call {
      case .album: _ = try await source.feedPage(1)
      case .photo: _ = try await source.photo(id)
      case .like: _ = try await source.setLike(id, liked: true)
      case .unlike: _ = try await source.setLike(id, liked: false)
      case .download: break
      }
    }
    let cause = try #require(cell.cause)
    let expected = Problem(cell.subject, cause)
    #expect(found == expected)
    #expect(transport.requests.count == cell.calls)
    let texts = Language.allCases.map { Texts($0).problem(expected) }
    for text in texts {
      #expect(!text.title.isEmpty && !text.explanation.isEmpty && !text.advice.isEmpty)
    }
    #expect(texts[0].explanation != texts[1].explanation)
  }

  /// The file is loaded from the image host, without a call.
  @Test(arguments: Cell.all.filter { $0.call == .download })
  func `no code prevents a download`(cell: Cell) async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      app.start()
      try await app.until("the album") { $0.state[.feed].order.count > 0 }
      try await app.settle()
      app.set([try Fault("refuse=\(cell.code)@photos,photo,topics,user,like")])
      let id = try #require(app.state.currentPhoto)
      try app.press("d")
      try await app.until("the file") { $0.state.gallery.items[id] != nil }
      try await app.settle()
      #expect(app.state.stage == .main && app.state.alerts.isEmpty)
    }
  }
}
