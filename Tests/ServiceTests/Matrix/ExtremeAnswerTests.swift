import DemoServer
import HTTP
import Harness
import Model
import Platform
import Storage
import Testing

@testable import Services

/// Every number of every answer of the service, replaced by every extreme one.
@Suite(.timeLimit(.hang)) struct `Extreme numbers of answers` {
  private typealias Ask = @Sendable (UnsplashService) async throws -> Any

  /// What can be asked of the service; each answer is of another shape.
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
      Configuration.Unsplash.demo(baseURL: baseURL),
      transport: transport,
      session: { .demo() },
      now: { 0 },
      log: LogLines().logger
    )
  }

  @Test func `become plausible ones, and are kept as such`() async throws {
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
        let names = NumberedJSON(answer.body).names.union(answer.headers.map(\.name))
        members.formUnion(names)
        for member in names {
          for number in ExtremeNumbers.json {
            let changed = ExtremeNumbers.put(number, into: answer, names: [member])
            guard changed != answer else { continue }
            let scripted = ScriptedTransport { _ in changed }
            let adapter = service(scripted, lent.address.baseURL)
            let value = try? await ask(adapter)
            let told =
              implausibleNumbers(in: value as Any)
              + implausibleNumbers(in: adapter.budget as Any)
            #expect(told == [], "\(name): \(member) is \(number)")
            guard name == "feed", let page = value as? Page else { continue }
            var list = CachedList(photos: page.photos, next: page.next, total: page.total, time: 0)
            // The collections that hold a photograph are not kept.
            for index in list.photos.indices { list.photos[index].collections = nil }
            try await store.keep(list, as: .feed, of: account)
            #expect(try store.list(.feed, of: account) == list, "\(member) is \(number)")
          }
        }
      }
      let expected: Set = [
        "width", "height", "likes", "iso", "views", "downloads", "total", "total_pages",
        "total_likes", "total_photos", "X-Total", "Link", "X-Ratelimit-Remaining",
      ]
      #expect(members.isSuperset(of: expected), "missing: \(expected.subtracting(members))")
      await transport.shutdown()
    }
  }

  @Test(arguments: ExtremeNumbers.json)
  func `of a token say when it expires, or nothing`(number: String) async throws {
    let body = """
      {"access_token":"t","token_type":"Bearer","created_at":\(number),"expires_in":\(number)}
      """
    let client = try #require(
      OAuthClient(
        Configuration.Unsplash.demo(baseURL: "https://api.example").application,
        key: .demo,
        transport: ScriptedTransport(body)
      )
    )
    let session = try await client.exchange(
      Secret("code"),
      redirect: "http://localhost/callback",
      proof: nil
    )
    #expect(session.expires.map(Plausible.time.contains) ?? true)
  }
}
