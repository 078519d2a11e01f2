import AppCore
import Foundation
import HTTP
import Harness
import Localization
import Model
import Platform
import Testing

@testable import ServiceAPI
@testable import VK

/// VK's API with a scripted transport: recorded responses are decoded to photos or problems.
struct `VK's answers` {
  private static func source(
    _ transport: ScriptedTransport,
    signIn: VKConfiguration.SignIn? = nil,
    pauses: Lock<[Duration]> = Lock([])
  ) -> VKSource {
    var configuration = VKConfiguration()
    configuration.signIn = signIn
    configuration.serviceKey = Secret("k3y")
    let session = Session(service: .vk, baseURL: "https://api.vk.ru", token: Secret("k3y"))
    return VKSource(
      configuration,
      ServiceConnection(transport: transport, session: { session }, log: LogLines().logger),
      pause: { duration in pauses.withLock { $0.append(duration) } }
    )
  }

  private static func page(_ items: String, count: Int = 2) -> String {
    "{\"response\":{\"count\":\(count),\"items\":[\(items)],\"next_from\":\"\"}}"
  }

  private static let sizes = """
    [{"type":"s","width":75,"height":42,
      "url":"https:\\/\\/sun1.userapi.com\\/a.jpg?as=75x42,604x340&cs=75x42"},
     {"type":"o","width":130,"height":87,"url":"https://sun1.userapi.com/a.jpg?cs=130x87"},
     {"type":"r","width":510,"height":340,"url":"https://sun1.userapi.com/a.jpg?cs=510x340"},
     {"type":"x","width":604.000000,"height":340.000000,
      "url":"https://sun1.userapi.com/a.jpg?cs=604x340"},
     {"type":"k9","width":1280,"height":720,"url":"https://sun1.userapi.com/a.jpg?cs=1280x720"},
     {"type":"z","width":9000,"height":9000}]
    """
  private static let item = """
    {"album_id":266310117,"date":1661592660,"id":457239018,"owner_id":-128666765,"user_id":100,
     "text":"Tom &amp; Jerry\\n&#128522;","has_tags":false,"sizes":\(sizes),
     "orig_photo":{"type":"base","width":2560,"height":1440,
                   "url":"https://sun1.userapi.com/a.jpg?quality=95"}}
    """

  @Test func `photos are requested newest first, with the key in the body`() async throws {
    let transport = ScriptedTransport(Self.page(Self.item))
    _ = try await Self.source(transport).feedPage(101)
    let request = try #require(transport.requests.first)
    #expect(request.url == "https://api.vk.ru/method/photos.get")
    #expect(request.method == .post && request.authorization == nil)
    let form = URLQuery(parsing: String(decoding: request.body ?? [], as: UTF8.self))
    #expect(form["owner_id"] == "-128666765" && form["album_id"] == "266310117")
    #expect(form["rev"] == "1" && form["offset"] == "100" && form["count"] == "100")
    #expect(form["v"] == "5.199" && form["access_token"] == "k3y")
  }

  @Test func `albums have their covers`() async throws {
    let transport = ScriptedTransport(
      Self.page(
        """
        {"id":5,"owner_id":-1,"title":"A &amp; B","size":3,"thumb_id":9,"sizes":\(Self.sizes)},
        {"id":6,"owner_id":-1,"title":"Old","size":2,"sizes":[],
         "thumb_src":"https://sun1.userapi.com/b.jpg"},
        {"id":7,"owner_id":-1,"title":"Odd","size":1,"thumb_src":"javascript:alert(1)",
         "sizes":[{"type":"m","src":"file:///etc/passwd","width":1,"height":1}]},
        {"id":8,"owner_id":-1,"title":"Empty","size":0,"thumb_id":0}
        """
      )
    )
    let albums = try await Self.source(transport).topics()
    #expect(albums.map(\.info.title) == ["A & B", "Old", "Odd", "Empty"])
    #expect(albums.map(\.info.total) == [3, 2, 1, 0])
    let cover = try #require(albums.at(0).info.cover)
    #expect(cover.width == 1280 && cover.height == 720)
    let address = VKPictures.rendition(of: cover.picture, width: 600, native: 1280)
    #expect(address?.url == "https://sun1.userapi.com/a.jpg?cs=604x340")
    let old = try #require(albums.at(1).info.cover)
    let only = VKPictures.rendition(of: old.picture, width: 600, native: old.width)
    #expect(only?.url == "https://sun1.userapi.com/b.jpg")
    #expect(try albums.at(2).info.cover == nil && albums.at(3).info.cover == nil)
    let body = try #require(transport.requests.first?.body)
    let form = URLQuery(parsing: String(decoding: body, as: UTF8.self))
    #expect(form["need_covers"] == "1" && form["photo_sizes"] == "1")
  }

