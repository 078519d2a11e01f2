import Files
import GRDB
import Harness
import Model
import Storage
import Testing

@testable import Shell

struct `Cached lists` {
  let database: Database
  let store: Store

  init() throws {
    database = try Database()
    store = try database.open()
  }

  @Test func `a list is read back as it was written, in the next run too`() async throws {
    let kept = CachedList(
      photos: [fullPhoto("b"), barePhoto("a"), barePhoto("a", service: ServiceID("other"))],
      next: PageToken("after 20261130|4711"),
      total: 0,
      time: 1_763_723_580.25
    )
    #expect(try store.list(.feed, of: account) == nil)
    try await store.save(kept, as: .feed, of: account)
    #expect(try store.list(.feed, of: account) == kept)
    #expect(try database.open().list(.feed, of: account) == kept)

    var empty = PhotoDetails()
    empty.camera = nil
    var photo = barePhoto("c")
    photo.details = empty
    let end = CachedList(photos: [photo], next: nil, time: 0)
    try await store.save(end, as: .feed, of: account)
    #expect(try store.list(.feed, of: account) == end)
    #expect(try store.check().photos == 1)
  }

  @Test func `a list keeps its age if only its photos change`() async throws {
    var kept = CachedList(photos: [barePhoto("a")], next: 2, time: 1)
    try await store.save(kept, as: .favourites, of: account)
    kept.photos = [barePhoto("b")]
    kept.time = 100
    try await store.save(kept, as: .favourites, of: account, updatesTime: false)
    let read = try #require(try store.list(.favourites, of: account))
    #expect(read.photos == kept.photos && read.time == 1)
    // Nothing of it was cached yet.
    try await store.save(kept, as: .feed, of: account, updatesTime: false)
    #expect(try store.list(.feed, of: account)?.time == 100)
    try await store.save(kept, as: .favourites, of: account)
    #expect(try store.list(.favourites, of: account)?.time == 100)
  }

  @Test(arguments: [
    "--help", "javascript:alert(1)", "https://x/\n\u{1B}[201~", "http://x.test/", "",
  ])
  func `unsafe pages are removed, whatever program wrote them`(link: String) async throws {
    let kept = CachedList(photos: [fullPhoto("a")], next: nil, time: 1)
    try await store.save(kept, as: .feed, of: account)
    let queue = try DatabaseQueue(path: database.path)
    try await queue.write { database in
      try database.execute(
        sql: "UPDATE photo SET page_url = ?, author_page_url = ?",
        arguments: [link, link]
      )
    }
    let photo = try #require(try store.list(.feed, of: account)?.photos.first)
    #expect(photo.pageURL == nil && photo.author.pageURL == nil)
    #expect(photo.author.name == fullPhoto("a").author.name)
  }

  @Test func `a list can be read in part`() async throws {
    let kept = CachedList(photos: (0..<40).map { barePhoto("\($0)") }, next: 3, total: 90, time: 1)
    try await store.save(kept, as: .feed, of: account)
    let start = try #require(try store.list(.feed, of: account, limit: 30))
    #expect(start.photos == Array(kept.photos[..<30]))
    #expect(start.next == 3)
    #expect(start.total == 90)
  }

  @Test func `lists are separate by query and account`() async throws {
    let lists: [ListID] = [
      .search(SearchQuery("feed", color: .blackAndWhite)),
      .search(SearchQuery("feed", orientation: .portrait)),
      .feed, .favourites, .search(SearchQuery("feed")), .search(SearchQuery("Feed")),
    ]
    for (number, list) in lists.enumerated() {
      for (time, name) in [(0.0, account), (1.0, "demo")] {
        let kept = CachedList(
          photos: [barePhoto("\(number) \(name)")],
          next: PageToken(number),
          time: time
        )
        try await store.save(kept, as: list, of: name)
      }
    }
    for (number, list) in lists.enumerated() {
      let kept = try #require(try store.list(list, of: account))
      #expect(kept.photos == [barePhoto("\(number) \(account)")])
      #expect(kept.next == PageToken(number))
      #expect(try store.list(list, of: "demo")?.time == 1)
    }
  }

