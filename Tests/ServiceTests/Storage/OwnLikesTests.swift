import Harness
import Model
import Storage
import Testing

/// Likes of services without accounts.
@Suite struct OwnLikesTests {
  let database: Database
  let store: Store
  private let archive: ServiceID = "archive"

  init() throws {
    database = try Database()
    store = try database.open()
  }

  private func photo(_ value: String) -> Photo {
    var photo = barePhoto(value, service: archive)
    photo.title = "Title"
    photo.licensePage = "https://creativecommons.org/licenses/by/4.0/"
    photo.attribution = "Ada / Archive"
    photo.requiresCredit = true
    return photo
  }

  private func liked() async throws -> [String] {
    try await store.ownLikes(of: archive).map(\.id.value)
  }

  @Test func `are listed latest first, each once and liked`() async throws {
    for (index, value) in ["a", "b", "a"].enumerated() {
      try await store.setOwnLike(of: photo(value), true, at: Double(index))
    }
    #expect(try await liked() == ["b", "a"])
    var read = try await store.ownLikes(of: archive).at(1)
    #expect(read.isLiked)
    read.isLiked = false
    #expect(read == photo("a"))
    try await store.setOwnLike(of: photo("b"), false, at: 9)
    #expect(try await liked() == ["a"])
    #expect(try store.check().photos == 1)
  }

  @Test func `stay through everything that clears data of accounts`() async throws {
    try await store.setOwnLike(of: photo("a"), true, at: 1)
    try await store.save(CachedList(photos: [photo("a")], next: nil, time: 1), as: .feed, of: "x")
    try await store.removeCachedLists()
    try await store.remove(account: "x")
    try await store.removeFromLists(photo("a").id, of: "x")
    #expect(try await liked() == ["a"])
    #expect(try await database.open().ownLikes(of: archive).count == 1)
  }

  @Test func `no later copy of the photo from the service loses its heart`() async throws {
    try await store.setOwnLike(of: photo("a"), true, at: 1)
    try await store.save(CachedList(photos: [photo("a")], next: nil, time: 1), as: .feed, of: "x")
    #expect(try store.list(.feed, of: "x")?.photos.map(\.isLiked) == [true])
    try await store.setOwnLike(of: photo("a"), false, at: 2)
    #expect(try store.list(.feed, of: "x")?.photos.map(\.isLiked) == [false])
  }

  @Test func `mark the photos that a service sends`() async throws {
    try await store.setOwnLike(of: photo("a"), true, at: 1)
    let sent = ["a", "b"].map(photo) + [barePhoto("a")]
    #expect(try await store.withOwnLikes(sent).map(\.isLiked) == [true, false, false])
  }

  @Test func `belong to one service each`() async throws {
    try await store.setOwnLike(of: photo("a"), true, at: 1)
    try await store.setOwnLike(of: barePhoto("a", service: "other"), true, at: 2)
    #expect(try await liked() == ["a"])
  }
}
