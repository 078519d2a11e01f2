import EffectHandling
import Files
import Glibc
import HTTP
import Harness
import Localization
import Model
import Platform
import ServiceAPI
import Storage
import Testing
import Unsplash
import VK

@testable import Shell

/// Commands with scripted services.
@Suite(.timeLimit(.hang)) struct CommandContextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func context(
    _ service: any PhotoSource,
    standing: Session? = nil,
    session: Session? = nil,
    store: Store? = nil
  ) -> CommandContext {
    let holder = SessionHolder()
    holder.current = standing ?? session
    return CommandContext(
      downloads: DownloadCoordinator(
        backend: Backend(
          service: service,
          oauth: nil,
          key: .demo,
          standingSession: standing,
          redirectPort: 0
        ),
        transport: ScriptedTransport(""),
        store: store,
        gallery: folder.path,
        pictures: PictureFiles(folder: nil),
        now: { 1_000 },
        log: LogLines().logger
      ),
      isDemo: false,
      session: holder,
      credentials: TestCredentialStore([]),
      pictureCache: folder.path,
      wallpapers: WallpaperFolder(folder: folder.path),
      environment: [:],
      browser: Browser(environment: [:]),
      hasBrowser: false,
      revoke: { _ in }
    )
  }

  private func vk(_ transport: ScriptedTransport) -> CommandContext {
    var configuration = VKConfiguration()
    configuration.serviceKey = Secret("k3y")
    let session = Session(service: .vk, baseURL: "https://api.vk.ru", token: Secret("k3y"))
    let source = VKSource(
      configuration,
      ServiceConnection(transport: transport, session: { session }, log: LogLines().logger)
    )
    return context(source, standing: session)
  }

  @Test func `with a service key no user is signed in, and VK isn't called`() async {
    let transport = ScriptedTransport(#"{"response":{"likes":7}}"#)
    let context = vk(transport)
    for isLiked in [true, false] {
      let outcomes = Lock<[PhotoCommands.Outcome]>([])
      let commands = PhotoCommands(context) { outcome in outcomes.withLock { $0.append(outcome) } }
      #expect(await commands.setLikes(["-1_2"], to: isLiked) == .notSignedIn)
      #expect(outcomes.withLock { $0 } == [.failed(id: "-1_2", .notSignedIn)])
    }
    await #expect(throws: ShellMessage.notSignedIn) { try await context.me() }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a refused service key is a wrong configuration`() async {
    let refusal = #"{"error":{"error_code":5,"error_msg":"invalid access_token (4)."}}"#
    let context = vk(ScriptedTransport(refusal))
    let listing = Listing(.feed, limit: 3, firstPage: nil, source: .serviceOnly)
    do throws(ShellMessage) {
      _ = try await listing.result(in: context)
      Issue.record("nothing was refused")
    } catch {
      #expect(error == .problem(Problem(.feed, .refused(.serviceKey))))
      #expect(error.status == .usage)
    }
  }

  @Test func `a list is printed before it is cached, which may have to wait`() async throws {
    let store = try Store.open(path: folder.path + "/imagefeed.db", now: 0).store
    let json = """
      [{"id":"a","width":4,"height":3,"urls":{"raw":"https://images.example/a"},
        "user":{"username":"ada"}}]
      """
    let context = context(unsplash(ScriptedTransport(json)), store: store)
    let listing = Listing(.feed, limit: 3, firstPage: nil, source: .serviceOnly)
    let result = try await listing.result(in: context)
    #expect(result.photos.map(\.id.value) == ["a"])
    #expect(try store.list(.feed, of: context.account) == nil)
    await listing.cache(result, in: context)
    #expect(try store.list(.feed, of: context.account)?.photos.map(\.id.value) == ["a"])
  }

  @Test func `signing in as another user with a token keeps the first user's unsent likes`()
    async throws
  {
    let store = try Store.open(path: folder.path + "/imagefeed.db", now: 0).store
    // Each user's token is their name.
    let transport = ScriptedTransport { request in
      let name = request.authorization?.exposed.dropFirst("Bearer ".count) ?? ""
      return HTTPResponse(
        status: 200,
        url: request.url,
        headers: [HTTPHeader("Content-Type", "application/json")],
        body: Array(#"{"username":"\#(name)"}"#.utf8)
      )
    }
    let holder = SessionHolder()
    var configuration = UnsplashConfiguration()
    configuration.apiURL = "https://api.example"
    let service = UnsplashService(
      configuration,
      transport: transport,
      session: { holder.current },
      log: LogLines().logger
    )
    var context = context(service, store: store)
    context.session = holder
    let account = context.account
    let login = Login(context, pages: .plain, opensBrowser: false)
    let photo = fullPhoto("p")

    #expect(try await login.run(token: "ada") == "ada")
    try await store.setPending(true, of: photo, account: account)
    #expect(try await login.run(token: "eve") == "eve")
    #expect(try await store.pendingLikes(of: account).isEmpty)
    #expect(try await login.run(token: "ada") == "ada")
    #expect(try await store.pendingLikes(of: account).map(\.isLiked) == [true])
    #expect(transport.requests.allSatisfy { $0.method == .get })
  }

  @Test func `a picture cache that is a link to another folder isn't cleared`() async throws {
    let picture = "elsewhere/" + String(repeating: "a", count: 64) + ".jpg"
    _ = try folder.write("a picture", to: picture)
    let link = folder.path + "/pictures"
    #expect(symlink(folder.path + "/elsewhere", link) == 0)
    var context = context(unsplash(ScriptedTransport("[]")))
    context.pictureCache = link
    let commands = CacheCommands(context)
    let failure = ShellMessage.problem(Problem(.pictureCache, .notAFile(path: link)))
    await #expect(throws: failure) {
      try await commands.clear { _ in Issue.record("the link was followed") }
    }
    await #expect(throws: failure) { try await commands.usage() }
    #expect(try folder.text(of: picture) == "a picture")
  }
}
