import HTTP
import Harness
import Logging
import Model
import Testing

@testable import Services

private let json = [HTTPHeader("Content-Type", "application/json")]

let anId = Photo.ID(service: "unsplash", value: "_aB-3")

/// A photo object with the members that every answer has, and more where given.
private func photoJSON(_ id: String, _ more: String = "") -> String {
  """
  {"id":"\(id)","created_at":"2022-08-27T09:11:00-04:00","updated_at":"2023-01-02T00:00:00Z",
   "width":4000,"height":3000,"color":"#A0b1C2","blur_hash":"L00000fQfQfQfQfQfQfQfQfQfQfQ",
   "description":null,"urls":{"raw":"https://images.example/photo-\(id)?ixid=abc\\u0026ixlib=r4"},
   "links":{"html":"https://example/photos/\(id)",
            "download_location":"https://api.example/photos/\(id)/download?ixid=abc"},
   "likes":7,"liked_by_user":true,
   "user":{"id":"u","username":"ada","name":"Ada L","bio":" ",
           "links":{"html":"https://example/@ada"},
           "profile_image":{"small":"https://images.example/s","large":"https://images.example/l"}}
   \(more)}
  """
}

@Suite struct `Unsplash feed pages` {
  @Test func `are asked for with version, page size and the person's token`() async throws {
    let transport = ScriptedTransport("[]")
    _ = try await unsplash(transport).feedPage(3)

    let request = try #require(transport.requests.first)
    #expect(request.url == "https://api.example/photos?page=3&per_page=30")
    #expect(request.method == .get)
    #expect(request.headers.contains(HTTPHeader("Accept-Version", "v1")))
    #expect(request.authorization == Secret("Bearer token"))
  }

  @Test func `are asked for with the access key where nobody is signed in`() async throws {
    let transport = ScriptedTransport("[]")
    _ = try await unsplash(transport, token: nil).feedPage(1)
    #expect(transport.requests.first?.authorization == Secret("Client-ID key"))
  }

  @Test func `become photographs with their raw texts`() async throws {
    let more =
      #","alt_description":"a\u001b[2Jb","sponsorship":{"tagline":"Buy"},"asset_type":"new""#
    let page = try await unsplash(ScriptedTransport("[\(photoJSON("p", more))]")).feedPage(1)

    let photo = try #require(page.photos.first)
    #expect(photo.id == Photo.ID(service: "unsplash", value: "p"))
    #expect(photo.width == 4000 && photo.height == 3000)
    #expect(photo.color == 0xA0B1C2)
    #expect(photo.blurHash == "L00000fQfQfQfQfQfQfQfQfQfQfQ")
    #expect(photo.description == nil)
    #expect(photo.altDescription == "a\u{1b}[2Jb")
    #expect(photo.created == CalendarDate(year: 2022, month: 8, day: 27))
    #expect(photo.updated == CalendarDate(year: 2023, month: 1, day: 2))
    #expect(photo.likes == 7 && photo.isLiked)
    #expect(photo.author.name == "Ada L" && photo.author.bio == nil)
    #expect(photo.author.avatarURL == "https://images.example/l")
    #expect(photo.picture == .derived(from: "https://images.example/photo-p?ixid=abc&ixlib=r4"))
    #expect(photo.pageURL == "https://example/photos/p")
    #expect(photo.downloadLocation == "https://api.example/photos/p/download?ixid=abc")
    #expect(photo.sponsor == "Buy")
    #expect(photo.details == nil)
  }

  @Test func `survive members that vanished, are null or changed their type`() async throws {
    let bare = """
      {"id":"x","width":1,"height":2,"urls":{"raw":"https://i.example/x"},"color":null,
       "blur_hash":3,"likes":"many","liked_by_user":null,"links":null,"created_at":"soon",
       "sponsorship":null,"user":{"username":"bob","name":null,"profile_image":null}}
      """
    let page = try await unsplash(ScriptedTransport("[\(bare)]")).feedPage(1)

    let photo = try #require(page.photos.first)
    #expect(photo.color == nil && photo.blurHash == nil && photo.created == nil)
    #expect(photo.likes == nil && !photo.isLiked)
    #expect(photo.pageURL == "https://example/photos/x")
    #expect(photo.author == Person(username: "bob", name: "bob", pageURL: "https://example/@bob"))
  }

  @Test(
    arguments: [
      #"{"id":"bad"}"#, #"{"id":7,"width":1}"#, "null", "[]", "3",
      #"{"id":"z","width":0,"height":1,"urls":{"raw":"u"},"user":{"username":"b"}}"#,
    ]
  )
  func `skip a photo that cannot be read, and log it without its values`(bad: String) async throws {
    let log = LogLines()
    let transport = ScriptedTransport("[\(photoJSON("a")),\(bad),\(photoJSON("b"))]")
    let page = try await unsplash(transport, log: log).feedPage(1)

    #expect(page.photos.map(\.id.value) == ["a", "b"])
    #expect(log.all.count == 1)
    #expect(log.all.first?.contains("skipped a photo") == true)
  }

