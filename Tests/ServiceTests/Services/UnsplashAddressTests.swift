import HTTP
import Harness
import Logging
import Model
import Testing

@testable import ServiceAPI
@testable import Unsplash

@Suite struct `Unsplash image URLs` {
  private let photo = Photo(
    id: anId,
    width: 3000,
    height: 2000,
    author: Person(username: "ada", name: "Ada"),
    picture: .derived(from: "https://images.example/photo-1?crop=top&ixid=M3w%3D&ixlib=rb-4"),
    pageURL: "https://example/photos/x?a=1"
  )

  @Test(
    arguments: [
      (1, "w=200"), (200, "w=200"), (201, "w=400"), (1080, "w=1080"), (1081, "w=1600"),
      (2400, "w=2400"), (2401, nil), (9000, nil),
    ]
  )
  func `only a few widths are requested, and never more than the original`(
    width: Int,
    expected: String?
  ) {
    let url = unsplash(ScriptedTransport("")).rendition(
      of: photo.picture,
      width: width,
      native: photo.width
    )?.url
    let sized = expected.map { "\($0)&fit=max&q=80&fm=jpg&cs=srgb" } ?? "q=85&fm=jpg&cs=srgb"
    #expect(url == "https://images.example/photo-1?crop=top&ixid=M3w%3D&ixlib=rb-4&" + sized)
  }

  @Test func `the image host converts colours, but not those of the original`() throws {
    let service = unsplash(ScriptedTransport(""))
    let original = service.original(of: photo)
    #expect(!original.url.contains("cs="))
    let sized = try #require(service.sized(photo.picture, width: 500, native: photo.width))
    #expect(sized.url.hasSuffix("&w=500&fit=max&q=80&fm=jpg&cs=srgb"))
    #expect(service.sized(photo.picture, width: 9000, native: photo.width) == original)
    // The service's own choice is replaced.
    let other = Picture.derived(from: "https://images.example/p?cs=adobergb1998&ixid=a")
    let url = service.rendition(of: other, width: 200, native: 3000)?.url
    #expect(url == "https://images.example/p?ixid=a&w=200&fit=max&q=80&fm=jpg&cs=srgb")
  }

  @Test func `photos of the demo or another service don't belong to the service`() {
    let service = unsplash(ScriptedTransport(""))
    #expect(service.serves(photo))
    var demo = photo
    demo.picture = .derived(from: "http://127.0.0.1:7437/photo-1")
    #expect(!service.serves(demo))
    let other = Photo(
      id: Photo.ID(service: "vk", value: anId.value),
      width: 3000,
      height: 2000,
      author: photo.author,
      picture: photo.picture,
      pageURL: nil
    )
    #expect(!service.serves(other))
  }

  @Test func `cache keys don't contain the view ID`() throws {
    let service = unsplash(ScriptedTransport(""))
    var again = photo
    again.picture = .derived(
      from: "https://images.example/photo-1?crop=top&ixid=other&ixlib=rb-4.1"
    )
    let a = try #require(service.rendition(of: photo.picture, width: 300, native: photo.width))
    let b = try #require(service.rendition(of: again.picture, width: 390, native: again.width))
    #expect(a.url != b.url)
    #expect(a.cacheKey == b.cacheKey)
    #expect(
      a.cacheKey
        != service.rendition(of: photo.picture, width: 500, native: photo.width)?.cacheKey
    )
    #expect(a.cacheKey != service.original(of: photo).cacheKey)
  }

  @Test func `conflicting items are replaced`() {
    let url = unsplash(ScriptedTransport("")).avatar(
      "https://i.example/p?w=32&h=32&ixid=a",
      size: 100
    )
    .url
    #expect(url == "https://i.example/p?ixid=a&w=128&h=128&fit=crop&q=80&fm=jpg&cs=srgb")
  }

  @Test(
    arguments: [
      "--help", "file:///etc/passwd", "javascript:alert(1)", #"https://x/\n\u001b[201~"#, "",
      "https://example@evil.example/", #"https:\\\\evil.example\\"#, "http://evil.example/",
      "http://127.0.0.1:631/", "https://localhost/", "http://[::1]/", #"https://a\u0000b/"#,
    ]
  )
  func `unsafe page URLs are replaced by the site's own`(link: String) async throws {
    let json = photoJSON("p").replacing("https://example/photos/p", with: link)
      .replacing("https://example/@ada", with: link)
    let page = try await unsplash(ScriptedTransport("[\(json)]")).feedPage(1)
    let photo = try #require(page.photos.first)
    #expect(photo.pageURL == "https://example/photos/p")
    #expect(photo.author.pageURL == "https://example/@ada")
  }

  @Test(
    arguments: [
      "http://127.0.0.1:8000/x", "https://localhost/x", "http://10.0.0.1/x", "file:///etc/passwd",
      "https://ada@images.example/x", "",
    ]
  )
  func `invalid picture URLs and those of this computer aren't requested`(
    address: String
  ) async throws {
    let log = LogLines()
    let bad = photoJSON("p").replacing("https://images.example/photo-p", with: address)
      .replacing("https://images.example/l", with: address)
    let good = photoJSON("q").replacing("https://images.example/l", with: address)
      .replacing("https://images.example/s", with: address)
      .replacing("https://api.example/photos/q", with: address)
    let service = unsplash(ScriptedTransport("[\(bad),\(good)]"), log: log)
    let page = try await service.feedPage(1)
    #expect(page.photos.map(\.id.value) == ["q"])
    #expect(log.all.count == 1)
    let photo = try #require(page.photos.first)
    #expect(photo.author.avatarURL == nil && photo.downloadLocation == nil)
    // As an earlier version may have cached it.
    var kept = photo
    kept.picture = .derived(from: address)
    #expect(service.completed(kept).picture == .derived(from: ""))
  }

  @Test func `a service on this computer may name URLs of this computer`() async throws {
    var configuration = UnsplashConfiguration()
    configuration.apiURL = "http://127.0.0.1:7999"
    let local = #""http://127.0.0.1:7999/x""#
    let json = photoJSON("p").replacing(#""https://example/photos/p""#, with: local)
      .replacing(#""https://images.example/photo-p?ixid=abc\u0026ixlib=r4""#, with: local)
    let service = UnsplashService(
      configuration,
      transport: ScriptedTransport("[\(json)]"),
      session: { nil },
      log: Logger(label: "test")
    )
    let photo = try #require(try await service.feedPage(1).photos.first)
    #expect(photo.pageURL == "http://127.0.0.1:7999/x")
    #expect(photo.picture == .derived(from: "http://127.0.0.1:7999/x"))
  }

  @Test func `download URLs are called unchanged, with the token`() async throws {
    var photo = photo
    photo.downloadLocation = "https://api.example/photos/x/download?ixid=M3w%3D"
    let transport = ScriptedTransport(#"{"url":"u"}"#)
    try await unsplash(transport).trackDownload(photo)
    let request = try #require(transport.requests.first)
    #expect(request.url == photo.downloadLocation)
    #expect(request.authorization == Secret("Bearer token"))
    #expect(!request.retries)
  }

  @Test func `download URLs elsewhere never receive the token`() async throws {
    var photo = photo
    photo.downloadLocation = "https://evil.example/photos/x/download"
    let transport = ScriptedTransport("{}")
    let error = await problem { () throws(Problem) in
      try await unsplash(transport).trackDownload(photo)
    }
    #expect(error?.subject == .save)
    #expect(transport.requests.isEmpty)
  }
}
