import FoundationEssentials
import GRDB
import Model
import Storage
import Testing

/// A database of each version of the schema.
@Suite struct `A database of any version` {
  private static let account = "unsplash demo"
  private static let versions = Schema.migrator.migrations

  @Test(arguments: versions.dropFirst())
  func `a database of any version opens with the latest schema and loses nothing`(version: String)
    async throws
  {
    let database = try Database()
    try database.copyFixture("database-version-2.db")
    let queue = try DatabaseQueue(path: database.path)
    try Schema.migrator.migrate(queue, upTo: version)
    try queue.close()

    let store = try database.open()
    #expect(try store.check().version == Self.versions.last)
    #expect(try store.check().damages.isEmpty)
    #expect(try store.list(.feed, of: Self.account)?.photos.count == 30)
    let favourites = try store.list(.favourites, of: Self.account)
    #expect(favourites?.photos.map(\.id.value) == ["onbFtFYCC9I"])
    #expect(try store.profile(of: Self.account)?.person.name == "Demo Visitor")
    #expect(try await store.recentSearches(of: Self.account) == ["mountain", "fog"])
    #expect(try await store.gallery().count == 3)
    #expect(try await store.downloads().count == 2)
    #expect(try await store.pendingLikes(of: Self.account).map(\.isLiked) == [true])
    #expect(try database.names() == ["imagefeed.db"])
  }

  @Test func `a database of the first version opens too`() throws {
    let database = try Database()
    try database.makeFolder()
    let queue = try DatabaseQueue(path: database.path)
    try Schema.migrator.migrate(queue, upTo: "1")
    try queue.close()
    let check = try database.open().check()
    #expect(check.version == Self.versions.last && check.damages.isEmpty)
  }
}

/// A database written by version 2 of the schema, with rows in each of its tables.
struct `A database of version 2` {
  private static let account = "unsplash demo"

  private let database: Database
  private let store: Store

  init() throws {
    database = try Database()
    store = try database.openFixture("database-version-2.db")
  }

  @Test func `version 2 is migrated to the latest version, and not set aside`() throws {
    #expect(try store.check().version == "8")
    #expect(try store.check().damages.isEmpty)
    #expect(try database.names() == ["imagefeed.db"])
  }

  @Test func `lists, profile, history and settings of version 2 are kept`() async throws {
    let feed = try #require(try store.list(.feed, of: Self.account))
    #expect(feed.photos.count == 30 && feed.next == 2 && feed.total == 2_000)
    let favourites = try #require(try store.list(.favourites, of: Self.account))
    #expect(favourites.photos.map(\.id.value) == ["onbFtFYCC9I"] && favourites.next == nil)
    for orientation in [SearchQuery.Orientation.landscape, nil] {
      let query = SearchQuery("mountain", orientation: orientation)
      let found = try #require(try store.list(.search(query), of: Self.account))
      #expect(found.photos.count == 30 && found.total == 52)
    }
    let profile = try #require(try store.profile(of: Self.account))
    #expect(profile.person.name == "Demo Visitor")
    #expect(try await store.recentSearches(of: Self.account) == ["mountain", "fog"])
    #expect(try store.setting("view.feed") == "grid")
    #expect(try store.setting("view.home") == nil)
    #expect(try store.setting("view.search") == "grid")
    #expect(try store.setting("owner of unsplash demo") == "demo")
  }

  @Test func `files, downloads and likes of version 2 are kept, with their lists`() async throws {
    let gallery = try await store.gallery()
    #expect(gallery.map(\.photo.id.value) == ["dAOqDg4Xa-P", "onbFtFYCC9I", "JGOW2dSnvEC"])
    #expect(gallery.map(\.origin) == [.search(SearchQuery("mountain")), .favourites, .feed])
    #expect(gallery.allSatisfy { $0.size > 0 && $0.hash.count == 64 })
    let downloads = try await store.downloads()
    #expect(downloads.map(\.origin) == [.search(SearchQuery("mountain")), .feed])
    #expect(downloads.map(\.destination) == [.pictures, .gallery])
    #expect(downloads.map(\.position) == [4, 5])
    let likes = try await store.pendingLikes(of: Self.account)
    #expect(likes.map(\.isLiked) == [true])
  }
}

/// A database written by version 3 of the schema.
struct `A database of version 3` {
  private static let account = "unsplash demo"

  private let database: Database
  private let store: Store

  init() throws {
    database = try Database()
    store = try database.openFixture("database-version-3.db")
  }

