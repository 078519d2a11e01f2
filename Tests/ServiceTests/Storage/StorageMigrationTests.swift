import FoundationEssentials
import GRDB
import Harness
import Model
import Storage
import Testing

/// A database that the program wrote when its tables were created in eight steps.
struct `A database of version 8` {
  private static let account = "unsplash demo"

  private let database: Database
  private let store: Store

  init() throws {
    database = try Database()
    store = try database.openFixture("database-version-8.db")
  }

  @Test func `version 8 is opened and brought up to date, and not set aside`() async throws {
    #expect(try store.check().version == "12")
    #expect(try store.check().damages.isEmpty)
    #expect(try database.names() == ["imagefeed.db"])
    let steps = (1...12).map(String.init)
    #expect(try database.texts("SELECT identifier FROM grdb_migrations") == steps)
    try await store.set("columns", to: "2")
    #expect(try database.open().setting("columns") == "2")
  }

  @Test func `a new database has the same tables as one of version 8`() throws {
    let new = try Database()
    _ = try new.open()
    #expect(
      try new.texts("SELECT identifier FROM grdb_migrations") == ["8", "9", "10", "11", "12"]
    )
    let tables = try new.texts(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1"
    )
    #expect(tables.count == 14)
    for query in [
      "SELECT name || wr || strict FROM pragma_table_list WHERE schema = 'main' ORDER BY 1",
      "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY 1",
    ] {
      #expect(try new.texts(query) == database.texts(query))
    }
    for table in tables {
      for query in [
        """
        SELECT format('%s %s %d %s %d', name, type, "notnull", dflt_value, pk)
          FROM pragma_table_xinfo('\(table)')
        """,
        """
        SELECT format('%s %s %s %s', "from", "table", "to", on_delete)
          FROM pragma_foreign_key_list('\(table)')
        """,
        """
        SELECT format('%s %d %d %s', i.name, i."unique", c.seqno, c.name)
          FROM pragma_index_list('\(table)') AS i, pragma_index_info(i.name) AS c ORDER BY 1
        """,
      ] {
        #expect(try new.texts(query) == database.texts(query), "\(table)")
      }
    }
  }

  @Test func `lists, profile, history and settings of version 8 are kept`() async throws {
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
    #expect(try store.topics(of: Self.account)?.topics.count == 8)
  }

  @Test func `files, downloads and likes of version 8 are kept, with their lists`() async throws {
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

  @Test func `photos of version 8 can have several sizes`() async throws {
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

  @Test func `lists of every kind can be stored in version 8, with their files`()
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

  /// Returns the first column of a query's result, read with a connection of its own.
  fileprivate func texts(_ sql: String) throws -> [String] {
    try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: sql) }
  }

  /// Puts a file that an earlier version of the program wrote in place of the database.
  func copyFixture(_ name: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/" + name)
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
  }
}