  @Test func `hold each photo once`() async throws {
    let body = "[\(photoJSON("a")),\(photoJSON("b")),\(photoJSON("a"))]"
    let page = try await unsplash(ScriptedTransport(body)).feedPage(1)
    #expect(page.photos.map(\.id.value) == ["a", "b"])
  }

  @Test func `follow the link to the next page`() async throws {
    let link = """
      <https://api.example/photos?page=1&per_page=30>; rel="first", \
      <https://api.example/photos?page=5&per_page=30>; rel="next"
      """
    let headers = json + [HTTPHeader("Link", link), HTTPHeader("X-Total", "120")]
    let transport = ScriptedTransport("[\(photoJSON("a"))]", headers: headers)
    let page = try await unsplash(transport).feedPage(4)
    #expect(page.next == 5)
    #expect(page.total == 120)
  }

  @Test(
    arguments: [
      ("[]", "<https://api.example/photos?page=5>; rel=\"next\""),
      ("[{}]", "<https://api.example/photos?page=4>; rel=\"next\""),
      ("[{}]", "<https://api.example/photos?page=x>; rel=\"next\""),
      ("[{}]", "<https://api.example/photos?page=3>; rel=\"prev\""),
    ]
  )
  func `end where the page is empty or no link leads on`(body: String, link: String) async throws {
    let headers = json + [HTTPHeader("Link", link)]
    let page = try await unsplash(ScriptedTransport(body, headers: headers)).feedPage(4)
    #expect(page.next == nil)
  }

  @Test func `go on after a page of which nothing could be read`() async throws {
    let link = HTTPHeader("Link", "<https://api.example/photos?page=5>; rel=\"next\"")
    let page = try await unsplash(ScriptedTransport("[{}]", headers: json + [link])).feedPage(4)
    #expect(page.photos.isEmpty)
    #expect(page.next == 5)
  }
}

@Suite struct `Unsplash photographs and people` {
  @Test func `tell their details, whatever is missing of them`() async throws {
    let more = """
      ,"exif":{"make":" Canon","model":"EOS 5D","name":null,"exposure_time":"1/250",
               "aperture":"3.5","focal_length":null,"iso":100},
      "location":{"name":null,"city":"Bern","country":"Switzerland"},"views":9,"downloads":2
      """
    let transport = ScriptedTransport(photoJSON("_aB-3", more))
    let photo = try await unsplash(transport).photo(anId)

    #expect(transport.requests.first?.url == "https://api.example/photos/_aB-3")
    #expect(
      photo.details
        == PhotoDetails(
          camera: "Canon EOS 5D",
          exposure: "1/250",
          aperture: "3.5",
          iso: 100,
          location: "Bern, Switzerland",
          views: 9,
          downloads: 2
        )
    )
  }

  @Test func `have empty details rather than none`() async throws {
    let photo = try await unsplash(ScriptedTransport(photoJSON("a"))).photo(anId)
    #expect(photo.details == PhotoDetails())
  }

  @Test func `include the person who is signed in`() async throws {
    let body = #"{"username":"me","name":"Me","bio":"Hi\r\nthere","total_likes":4,"uid":"x"}"#
    let transport = ScriptedTransport(body)
    let person = try await unsplash(transport).me()
    #expect(transport.requests.first?.url == "https://api.example/me")
    #expect(person.bio == "Hi\r\nthere")
    #expect(person.totalLikes == 4)
  }
}

@Suite struct `Unsplash likes` {
  @Test func `are sent so that they may be repeated`() async throws {
    let body = #"{"photo":{"id":"_aB-3","likes":8,"liked_by_user":true},"user":{"username":"me"}}"#
    let transport = ScriptedTransport(body, status: 201)
    let answer = try await unsplash(transport).setLike(anId, liked: true)

    let request = try #require(transport.requests.first)
    #expect(request.method == .post && request.retries && !request.followsRedirects)
    #expect(request.url == "https://api.example/photos/_aB-3/like")
    #expect(answer == LikeAnswer(isLiked: true, likes: 8))
  }

  @Test func `are taken back with an empty answer too`() async throws {
    let transport = ScriptedTransport("", status: 204)
    let answer = try await unsplash(transport).setLike(anId, liked: false)
    #expect(transport.requests.first?.method == .delete)
    #expect(transport.requests.first?.retries == true)
    #expect(answer == LikeAnswer(isLiked: false, likes: nil))
  }

