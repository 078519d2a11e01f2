import HTTP
import Harness
import Model
import Testing

@testable import Unsplash

private let json = [HTTPHeader("Content-Type", "application/json")]

private func photoJSON(_ id: String) -> String {
  """
  {"id":"\(id)","width":4000,"height":3000,"urls":{"raw":"https://images.example/\(id)"},
   "user":{"username":"ada"}}
  """
}

@Suite struct `Unsplash people, topics and collections` {
  @Test func `names are escaped so that they can't change the path`() async throws {
    let transport = ScriptedTransport("[\(photoJSON("a"))]", headers: json)
    let service = unsplash(transport)
    _ = try await service.photos(of: "a/b", page: 2)
    _ = try await service.likes(of: "ann", page: 1)
    _ = try await service.photos(inTopic: "fog & rain", page: 3)
    _ = try await service.photos(inCollection: "7", page: 1)
    #expect(
      transport.requests.map(\.url) == [
        "https://api.example/users/a%2Fb/photos?page=2&per_page=30",
        "https://api.example/users/ann/likes?page=1&per_page=30",
        "https://api.example/topics/fog%20%26%20rain/photos?page=3&per_page=30",
        "https://api.example/collections/7/photos?page=1&per_page=30",
      ]
    )
  }

  @Test func `topics are ordered by date, without duplicates and invalid names`()
    async throws
  {
    let log = LogLines()
    let body = """
      [{"id":"t1","slug":"nature","title":"Nature","description":"Woods","total_photos":12,
        "links":{"html":"https://unsplash.com/t/nature"},
        "cover_photo":{"id":"c","width":300,"height":200,"color":"#102030","blur_hash":"LEHV",
          "urls":{"raw":"https://images.unsplash.com/photo-1"},
          "user":{"username":"ann","name":"Ann"}}},
       {"id":"t1","slug":"nature","title":"Again"},{"id":"t2","slug":".."},{"slug":null},{},
       {"id":"t3","slug":"x","title":" ","total_photos":-5,"links":{"html":"file:///etc/passwd"},
        "cover_photo":{"id":"c","urls":{"raw":7}}}]
      """
    let transport = ScriptedTransport(body, headers: json)
    let topics = try await unsplash(transport, log: log).topics()
    #expect(
      transport.requests.first?.url
        == "https://api.example/topics?page=1&per_page=30&order_by=latest"
    )
    #expect(topics.map(\.list) == [.topic("nature"), .topic("x")])
    #expect(try topics.at(0).info.title == "Nature" && topics.at(0).info.total == 12)
    #expect(try topics.at(0).info.pageURL?.text == "https://unsplash.com/t/nature")
    let cover = try #require(topics.at(0).info.cover)
    #expect(cover.picture == .derived(from: "https://images.unsplash.com/photo-1"))
    #expect(cover.width == 300 && cover.height == 200 && cover.color == 0x10_2030)
    #expect(try topics.at(1).info.cover == nil)
    #expect(try topics.at(1).info.title == "x" && topics.at(1).info.total == 0)
    // No URL of a service is used unchecked.
    #expect(try topics.at(1).info.pageURL?.text.hasSuffix("/t/x") == true)
    #expect(log.all.count == 3)
  }

  @Test func `collections are loaded page by page`() async throws {
    let link = "<https://api.example/users/a/collections?page=2&per_page=30>; rel=\"next\""
    let body = """
      [{"id":"1","title":"Fog","user":{"username":"ann","name":"Ann"},"total_photos":3},
       {"id":7},{"id":"1"}]
      """
    let transport = ScriptedTransport(body, headers: json + [HTTPHeader("Link", link)])
    let page = try await unsplash(transport).collections(of: "a", page: 1)
    #expect(page.offers.map(\.list) == [.collection("1")] && page.next == 2)
    #expect(try page.offers.at(0).info.owner == "Ann")
    // A link to an earlier page would never end.
    #expect(try await unsplash(transport).collections(of: "a", page: 2).next == nil)
    let empty = ScriptedTransport("[]", headers: json + [HTTPHeader("Link", link)])
    #expect(
      try await unsplash(empty).collections(of: "a", page: 1) == OfferPage(offers: [], next: nil)
    )
  }

  @Test func `a list without readable entries is an error, but a further page isn't`()
    async throws
  {
    let service = unsplash(ScriptedTransport("[{},{}]"))
    let errors = [
      await problem { () throws(Problem) in _ = try await service.feedPage(1) },
      await problem { () throws(Problem) in _ = try await service.topics() },
      await problem { () throws(Problem) in _ = try await service.collections(of: "a", page: 1) },
      await problem { () throws(Problem) in _ = try await service.randomPhotos(.all) },
    ]
    #expect(
      errors == [.feed, .topics, .collections, .random].map { Problem($0, .malformedAnswer) }
    )
    #expect(try await service.feedPage(2).photos.isEmpty)
  }

  @Test func `people and collections are searched like photos`() async throws {
    let body = """
      {"total":61,"total_pages":3,"results":[{"username":"ann","name":"Ann","total_photos":7,
        "profile_image":{"large":"https://images.example/ann"}},
       {"name":"nobody"},{"username":"ann"}]}
      """
    let transport = ScriptedTransport(body, headers: json)
    let page = try await unsplash(transport).people(found: "a & b", page: 2)
    #expect(
      try transport.requests.at(0).url
        == "https://api.example/search/users?page=2&per_page=30&query=a%20%26%20b"
    )
    #expect(page.offers.map(\.list) == [.photographer("ann")] && page.next == 3)
    #expect(try page.offers.at(0).info.title == "Ann" && page.offers.at(0).info.total == 7)
    // The avatar is beside the row.
    let cover = try page.offers.at(0).info.cover?.picture
    #expect(cover == .derived(from: "https://images.example/ann"))
    #expect(try await unsplash(transport).people(found: "a", page: 3).next == nil)
    let sets = #"{"total":1,"total_pages":1,"results":[{"id":"7","title":"Fog"}]}"#
    let found = try await unsplash(ScriptedTransport(sets, headers: json))
      .collections(found: "fog", page: 1)
    #expect(found.offers.map(\.list) == [.collection("7")] && found.next == nil)
  }

  @Test func `random photos need a topic's ID, which is requested once`() async throws {
    let body = #"{"id":"T1","slug":"nature","title":"Nature"}"#
    let topic = ScriptedTransport(body, headers: json)
    let service = unsplash(topic)
    _ = try await service.topic("nature")
    _ = try? await service.randomPhotos(.topic("nature"))
    #expect(
      topic.requests.map(\.url) == [
        "https://api.example/topics/nature",
        "https://api.example/photos/random?count=30&topics=T1",
      ]
    )
    let transport = ScriptedTransport("[\(photoJSON("a")),\(photoJSON("a"))]", headers: json)
    let photos = try await unsplash(transport).randomPhotos(
      .search(SearchQuery("a b", orientation: .portrait))
    )
    #expect(photos.map(\.id.value) == ["a"])
    #expect(
      try transport.requests.at(0).url
        == "https://api.example/photos/random?count=30&query=a%20b&orientation=portrait"
    )
  }

  @Test func `chance can be narrowed by several properties at once`() async throws {
    let transport = ScriptedTransport("[\(photoJSON("a"))]", headers: json)
    let choice = RandomChoice(photographer: "ann", collection: "7", orientation: .landscape)
    _ = try await unsplash(transport).randomPhotos(choice)
    #expect(
      try transport.requests.at(0).url
        == "https://api.example/photos/random"
        + "?count=30&username=ann&collections=7&orientation=landscape"
    )
  }

  @Test func `the content filter and the order are sent where they are wanted`() async throws {
    let transport = ScriptedTransport("{\"results\":[],\"total\":0}", headers: json)
    _ = try await unsplash(transport, filter: .high)
      .search(SearchQuery("a", sort: .latest), page: 1)
    #expect(
      try transport.requests.at(0).url
        == "https://api.example/search/photos?query=a&page=1&per_page=30"
        + "&order_by=latest&content_filter=high"
    )
  }
}

