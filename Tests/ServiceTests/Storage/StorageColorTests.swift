import Model
import Storage
import Testing

/// Colours measured by the program, since the service sends none.
struct `A measured colour` {
  @Test func `a colour is read back, and outlives a page without one`() async throws {
    let store = try Database().open()
    let photos = ["1_1", "1_2"].map { barePhoto($0, service: "vk") }
    let list = CachedList(photos: photos, next: nil, total: 2, time: 0)
    try await store.save(list, as: .feed, of: account, updatesTime: true)
    try await store.save(colors: [photos[0].id: 0x123456, Photo.ID(service: "vk", value: "9"): 1])
    #expect(try await store.photo(photos[0].id)?.color == 0x123456)
    #expect(try await store.photo(photos[1].id)?.color == nil)

    try await store.save(list, as: .feed, of: account, updatesTime: true)
    #expect(try store.list(.feed, of: account)?.photos.map(\.color) == [0x123456, nil])
    // Only the service's own colour replaces it.
    try await store.save(colors: [photos[0].id: 0x777777])
    #expect(try await store.photo(photos[0].id)?.color == 0x123456)
    var own = photos[0]
    own.color = 0xABCDEF
    let news = CachedList(photos: [own], next: nil, total: 1, time: 1)
    try await store.save(news, as: .feed, of: account, updatesTime: true)
    #expect(try await store.photo(own.id)?.color == 0xABCDEF)
  }
}
