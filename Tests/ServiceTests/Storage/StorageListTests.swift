import GRDB
import Harness
import Model
import Shell
import Storage
import Testing

struct `What is kept of lists` {
  let database: Database
  let store: Store

  init() throws {
    database = try Database()
    store = try database.open()
  }

  @Test func `is read back as it was written, by the next start too`() async throws {
    let kept = CachedList(
      photos: [fullPhoto("b"), barePhoto("a"), barePhoto("a", service: ServiceID("other"))],
      next: .max,
      total: 0,
      time: 1_763_723_580.25
    )
    #expect(try store.list(.feed, of: account) == nil)
    try await store.keep(kept, as: .feed, of: account)
    #expect(try store.list(.feed, of: account) == kept)
    #expect(try database.open().list(.feed, of: account) == kept)

    var empty = PhotoDetails()
    empty.camera = nil
    var photo = barePhoto("c")
    photo.details = empty
    let end = CachedList(photos: [photo], next: nil, time: 0)
    try await store.keep(end, as: .feed, of: account)
    #expect(try store.list(.feed, of: account) == end)
    #expect(try store.check().photos == 1)
  }

  @Test func `stays as old as it was where only its photographs change`() async throws {
    var kept = CachedList(photos: [barePhoto("a")], next: 2, time: 1)
    try await store.keep(kept, as: .favourites, of: account)
    kept.photos = [barePhoto("b")]
    kept.time = 100
    try await store.keep(kept, as: .favourites, of: account, updatesTime: false)
    let read = try #require(try store.list(.favourites, of: account))
    #expect(read.photos == kept.photos && read.time == 1)
    // Nothing was kept of it yet.
    try await store.keep(kept, as: .feed, of: account, updatesTime: false)
    #expect(try store.list(.feed, of: account)?.time == 100)
    try await store.keep(kept, as: .favourites, of: account)
    #expect(try store.list(.favourites, of: account)?.time == 100)
  }

