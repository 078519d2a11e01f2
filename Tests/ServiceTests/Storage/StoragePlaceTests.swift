import Harness
import Model
import Storage
import Testing

/// Cached photographers, topics and collections, and the history.
struct `Cached places` {
  let store: Store

  init() throws { store = try Database().open() }

  private func offer(_ slug: String, total: Int? = nil) -> ListOffer {
    ListOffer(
      .topic(slug),
      ListInfo(
        title: slug.uppercased(),
        description: "About \(slug)",
        total: total,
        pageURL: "https://example.com/t",
        cover: Cover(
          .derived(from: "https://example.com/\(slug)"),
          width: 300,
          height: 200,
          color: 0x10_2030,
          blurHash: "LEHV"
        )
      )
    )
  }

  @Test func `topics replace the previous ones, in order`() async throws {
    #expect(try store.topics(of: account) == nil)
    try await store.save(topics: [offer("c"), offer("a", total: 7)], time: 5, of: account)
    let first = try #require(try store.topics(of: account))
    #expect(first.topics == [offer("c"), offer("a", total: 7)] && first.time == 5)
    try await store.save(topics: [offer("b")], time: 6, of: account)
    #expect(try store.topics(of: account)?.topics == [offer("b")])
    #expect(try store.topics(of: "other") == nil)
  }

  @Test func `a list's title is read back, and a topic keeps its place`() async throws {
    try await store.save(topics: [offer("a"), offer("b")], time: 5, of: account)
    var info = offer("a").info
    info.title = "New"
    try await store.save(info, of: .topic("a"), time: 6, account: account)
    #expect(try store.info(of: .topic("a"), account: account) == info)
    #expect(try store.topics(of: account)?.topics.map(\.info.title) == ["New", "B"])
    let size = PictureSize(url: "https://example.com/s", width: 130, height: 87, name: "m")
    let cover = Cover(.sizes([size]), width: 130, height: 87)
    let collection = ListInfo(title: "Fog", owner: "Ann", cover: cover)
    try await store.save(collection, of: .collection("7"), time: 6, account: account)
    #expect(try store.info(of: .collection("7"), account: account) == collection)
    #expect(try store.info(of: .collection("8"), account: account) == nil)
  }

  @Test func `a photo is added to a cached list at the front, and removed`() async throws {
    let list = ListID.collection("7")
    let photos = (0..<3).map { barePhoto("\($0)") }
    // A list that isn't cached isn't created.
    try await store.setMember(photos[0], of: list, account: account, true)
    #expect(try store.list(list, of: account) == nil)
    let kept = CachedList(photos: Array(photos.dropFirst()), next: 2, total: 9, time: 5)
    try await store.save(kept, as: list, of: account)
    for _ in 0..<2 { try await store.setMember(photos[0], of: list, account: account, true) }
    var found = try #require(try store.list(list, of: account))
    #expect(found.photos.map(\.id) == photos.map(\.id))
    #expect(found.total == 10 && found.next == 2 && found.time == 5)
    for _ in 0..<2 { try await store.setMember(photos[1], of: list, account: account, false) }
    found = try #require(try store.list(list, of: account))
    #expect(found.photos.map(\.id) == [photos[0].id, photos[2].id] && found.total == 9)
    #expect(try store.list(list, of: "other") == nil)
  }

  @Test func `the latest photographer and collection stay, although the clock was once ahead`()
    async throws
  {
    for number in 0..<60 {
      let time = number < 55 ? 4_000_000_000.0 : Double(number)
      let person = Person(username: "\(number)", name: "")
      try await store.save(photographer: person, time: time, of: account)
      let info = ListInfo(title: "\(number)", pageURL: nil)
      let list = ListID.collection("\(number)")
      try await store.save(info, of: list, time: time, account: account)
    }
    for number in 55..<60 {
      #expect(try store.person(named: "\(number)", of: account) != nil)
      #expect(try store.info(of: .collection("\(number)"), account: account) != nil)
    }
  }

