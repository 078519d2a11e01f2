import GRDB
import Harness
import Model
import Storage
import Testing

struct `Photos as files` {
  let database: Database
  let store: Store

  init() throws {
    database = try Database()
    store = try database.open()
  }

  @Test func `downloads are stored, oldest first`() async throws {
    var downloads = [
      Download(
        photo: fullPhoto("b"),
        origin: .search(SearchQuery("ночь")),
        destination: .gallery,
        position: 1
      ),
      Download(
        photo: fullPhoto("b"),
        origin: .feed,
        destination: .pictures,
        intent: .paused,
        position: 2
      ),
      Download(photo: barePhoto("a"), origin: .favourites, destination: .gallery, position: 2),
    ]
    // The order of requests counts, not the order of writes.
    for number in [1, 2, 0] { try await store.save(downloads[number]) }
    downloads[0].intent = .paused
    downloads[0].tag = "\"etag\""
    downloads[0].expected = SanityLimits.bytes.upperBound
    downloads[0].origin = .search(SearchQuery(""))
    try await store.save(downloads[0])
    #expect(try await database.open().downloads() == downloads)

    try await store.removeDownload(of: downloads[0].photo.id, to: .gallery)
    try await store.removeDownload(of: downloads[0].photo.id, to: .gallery)
    #expect(try await store.downloads() == Array(downloads[1...]))
  }

  @Test func `a completed download enters the gallery`() async throws {
    let photo = fullPhoto("a")
    for destination in [Download.Destination.gallery, .pictures] {
      try await store.save(Download(photo: photo, origin: .feed, destination: destination))
    }
    let kept = entry(photo, time: 1, origin: .search(SearchQuery("ночь")))
    try await store.save(kept, needsReport: true)
    #expect(try await store.downloads().map(\.destination) == [.pictures])
    #expect(try await store.gallery() == [kept])

    try await store.removeSaved(photo, needsReport: true)
    #expect(try await store.downloads().isEmpty)
    #expect(try await store.pendingReports(of: "unsplash") == [photo])
  }

  @Test func `photos are in the gallery once, newest first, until they are removed`() async throws {
    let photos = ["a", "b", "c"].map { barePhoto($0) }
    try await store.save(entry(photos[0], time: 2), needsReport: false)
    try await store.save(entry(photos[1], time: 3, origin: .favourites), needsReport: false)
    try await store.save(entry(photos[2], time: 1), needsReport: false)
    try await store.save(entry(photos[2], time: 4, origin: .feed), needsReport: false)
    let gallery = try await database.open().gallery()
    #expect(gallery.map(\.photo) == [photos[2], photos[1], photos[0]])
    #expect(try gallery.at(1).origin == .favourites)
    let names = try await store.galleryFileNames(of: [photos[1].id, barePhoto("none").id])
    #expect(try names == [photos[1].id: gallery.at(1).fileName])

    try await store.removeFromGallery([photos[0].id, photos[2].id, barePhoto("none").id])
    #expect(try await store.gallery().map(\.photo) == [photos[1]])
  }

  @Test func `a photo has one pending report, and none once it is confirmed`() async throws {
    let photos = [barePhoto("b"), barePhoto("a")]
    try await store.save(entry(photos[0], time: 1), needsReport: true)
    try await store.removeSaved(photos[1], needsReport: true)
    try await store.removeSaved(photos[0], needsReport: true)
    try await store.save(
      entry(barePhoto("c", service: ServiceID("other")), time: 1),
      needsReport: true
    )
    #expect(try await database.open().pendingReports(of: "unsplash") == photos)

    // The report stays pending after the photo has been removed.
    try await store.removeFromGallery([photos[0].id])
    #expect(try await store.pendingReports(of: "unsplash") == photos)

    for photo in photos { try await store.tracked(photo.id) }
    #expect(try await store.pendingReports(of: "unsplash").isEmpty)
    #expect(try await count("tracking") == 1)
    // A photo that is downloaded once more is reported once more.
    try await store.removeSaved(photos[1], needsReport: true)
    #expect(try await database.open().pendingReports(of: "unsplash") == [photos[1]])
  }

  @Test func `confirmed reports of earlier versions are removed`() async throws {
    let queue = try DatabaseQueue(path: database.path)
    try await queue.write {
      try $0.execute(sql: "INSERT INTO tracking (service, value) VALUES ('unsplash', 'old')")
    }
    try await store.tracked(barePhoto("another").id)
    #expect(try await count("tracking") == 0)
  }

  private func count(_ table: String) async throws -> Int? {
    try await DatabaseQueue(path: database.path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)")
    }
  }

  @Test func `the newest stays first after the clock was ahead, and a mended file in its place`()
    async throws
  {
    let photos = (1...3).map { barePhoto("\($0)") }
    try await store.save(entry(photos[0], time: 4_000_000_000), needsReport: false)
    for photo in photos.dropFirst() {
      try await store.save(entry(photo, time: 1_000), needsReport: false)
    }
    #expect(try await store.gallery().map(\.photo) == photos.reversed())
    try await store.save(entry(photos[1], time: 9_000_000_000), needsReport: false)
    #expect(try await store.gallery().map(\.photo) == photos.reversed())
  }

  @Test func `one download is found among others by photo and destination`() async throws {
    let photos = (1...3).map { barePhoto("\($0)") }
    for photo in photos {
      try await store.save(Download(photo: photo, origin: .feed, destination: .gallery))
    }
    let other = Download(photo: photos[1], origin: .feed, destination: .pictures, position: 7)
    try await store.save(other)
    #expect(try await store.download(of: photos[1].id, to: .pictures) == other)
    #expect(try await store.download(of: photos[0].id, to: .pictures) == nil)
    #expect(try await store.download(of: photos[0].id, to: .gallery)?.photo == photos[0])
  }
}