  @Test func `version 3 is migrated to the latest version, and not set aside`() throws {
    #expect(try store.check().version == "8")
    #expect(try store.check().damages.isEmpty)
    #expect(try database.names() == ["imagefeed.db"])
  }

  @Test func `lists of version 3 are kept, with the URL that pictures are derived from`()
    async throws
  {
    let feed = try #require(try store.list(.feed, of: Self.account))
    #expect(feed.photos.count == 30 && feed.next == 2 && feed.total == 2_000)
    let first = try #require(feed.photos.first)
    #expect(first.id == Photo.ID(service: "unsplash", value: "JGOW2dSnvEC"))
    #expect(
      first.picture
        == .derived(
          from: "http://127.0.0.1:45717/photo-JGOW2dSnvEC"
            + "?ixid=M3xkZW1vfDB8MXxhbGx8MXx8fHx8MnwyfHwxNzk1NDExNTk3fA&ixlib=rb-4.1.0"
        )
    )
    let found = try #require(try store.list(.search(SearchQuery("mountain")), of: Self.account))
    #expect(found.photos.count == 30 && found.total == 52)
    #expect(try await store.recentSearches(of: Self.account) == ["mountain"])
    #expect(try store.setting("view.feed") == "grid")
    #expect(try #require(try store.profile(of: Self.account)).person.name == "Demo Visitor")
    let gallery = try await store.gallery()
    #expect(Set(gallery.map(\.photo.id.value)) == ["dAOqDg4Xa-P", "onbFtFYCC9I"])
    #expect(Set(gallery.map(\.origin)) == [.search(SearchQuery("mountain")), .feed])
  }

  @Test func `after migrating version 3, photos can have several sizes`() async throws {
    var photo = barePhoto("-1_2", service: "vk")
    photo.picture = .sizes([
      PictureSize(
        url: "https://sun.example/a.jpg?as=1x1,2x2&cs=1x1",
        width: 1,
        height: 1,
        name: "s"
      ),
      PictureSize(url: "https://sun.example/b", width: 0, height: 0, name: "новый"),
    ])
    let list = CachedList(photos: [photo], next: nil, total: 1, time: 1)
    try await store.save(list, as: .feed, of: "vk demo", updatesTime: true)
    let read = try #require(try database.open().list(.feed, of: "vk demo"))
    #expect(read.photos.map(\.picture) == [photo.picture])
  }
}

/// A database written by version 4 of the schema.
struct `A database of version 4` {
  private static let account = "unsplash demo"

  private let database: Database
  private let store: Store

  init() throws {
    database = try Database()
    store = try database.openFixture("database-version-4.db")
  }

  @Test func `version 4 is migrated to the latest version, and not set aside`() throws {
    #expect(try store.check().version == "8")
    #expect(try store.check().damages.isEmpty)
    #expect(try database.names() == ["imagefeed.db"])
  }

  @Test func `lists and files of version 4 are kept, with the lists they were found in`()
    async throws
  {
    let feed = try #require(try store.list(.feed, of: Self.account))
    #expect(feed.photos.count == 30 && feed.next == 2 && feed.total == 2_000)
    let found = try #require(try store.list(.search(SearchQuery("mountain")), of: Self.account))
    #expect(found.photos.count == 30 && found.total == 366)
    let gallery = try await store.gallery()
    #expect(gallery.map(\.origin) == [.search(SearchQuery("mountain")), .feed])
    #expect(gallery.map(\.size) == [56_805, 124_830])
  }

  @Test func `after migrating version 4, lists of every kind can be stored, with their files`()
    async throws
  {
    let photo = barePhoto("x")
    for kind in ListID.Kind.allCases {
      let list = ListID(kind, name: "name")
      let kept = CachedList(photos: [photo], next: 2, time: 1)
      try await store.save(kept, as: list, of: "other")
      #expect(try store.list(list, of: "other") == kept)
      let entry = GalleryEntry(
        photo: photo,
        origin: list.origin,
        fileName: "x.jpg",
        size: 1,
        hash: "",
        time: 1
      )
      try await store.save(entry, needsReport: false)
      #expect(try await store.galleryEntry(of: photo.id)?.origin == list.origin)
    }
  }
}

extension Database {
  /// Opens the store of a file that an earlier version of the program wrote.
  fileprivate func openFixture(_ name: String) throws -> Store {
    try copyFixture(name)
    return try open()
  }

  fileprivate func makeFolder() throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  fileprivate func copyFixture(_ name: String) throws {
    try makeFolder()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/" + name)
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
  }
}
