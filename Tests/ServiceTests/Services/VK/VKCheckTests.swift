import AppCore
import Foundation
import HTTP
import Harness
import Localization
import Model
import Platform
import Testing

@testable import EffectHandling
@testable import ServiceAPI
@testable import VK

/// The checks that VK requires before it responds: errors 14 and 17.
struct `VK's checks` {
  private static let letters = """
    {"error":{"error_code":14,"error_msg":"Captcha needed","captcha_sid":"239633676097",
     "captcha_img":"https://api.vk.ru/captcha.php?sid=239633676097&s=1"}}
    """
  private static let robot = """
    {"error":{"error_code":14,"error_msg":"Captcha needed","captcha_sid":"1",
     "redirect_uri":"https://id.vk.ru/not_robot?session_token=t"}}
    """
  private static let confirmation = """
    {"error":{"error_code":17,"error_msg":"Validation required",
     "redirect_uri":"https://m.vk.ru/login?act=security_check"}}
    """
  private static let done = "{\"response\":{\"likes\":9}}"
  private static let id = Photo.ID(service: "vk", value: "-1_2")

  /// A call whose first responses are refusals, and the checks shown to the user.
  private struct Call {
    let transport: ScriptedTransport
    let asked = Lock<[ServiceCheck]>([])
    let session: Lock<Session>

    init(_ answers: [String]) {
      let rest = Lock(answers[...])
      transport = ScriptedTransport { request in
        let text = rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? "" }
        return HTTPResponse(status: 200, url: request.url, body: Array(text.utf8))
      }
      session = Lock(
        Session(
          service: .vk,
          baseURL: "https://api.vk.ru",
          token: Secret("old"),
          username: "id7",
          expires: 4e9
        )
      )
    }

    /// Likes a photo; the user gives these results, then none.
    func like(_ answers: [String]) async -> Result<LikeResponse, Problem> {
      let rest = Lock(answers[...])
      var connection = ServiceConnection(
        transport: transport,
        session: { session.withLock { $0 } },
        log: LogLines().logger
      )
      connection.check = { check in
        asked.withLock { $0.append(check) }
        return rest.withLock { $0.popFirst() }
      }
      connection.adopt = { new async throws(Problem) in session.withLock { $0 = new } }
      var configuration = VKConfiguration()
      configuration.appID = 1
      let source = VKSource(configuration, connection, pause: { _ in })
      do throws(Problem) {
        return .success(try await source.setLike(id, liked: true))
      } catch {
        return .failure(error)
      }
    }

    var forms: [URLQuery] {
      transport.requests.map { URLQuery(parsing: String(decoding: $0.body ?? [], as: UTF8.self)) }
    }