  @Test func `photos have their page, caption and date`() async throws {
    let page = try await Self.source(ScriptedTransport(Self.page(Self.item))).feedPage(1)
    let photo = try #require(page.photos.first)
    #expect(photo.id == Photo.ID(service: "vk", value: "-128666765_457239018"))
    #expect(photo.pageURL == "https://vk.com/photo-128666765_457239018")
    #expect(photo.description == "Tom & Jerry\n😊")
    #expect(photo.created == CalendarDate(year: 2022, month: 8, day: 27))
    #expect(photo.width == 2560 && photo.height == 1440)
    #expect(photo.author.name == "club128666765")
    #expect(photo.downloadLocation == nil && photo.likes == nil)
    #expect(page.total == 2 && page.next == 2)
  }

  @Test(arguments: [
    (1, 75), (75, 75), (76, 604), (510, 604), (605, 1280), (1281, 2560), (9000, 2560),
  ])
  func `the smallest uncropped size that covers a width is used`(width: Int, expected: Int)
    async throws
  {
    let source = Self.source(ScriptedTransport(Self.page(Self.item)))
    let photo = try #require(try await source.feedPage(1).photos.first)
    let found = source.rendition(of: photo.picture, width: width, native: photo.width)
    // Neither o nor r, which are cropped to 3:2, nor a size without a URL.
    #expect(found?.width == expected)
    #expect(source.original(of: photo).url == "https://sun1.userapi.com/a.jpg?quality=95")
  }

  @Test func `a picture has the same cache key on every host`() {
    let names = ["sun1-2", "sun9"].map {
      VKPictures.key(of: "https://\($0).userapi.com/s/v1/a.jpg?quality=95&u=\($0)&cs=75x42")
    }
    #expect(names[0] == names[1])
    #expect(names[0] != VKPictures.key(of: "https://sun9.userapi.com/s/v1/a.jpg?cs=604x340"))
  }

  @Test func `photos without widths and heights are shown`() async throws {
    let bare = """
      {"id":1,"owner_id":5,"sizes":[
       {"type":"s","width":0,"height":0,"url":"https://sun1.userapi.com/s.jpg"},
       {"type":"x","width":0,"height":0,"url":"https://sun1.userapi.com/x.jpg"},
       {"type":"w","width":0,"height":0,"url":"https://sun1.userapi.com/w.jpg"},
       {"type":"r","width":0,"height":0,"url":"https://sun1.userapi.com/r.jpg"}]}
      """
    let source = Self.source(ScriptedTransport(Self.page(bare, count: 1)))
    let page = try await source.feedPage(1)
    let photo = try #require(page.photos.first)
    #expect(photo.author.name == "id5" && photo.description == nil && photo.created == nil)
    #expect(!photo.isMeasured)
    #expect(Texts(.english).facts(of: photo, times: "x").allSatisfy { $0.label != .size })
    let small = source.rendition(of: photo.picture, width: 300, native: photo.width)
    #expect(small?.url == "https://sun1.userapi.com/x.jpg" && (small?.width ?? 0) > 0)
    #expect(source.original(of: photo).url == "https://sun1.userapi.com/w.jpg")
    #expect(page.next == nil)
  }

