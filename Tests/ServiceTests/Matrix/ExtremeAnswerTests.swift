import DemoControl
import DemoServer
import HTTP
import Harness
import Model
import Platform
import Storage
import Testing

@testable import Accounts
@testable import ServiceAPI
@testable import Unsplash
@testable import VK

/// Every number in every response of the service, replaced by every extreme value.
@Suite(.timeLimit(.hang)) struct `Extreme numbers in responses` {
  private typealias Ask = @Sendable (UnsplashService) async throws -> Any

  /// Returns the requests to the service; each response has another structure.
  private static func asks(about id: Photo.ID) -> [(name: String, ask: Ask)] {
    [
      ("feed", { try await $0.feedPage(1) }),
      ("photo", { try await $0.photo(id) }),
      ("like", { try await $0.setLike(id, liked: true) }),
      ("favourites", { try await $0.favourites(of: "demo", page: 1) }),
      ("unlike", { try await $0.setLike(id, liked: false) }),
      ("search", { try await $0.search(SearchQuery("cat"), page: 1) }),
      ("me", { try await $0.me() }),
      ("person", { try await $0.person("demo") }),
      ("topics", { try await $0.topics() }),
      ("collections", { try await $0.collections(of: "demo", page: 1) }),
    ]
  }

  private func service(_ transport: any HTTPTransport, _ baseURL: String) -> UnsplashService {
    UnsplashService(
      UnsplashConfiguration.demo(baseURL: baseURL),
      transport: transport,
      session: { .demo() },
      now: { 0 },
      log: LogLines().logger
    )
  }

  @Test func `extreme numbers become plausible ones, and are stored as such`() async throws {
    let database = try Database()
    let store = try database.open()
    try await DemoServers.shared.lend { lent in
      let transport = ImpatientTransport(CurlTransport(configuration: .forTests))
      let last = Lock<HTTPResponse?>(nil)
      transport.rewrite { response in
        last.withLock { $0 = response }
        return response
      }
      let real = service(transport, lent.address.baseURL)
      let id = try #require(try await real.feedPage(1).photos.first?.id)
      var members: Set<String> = []
      for (name, ask) in Self.asks(about: id) {
        _ = try await ask(real)
        let answer = try #require(last.withLock { $0 })
        let names = try await replace(answer, of: name, ask) {
          service($0, lent.address.baseURL)
        } check: { value, member in
          guard name == "feed", let page = value as? Page else { return }
          var list = CachedList(photos: page.photos, next: page.next, total: page.total, time: 0)
          // The IDs of a photo's collections aren't stored.
          for index in list.photos.indices { list.photos[index].collections = nil }
          try await store.save(list, as: .feed, of: account)
          #expect(try store.list(.feed, of: account) == list, "\(member)")
        }
        members.formUnion(names)
      }
      let expected: Set = [
        "width", "height", "likes", "iso", "views", "downloads", "total", "total_pages",
        "total_likes", "total_photos", "X-Total", "Link", "X-Ratelimit-Remaining",
      ]
      #expect(members.isSuperset(of: expected), "missing: \(expected.subtracting(members))")
      await transport.shutdown()
    }
  }

  /// Puts each extreme number into each numeric position of a response, and sends the request.
  ///
  /// - Returns: the names of these positions.
  private func replace<Source: PhotoSource>(
    _ answer: HTTPResponse,
    of name: String,
    _ ask: (Source) async throws -> Any,
    _ source: (any HTTPTransport) -> Source,
    check: (Any?, String) async throws -> Void = { _, _ in }
  ) async throws -> Set<String> {
    let names = NumberedJSON(answer.body).names.union(answer.headers.map(\.name))
    for member in names {
      for number in ExtremeNumbers.json {
        let changed = ExtremeNumbers.put(number, into: answer, names: [member])
        guard changed != answer else { continue }
        let adapter = source(ScriptedTransport { _ in changed })
        let value = try? await ask(adapter)
        let told =
          implausibleNumbers(in: value as Any) + implausibleNumbers(in: adapter.budget as Any)
        #expect(told == [], "\(name): \(member) is \(number)")
        try await check(value, "\(member) is \(number)")
      }
    }
    return names
  }

  @Test func `extreme numbers of VK become plausible ones too`() async throws {
    typealias Ask = @Sendable (VKSource) async throws -> Any
    try await DemoServers.shared.lend { lent in
      let configuration = VKConfiguration.demo(baseURL: lent.address.baseURL)
      func connection(_ transport: any HTTPTransport) -> ServiceConnection {
        let token = Secret("demo-service-key")
        let session = Session(service: .vk, baseURL: configuration.apiURL, token: token)
        return ServiceConnection(
          transport: transport,
          session: { session },
          log: LogLines().logger
        )
      }
      func source(_ transport: any HTTPTransport) -> VKSource {
        VKSource(configuration, connection(transport), pause: { _ in })
      }
      let transport = ImpatientTransport(CurlTransport(configuration: .forTests))
      let last = Lock<HTTPResponse?>(nil)
      transport.rewrite { response in
        last.withLock { $0 = response }
        return response
      }
      // The service accepts a limited number of calls per second, so this one waits.
      let real = VKSource(configuration, connection(transport))
      let id = try #require(try await real.feedPage(1).photos.first?.id)
      let asks: [(String, Ask)] = [
        ("feed", { try await $0.feedPage(101) }), ("albums", { try await $0.topics() }),
        ("photo", { try await $0.photo(id) }),
      ]
      var members: Set<String> = []
      for (name, ask) in asks {
        // The first call also loads the names of the photos' owners.
        for _ in 0..<2 { _ = try await ask(real) }
        let answer = try #require(last.withLock { $0 })
        members.formUnion(try await replace(answer, of: name, ask, source))
      }
      // Responses that only a user's token receives.
      let answers: [(String, String, Ask)] = [
        ("like", #"{"response":{"likes":7}}"#, { try await $0.setLike(id, liked: true) }),
        (
          "me", #"{"response":[{"id":7,"first_name":"A","last_name":"B","screen_name":"a"}]}"#,
          { try await $0.me() }
        ),
      ]
      for (name, body, ask) in answers {
        let answer = HTTPResponse(status: 200, url: configuration.apiURL, body: Array(body.utf8))
        members.formUnion(try await replace(answer, of: name, ask, source))
      }
      let expected: Set = ["width", "height", "date", "id", "owner_id", "count", "size", "likes"]
      #expect(members.isSuperset(of: expected), "missing: \(expected.subtracting(members))")
      await transport.shutdown()
    }
  }

  @Test(arguments: ExtremeNumbers.json)
  func `an extreme lifetime of a token gives a valid expiry or none`(number: String) async throws {
    let body = """
      {"access_token":"t","token_type":"Bearer","created_at":\(number),"expires_in":\(number)}
      """
    let client = try #require(
      OAuthClient(
        UnsplashConfiguration.demo(baseURL: "https://api.example").application,
        key: .demo,
        transport: ScriptedTransport(body)
      )
    )
    let session = try await client.exchange(
      Secret("code"),
      redirect: "http://localhost/callback",
      proof: nil
    )
    #expect(session.expires.map(SanityLimits.time.contains) ?? true)
  }
}