    var kinds: [ServiceCheck.Kind] { asked.withLock { $0.map(\.kind) } }
  }

  private static let liked = Result<LikeResponse, Problem>.success(
    LikeResponse(isLiked: true, likes: 9)
  )

  @Test func `letters are sent with the same call, and wrong ones are requested again`() async {
    let call = Call([Self.letters, Self.letters, Self.done])
    #expect(await call.like(["wrong", " q7 z "]) == Self.liked)
    #expect(call.kinds == [.letters, .letters])
    #expect(call.asked.withLock { $0.map(\.isRepeated) } == [false, true])
    #expect(
      call.asked.withLock { $0.first?.page }
        == "https://api.vk.ru/captcha.php?sid=239633676097&s=1"
    )
    #expect(call.forms.map { $0["captcha_key"] } == [nil, "wrong", "q7z"])
    #expect(call.forms.map { $0["captcha_sid"] } == [nil, "239633676097", "239633676097"])
    #expect(Set(call.forms.map { $0["item_id"] }) == ["2"])
  }

  @Test(arguments: [
    "https://id.vk.ru/blank.html#success_token=ey.J%2Bx", "success_token=ey.J%2Bx", "ey.J+x",
    "https://id.vk.ru/end?success_token=ey.J%2Bx&state=1",
  ])
  func `the newer check's token is sent with the same call`(paste: String) async {
    let call = Call([Self.robot, Self.done])
    #expect(await call.like([paste]) == Self.liked)
    #expect(call.kinds == [.robot])
    #expect(call.forms.map { $0["success_token"] } == [nil, "ey.J+x"])
  }

  @Test func `a confirmation returns another token, which is saved`() async {
    let call = Call([Self.confirmation, Self.done])
    let paste = "https://oauth.vk.com/blank.html#success=1&access_token=new&user_id=7"
    #expect(await call.like([paste]) == Self.liked)
    #expect(call.forms.map { $0["access_token"] } == ["old", "new"])
    let session = call.session.withLock { $0 }
    #expect(session.token == Secret("new") && session.username == "id7" && session.expires == 4e9)
  }

  @Test func `a confirmation without a token is sufficient`() async {
    let call = Call([Self.confirmation, Self.done])
    #expect(await call.like(["https://oauth.vk.ru/blank.html#success=1"]) == Self.liked)
    #expect(call.forms.map { $0["access_token"] } == ["old", "old"])
  }

  @Test(arguments: [
    "https://oauth.vk.ru/blank.html#fail=1", "https://oauth.vk.ru/blank.html", "no", " ",
    // Another user's.
    "https://oauth.vk.ru/blank.html#success=1&access_token=new&user_id=8",
    String(repeating: "x", count: 9_000),
  ])
  func `a text without a result repeats the check, and changes nothing`(paste: String) async {
    let call = Call([Self.confirmation])
    #expect(
      await call.like([paste])
        == .failure(
          Problem(.like, .refused(.confirmation(page: "https://m.vk.ru/login?act=security_check")))
        )
    )
    #expect(call.asked.withLock { $0.map(\.isRepeated) } == [false, true])
    #expect(call.transport.requests.count == 1)
    #expect(call.session.withLock { $0.token } == Secret("old"))
  }

  @Test(arguments: [
    "http://127.0.0.1:22/", "file:///etc/passwd", "javascript:alert(1)", "vk://x", "",
    "https://x.test/\\u001b[31m",
  ])
  func `only a page that can be opened is shown`(page: String) async {
    let call = Call([Self.confirmation.replacing(/https:[^"]*/, with: page)])
    guard case .failure(let problem) = await call.like(["#success=1"]) else {
      Issue.record("no failure")
      return
    }
    #expect(call.kinds.isEmpty && call.transport.requests.count == 1)
    guard case .refused(.confirmation) = problem.cause else {
      Issue.record("\(problem)")
      return
    }
  }

  @Test func `the texts say what to do in both languages`() {
    for language in Language.allCases {
      let texts = Texts(language)
      let all = ServiceCheck.Kind.allCases.map { texts.check($0, by: "VK") }
      #expect(Set(all).count == all.count && all.allSatisfy { $0.contains("VK") })
      #expect(ServiceCheck.Kind.allCases.allSatisfy { !texts.checkPrompt($0).isEmpty })
    }
  }
}

/// Calls that wait for the user.
@Suite(.timeLimit(.hang)) struct `The queue of checks` {
  private let told: AsyncStream<ServiceCheck?>
  private let queue: ServiceCheckQueue

  init() {
    let (told, tell) = AsyncStream.makeStream(of: ServiceCheck?.self)
    self.told = told
    queue = ServiceCheckQueue { tell.yield($0) }
  }

  private func ask() -> Task<String?, Never> {
    Task { [queue] in await queue.ask(ServiceCheck(.letters, page: "https://service.test/")) }
  }

  @Test func `one check is shown at a time, in order`() async throws {
    var told = told.makeAsyncIterator()
    let first = ask()
    let one = try #require(await told.next() ?? nil)
    let second = ask()
    queue.answer(one.number, "a")
    #expect(await first.value == "a")
    // The second one was requested during the first, or after it.
    var next = await told.next() ?? nil
    if next == nil { next = await told.next() ?? nil }
    let two = try #require(next)
    #expect(two.number != one.number)
    queue.answer(one.number, "late")
    queue.answer(two.number, nil)
    queue.answer(two.number, "late")
    #expect(queue.count == 0)
    #expect(await second.value == nil)
    #expect(await told.next() == .some(nil))
  }

  @Test func `cancelled calls leave the queue`() async throws {
    var told = told.makeAsyncIterator()
    let call = ask()
    _ = try #require(await told.next() ?? nil)
    call.cancel()
    #expect(await call.value == nil)
    #expect(await told.next() == .some(nil))
    #expect(queue.count == 0)
  }

  @Test func `calls that are cancelled before they begin are never shown`() async {
    for _ in 0..<100 {
      let call = ask()
      call.cancel()
      #expect(await call.value == nil)
    }
    #expect(queue.count == 0)
  }
}