  /// The crop to 3:2 has more pixels than any uncropped size.
  @Test func `a panorama isn't cropped, however its numbers are written`() async throws {
    let wide = """
      {"id":1,"owner_id":5,"sizes":[
       {"type":"m","width":"130","height":"33","url":"https://sun1.userapi.com/m.jpg"},
       {"type":"x","width":"604","height":"151.000","url":"https://sun1.userapi.com/x.jpg"},
       {"type":"q","width":"320","height":"213","url":"https://sun1.userapi.com/q.jpg"},
       {"type":"r","width":"375","height":"250","url":"https://sun1.userapi.com/r.jpg"}]}
      """
    let source = Self.source(ScriptedTransport(Self.page(wide, count: 1)))
    let photo = try #require(try await source.feedPage(1).photos.first)
    #expect(photo.width == 604 && photo.height == 151 && photo.isMeasured)
    #expect(source.original(of: photo).url == "https://sun1.userapi.com/x.jpg")
    let widths = [100, 300, 500, 900].map { width in
      source.rendition(of: photo.picture, width: width, native: photo.width)?.width
    }
    #expect(widths == [130, 604, 604, 604])
  }

  @Test func `an uncropped size without numbers is preferred to a measured crop`() async throws {
    let sizes = """
      {"id":1,"owner_id":5,"sizes":[
       {"type":"r","width":510,"height":340,"url":"https://sun1.userapi.com/r.jpg"},
       {"type":"z","url":"https://sun1.userapi.com/z.jpg"},
       {"type":"y","url":"https://sun1.userapi.com/y.jpg"}]}
      """
    let source = Self.source(ScriptedTransport(Self.page(sizes, count: 1)))
    let photo = try #require(try await source.feedPage(1).photos.first)
    #expect(source.original(of: photo).url == "https://sun1.userapi.com/z.jpg")
  }

  @Test func `all received photos count, even those that can't be shown`() async throws {
    let items = [Self.item, "{\"id\":2,\"owner_id\":5}", "{\"id\":null}"].joined(separator: ",")
    let page = try await Self.source(ScriptedTransport(Self.page(items, count: 9))).feedPage(4)
    #expect(page.photos.count == 1)
    #expect(page.next == 7)
    let last = try await Self.source(ScriptedTransport(Self.page("", count: 9))).feedPage(9)
    #expect(last.photos.isEmpty && last.next == nil)
  }

  @Test func `URLs of this computer are refused`() async throws {
    let hostile = """
      {"id":1,"owner_id":5,"sizes":[
       {"type":"s","width":9,"height":9,"url":"http://127.0.0.1:22/"},
       {"type":"x","width":9,"height":9,"url":"file:///etc/passwd"}]}
      """
    let page = try await Self.source(ScriptedTransport(Self.page(hostile))).feedPage(1)
    #expect(page.photos.isEmpty)
    let album = """
      {"id":5,"owner_id":-1,"title":"A","size":3,"sizes":[
       {"type":"s","width":9,"height":9,"src":"http://127.0.0.1:22/"}]}
      """
    let albums = try await Self.source(ScriptedTransport(Self.page(album))).topics()
    #expect(try albums.map(\.info.title) == ["A"] && albums.at(0).info.cover == nil)
  }

  @Test func `albums that the API lists but doesn't open are omitted`() async throws {
    let albums = (-9000...(-8999)).map { "{\"id\":\($0),\"owner_id\":7,\"title\":\"Tagged\"}" }
    let wall = "{\"id\":-7,\"owner_id\":7,\"title\":\"Wall\"}"
    let transport = ScriptedTransport(Self.page((albums + [wall]).joined(separator: ",")))
    #expect(try await Self.source(transport).topics().map(\.list) == [.topic("7_wall")])
  }

  @Test func `an unreadable first page is an error`() async throws {
    let source = Self.source(ScriptedTransport(Self.page("{},{\"id\":null}")))
    let errors = [
      await problem { () throws(Problem) in _ = try await source.feedPage(1) },
      await problem { () throws(Problem) in _ = try await source.topics() },
    ]
    #expect(errors == [Problem(.feed, .malformedAnswer), Problem(.topics, .malformedAnswer)])
    #expect(try await source.feedPage(2).photos.isEmpty)
  }

  // MARK: Errors