  @Test(arguments: [
    "--help", "javascript:alert(1)", "https://x/\n\u{1B}[201~", "http://x.test/", "",
  ])
  func `has no page that nobody should follow, whoever wrote it`(link: String) async throws {
    let kept = CachedList(photos: [fullPhoto("a")], next: nil, time: 1)
    try await store.keep(kept, as: .feed, of: account)
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

  @Test func `can be read in part`() async throws {
    let kept = CachedList(photos: (0..<40).map { barePhoto("\($0)") }, next: 3, total: 90, time: 1)
    try await store.keep(kept, as: .feed, of: account)
    let start = try #require(try store.list(.feed, of: account, limit: 30))
    #expect(start.photos == Array(kept.photos[..<30]))
    #expect(start.next == 3)
    #expect(start.total == 90)
  }

  @Test func `is of one list, one query and one account`() async throws {
    let lists: [ListID] = [
      .search(SearchQuery("feed", color: .blackAndWhite)),
      .search(SearchQuery("feed", orientation: .portrait)),
      .feed, .favourites, .search(SearchQuery("feed")), .search(SearchQuery("Feed")),
    ]
    for (number, list) in lists.enumerated() {
      for (time, name) in [(0.0, account), (1.0, "demo")] {
        let kept = CachedList(photos: [barePhoto("\(number) \(name)")], next: number, time: time)
        try await store.keep(kept, as: list, of: name)
      }
    }
    for (number, list) in lists.enumerated() {
      let kept = try #require(try store.list(list, of: account))
      #expect(kept.photos == [barePhoto("\(number) \(account)")])
      #expect(kept.next == number)
      #expect(try store.list(list, of: "demo")?.time == 1)
    }
  }

  @Test func `of searches are the latest twenty of an account`() async throws {
    func keep(_ number: Int, of account: String) async throws {
      let kept = CachedList(photos: [barePhoto("\(number) of \(account)")], next: nil, time: 5)
      try await store.keep(kept, as: .search(SearchQuery("\(number)")), of: account)
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

  @Test func `brings what is newer to the other lists, and keeps details and colour`() async throws
  {
    let first = fullPhoto("a")
    try await store.keep(CachedList(photos: [first], next: 1, time: 1), as: .feed, of: account)
    var second = barePhoto("a")
    second.likes = 4
    let favourites = CachedList(photos: [second], next: nil, time: 2)
    try await store.keep(favourites, as: .favourites, of: account)
    second.details = first.details
    second.color = first.color
    #expect(try store.list(.feed, of: account)?.photos == [second])

    var third = second
    third.details = PhotoDetails(camera: "Leica")
    try await store.keep(CachedList(photos: [third], next: 1, time: 1), as: .feed, of: account)
    #expect(try store.list(.favourites, of: account)?.photos == [third])
  }

  @Test func `leaves no photo behind that nothing else needs`() async throws {
    let photos = (0..<5).map { barePhoto("\($0)") }
    try await store.keep(CachedList(photos: photos, next: 1, time: 1), as: .feed, of: account)
    try await store.setPending(true, of: photos[1], account: account)
    try await store.save(Download(photo: photos[2], origin: .feed, destination: .gallery))
    try await store.keep(entry(photos[3], time: 1), needsReport: false)
    try await store.keepInPictures(photos[4], needsReport: true)
    try await store.keep(CachedList(photos: [], next: nil, time: 2), as: .feed, of: account)
    #expect(try store.check().photos == 4)

    try await store.setPending(nil, of: photos[1], account: account)
    try await store.removeDownload(of: photos[2].id, to: .gallery)
    try await store.removeFromGallery([photos[3].id])
    #expect(try store.check().photos == 1)
    try await store.tracked(photos[4].id)
    #expect(try store.check().photos == 0)
  }
}

struct `What is kept of an account` {
  let database: Database
  let store: Store

  init() throws {
    database = try Database()
    store = try database.open()
  }

  @Test func `is the profile`() async throws {
    #expect(try store.profile(of: account) == nil)
    let person = fullPhoto("a").author
    try await store.keep(Person(username: "x", name: ""), time: 1, of: account)
    try await store.keep(person, time: 2.5, of: account)
    let kept = try #require(try database.open().profile(of: account))
    #expect(kept.person == person)
    #expect(kept.time == 2.5)
    #expect(try store.profile(of: "demo") == nil)
  }

  @Test func `is the history, newest first and each text once`() async throws {
    for (number, text) in ["ночь", "cat", "ночь", "Cat", "%"].enumerated() {
      try await store.save(search: text, at: Double(number), of: account)
    }
    try await store.save(search: "other", at: 9, of: "demo")
    try await store.save(search: "same moment", at: 4, of: account)
    #expect(
      try await store.history(of: account) == ["same moment", "%", "Cat", "ночь", "cat"]
    )
    try await store.forget(search: "Cat", of: account)
    #expect(try await store.history(of: account) == ["same moment", "%", "ночь", "cat"])

    for number in 0..<50 {
      try await store.save(search: "\(number)", at: 10 + Double(number), of: account)
    }
    let history = try await database.open().history(of: account)
    #expect(history == (0..<50).reversed().map { "\($0)" })
    #expect(try await store.history(of: "demo") == ["other"])
  }

  @Test func `are likes the service has not confirmed`() async throws {
    let photos = [fullPhoto("b"), barePhoto("a")]
    for photo in photos { try await store.setPending(true, of: photo, account: account) }
    try await store.setPending(false, of: photos[0], account: account)
    try await store.setPending(true, of: photos[0], account: "demo")
    let pending = try await database.open().pendingLikes(of: account)
    #expect(pending.map(\.photo) == photos)
    #expect(pending.map(\.isLiked) == [false, true])
    #expect(try await store.pendingLikes(of: account).count == 2)

    // With a like that is taken back the heart goes that was written down with it.
    var photo = photos[0]
    photo.isLiked.toggle()
    try await store.setPending(nil, of: photo, account: account)
    #expect(try await store.pendingLikes(of: account).map(\.photo) == [photos[1]])
    #expect(try await store.pendingLikes(of: "demo").map(\.photo) == [photo])
  }

  @Test func `goes with it, and nothing else`() async throws {
    let photo = fullPhoto("kept")
    for name in [account, "demo"] {
      let kept = CachedList(photos: [barePhoto(name), photo], next: nil, time: 0)
      for list in [ListID.feed, .favourites, .search(SearchQuery("x"))] {
        try await store.keep(kept, as: list, of: name)
      }
      try await store.keep(photo.author, time: 0, of: name)
      try await store.save(search: "x", at: 0, of: name)
      try await store.setPending(true, of: photo, account: name)
    }
    let download = Download(photo: photo, origin: .search(SearchQuery("x")), destination: .pictures)
    try await store.save(download)
    try await store.keep(entry(photo, time: 0), needsReport: true)
    try await store.set("columns", to: "3")

    try await store.forget(account: account)
    for list in [ListID.feed, .favourites, .search(SearchQuery("x"))] {
      #expect(try store.list(list, of: account) == nil)
      #expect(try store.list(list, of: "demo") != nil)
    }
    #expect(try store.profile(of: account) == nil)
    #expect(try await store.history(of: account).isEmpty)
    #expect(try await store.pendingLikes(of: account).isEmpty)
    #expect(try store.profile(of: "demo") != nil)
    #expect(try await store.history(of: "demo") == ["x"])
    #expect(try await store.pendingLikes(of: "demo").count == 1)

    try await store.forget(account: "demo")
    #expect(try await store.downloads() == [download])
    #expect(try await store.gallery() == [entry(photo, time: 0)])
    #expect(try await store.pendingReports(of: "unsplash") == [photo])
    #expect(try store.setting("columns") == "3")
    #expect(try store.check().photos == 1)
  }

  @Test func `in brief is the gallery with what a line says of it`() async throws {
    var first = entry(fullPhoto("a"), time: 1)
    first.originTitle = "Fog"
    try await store.keep(first, needsReport: false)
    try await store.keep(entry(barePhoto("b"), time: 2), needsReport: false)
    // The service has named the measures of one only: the other's are a placeholder.
    for (name, side) in [("c", 0), ("d", 1200)] {
      var photo = barePhoto(name)
      (photo.width, photo.height) = Photo.unmeasured
      photo.picture = .sizes([
        PictureSize(url: "https://vk.example/\(name)", width: side, height: side, name: "x")
      ])
      try await store.keep(entry(photo, time: 3), needsReport: false)
    }
    let whole = try await store.gallery()
    #expect(whole.map(\.originTitle) == [nil, nil, nil, "Fog"])
    let brief = try await store.galleryInBrief()
    #expect(brief == whole.map { PhotoRecord($0.photo, original: "").brief })
    #expect(brief.prefix(2).map(\.width) == [1200, 0])
    #expect(try await store.galleryStubs() == whole.map(\.stub))
  }

  @Test func `has nothing to do with settings`() async throws {
    #expect(try store.setting("columns") == nil)
    try await store.set("columns", to: "2")
    try await store.set("columns", to: "")
    #expect(try database.open().setting("columns") == "")
  }
}
