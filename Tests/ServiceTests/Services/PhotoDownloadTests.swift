import DemoControl
import DemoServer
import FoundationEssentials
import Glibc
import HTTP
import Harness
import Model
import Platform
import Testing

@testable import Disk
@testable import Files
@testable import ServiceAPI
@testable import Unsplash

/// A photo of a demo service, and the place it is downloaded to.
private struct Scene {
  let world: DemoWorld
  let photo: Photo
  /// The original file as the service sends it.
  let file: [UInt8]
  let folder: TemporaryFolder

  var path: String { folder.path + "/gallery/" + PhotoDownloader.fileName(of: photo) }
  var part: String { path + ".part" }
  var downloader: PhotoDownloader {
    PhotoDownloader(service: world.service, transport: world.transport)
  }
  /// The number of bytes sent since the scene was created.
  var served: Int { world.server.served(photo.id.value) - file.count }

  static func run(_ body: (Scene) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await DemoWorld.run { world in
      let photos = try await world.service.feedPage(1).photos
      // Not the generated one, which takes a second to render.
      let photo = try #require(photos.first { $0.width < 6000 })
      let url = world.service.original(of: photo).url
      let file = try await world.transport.data(HTTPRequest(.get, url)).body
      try await body(Scene(world: world, photo: photo, file: file, folder: folder))
    }
  }

  func names() throws -> [String] {
    guard access(folder.path + "/gallery", F_OK) == 0 else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path + "/gallery").sorted()
  }

  /// Downloads until this many bytes have arrived, and is then cancelled.
  ///
  /// - Returns: the information to resume with.
  func interrupt(
    after count: Int,
    resuming point: PhotoDownloader.ResumePoint?
  ) async throws -> PhotoDownloader.ResumePoint? {
    let latest = Lock(point)
    let (steps, step) = AsyncStream.makeStream(of: Int64.self)
    let task = Task {
      await problem { () throws(Problem) in
        try await downloader.download(photo, to: path, resuming: point, isResumable: true) {
          point in
          latest.withLock { $0 = point }
        } progress: {
          step.yield($0.received)
        }
      }
    }
    for await received in steps where received >= count { break }
    task.cancel()
    _ = await task.value
    return latest.withLock { $0 }
  }
}

