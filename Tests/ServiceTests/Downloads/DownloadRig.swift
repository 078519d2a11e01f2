import AppCore
import DemoControl
import DemoServer
import EffectHandling
import FoundationEssentials
import Glibc
import HTTP
import Harness
import Model
import Platform
import Runtime
import Storage
import Testing

@testable import Files
@testable import ServiceAPI
@testable import Unsplash

/// A coordinator with its own gallery, and the demo service.
struct DownloadRig {
  let world: DemoWorld
  let store: Store
  let folder: TemporaryFolder
  let photo: Photo
  let file: [UInt8]

  var coordinator: DownloadCoordinator { coordinator(world.transport, store: store) }

  func coordinator(_ transport: any HTTPTransport, store: Store?) -> DownloadCoordinator {
    DownloadCoordinator(
      backend: .scripted(world.service),
      transport: transport,
      store: store,
      gallery: folder.path + "/data/gallery",
      pictures: PictureFiles(folder: folder.path + "/pictures"),
      now: { 7 },
      log: world.log.logger
    )
  }

  var name: String { PhotoDownloader.fileName(of: photo) }
  var path: String { folder.path + "/data/gallery/" + name }
  var tracked: Int { world.server.calls(of: .download) }
  var hash: String { SHA256.text(of: file) }

  func run(
    _ destination: Download.Destination = .gallery,
    onWait: @escaping @Sendable () -> Void = {}
  ) async throws(Problem) -> DownloadOutcome {
    try await coordinator.run(
      photo,
      to: destination,
      from: .search(SearchQuery("cat")),
      position: 1
    ) {
      if case .waits = $0 { onWait() }
    }
  }

  /// Downloads until some bytes have arrived, and is then cancelled.
  func interrupt() async throws {
    try world.setFault("bandwidth=\(file.count)@image")
    let (steps, step) = AsyncStream.makeStream(of: Int64.self)
    let task = Task {
      await problem { () throws(Problem) in
        try await coordinator.run(photo, to: .gallery, from: .feed, position: 1) {
          step.yield($0.received)
        }
      }
    }
    for await received in steps where received >= file.count / 4 { break }
    task.cancel()
    _ = await task.value
    world.server.setFaults(.none)
  }

  func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self.folder.path + "/" + folder).sorted()
  }

  static func run(_ body: (DownloadRig) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await DemoWorld.run { world in
      let photos = try await world.service.feedPage(1).photos
      // Not the generated one, which takes a second to render.
      let photo = try #require(photos.first { $0.width < 6000 })
      let url = world.service.original(of: photo).url
      let file = try await world.transport.data(HTTPRequest(.get, url)).body
      let store = try Store.open(path: folder.path + "/data/imagefeed.db", now: 0).store
      let rig = DownloadRig(world: world, store: store, folder: folder, photo: photo, file: file)
      try await body(rig)
    }
  }
}