  @Test func `the latest twenty searches of an account are cached`() async throws {
    func keep(_ number: Int, of account: String) async throws {
      let kept = CachedList(photos: [barePhoto("\(number) of \(account)")], next: nil, time: 5)
      try await store.save(kept, as: .search(SearchQuery("\(number)")), of: account)
    }
    try await keep(0, of: "demo")
    for number in 0..<20 { try await keep(number, of: account) }
    try await keep(0, of: account)
    try await keep(20, of: account)
    #expect(try store.list(.search(SearchQuery("1")), of: account) == nil)
    for number in [0] + Array(2...20) {
      #expect(try store.list(.search(SearchQuery("\(number)")), of: account) != nil)
    }
    #expect(try store.list(.search(SearchQuery("0")), of: "demo") != nil)
    #expect(try store.check().photos == 21)
  }

  @Test func `newer data updates other lists, and keeps details and colour`() async throws {
    let first = fullPhoto("a")
    try await store.save(CachedList(photos: [first], next: 1, time: 1), as: .feed, of: account)
    var second = barePhoto("a")
    second.likes = 4
    let favourites = CachedList(photos: [second], next: nil, time: 2)
    try await store.save(favourites, as: .favourites, of: account)
    second.details = first.details
    second.color = first.color
    #expect(try store.list(.feed, of: account)?.photos == [second])

    var third = second
    third.details = PhotoDetails(camera: "Leica")
    try await store.save(CachedList(photos: [third], next: 1, time: 1), as: .feed, of: account)
    #expect(try store.list(.favourites, of: account)?.photos == [third])
  }

  @Test func `photos that no list needs are removed`() async throws {
    let photos = (0..<5).map { barePhoto("\($0)") }
    try await store.save(CachedList(photos: photos, next: 1, time: 1), as: .feed, of: account)
    try await store.setPending(true, of: photos[1], account: account)
    try await store.save(Download(photo: photos[2], origin: .feed, destination: .gallery))
    try await store.save(entry(photos[3], time: 1), needsReport: false)
    try await store.removeSaved(photos[4], needsReport: true)
    try await store.save(CachedList(photos: [], next: nil, time: 2), as: .feed, of: account)
    #expect(try store.check().photos == 4)

    try await store.setPending(nil, of: photos[1], account: account)
    try await store.removeDownload(of: photos[2].id, to: .gallery)
    try await store.removeFromGallery([photos[3].id])
    #expect(try store.check().photos == 1)
    try await store.tracked(photos[4].id)
    #expect(try store.check().photos == 0)
  }
}

struct `Cached account data` {
  let database: Database
  let store: Store

  init() throws {
    database = try Database()
    store = try database.open()
  }

  @Test func `the profile is read back`() async throws {
    #expect(try store.profile(of: account) == nil)
    let person = fullPhoto("a").author
    try await store.save(Person(username: "x", name: ""), time: 1, of: account)
    try await store.save(person, time: 2.5, of: account)
    let kept = try #require(try database.open().profile(of: account))
    #expect(kept.person == person)
    #expect(kept.time == 2.5)
    #expect(try store.profile(of: "demo") == nil)
  }

  @Test func `the newest search is first, although the clock was once ahead`() async throws {
    try await store.save(search: "ahead", at: 4_000_000_000, of: account)
    try await store.save(search: "now", at: 1, of: account)
    #expect(try await store.recentSearches(of: account) == ["now", "ahead"])
  }

  @Test func `the history is newest first, with each text once`() async throws {
    for (number, text) in ["ночь", "cat", "ночь", "Cat", "%"].enumerated() {
      try await store.save(search: text, at: Double(number), of: account)
    }
    try await store.save(search: "other", at: 9, of: "demo")
    try await store.save(search: "same moment", at: 4, of: account)
    #expect(
      try await store.recentSearches(of: account) == ["same moment", "%", "Cat", "ночь", "cat"]
    )
    try await store.remove(search: "Cat", of: account)
    #expect(try await store.recentSearches(of: account) == ["same moment", "%", "ночь", "cat"])

