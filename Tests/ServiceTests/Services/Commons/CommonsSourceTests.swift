import Foundation
import HTTP
import Harness
import Localization
import Logging
import Model
import Platform
import ServiceAPI
import Testing

@testable import Commons

/// Wikimedia Commons by invented answers with the shapes and oddities of its API.
@Suite struct CommonsSourceTests {
  private static func samples() throws -> [String: Any] {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Fixtures/commons-samples.json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: path))
    return (object as? [String: Any])?["samples"] as? [String: Any] ?? [:]
  }

  private func response(_ name: String, _ request: HTTPRequest) -> HTTPResponse {
    let sample = (try? Self.samples()[name]) as? [String: Any] ?? [:]
    let headers = (sample["headers"] as? [String: String] ?? [:]).map { HTTPHeader($0, $1) }
    let body = sample["body"].flatMap { try? JSONSerialization.data(withJSONObject: $0) }
    return HTTPResponse(
      status: sample["status"] as? Int ?? 0,
      url: request.url,
      headers: headers,
      body: Array(body ?? Data((sample["text"] as? String ?? "").utf8))
    )
  }

  /// Returns a source that receives these samples in turn, the last one again and again.
  private func source(
    _ names: String...,
    language: String = "en",
    contact: String? = "a@b.example"
  ) -> (CommonsSource, ScriptedTransport) {
    let count = Lock(0)
    let transport = ScriptedTransport { request in
      let index = count.withLock { count in
        defer { count += 1 }
        return min(count, names.count - 1)
      }
      return response(names[index], request)
    }
    var connection = ServiceConnection(
      transport: transport,
      session: { nil },
      log: Logger(label: "test")
    )
    connection.language = language
    var configuration = CommonsConfiguration()
    configuration.contact = contact
    return (CommonsSource(configuration, connection), transport)
  }

  private func query(_ transport: ScriptedTransport, _ index: Int = 0) throws -> URLQuery {
    let url = try transport.requests.at(index).url
    #expect(url.hasPrefix("https://commons.wikimedia.org/w/api.php?"))
    return URLQuery(parsing: String(url.split(separator: "?", maxSplits: 1).last ?? ""))
  }

  @Test func `a page of the feed is one request, without what is no photo`() async throws {
    let (source, transport) = source("feed_page_categorymembers")
    let page = try await source.feedPage(.first)
    #expect(transport.requests.count == 1)
    let query = try query(transport)
    #expect(query["gcmtitle"] == "Category:Featured pictures on Wikimedia Commons")
    #expect(query["gcmsort"] == "timestamp" && query["gcmdir"] == "desc")
    #expect(query["gcmlimit"] == "50" && query["iiurlwidth"] == "330")
    #expect(query["formatversion"] == "2" && query["uselang"] == "en")
    #expect(query["prop"] == "imageinfo|categories" && query["clprop"] == "timestamp")
    #expect(query["clcategories"] == query["gcmtitle"] && query["cllimit"] == "50")
    // A category, a GIF, a file without an address and one without information are left out.
    let ids = page.photos.map(\.id.value)
    #expect(ids == ["900000103", "900000101", "900000102", "900000104", "900000109"])

    let next = try #require(page.next)
    _ = try await source.feedPage(next)
    let second = try self.query(transport, 1)
    #expect(second["gcmcontinue"] == "2026-08-09 07:31:00|900000110")
    #expect(second["continue"] == "gcmcontinue||" && second["gcmtitle"] == query["gcmtitle"])
  }

  @Test func `a photo has its author's words, never the uploader's`() async throws {
    let photos = try await source("feed_page_categorymembers").0.feedPage(.first).photos
    let lake = try photos.at(1)
    #expect(lake.title == "Lake at dawn, Exampleland, 2026")
    #expect(lake.description == "Morning fog over the lake & the village.\nView from the north.")
    #expect(lake.author.name == "Example User" && lake.author.username == "ExampleUser")
    #expect(lake.author.pageURL?.text == "https://commons.wikimedia.org/wiki/User:ExampleUser")
    // The day of the upload; the picture's own is among the details.
    #expect(lake.created == CalendarDate(year: 2026, month: 8, day: 30))
    #expect(lake.license == "CC BY-SA 4.0" && lake.requiresCredit == true)
    #expect(
      lake.pageURL?.text
        == "https://commons.wikimedia.org/wiki/File:Lake_at_dawn%2C_Exampleland%2C_2026.jpg"
    )
    #expect(lake.likes == nil && lake.color == nil && lake.blurHash == nil)

    let portrait = try photos.at(0)
    #expect(portrait.title == "Портрет «у окна» \"проба\"" && portrait.description == nil)
    #expect(portrait.author.name == "Gone & Museum and others (see the file's page)")
    #expect(portrait.attribution == "Photo by Gone, Wikimedia Commons, CC BY-SA 4.0")

    let bridge = try photos.at(2)
    #expect(bridge.author.name == "A. N. Author" && bridge.author.username.isEmpty)
    #expect(bridge.license == "Public domain" && bridge.licensePage == nil)
    let panorama = try photos.at(3)
    #expect(panorama.licensePage?.text == "https://creativecommons.org/licenses/by/2.0")
    #expect(try photos.at(4).author.name == "see the file's page")
    let russian = try await self.source("feed_page_categorymembers", language: "ru").0
      .feedPage(.first).photos
    #expect(try russian.at(0).author.name == "Gone & Museum и другие (см. страницу файла)")
    #expect(try russian.at(4).author.name == "см. страницу файла")
  }

  @Test func `the feed has the order in which files were put into the category`() async throws {
    func page(_ id: Int, _ time: String?, namespace: Int = 6) -> String {
      let categories = time.map { #","categories":[{"title":"Category:X","timestamp":"\#($0)"}]"# }
      return """
        {"pageid":\(id),"ns":\(namespace),"title":"File:\(id).jpg"\(categories ?? ""),
         "imageinfo":[{"mime":"image/jpeg","width":9,"height":9,"timestamp":"2020-01-01T00:00:00Z",
         "url":"https://upload.wikimedia.org/wikipedia/commons/1/1a/\(id).jpg"}]}
        """
    }
    func order(_ pages: String...) async throws -> [String] {
      let body = #"{"query":{"pages":[\#(pages.joined(separator: ","))]}}"#
      let transport = ScriptedTransport { request in
        HTTPResponse(status: 200, url: request.url, headers: [], body: Array(body.utf8))
      }
      let connection = ServiceConnection(
        transport: transport,
        session: { nil },
        log: Logger(label: "test")
      )
      let source = CommonsSource(CommonsConfiguration(), connection)
      return try await source.feedPage(.first).photos.map(\.id.value)
    }
    let (old, new) = ("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")
    #expect(try await order(page(1, old), page(2, nil, namespace: 14), page(3, new)) == ["3", "1"])
    // Without the times, as the service sends them.
    #expect(try await order(page(1, old), page(2, nil), page(3, new)) == ["1", "2", "3"])
  }

  @Test(arguments: [
    ("2026-05-03 05:41:12", CalendarDate(year: 2026, month: 5, day: 3)),
    (
      #"Taken on&#160;<time class=\"dtstart\" datetime=\"2019-05-03\">3 May 2019</time>"#,
      CalendarDate(year: 2019, month: 5, day: 3)
    ),
    ("circa 1890<div style='display: none;'>date QS:P571,+1890-01-01T00:00:00Z/9</div>", nil),
    ("1845", nil), ("", nil),
  ])
  func `a text is the picture's date only if it has a whole one`(text: String, day: CalendarDate?)
    throws
  {
    let texts = #""extmetadata":{"DateTimeOriginal":{"value":"\#(text)"}}"#
    let body = #"{"query":{"pages":[{"imageinfo":[{\#(texts)}]}]}}"#
    let answer: CommonsAnswer = try LenientJSON.decode(from: Array(body.utf8))
    #expect(PhotoDetails(try answer.pages.at(0)).taken == day)
  }

  @Test func `an incomplete batch is joined, and an endless one is given up`() async throws {
    let (source, transport) = source("feed_incomplete_batch_1", "feed_incomplete_batch_2")
    let page = try await source.feedPage(.first)
    #expect(page.photos.map(\.id.value) == ["900000101", "900000104"])
    #expect(transport.requests.count == 2)
    #expect(try query(transport, 1)["iicontinue"] == "Panorama_of_hills.jpg|20260830091500")
    #expect(page.next?.text.contains("gcmcontinue=2026") == true)

    let (endless, requests) = self.source("feed_incomplete_batch_1")
    _ = try await endless.feedPage(.first)
    #expect(requests.requests.count == 5)
    #expect(try await self.source("feed_end").0.feedPage(.first) == Page(photos: [], next: nil))
  }

  @Test func `a search sorts by the place of each page and survives warnings`() async throws {
    let (source, transport) = source("search_page")
    let search = SearchQuery("misty \"lake\"", orientation: .landscape, sort: .latest)
    let page = try await source.search(search, page: .first)
    let words = try #require(try query(transport)["gsrsearch"])
    #expect(words.hasPrefix("filetype:bitmap filemime:image/jpeg incategory:\"Featured pictures"))
    #expect(words.hasSuffix("on Wikimedia Commons\" misty lake"))
    #expect(try query(transport)["gsrsort"] == "create_timestamp_desc")
    // The bridge is nearly square.
    #expect(page.photos.map(\.id.value) == ["900000101"] && page.looked == 2)
    let (whole, requests) = self.source("search_page")
    _ = try await whole.search(SearchQuery("lake", scope: .all), page: .first)
    #expect(
      try self.query(requests)["gsrsearch"] == "filetype:bitmap filemime:image/jpeg lake"
    )
    let (random, draws) = self.source("search_page")
    _ = try await random.randomPhotos(.search(SearchQuery("lake", scope: .all)))
    #expect(try self.query(draws)["gsrsearch"] == "filetype:bitmap filemime:image/jpeg lake")
    let all = try await self.source("search_page").0.search(SearchQuery("x"), page: .first)
    #expect(all.photos.map(\.id.value) == ["900000101", "900000102"] && all.looked == nil)
  }

  @Test func `a photographer's photos are those that name the photographer`() async throws {
    let (source, transport) = source("feed_page_categorymembers")
    let page = try await source.photos(of: "ExampleUser", page: .first)
    #expect(page.photos.map(\.id.value) == ["900000101"])
    #expect(try query(transport)["gsrsearch"]?.contains(" insource:\"User:ExampleUser\" ") == true)
    #expect(
      try await source.person("Ann Lee").pageURL?.text.hasSuffix("/wiki/User:Ann_Lee") == true
    )
  }

  @Test func `topics without files are left out, in the user's language`() async throws {
    let (source, transport) = source("topic_counts", language: "ru")
    let topics = try await source.topics()
    #expect(topics.map(\.list) == [.feed, .topic("lakes")])
    #expect(topics.map(\.info.title) == ["Избранные изображения", "Озёра"])
    #expect(try query(transport)["maxage"] == "86400" && transport.requests.count == 1)
    _ = try await source.photos(inTopic: "lakes", page: .first)
    #expect(
      try query(transport, 1)["gsrsearch"]?.hasSuffix("deepcat:\"Featured pictures of lakes\"")
        == true
    )
    await #expect(throws: Problem(.topic, .notFound)) { try await source.topic("nothing") }
  }

  @Test func `details have camera and place`() async throws {
    let (source, transport) = source("details")
    let photo = try await source.photo(Photo.ID(service: .commons, value: "900000101"))
    #expect(transport.requests.count == 1)
    let query = try query(transport)
    #expect(query["clshow"] == "!hidden" && query["cllimit"] == "20")
    #expect(query["iiextmetadatafilter"]?.contains("Restrictions") == true)
    let details = try #require(photo.details)
    #expect(details.camera == "EXAMPLE X1" && details.exposure == "1/250")
    #expect(details.aperture == "8" && details.focalLength == "35" && details.iso == 200)
    #expect(details.location == "60.1234, -0.5")
    #expect(details.taken == CalendarDate(year: 2026, month: 5, day: 3))
    #expect(details.restrictions == [] && details.categories == ["Lakes in Exampleland"])
  }

  @Test func `details name the rights besides copyright, and twenty categories at most`() throws {
    let texts = #""extmetadata":{"Restrictions":{"value":"personality|trademarked||x"}}"#
    let categories = (1...30).map { #"{"ns":14,"title":"Category:Number \#($0)"}"# }
      .joined(separator: ",")
    let body =
      #"{"query":{"pages":[{"imageinfo":[{\#(texts)}],"categories":[\#(categories)]}]}}"#
    let answer: CommonsAnswer = try LenientJSON.decode(from: Array(body.utf8))
    let details = PhotoDetails(try answer.pages.at(0))
    #expect(details.restrictions == ["personality", "trademarked", "x"])
    #expect(details.categories.count == 20 && details.categories[1] == "Number 2")
  }

  @Test(arguments: [
    ("missing_id", Problem.Cause.notFound), ("error_plaintext", .stalePage),
    ("error_maxlag", .tooManyRequests(minutes: 1)),
    ("rate_limited_json", .tooManyRequests(minutes: 1)),
    ("rate_limited_text_without_retry_after", .tooManyRequests(minutes: nil)),
    ("no_user_agent", .forbidden(message: nil)), ("server_error_html", .server(status: 503)),
    ("error_bc", .notFound),
  ])
  func `each failure has its cause, whatever its body is`(name: String, cause: Problem.Cause)
    async throws
  {
    let (source, _) = source(name)
    let id = Photo.ID(service: .commons, value: "1")
    await #expect(throws: Problem(.details, cause)) { try await source.photo(id) }
  }

  @Test(arguments: ["rate_limited_json", "rate_limited_text_without_retry_after"])
  func `who has no contact learns that it would help`(name: String) async throws {
    let (source, _) = source(name, contact: nil)
    let problem = await #expect(throws: Problem.self) { try await source.feedPage(.first) }
    guard case .tooManyRequests(_, lacksContact: true) = problem?.cause else {
      Issue.record("\(String(describing: problem))")
      return
    }
    let text = Texts(.english).problem(try #require(problem))
    #expect(text.body.contains("Set contact in config.toml"))
  }

  @Test func `originals are loaded one at a time, and each picture counts among two`() throws {
    var configuration = CommonsConfiguration()
    configuration.contact = nil
    #expect(configuration.limits.map(\.perMinute) == [10, nil, nil])
    configuration.contact = "a@b.example"
    #expect(configuration.limits.map(\.perMinute) == [200, nil, nil])
    #expect(configuration.limits.map(\.atOnce) == [3, 1, 2])
    #expect(configuration.limits.map(\.isForDownloads) == [false, true, false])
    #expect(configuration.limits[1].domains == configuration.limits[2].domains)
  }

  @Test func `a title leads to the ID of its file, also through a redirect`() async throws {
    let (source, transport) = source("by_title_normalized_and_redirected")
    #expect(try await source.lookUp("old_name.jpg").value == "900000104")
    #expect(try query(transport)["titles"] == "File:old_name.jpg")
    for name in ["missing_title", "invalid_title"] {
      await #expect(throws: Problem(.picture, .notFound)) {
        try await self.source(name).0.lookUp("x")
      }
    }
  }

  @Test func `pictures have Wikimedia's widths, below the original's`() async throws {
    let (source, _) = source("feed_page_categorymembers")
    let photos = try await source.feedPage(.first).photos
    let lake = try photos.at(1)
    let start = "https://thumb.wikimedia.org/wikipedia/commons/thumb/1/1a/"
    let name = "Lake_at_dawn%2C_Exampleland%2C_2026.jpg"
    for (width, step) in [(1, 20), (331, 500), (960, 960), (5_000, 3_840)] {
      let address = try #require(source.rendition(of: lake.picture, width: width, native: 6_000))
      #expect(address.url == start + name + "/\(step)px-" + name && address.width == step)
      #expect(address.cacheKey.hasSuffix("px-\(name)#20260830091500"))
      #expect(!address.cacheKey.contains("utm") && !address.cacheKey.contains("wikimedia.org"))
    }
    #expect(
      source.original(of: lake).url
        == "https://upload.wikimedia.org/wikipedia/commons/1/1a/" + name
    )
    // A file smaller than the width that lists request is its own thumbnail.
    let portrait = try photos.at(0)
    let small = try #require(source.rendition(of: portrait.picture, width: 250, native: 300))
    #expect(small.url.hasPrefix("https://upload.wikimedia.org/wikipedia/commons/3/3c/"))
    #expect(small.url == source.original(of: portrait).url)
  }

  @Test(arguments: [
    "http://upload.wikimedia.org/a.jpg", "https://evil.example/a.jpg", "https://127.0.0.1/a.jpg",
    "https://upload.wikimedia.org.evil.example/a.jpg", "https://upload.wikimedia.org:8443/a.jpg",
    "",
  ])
  func `pictures of other hosts are refused`(url: String) {
    #expect(CommonsPictures.picture(url, version: "1", isLocal: false) == nil)
  }
}
