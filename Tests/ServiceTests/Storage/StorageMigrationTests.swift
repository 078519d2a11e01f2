import FoundationEssentials
import Model
import Storage
import Testing

/// A database that version 2 of the schema left, with something in each of its tables.
struct `A database of version 2` {
  private static let account = "unsplash demo"

  private let database: Database
  private let store: Store

  init() throws {
    database = try Database()
    let folder = URL(fileURLWithPath: database.path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/database-version-2.db")
    try FileManager.default.copyItem(atPath: file.path, toPath: database.path)
    store = try database.open()
  }

  @Test func `is brought to version 3, and not set aside`() throws {
    #expect(try store.check().version == "3")
    #expect(try store.check().damages.isEmpty)
    #expect(try database.names() == ["imagefeed.db"])
  }

  @Test func `keeps its lists, profile, history and settings`() async throws {
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
    #expect(try await store.history(of: Self.account) == ["mountain", "fog"])
    #expect(try store.setting("view.feed") == "grid")
    #expect(try store.setting("view.home") == nil)
    #expect(try store.setting("view.search") == "grid")
    #expect(try store.setting("owner of unsplash demo") == "demo")
  }

  @Test func `keeps files, downloads and likes, with the lists they are of`() async throws {
    let gallery = try await store.gallery()
    #expect(gallery.map(\.photo.id.value) == ["dAOqDg4Xa-P", "onbFtFYCC9I", "JGOW2dSnvEC"])
    #expect(gallery.map(\.origin) == [.search(SearchQuery("mountain")), .favourites, .feed])
    #expect(gallery.allSatisfy { $0.size > 0 && $0.hash.count == 64 })
    let downloads = try await store.downloads()
    #expect(downloads.map(\.origin) == [.search(SearchQuery("mountain")), .feed])
    #expect(downloads.map(\.destination) == [.pictures, .gallery])
    #expect(downloads.map(\.place) == [4, 5])
    let likes = try await store.pendingLikes(of: Self.account)
    #expect(likes.map(\.isLiked) == [true])
  }
}
