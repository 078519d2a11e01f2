import Model
import Storage
import Testing

/// Details that are loaded after a photo was stored.
struct `The details of a stored photo` {
  @Test func `details are read back, and outlive a page without them`() async throws {
    let store = try Database().open()
    var photo = barePhoto("1", service: "unsplash")
    let list = CachedList(photos: [photo], next: nil, total: 1, time: 0)
    try await store.save(list, as: .feed, of: account, updatesTime: true)
    photo.details = PhotoDetails(camera: "K1000", location: "Oslo")
    try await store.save(details: photo)
    #expect(try await store.photo(photo.id)?.details == photo.details)

    try await store.save(list, as: .feed, of: account, updatesTime: true)
    #expect(try store.list(.feed, of: account)?.photos.map(\.details) == [photo.details])
  }

  @Test func `a photo that isn't stored stays unknown`() async throws {
    let store = try Database().open()
    var photo = barePhoto("1", service: "unsplash")
    photo.details = PhotoDetails(camera: "K1000")
    try await store.save(details: photo)
    #expect(try await store.photo(photo.id) == nil)
  }
}