@Suite(.serialized, .timeLimit(.hang)) struct `A photo download` {
  @Test func `a download returns the complete file, its size and its hash`() async throws {
    try await Scene.run { scene in
      let events = Lock<[String]>([])
      let finished = try await scene.downloader.download(
        scene.photo,
        to: scene.path,
        isResumable: true
      ) { point in
        #expect(point.expected == Int64(scene.file.count))
        #expect(point.tag?.hasPrefix("\"") == true)
        #expect(PhotoDownloader.partSize(of: scene.path) == 0)
        events.withLock { $0.append("began") }
      } progress: { progress in
        #expect(progress.expected == Int64(scene.file.count))
        events.withLock { $0.append("progress") }
      }
      #expect(try FileSystem.contents(of: scene.path) == scene.file)
      #expect(finished.path == scene.path && finished.size == Int64(scene.file.count))
      #expect(finished.hash == SHA256.text(of: scene.file))
      #expect(try scene.names() == [PhotoDownloader.fileName(of: scene.photo)])
      #expect(events.withLock { $0 }.first == "began")
      #expect(events.withLock { $0 }.last == "progress")
      #expect(scene.world.server.calls(of: .download) == 0, "the caller reports it")
    }
  }

  @Test func `a download is resumed at any position, and hardly a byte is sent twice`() async throws
  {
    try await Scene.run { scene in
      // Slow enough to be interrupted: each piece is a twentieth of a second.
      try scene.world.setFault("bandwidth=\(scene.file.count)@image")
      let places = (0..<3).map { _ in Int.random(in: 1..<scene.file.count * 4 / 5) }.sorted()
      var point: PhotoDownloader.ResumePoint?
      for place in places {
        point = try await scene.interrupt(after: place, resuming: point)
        #expect(try scene.names() == [PhotoDownloader.fileName(of: scene.photo) + ".part"])
      }
      scene.world.server.setFaults(.none)
      let finished = try await scene.downloader.download(
        scene.photo,
        to: scene.path,
        resuming: point,
        isResumable: true
      )
      #expect(finished.hash == SHA256.text(of: scene.file), "\(places)")
      #expect(scene.served <= scene.file.count + 64 << 10, "\(scene.served)")
      #expect(try scene.names() == [PhotoDownloader.fileName(of: scene.photo)])
    }
  }

  @Test func `a broken connection is resumed automatically`() async throws {
    try await Scene.run { scene in
      try scene.world.setFault("cut@image*2")
      let finished = try await scene.downloader.download(
        scene.photo,
        to: scene.path,
        isResumable: true
      )
      #expect(finished.hash == SHA256.text(of: scene.file))
      #expect(scene.served == scene.file.count)
    }
  }

  @Test(arguments: ["etag-change*1", "no-range"])
  func `a download restarts if it can't be resumed`(fault: String) async throws {
    try await Scene.run { scene in
      try scene.world.setFault("bandwidth=\(scene.file.count * 4)@image")
      let point = try #require(
        try await scene.interrupt(after: scene.file.count / 2, resuming: nil)
      )
      try scene.world.setFault(fault)
      let points = Lock<[PhotoDownloader.ResumePoint]>([])
      let finished = try await scene.downloader.download(
        scene.photo,
        to: scene.path,
        resuming: point,
        isResumable: true,
        began: { point in points.withLock { $0.append(point) } }
      )
      scene.world.server.setFaults(.none)
      let url = scene.world.service.original(of: scene.photo).url
      let now = try await scene.world.transport.data(HTTPRequest(.get, url))
      #expect(finished.hash == SHA256.text(of: now.body))
      #expect(points.withLock { $0.map(\.tag) } == [now.header("ETag")])
      #expect((now.body == scene.file) == (fault == "no-range"))
    }
  }

  @Test func `a file that keeps changing is complete once one version arrives whole`() async throws
  {
    try await Scene.run { scene in
      let faults = try ["etag-change", "cut@image*2"].map { try Fault($0) }
      scene.world.server.setFaults(DemoFaults(faults))
      let finished = try await scene.downloader.download(
        scene.photo,
        to: scene.path,
        isResumable: true
      )
      let saved = try #require(try FileSystem.contents(of: scene.path))
      #expect(finished.hash == SHA256.text(of: saved))
      // A comment after the start marker distinguishes the versions.
      #expect(saved.starts(with: [0xFF, 0xD8, 0xFF, 0xFE]))
      #expect(Array(saved.suffix(scene.file.count - 2)) == Array(scene.file.dropFirst(2)))
    }
  }

  @Test func `another photo's partial file is never used`() async throws {
    try await Scene.run { scene in
      _ = try scene.folder.write(
        "another",
        to: "gallery/" + String(scene.part.split(separator: "/").last!)
      )
      // Nothing is known about it, so the download restarts.
      let finished = try await scene.downloader.download(
        scene.photo,
        to: scene.path,
        isResumable: true
      )
      #expect(finished.hash == SHA256.text(of: scene.file))
    }
  }

  @Test func `a partial file that is already complete needs no more bytes`() async throws {
    try await Scene.run { scene in
      let tag = Lock<String?>(nil)
      _ = try await scene.downloader.download(scene.photo, to: scene.path, isResumable: true) {
        point in
        tag.withLock { $0 = point.tag }
      }
      // The program crashed between the last byte and the renaming.
      rename(scene.path, scene.part)
      let finished = try await scene.downloader.download(
        scene.photo,
        to: scene.path,
        resuming: .init(tag: tag.withLock { $0 }, expected: Int64(scene.file.count)),
        isResumable: true
      )
      #expect(finished.hash == SHA256.text(of: scene.file))
      #expect(scene.served == scene.file.count)
    }
  }

  @Test(
    arguments: [
      ("html@image", Problem.Cause.htmlInsteadOfData(host: "127.0.0.1")),
      ("truncated", .truncatedPicture), ("missing-picture", .notFound),
      ("status=500@image", .server(status: 500)),
    ]
  )
  func `a failed download leaves nothing`(
    fault: String,
    cause: Problem.Cause
  ) async throws {
    try await Scene.run { scene in
      try scene.world.setFault(fault)
      let error = await problem { () throws(Problem) in
        try await scene.downloader.download(scene.photo, to: scene.path, isResumable: true)
      }
      #expect(error == Problem(.download, cause))
      #expect(try scene.names() == [])
    }
  }

  @Test(arguments: ["html@image", "status=500@image", "missing-picture"])
  func `a response without a photo loses no bytes`(fault: String) async throws {
    try await Scene.run { scene in
      try scene.world.setFault("bandwidth=\(scene.file.count * 4)@image")
      let point = try await scene.interrupt(after: scene.file.count / 3, resuming: nil)
      let size = PhotoDownloader.partSize(of: scene.path)
      #expect(size >= scene.file.count / 3)
      try scene.world.setFault(fault)
      let error = await problem { () throws(Problem) in
        try await scene.downloader.download(
          scene.photo,
          to: scene.path,
          resuming: point,
          isResumable: true
        )
      }
      #expect(error != nil)
      #expect(PhotoDownloader.partSize(of: scene.path) == size)
    }
  }

  @Test func `one download of a photo runs at a time, and the second waits`() async throws {
    try await Scene.run { scene in
      try scene.world.setFault("hold@image")
      let first = Task {
        await problem { () throws(Problem) in
          try await scene.downloader.download(scene.photo, to: scene.path, isResumable: true)
        }
      }
      try await scene.world.server.waitUntilHeld(.image)
      let (waits, wait) = AsyncStream.makeStream(of: Void.self)
      let second = Task {
        defer { wait.finish() }
        return try await scene.downloader.lock(scene.path) { wait.yield() }
      }
      for await _ in waits { break }
      let discarded = await problem { () throws(Problem) in
        try PhotoDownloader.discardPart(of: scene.path)
      }
      #expect(discarded == Problem(.download, .inUse(path: scene.path)))
      #expect(scene.world.server.calls(of: .image) == 2, "one for the scene, one for the first")
      scene.world.server.setFaults(.none)
      scene.world.server.release()
      #expect(await first.value == nil)
      let hold = try await second.value
      #expect(hold.hasWaited && hold.isFinished)
      hold.release()
      #expect(try FileSystem.contents(of: scene.path) == scene.file)
      #expect(try scene.names() == [PhotoDownloader.fileName(of: scene.photo)])
    }
  }

  @Test func `a cancelled download can be removed`() async throws {
    try await Scene.run { scene in
      try scene.world.setFault("bandwidth=\(scene.file.count * 4)@image")
      _ = try await scene.interrupt(after: 1, resuming: nil)
      #expect(PhotoDownloader.partSize(of: scene.path) > 0)
      try PhotoDownloader.discardPart(of: scene.path)
      #expect(try scene.names() == [])
      try PhotoDownloader.discardPart(of: scene.path)
      try PhotoDownloader.discardPart(of: "/nowhere/at/all.jpg")
    }
  }

  @Test func `two downloads leave connections for browsing`() async throws {
    try await Scene.run { scene in
      let photos = try await scene.world.service.feedPage(2).photos.prefix(2)
      // Almost a minute each, so that none is complete before it is cancelled.
      try scene.world.setFault("bandwidth=4000@image")
      let (begun, hasBegun) = AsyncStream.makeStream(of: Photo.ID.self)
      let tasks = photos.map { photo in
        Task {
          await problem { () throws(Problem) in
            try await scene.downloader.download(
              photo,
              to: scene.folder.path + "/" + PhotoDownloader.fileName(of: photo),
              isResumable: true
            ) { _ in
            } progress: { _ in
              hasBegun.yield(photo.id)
            }
          }
        }
      }
      var running: Set<Photo.ID> = []
      for await id in begun {
        running.insert(id)
        if running.count == 2 { break }
      }
      #expect(try await scene.world.service.feedPage(3).photos.count == 5)
      let small = try #require(
        scene.world.service.rendition(
          of: scene.photo.picture,
          width: 1,
          native: scene.photo.width
        )
      )
      #expect(try await scene.world.transport.data(HTTPRequest(.get, small.url)).isSuccess)
      for task in tasks { task.cancel() }
      for task in tasks {
        #expect(await task.value?.cause == .transfer(host: "", reason: "cancelled"))
      }
    }
  }
}