  @Test(
    arguments: [
      (#"{"photo":{"id":"_aB-3","liked_by_user":false}}"#, true, Problem.Cause.unconfirmed),
      (#"{"photo":{"id":"_aB-3","liked_by_user":true}}"#, false, .unconfirmed),
      (#"{"photo":{"id":"_aB-4","liked_by_user":true}}"#, true, .unconfirmed),
      (#"{"photo":{"id":"_aB-4"}}"#, false, .unconfirmed),
      (#"{"photo":{"liked_by_user":true}}"#, true, .malformedAnswer),
      (#"{"photo":null}"#, true, .malformedAnswer), ("{}", true, .malformedAnswer),
    ]
  )
  func `are not confirmed by a response that says otherwise`(
    body: String,
    liked: Bool,
    cause: Problem.Cause
  ) async {
    let error = await problem { () throws(Problem) in
      try await unsplash(ScriptedTransport(body)).setLike(anId, liked: liked)
    }
    #expect(error == Problem(liked ? .like : .unlike, cause))
  }

  @Test(.timeLimit(.hang), arguments: [301, 302, 303])
  func `are not confirmed by what another address answers`(status: Int) async throws {
    let photo = #"{"photo":{"id":"_aB-3","liked_by_user":true}}"#
    let server = try ScriptedServer { connection, request in
      if request.target.hasSuffix("/like") {
        connection.answer(status, ["Location: /there"], "moved")
      } else {
        connection.answer(200, ["Content-Type: application/json"], photo)
      }
    }
    defer { server.stop() }
    var configuration = Configuration.Unsplash()
    configuration.apiURL = server.url
    let service = UnsplashService(
      configuration,
      transport: CurlTransport.patient(),
      session: { nil },
      log: Logger(label: "test")
    )
    let error = await problem { () throws(Problem) in
      try await service.setLike(anId, liked: true)
    }
    #expect(error == Problem(.like, .unexpectedStatus(status)))
    #expect(server.requests.map(\.method) == ["POST"])
  }

  @Test(
    arguments: [
      (404, #"{"errors":["Couldn't find Photo"]}"#, Problem.Cause.notFound),
      (404, #"{"errors":["Unable to find endpoint"]}"#, .notOffered),
      (404, "", .notOffered), (405, "", .notOffered), (410, "", .notOffered),
      (500, "", .server(status: 500)),
    ]
  )
  func `may vanish from the service`(status: Int, body: String, cause: Problem.Cause) async {
    let transport = ScriptedTransport(body, status: status)
    let error = await problem { () throws(Problem) in
      try await unsplash(transport).setLike(anId, liked: true)
    }
    #expect(error == Problem(.like, cause))
  }
}

@Suite struct `Unsplash addresses` {
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
  func `ask for a few widths and never more than there is`(width: Int, expected: String?) {
    let url = unsplash(ScriptedTransport("")).rendition(
      of: photo.picture,
      width: width,
      native: photo.width
    )?.url
    let sized = expected.map { "\($0)&fit=max&q=80&fm=jpg" } ?? "q=85&fm=jpg"
    #expect(url == "https://images.example/photo-1?crop=top&ixid=M3w%3D&ixlib=rb-4&" + sized)
  }

  @Test func `of the demo's photographs are no business of the service, nor another service's`() {
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

  @Test func `keep pictures under a name that outlives the view id`() throws {
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

  @Test func `replace what they clash with`() {
    let url = unsplash(ScriptedTransport("")).avatar(
      "https://i.example/p?w=32&h=32&ixid=a",
      size: 100
    )
    .url
    #expect(url == "https://i.example/p?ixid=a&w=128&h=128&fit=crop&q=80&fm=jpg")
  }

  @Test(
    arguments: [
      "--help", "file:///etc/passwd", "javascript:alert(1)", #"https://x/\n\u001b[201~"#, "",
      "https://example@evil.example/", #"https:\\\\evil.example\\"#, "http://evil.example/",
      "http://127.0.0.1:631/", "https://localhost/", "http://[::1]/", #"https://a\u0000b/"#,
    ]
  )
  func `of pages that nobody should follow become the site's own`(link: String) async throws {
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
  func `of pictures on this machine, or that are none, are not asked for`(
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
    // As an earlier version may have kept it.
    var kept = photo
    kept.picture = .derived(from: address)
    #expect(service.completed(kept).picture == .derived(from: ""))
  }

  @Test func `of this machine are a service's of this machine`() async throws {
    var configuration = Configuration.Unsplash()
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

  @Test func `of downloads are called as they are, with the token`() async throws {
    var photo = photo
    photo.downloadLocation = "https://api.example/photos/x/download?ixid=M3w%3D"
    let transport = ScriptedTransport(#"{"url":"u"}"#)
    try await unsplash(transport).trackDownload(photo)
    let request = try #require(transport.requests.first)
    #expect(request.url == photo.downloadLocation)
    #expect(request.authorization == Secret("Bearer token"))
    #expect(!request.retries)
  }

  @Test func `of downloads elsewhere never get the token`() async throws {
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