  @Test func `errors aren't retried at another URL`() async {
    let transport = ScriptedTransport("", status: 301)
    let id = Photo.ID(service: .vk, value: "-1_2")
    await #expect(throws: Problem(.like, .unexpectedStatus(301))) {
      try await Self.source(transport).setLike(id, liked: true)
    }
    #expect(transport.requests.allSatisfy { !$0.followsRedirects })
  }

  private static func error(_ code: Int, _ message: String = "why", more: String = "") -> String {
    """
    {"response":{"count":0,"items":[]},"error":{"error_code":\(code),"error_msg":"\(message)",
     "request_params":[{"key":"oauth","value":"1"}]\(more)}}
    """
  }

  private static let page17 = "https://m.vk.ru/login?act=security_check"
  private static let causes: [(Int, Problem.Cause)] = [
    (1, .server(status: 1)), (2, .refused(.application)), (3, .badRequest(message: "why")),
    (5, .unauthorized), (6, .refused(.tooFast)), (7, .refused(.noAccess(message: "why"))),
    (8, .badRequest(message: "why")), (9, .refused(.flood)), (10, .server(status: 10)),
    (15, .refused(.noAccess(message: "why"))), (18, .refused(.ownerGone)),
    (19, .refused(.ownerGone)), (27, .refused(.wrongKey)), (28, .refused(.wrongKey)),
    (29, .refused(.quota)), (30, .refused(.noAccess(message: "why"))),
    (100, .badRequest(message: "why")), (113, .refused(.setting(name: "vk.owner"))),
    (114, .refused(.setting(name: "vk.album"))), (200, .refused(.noAccess(message: "why"))),
    (203, .refused(.noAccess(message: "why"))), (1117, .refused(.sessionExpired)),
    (4711, .badRequest(message: "why")),
  ]

  @Test(arguments: Self.causes)
  func `refusals are recognized by code, with any status`(code: Int, cause: Problem.Cause) async {
    for status in [200, 401] {
      let transport = ScriptedTransport(Self.error(code), status: status)
      let source = Self.source(transport, signIn: .vkID)
      let album = await problem { () throws(Problem) in try await source.feedPage(1) }
      #expect(album == Problem(.feed, cause))
      let id = Photo.ID(service: "vk", value: "-1_2")
      let photo = await problem { () throws(Problem) in try await source.photo(id) }
      #expect(photo == Problem(.details, cause))
    }
    for language in Language.allCases {
      let text = Texts(language).problem(Problem(.feed, cause))
      #expect(!text.explanation.isEmpty && !text.advice.isEmpty)
    }
  }

  @Test(arguments: [
    (
      "User authorization failed: access_token was given to another ip address.",
      Problem.Cause.refused(.sessionElsewhere)
    ),
    ("User authorization failed: access_token has expired.", .refused(.sessionExpired)),
    ("User authorization failed: user is blocked.", .refused(.accountBlocked)),
    ("User authorization failed: invalid session.", .unauthorized),
  ])
  func `a session ends for the reason in the message`(
    message: String,
    cause: Problem.Cause
  ) async {
    let transport = ScriptedTransport(Self.error(5, message))
    let source = Self.source(transport, signIn: .vkID)
    let found = await problem { () throws(Problem) in try await source.feedPage(1) }
    #expect(found?.cause == cause)
  }

  @Test(arguments: [(5, "invalid access_token (4)."), (5, "access_token has expired."), (1117, "")])
  func `errors of a service key don't concern a session`(code: Int, message: String) async {
    let source = Self.source(ScriptedTransport(Self.error(code, message)), signIn: .serviceKey)
    let found = await problem { () throws(Problem) in try await source.feedPage(1) }
    #expect(found == Problem(.feed, .refused(.serviceKey)))
    for language in Language.allCases {
      let text = Texts(language).problem(Problem(.feed, .refused(.serviceKey)))
      #expect(!(text.explanation + text.advice).lowercased().contains("session"))
      #expect(!(text.explanation + text.advice).lowercased().contains("сеанс"))
    }
  }

  @Test(arguments: [(113, "why"), (114, "why"), (100, "album_id is invalid"), (100, "owner_id")])
  func `errors of an album opened by URL name no setting`(
    code: Int,
    message: String
  ) async {
    let source = Self.source(ScriptedTransport(Self.error(code, message)))
    let found = await problem { () throws(Problem) in
      try await source.photos(inTopic: "-1_2", page: 1)
    }
    #expect(found == Problem(.topic, .notFound))
    for cause in [Problem.Cause.refused(.noAccess(message: nil)), .refused(.ownerGone)] {
      for language in Language.allCases {
        #expect(!Texts(language).problem(Problem(.topic, cause)).advice.contains("config.toml"))
      }
    }
  }

  @Test func `errors name the page to open, and the invalid setting`() async {
    let cases: [(String, ServiceRefusal)] = [
      (
        Self.error(14, more: ",\"captcha_sid\":\"1\",\"captcha_img\":\"https://api.vk.ru/c\""),
        .robotCheck(page: "https://api.vk.ru/c")
      ),
      (
        Self.error(14, more: ",\"redirect_uri\":\"\(Self.page17)\""),
        .robotCheck(page: WebPage(Self.page17))
      ),
      // Text that isn't a URL is never shown.
      (
        Self.error(14, more: ",\"redirect_uri\":\"--help\""), .robotCheck(page: nil)
      ),
      (
        Self.error(17, more: ",\"redirect_uri\":\"file:///etc/passwd\""),
        .confirmation(page: nil)
      ),
      (
        Self.error(17, more: ",\"redirect_uri\":\"\(Self.page17)\""),
        .confirmation(page: WebPage(Self.page17))
      ),
      (Self.error(100, "album_id is invalid"), .setting(name: "vk.album")),
      (Self.error(100, "owner_id not integer"), .setting(name: "vk.owner")),
    ]
    for (answer, refusal) in cases {
      let found = await problem { () throws(Problem) in
        try await Self.source(ScriptedTransport(answer)).feedPage(1)
      }
      #expect(found?.cause == .refused(refusal))
    }
  }

  @Test(arguments: [(6, 5), (1, 3), (10, 3), (9, 1), (29, 1), (5, 1), (15, 1)])
  func `calls are repeated if that may help`(code: Int, calls: Int) async {
    let transport = ScriptedTransport(Self.error(code))
    let pauses = Lock<[Duration]>([])
    _ = await problem { () throws(Problem) in
      try await Self.source(transport, pauses: pauses).feedPage(1)
    }
    #expect(transport.requests.count == calls)
    // Pauses grow, and end. Other waiting times are due to the rate limit.
    let rests = (0..<calls - 1).compactMap { VKFailure(code: code).pause(before: $0) }
    #expect(rests.count == calls - 1 && rests == rests.sorted())
    #expect(VKFailure(code: code).pause(before: calls - 1) == nil)
    let waited = pauses.withLock { $0 }
    #expect(rests.allSatisfy(waited.contains))
  }

  @Test func `a response is accepted after retries`() async throws {
    let count = Lock(0)
    let transport = ScriptedTransport { request in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      return HTTPResponse(
        status: 200,
        url: request.url,
        body: Array((isFirst ? Self.error(6) : Self.page(Self.item)).utf8)
      )
    }
    #expect(try await Self.source(transport).feedPage(1).photos.count == 1)
  }

  @Test func `different failures without a response object have different causes`() async {
    let html = [HTTPHeader("Content-Type", "text/html")]
    let cases: [(ScriptedTransport, Problem.Cause)] = [
      (ScriptedTransport("<html></html>", status: 502, headers: html), .server(status: 502)),
      (
        ScriptedTransport("<html></html>", headers: html),
        .htmlInsteadOfData(host: "api.vk.ru")
      ),
      (ScriptedTransport(""), .transfer(host: "api.vk.ru", reason: "an empty answer came")),
      (ScriptedTransport("{\"response\":"), .malformedAnswer),
    ]
    for (transport, cause) in cases {
      let found = await problem { () throws(Problem) in try await Self.source(transport).feedPage(1)
      }
      #expect(found == Problem(.feed, cause))
    }
  }
}