    for number in 0..<50 {
      try await store.save(search: "\(number)", at: 10 + Double(number), of: account)
    }
    let history = try await database.open().recentSearches(of: account)
    #expect(history == (0..<50).reversed().map { "\($0)" })
    #expect(try await store.recentSearches(of: "demo") == ["other"])
  }

  @Test func `unconfirmed likes are stored`() async throws {
    let photos = [fullPhoto("b"), barePhoto("a")]
    for photo in photos { try await store.setPending(true, of: photo, account: account) }
    try await store.setPending(false, of: photos[0], account: account)
    try await store.setPending(true, of: photos[0], account: "demo")
    let pending = try await database.open().pendingLikes(of: account)
    #expect(pending.map(\.photo) == photos)
    #expect(pending.map(\.isLiked) == [false, true])
    #expect(try await store.pendingLikes(of: account).count == 2)

    // Removing a pending like also reverts the heart that was stored with it.
    var photo = photos[0]
    photo.isLiked.toggle()
    try await store.setPending(nil, of: photo, account: account)
    #expect(try await store.pendingLikes(of: account).map(\.photo) == [photos[1]])
    #expect(try await store.pendingLikes(of: "demo").map(\.photo) == [photo])
  }

  @Test func `the account's data is removed with it, and nothing else`() async throws {
    let photo = fullPhoto("kept")
    for name in [account, "demo"] {
      let kept = CachedList(photos: [barePhoto(name), photo], next: nil, time: 0)
      for list in [ListID.feed, .favourites, .search(SearchQuery("x"))] {
        try await store.save(kept, as: list, of: name)
      }
      try await store.save(photo.author, time: 0, of: name)
      try await store.save(search: "x", at: 0, of: name)
      try await store.setPending(true, of: photo, account: name)
    }
    let download = Download(photo: photo, origin: .search(SearchQuery("x")), destination: .pictures)
    try await store.save(download)
    try await store.save(entry(photo, time: 0), needsReport: true)
    try await store.set("columns", to: "3")

    try await store.remove(account: account)
    for list in [ListID.feed, .favourites, .search(SearchQuery("x"))] {
      #expect(try store.list(list, of: account) == nil)
      #expect(try store.list(list, of: "demo") != nil)
    }
    #expect(try store.profile(of: account) == nil)
    #expect(try await store.recentSearches(of: account).isEmpty)
    #expect(try await store.pendingLikes(of: account).isEmpty)
    #expect(try store.profile(of: "demo") != nil)
    #expect(try await store.recentSearches(of: "demo") == ["x"])
    #expect(try await store.pendingLikes(of: "demo").count == 1)

    try await store.remove(account: "demo")
    #expect(try await store.downloads() == [download])
    #expect(try await store.gallery() == [entry(photo, time: 0)])
    #expect(try await store.pendingReports(of: "unsplash") == [photo])
    #expect(try store.setting("columns") == "3")
    #expect(try store.check().photos == 1)
  }

  @Test func `the brief gallery has the data of one line per photo`() async throws {
    var first = entry(fullPhoto("a"), time: 1)
    first.originTitle = "Fog"
    try await store.save(first, needsReport: false)
    try await store.save(entry(barePhoto("b"), time: 2), needsReport: false)
    // The service sent the size of one only; the other's is a placeholder.
    for (name, side) in [("c", 0), ("d", 1200)] {
      var photo = barePhoto(name)
      (photo.width, photo.height) = Photo.unmeasured
      photo.picture = .sizes([
        PictureSize(url: "https://vk.example/\(name)", width: side, height: side, name: "x")
      ])
      try await store.save(entry(photo, time: 3), needsReport: false)
    }
    let whole = try await store.gallery()
    #expect(whole.map(\.originTitle) == [nil, nil, nil, "Fog"])
    let brief = try await store.galleryInBrief()
    #expect(brief == whole.map { PhotoFields($0.photo).brief })
    #expect(brief.prefix(2).map(\.width) == [1200, 0])
    #expect(try await store.galleryStubs() == whole.map(\.stub))
  }

  @Test func `settings don't belong to the account`() async throws {
    #expect(try store.setting("columns") == nil)
    try await store.set("columns", to: "2")
    try await store.set("columns", to: "")
    #expect(try database.open().setting("columns") == "")
  }
}