  @Test func `only the latest photographers and collections stay`() async throws {
    for number in 0..<60 {
      let person = Person(username: "p\(number)", name: "P", bio: "x", totalPhotos: number)
      try await store.save(photographer: person, time: Double(number), of: account)
      let info = ListInfo(title: "C")
      let list = ListID.collection("\(number)")
      try await store.save(info, of: list, time: Double(number), account: account)
    }
    #expect(try store.person(named: "p59", of: account)?.totalPhotos == 59)
    #expect(try store.person(named: "p10", of: account) != nil)
    #expect(try store.person(named: "p9", of: account) == nil)
    #expect(try store.info(of: .collection("10"), account: account) != nil)
    #expect(try store.info(of: .collection("9"), account: account) == nil)
  }

  @Test func `cached places are removed with the account`() async throws {
    try await store.save(topics: [offer("a")], time: 5, of: account)
    let person = Person(username: "ann", name: "Ann")
    try await store.save(photographer: person, time: 1, of: account)
    try await store.noteOpened(barePhoto("a"), at: 1, of: account)
    try await store.remove(account: account)
    #expect(try store.topics(of: account) == nil)
    #expect(try store.person(named: "ann", of: account) == nil)
    #expect(try store.list(.history, of: account) == nil)
  }

  @Test func `the history has the last opened photo first, once, and a limit`() async throws {
    for value in ["a", "b", "c", "b"] {
      try await store.noteOpened(barePhoto(value), at: 1, of: account)
    }
    let history = try #require(try store.list(.history, of: account))
    #expect(history.photos.map(\.id.value) == ["b", "c", "a"] && history.next == nil)
    for number in 0..<510 {
      try await store.noteOpened(barePhoto("\(number)"), at: 2, of: account)
    }
    let long = try #require(try store.list(.history, of: account))
    #expect(long.photos.count == 500 && long.photos.first?.id.value == "509")
    #expect(try store.check().photos == 500)
    try await store.noteOpened(barePhoto("z"), at: 2, of: "other")
    try await store.clearHistory(of: account)
    #expect(try store.list(.history, of: account) == nil)
    #expect(try store.list(.history, of: "other")?.photos.count == 1)
    #expect(try store.check().photos == 1)
  }

  @Test func `a deleted photo leaves every cached list of its account`() async throws {
    for list in [ListID.feed, .topic("a"), .history] {
      let kept = CachedList(photos: [barePhoto("a"), barePhoto("b")], next: nil, time: 0)
      for account in [account, "other"] { try await store.save(kept, as: list, of: account) }
    }
    try await store.removeFromLists(barePhoto("a").id, of: account)
    for list in [ListID.feed, .topic("a"), .history] {
      #expect(try store.list(list, of: account)?.photos.map(\.id.value) == ["b"])
      #expect(try store.list(list, of: "other")?.photos.count == 2)
    }
    #expect(try store.check().photos == 2)
  }

  @Test func `clearing the cache keeps the history`() async throws {
    try await store.noteOpened(barePhoto("a"), at: 1, of: account)
    let feed = CachedList(photos: [barePhoto("b")], next: nil, time: 1)
    try await store.save(feed, as: .feed, of: account)
    try await store.save(topics: [offer("a")], time: 1, of: account)
    try await store.save(photographer: Person(username: "ann", name: "Ann"), time: 1, of: account)
    #expect(try await store.listCount() == 1)
    #expect(try store.check().lists == 1)
    try await store.removeCachedLists()
    #expect(try await store.listCount() == 0)
    #expect(try store.list(.feed, of: account) == nil && store.topics(of: account) == nil)
    #expect(try store.person(named: "ann", of: account) == nil)
    #expect(try store.list(.history, of: account)?.photos.count == 1)
  }

  @Test func `searches in another order or among other photos are separate lists`() async throws {
    let relevant = SearchQuery("fog")
    let latest = SearchQuery("fog", sort: .latest)
    let whole = SearchQuery("fog", scope: .all)
    try await store.save(
      CachedList(photos: [barePhoto("a")], next: nil, time: 1),
      as: .search(relevant),
      of: account
    )
    for other in [latest, whole] {
      #expect(try store.list(.search(other), of: account) == nil)
    }
    try await store.save(
      CachedList(photos: [barePhoto("b")], next: nil, time: 1),
      as: .search(whole),
      of: account
    )
    #expect(try store.list(.search(relevant), of: account)?.photos.map(\.id.value) == ["a"])
  }
}
