import DemoControl
import DemoServer
import EffectHandling
import FoundationEssentials
import HTTP
import Harness
import Model
import Platform
import Testing

@testable import Disk
@testable import Files
@testable import ServiceAPI
@testable import Unsplash

@Suite(.serialized, .timeLimit(.hang)) struct `The adapter at the demo service` {
  @Test func `the demo signs in without a browser, and its session is valid`() async throws {
    try await DemoWorld.run { world in
      let session = try #require(world.session.withLock { $0 })
      #expect(session.key == .demo)
      #expect(session.username != nil)
      #expect(try await world.service.me().username == session.username)
    }
  }

  @Test func `the whole feed is read, each photo once`() async throws {
    try await DemoWorld.run { world in
      var pages: [Page] = []
      var next: PageToken? = 1
      while let number = next {
        let page = try await world.service.feedPage(number)
        pages.append(page)
        next = page.next
      }
      let photos = pages.flatMap(\.photos)
      #expect(pages.map(\.photos.count) == [30, 30, 5])
      #expect(pages.allSatisfy { $0.total == 65 })
      #expect(Set(photos.map(\.id)).count == 65)
      #expect(photos.allSatisfy { $0.created != nil && $0.pageURL != nil })
      #expect(world.service.budget != nil)
      #expect(world.log.all.isEmpty)
    }
  }

  @Test func `details are loaded for the same photo`() async throws {
    try await DemoWorld.run { world in
      let photo = try #require(try await world.service.feedPage(1).photos.first)
      let full = try await world.service.photo(photo.id)
      #expect(full.details != nil)
      #expect(full.id == photo.id && full.width == photo.width && full.author == photo.author)
    }
  }

  @Test func `likes and unlikes succeed, even when repeated`() async throws {
    try await DemoWorld.run { world in
      let photo = try #require(try await world.service.feedPage(1).photos.first { !$0.isLiked })
      let before = try #require(photo.likes)
      for _ in 0..<2 {
        let answer = try await world.service.setLike(photo.id, liked: true)
        #expect(answer == LikeResponse(isLiked: true, likes: before + 1))
      }
      #expect(world.server.likes == [photo.id.value])
      #expect(try await world.service.photo(photo.id).isLiked)
      for _ in 0..<2 {
        let answer = try await world.service.setLike(photo.id, liked: false)
        #expect(answer == LikeResponse(isLiked: false, likes: before))
      }
      #expect(world.server.likes.isEmpty)

      try world.setFault("empty-likes")
      let answer = try await world.service.setLike(photo.id, liked: true)
      #expect(answer == LikeResponse(isLiked: true, likes: nil))
    }
  }

  @Test(
    arguments: [
      ("status=500", Problem.Cause.server(status: 500)),
      ("status=404", .notFound),
      ("status=401", .unauthorized),
      ("revoked", .unauthorized),
      ("html", .htmlInsteadOfData(host: "127.0.0.1")),
      ("invalid-json", .malformedAnswer),
      ("cut", .connectionLost(host: "127.0.0.1")),
    ]
  )
  func `a failed page has its cause, and the next request works`(
    fault: String,
    cause: Problem.Cause
  ) async throws {
    try await DemoWorld.run { world in
      try world.setFault(fault)
      let error = await problem { () throws(Problem) in try await world.service.feedPage(1) }
      #expect(error == Problem(.feed, cause))
      world.server.setFaults(.none)
      #expect(try await world.service.feedPage(1).photos.count == 30)
    }
  }

  @Test(arguments: ["rate-limit=0", "too-many=0"])
  func `the rate limit differs from a missing permission`(fault: String) async throws {
    try await DemoWorld.run { world in
      try world.setFault(fault)
      let error = await problem { () throws(Problem) in try await world.service.feedPage(1) }
      guard case .rateLimited(let minutes?)? = error?.cause else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect((1...60).contains(minutes))
      #expect(world.service.budget?.remaining == 0)
    }
  }

  @Test(arguments: [404, 405, 410])
  func `withdrawn likes are detected`(status: Int) async throws {
    try await DemoWorld.run { world in
      let photo = try #require(try await world.service.feedPage(1).photos.first)
      try world.setFault("likes-gone=\(status)")
      let error = await problem { () throws(Problem) in
        try await world.service.setLike(photo.id, liked: true)
      }
      #expect(error == Problem(.like, .notOffered))
    }
  }

  @Test func `a broken photo is skipped and duplicates are dropped`() async throws {
    try await DemoWorld.run { world in
      try world.setFault("broken-item")
      #expect(try await world.service.feedPage(1).photos.count == 30)
      #expect(world.log.all.count == 1)
      try world.setFault("duplicates=3")
      let photos = try await world.service.feedPage(1).photos
      #expect(Set(photos.map(\.id)).count == photos.count)
    }
  }

  @Test func `pictures have the requested widths and constant cache keys`() async throws {
    try await DemoWorld.run { world in
      let photo = try #require(try await world.service.feedPage(1).photos.first)
      let address = try #require(
        world.service.rendition(of: photo.picture, width: 390, native: photo.width)
      )
      let answer = try await world.transport.data(HTTPRequest(.get, address.url))
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "image/jpeg")

      let again = try await world.service.photo(photo.id)
      let second = try #require(
        world.service.rendition(of: again.picture, width: 390, native: again.width)
      )
      #expect(second.url != address.url)
      #expect(second.cacheKey == address.cacheKey)
    }
  }

  @Test func `the original is saved, and reported with view ID and token`() async throws {
    let folder = try TemporaryFolder()
    try await DemoWorld.run { world in
      let photo = try #require(try await world.service.feedPage(1).photos.first)
      let saver = DownloadCoordinator.saver(
        service: world.service,
        transport: world.transport,
        folder: folder.path,
        log: world.log
      )
      let path = try await saver.save(photo)
      let served = try await world.transport.data(
        HTTPRequest(.get, world.service.original(of: photo).url)
      )
      #expect(try FileSystem.contents(of: path) == served.body)
      #expect(try folder.names() == [FileStyle().fileName(of: photo)])

      try await world.server.waitUntilCalled(.download, count: 1)
      let state = try await world.transport.data(
        HTTPRequest(.get, world.configuration.apiURL + "/_demo/state")
      )
      struct State: Decodable {
        struct Download: Decodable, Equatable {
          let photo: String
          let ixid: Bool
          let authorized: Bool
        }
        let downloads: [Download]
      }
      let downloads = try JSONDecoder().decode(State.self, from: Data(state.body)).downloads
      #expect(downloads == [.init(photo: photo.id.value, ixid: true, authorized: true)])
    }
  }

  @Test(
    arguments: [
      ("html@image", Problem.Cause.htmlInsteadOfData(host: "127.0.0.1")),
      ("truncated", .truncatedPicture),
      ("missing-picture", .notFound), ("cut@image", .connectionLost(host: "127.0.0.1")),
      ("status=500@image", .server(status: 500)),
    ]
  )
  func `nothing is saved without a picture`(fault: String, cause: Problem.Cause) async throws {
    let folder = try TemporaryFolder()
    try await DemoWorld.run { world in
      let photo = try #require(try await world.service.feedPage(1).photos.first)
      try world.setFault(fault)
      let saver = DownloadCoordinator.saver(
        service: world.service,
        transport: world.transport,
        folder: folder.path,
        log: world.log
      )
      let error = await problem { () throws(Problem) in try await saver.save(photo) }
      #expect(error == Problem(.save, cause))
      #expect(try folder.names().isEmpty)
      #expect(world.server.calls(of: .download) == 0)
    }
  }
}