@Suite struct `Links to Unsplash` {
  private func target(_ text: String) -> AddressTarget? {
    UnsplashService.target(of: text, site: "http://127.0.0.1:7437")
  }

  private func photo(_ id: String) -> AddressTarget {
    .photo(Photo.ID(service: .unsplash, value: id))
  }

  @Test(
    arguments: [
      "https://unsplash.com/photos/-_bQx1234Az", "unsplash.com/photos/-_bQx1234Az",
      "https://www.unsplash.com/photos/a-red-panda--_bQx1234Az?utm_source=x&utm_medium=referral",
      "https://unsplash.com/de/fotos/ein-panda--_bQx1234Az", "-_bQx1234Az", " -_bQx1234Az\n",
      "https://unsplash.com/pt-br/fotografias/um-panda--_bQx1234Az#top",
      "https://unsplash.com/ja/%E5%86%99%E7%9C%9F/x--_bQx1234Az",
      "http://127.0.0.1:7437/view/a-red-panda--_bQx1234Az",
      "HTTPS://UNSPLASH.COM/photos/-_bQx1234Az",
    ]
  )
  func `links to photos are recognized`(_ text: String) {
    #expect(target(text) == photo("-_bQx1234Az"))
  }

  @Test(
    arguments: [
      ("https://unsplash.com/@ann", ListID.photographer("ann")), ("@ann", .photographer("ann")),
      ("https://unsplash.com/@ann/likes", .likes(of: "ann")),
      ("https://unsplash.com/fr/@ann/collections", .photographer("ann")),
      ("https://unsplash.com/t/street-photography?utm_campaign=x", .topic("street-photography")),
      ("https://unsplash.com/es/t/nature", .topic("nature")),
      ("https://unsplash.com/collections/12345/fog-and-rain", .collection("12345")),
      ("http://127.0.0.1:7437/@ann", .photographer("ann")),
      ("https://unsplash.com/s/photos/night-sky", .search(SearchQuery("night sky"))),
      (
        "https://unsplash.com/de/s/fotos/nebel?orientation=portrait&color=blue&order_by=latest",
        .search(SearchQuery("nebel", orientation: .portrait, color: .blue, sort: .latest))
      ),
      ("unsplash.com/s/photos/%D1%82%D1%83%D0%BC%D0%B0%D0%BD", .search(SearchQuery("туман"))),
    ]
  )
  func `links to lists are recognized`(_ text: String, _ list: ListID) {
    #expect(target(text) == .list(list))
  }

  @Test(
    arguments: [
      "", " ", "two words", "@", "@..", "https://unsplash.com", "https://unsplash.com/",
      "https://unsplash.com/photos", "https://unsplash.com/photos/short",
      "https://unsplash.com/s/photos", "https://unsplash.com/s/photos/---",
      "https://unsplash.com/s/photos/a%1Bb", "https://unsplash.com/s/words/a",
      "https://unsplash.com/photos/x-y-bQx1234%2FAz", "https://unsplash.com/t/..",
      "https://unsplash.com/t/%2e%2e", "https://unsplash.com/@a%2Fb", "https://unsplash.com/@a%0Ab",
      "https://unsplash.com.evil.example/@ann", "https://evil.example/@ann",
      "https://ann@unsplash.com/@ann", "javascript:alert(1)", "file:///etc/passwd",
      "http://127.0.0.1:7438/@ann", "photos/-_bQx1234Az", String(repeating: "a", count: 3_000),
      "-_bQx1234A\u{0}", "-_bQx1234Aé", "\u{1B}]0;x",
    ]
  )
  func `other links are refused`(_ text: String) {
    #expect(target(text) == nil)
  }
}
