import HTTP
import Harness
import Logging
import Model
import Testing

@testable import Unsplash

private let json = [HTTPHeader("Content-Type", "application/json")]

let anId = Photo.ID(service: "unsplash", value: "_aB-3")

/// Returns a photo object with the members that every response has, and more if given.
func photoJSON(_ id: String, _ more: String = "") -> String {
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
  @Test func `pages are requested with version, page size and the user's token`() async throws {
    let transport = ScriptedTransport("[]")
    _ = try await unsplash(transport).feedPage(3)

    let request = try #require(transport.requests.first)
    #expect(request.url == "https://api.example/photos?page=3&per_page=30")
    #expect(request.method == .get)
    #expect(request.headers.contains(HTTPHeader("Accept-Version", "v1")))
    #expect(request.authorization == Secret("Bearer token"))
  }

  @Test func `pages are requested with the access key if no user is signed in`() async throws {
    let transport = ScriptedTransport("[]")
    _ = try await unsplash(transport, token: nil).feedPage(1)
    #expect(transport.requests.first?.authorization == Secret("Client-ID key"))
  }

  @Test func `pages become photos with their raw texts`() async throws {
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

  @Test func `missing members, nulls and other types are tolerated`() async throws {
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
  func `an unreadable photo is skipped, and logged without its values`(bad: String) async throws {
    let log = LogLines()
    let transport = ScriptedTransport("[\(photoJSON("a")),\(bad),\(photoJSON("b"))]")
    let page = try await unsplash(transport, log: log).feedPage(1)

    #expect(page.photos.map(\.id.value) == ["a", "b"])
    #expect(log.all.count == 1)
    #expect(log.all.first?.contains("skipped a photo") == true)
  }

  @Test func `pages contain each photo once`() async throws {
    let body = "[\(photoJSON("a")),\(photoJSON("b")),\(photoJSON("a"))]"
    let page = try await unsplash(ScriptedTransport(body)).feedPage(1)
    #expect(page.photos.map(\.id.value) == ["a", "b"])
  }

  @Test func `the link to the next page is followed`() async throws {
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
  func `the feed ends if the page is empty or no link continues`(body: String, link: String)
    async throws
  {
    let headers = json + [HTTPHeader("Link", link)]
    let page = try await unsplash(ScriptedTransport(body, headers: headers)).feedPage(4)
    #expect(page.next == nil)
  }

  @Test func `a page without readable photos doesn't end the feed`() async throws {
    let link = HTTPHeader("Link", "<https://api.example/photos?page=5>; rel=\"next\"")
    let page = try await unsplash(ScriptedTransport("[{}]", headers: json + [link])).feedPage(4)
    #expect(page.photos.isEmpty)
    #expect(page.next == 5)
  }
}

@Suite struct `Unsplash photos and people` {
  @Test func `photos have details, even if some are missing`() async throws {
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

  @Test func `details may be empty, but not missing`() async throws {
    let photo = try await unsplash(ScriptedTransport(photoJSON("a"))).photo(anId)
    #expect(photo.details == PhotoDetails())
  }

  @Test func `the signed-in user is returned`() async throws {
    let body = #"{"username":"me","name":"Me","bio":"Hi\r\nthere","total_likes":4,"uid":"x"}"#
    let transport = ScriptedTransport(body)
    let person = try await unsplash(transport).me()
    #expect(transport.requests.first?.url == "https://api.example/me")
    #expect(person.bio == "Hi\r\nthere")
    #expect(person.totalLikes == 4)
  }
}

@Suite struct `Unsplash likes` {
  @Test func `likes are sent so that they may be repeated`() async throws {
    let body = #"{"photo":{"id":"_aB-3","likes":8,"liked_by_user":true},"user":{"username":"me"}}"#
    let transport = ScriptedTransport(body, status: 201)
    let answer = try await unsplash(transport).setLike(anId, liked: true)

    let request = try #require(transport.requests.first)
    #expect(request.method == .post && request.retries && !request.followsRedirects)
    #expect(request.url == "https://api.example/photos/_aB-3/like")
    #expect(answer == LikeResponse(isLiked: true, likes: 8))
  }

  @Test func `unlikes are accepted with an empty response too`() async throws {
    let transport = ScriptedTransport("", status: 204)
    let answer = try await unsplash(transport).setLike(anId, liked: false)
    #expect(transport.requests.first?.method == .delete)
    #expect(transport.requests.first?.retries == true)
    #expect(answer == LikeResponse(isLiked: false, likes: nil))
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
  func `a contradicting response doesn't confirm a like`(
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
  func `the response of another URL doesn't confirm a like`(status: Int) async throws {
    let photo = #"{"photo":{"id":"_aB-3","liked_by_user":true}}"#
    let server = try ScriptedServer { connection, request in
      if request.target.hasSuffix("/like") {
        connection.answer(status, ["Location: /there"], "moved")
      } else {
        connection.answer(200, ["Content-Type: application/json"], photo)
      }
    }
    defer { server.stop() }
    var configuration = UnsplashConfiguration()
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
  func `likes may be removed from the service`(status: Int, body: String, cause: Problem.Cause)
    async
  {
    let transport = ScriptedTransport(body, status: status)
    let error = await problem { () throws(Problem) in
      try await unsplash(transport).setLike(anId, liked: true)
    }
    #expect(error == Problem(.like, cause))
  }
}
