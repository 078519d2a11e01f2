import AppCore
import DemoControl
import DemoServer
import EffectHandling
import FoundationEssentials
import Glibc
import HTTP
import Model
import Platform
import Runtime
import Storage
import Testing

@testable import Disk
@testable import Files

/// Downloads that keep files, rows and calls of the service consistent.
@Suite(.serialized, .timeLimit(.hang)) struct `The download coordinator` {
  private typealias Rig = DownloadRig

  @Test func `a photo is saved with its hash and the list it was found in`() async throws {
    try await Rig.run { rig in
      let outcome = try await rig.run()
      let entry = GalleryEntry(
        photo: rig.photo,
        origin: .search(SearchQuery("cat")),
        fileName: rig.name,
        size: Int64(rig.file.count),
        hash: rig.hash,
        time: 7
      )
      #expect(outcome == .downloaded(entry))
      #expect(try await rig.store.gallery() == [entry])
      #expect(try await rig.store.downloads().isEmpty)
      #expect(try FileSystem.contents(of: rig.path) == rig.file)
      #expect(try rig.names("data/gallery") == [rig.name])
    }
  }

  @Test func `a photo leaves the gallery before its file, and returns if the file stays`()
    async throws
  {
    try await Rig.run { rig in
      guard case .downloaded(let entry) = try await rig.run() else { return }
      let file = [(id: rig.photo.id, path: rig.path)]
      // The row can't be removed, so the file isn't touched.
      let reader = try Store.open(
        path: rig.folder.path + "/data/imagefeed.db",
        isReadOnly: true,
        now: 0
      ).store
      await #expect(throws: StorageError.self) { try await reader.deleteFromGallery(file) }
      #expect(try FileSystem.contents(of: rig.path) == rig.file)
      // A folder in place of the file can't be unlinked.
      unlink(rig.path)
      mkdir(rig.path, 0o700)
      let problems = try await rig.store.deleteFromGallery(file)
      #expect(problems.mapValues(\.subject) == [rig.photo.id: .galleryRemoval])
      #expect(try await rig.store.gallery() == [entry])
      rmdir(rig.path)
      #expect(try await rig.store.deleteFromGallery(file).isEmpty)
      #expect(try await rig.store.gallery().isEmpty)
    }
  }

  @Test func `photos whose IDs differ in case only have files with different names`() async throws {
    try await Rig.run { rig in
      let value = rig.photo.id.value
      let swapped = value.map { $0.isLowercase ? $0.uppercased() : $0.lowercased() }.joined()
      let (photo, other) = (rig.photo, rig.photo.with(id: swapped))
      let names = [rig.name, "\(rig.name.dropLast(4).dropLast(value.count))\(swapped).2.jpg"]
      func run(_ photo: Photo) async throws -> String? {
        let outcome = try await rig.coordinator.run(
          photo,
          to: .gallery,
          from: .feed,
          position: 1
        ) { _ in }
        guard case .downloaded(let entry) = outcome else { return nil }
        return entry.fileName
      }
      // The first one isn't finished.
      try await rig.interrupt()
      #expect(try await run(other) == names[1])
      #expect(try rig.names("data/gallery") == [rig.name + ".part", names[1]].sorted())
      let restored = try await rig.coordinator.restore()
      #expect(restored.entries.first.map { $0.received > 0 } == true)
      #expect(try await run(photo) == names[0])
      #expect(try rig.names("data/gallery") == names.sorted())
      #expect(try FileSystem.contents(of: rig.path) == rig.file)
      // Each file is found again, also after the other one has left.
      try await rig.store.removeFromGallery([photo.id])
      #expect(try await run(other) == names[1])
      unlink(rig.folder.path + "/data/gallery/" + names[1])
      #expect(try await run(other) == names[1])
    }
  }

  @Test func `an interrupted download is resumed, and hardly a byte is sent twice`() async throws {
    try await Rig.run { rig in
      let before = rig.world.server.served(rig.photo.id.value)
      try await rig.interrupt()
      let row = try #require(try await rig.store.downloads().first)
      #expect(row.intent == .running && row.tag != nil && row.expected == Int64(rig.file.count))
      #expect(try rig.names("data/gallery") == [rig.name + ".part"])
      let restored = try await rig.coordinator.restore()
      #expect(restored.entries.map(\.download) == [row])
      #expect(restored.entries.first.map { $0.received > 0 } == true)
      guard case .downloaded(let entry) = try await rig.run() else { return }
      #expect(entry.hash == rig.hash)
      // The first list it was found in.
      #expect(entry.origin == .feed)
      let served = rig.world.server.served(rig.photo.id.value) - before
      #expect(served <= rig.file.count + 64 << 10)
    }
  }

  @Test(arguments: [404, 410])
  func `a photo that the service has deleted is not tried again at the next launch`(
    status: Int
  ) async throws {
    try await Rig.run { rig in
      try await rig.interrupt()
      try rig.world.setFault("status=\(status)@image")
      let failure = await problem { () throws(Problem) in try await rig.run() }
      #expect(failure?.cause == (status == 404 ? .notFound : .gone))
      #expect(try await rig.coordinator.restore().entries.isEmpty)
      #expect(try rig.names("data/gallery").isEmpty)
      try rig.world.setFault("status=500@image")
      _ = await problem { () throws(Problem) in try await rig.run() }
      #expect(try await rig.coordinator.restore().entries.count == 1)
    }
  }

  @Test func `the service is notified of each photo once, wherever it is saved`() async throws {
    try await Rig.run { rig in
      _ = try await rig.run()
      #expect(rig.tracked == 0)
      await rig.coordinator.track()
      await rig.coordinator.track()
      #expect(rig.tracked == 1)
      let saved = rig.folder.path + "/pictures/" + FileStyle().fileName(of: rig.photo)
      #expect(try await rig.run(.pictures) == .saved(path: saved))
      try await rig.store.removeFromGallery([rig.photo.id])
      unlink(rig.path)
      _ = try await rig.run()
      await rig.coordinator.track()
      // The photo was requested from the service once more.
      #expect(rig.tracked == 2)
      let restored = try await rig.coordinator.restore()
      #expect(restored.inGallery == [rig.photo.id] && restored.entries.isEmpty)
    }
  }

  /// Downloads the photo, and reports it at the same time.
  private func reported(_ rig: Rig, _ breaker: ReportCircuitBreaker) async throws {
    _ = try await rig.coordinator.run(
      rig.photo,
      to: .gallery,
      from: .feed,
      position: 1,
      report: rig.coordinator.report(of: rig.photo, breaker)
    ) { _ in }
  }

  @Test func `the service is notified once, while the file is downloaded`() async throws {
    try await Rig.run { rig in
      let breaker = ReportCircuitBreaker(timeout: .seconds(600))
      try await reported(rig, breaker)
      #expect(rig.tracked == 1)
      #expect(try await rig.store.pendingReports(of: "unsplash").isEmpty)
      // A photo that is already here isn't downloaded.
      try await reported(rig, breaker)
      try await rig.store.removeFromGallery([rig.photo.id])
      unlink(rig.path)
      // A report is never repeated, and another download has another one.
      try await reported(rig, breaker)
      await rig.coordinator.track()
      #expect(rig.tracked == 2)
    }
  }

  @Test func `a report that times out is stored, and none is sent in this run`()
    async throws
  {
    try await Rig.run { rig in
      try rig.world.setFault("hold@download")
      let breaker = ReportCircuitBreaker(timeout: .zero)
      try await reported(rig, breaker)
      #expect(try await rig.store.pendingReports(of: "unsplash").map(\.id) == [rig.photo.id])
      rig.world.server.setFaults(.none)
      let calls = rig.tracked
      let next = try #require(rig.coordinator.report(of: rig.photo, breaker))
      next.begin()
      #expect(await !next.isDone())
      #expect(rig.tracked == calls)
      await rig.coordinator.track()
      #expect(rig.tracked == calls + 1)
    }
  }

  @Test func `reports that failed are stored`() async throws {
    try await Rig.run { rig in
      _ = try await rig.run()
      try rig.world.setFault("status=500@download")
      await rig.coordinator.track()
      let calls = rig.tracked
      #expect(try await rig.store.pendingReports(of: "unsplash").map(\.id) == [rig.photo.id])
      rig.world.server.setFaults(.none)
      await rig.coordinator.track()
      #expect(rig.tracked == calls + 1)
      #expect(try await rig.store.pendingReports(of: "unsplash").isEmpty)
    }
  }

  @Test func `a cancelled download is removed completely`() async throws {
    try await Rig.run { rig in
      try await rig.interrupt()
      try await rig.coordinator.discard(rig.photo, to: .gallery)
      #expect(try await rig.store.downloads().isEmpty)
      #expect(try rig.names("data/gallery").isEmpty)
      // Repeating it has no effect.
      try await rig.coordinator.discard(rig.photo, to: .gallery)
    }
  }

  @Test func `paused and queued downloads are stored`() async throws {
    try await Rig.run { rig in
      try await rig.coordinator.save(
        rig.photo,
        to: .gallery,
        from: .favourites,
        position: 2,
        .running
      )
      #expect(try await rig.store.downloads().map(\.origin) == [.favourites])
      try await rig.interrupt()
      try await rig.coordinator.save(rig.photo, to: .gallery, from: .feed, position: 2, .paused)
      let row = try #require(try await rig.store.downloads().first)
      #expect(row.intent == .paused && row.tag != nil && row.origin == .favourites)
      _ = try await rig.run()
      #expect(try await rig.store.downloads().isEmpty)
    }
  }

  @Test func `a photo in the gallery is saved without the service`() async throws {
    try await Rig.run { rig in
      _ = try await rig.run()
      let served = rig.world.server.served(rig.photo.id.value)
      let saved = rig.folder.path + "/pictures/" + FileStyle().fileName(of: rig.photo)
      #expect(try await rig.run(.pictures) == .saved(path: saved))
      #expect(try FileSystem.contents(of: saved) == rig.file)
      #expect(rig.world.server.served(rig.photo.id.value) == served)
      #expect(try await rig.store.downloads().isEmpty)
      // A damaged file in the gallery can't be copied.
      truncate(rig.path, 1000)
      unlink(saved)
      #expect(try await rig.run(.pictures) == .saved(path: saved))
      #expect(try FileSystem.contents(of: saved) == rig.file)
      #expect(rig.world.server.served(rig.photo.id.value) > served)
    }
  }

  @Test func `a damaged or missing file is downloaded again, and keeps its place`() async throws {
    try await Rig.run { rig in
      guard case .downloaded(var old) = try await rig.run() else { return }
      old.time = 3
      try await rig.store.removeFromGallery([rig.photo.id])
      try await rig.store.save(old, needsReport: false)
      for isMissing in [true, false] {
        if isMissing { unlink(rig.path) } else { truncate(rig.path, 1000) }
        guard case .downloaded(let entry) = try await rig.run() else { return }
        #expect(entry.hash == rig.hash && entry.time == 3)
        #expect(try FileSystem.contents(of: rig.path) == rig.file)
      }
    }
  }

  @Test func `a file that was complete at a crash is kept`() async throws {
    try await Rig.run { rig in
      let row = Download(
        photo: rig.photo,
        origin: .feed,
        destination: .gallery,
        tag: "\"x\"",
        expected: Int64(rig.file.count)
      )
      try await rig.store.save(row)
      mkdir(rig.folder.path + "/data/gallery", 0o700)
      try FileSystem.replace(rig.path, with: rig.file, mode: 0o600)
      let served = rig.world.server.served(rig.photo.id.value)
      guard case .downloaded(let entry) = try await rig.run() else { return }
      #expect(entry.hash == rig.hash)
      #expect(rig.world.server.served(rig.photo.id.value) == served)
    }
  }

  @Test func `unknown unfinished files are removed, and no others`() async throws {
    try await Rig.run { rig in
      try await rig.interrupt()
      let folder = rig.folder.path + "/data/gallery"
      for name in ["lost.jpg.part", "kept.jpg", "notes.txt"] {
        try FileSystem.replace(folder + "/" + name, with: [1], mode: 0o600)
      }
      _ = try await rig.coordinator.restore()
      #expect(
        try rig.names("data/gallery") == ["kept.jpg", "notes.txt", rig.name + ".part"].sorted()
      )
    }
  }

  @Test func `without a database no unfinished file is removed`() async throws {
    try await Rig.run { rig in
      try await rig.interrupt()
      let pictures = rig.folder.path + "/pictures"
      let name = FileStyle().fileName(of: rig.photo) + ".part"
      mkdir(pictures, 0o700)
      try FileSystem.replace(pictures + "/" + name, with: [1], mode: 0o600)
      let blind = rig.coordinator(rig.world.transport, store: nil)
      #expect(try await blind.restore() == RestoredDownloads())
      for destination in [Download.Destination.gallery, .pictures] {
        try await blind.discard(rig.photo, to: destination)
      }
      #expect(try rig.names("data/gallery") == [rig.name + ".part"])
      #expect(try rig.names("pictures") == [name])
      // A save without a database doesn't continue or replace it either.
      guard
        case .saved(let path) = try await blind.run(
          rig.photo,
          to: .pictures,
          from: .feed,
          position: 1,
          { _ in }
        )
      else { return }
      #expect(try FileSystem.contents(of: path) == rig.file)
      #expect(try FileSystem.contents(of: pictures + "/" + name) == [1])
    }
  }

  @Test func `photos of another service are ignored`() async throws {
    try await Rig.run { rig in
      var real = rig.photo
      real.picture = .derived(from: "https://images.unsplash.com/photo-1")
      real.downloadLocation = "https://api.unsplash.com/photos/1/download"
      try await rig.store.save(Download(photo: real, origin: .feed, destination: .gallery))
      #expect(try await rig.coordinator.restore().entries.isEmpty)
      let entry = GalleryEntry(
        photo: real,
        origin: .feed,
        fileName: "x.jpg",
        size: 1,
        hash: "",
        time: 0
      )
      try await rig.store.save(entry, needsReport: true)
      await rig.coordinator.track()
      #expect(try await rig.store.pendingReports(of: "unsplash").count == 1)
      #expect(rig.tracked == 0)
    }
  }

  @Test func `a full disk is reported, and the download can be retried`() async throws {
    try await Rig.run { rig in
      // A file is in the folder's place.
      try FileSystem.replace(rig.folder.path + "/data/gallery", with: [1], mode: 0o600)
      let refusal = await problem { () throws(Problem) in try await rig.run() }
      #expect(refusal?.subject == .download)
      unlink(rig.folder.path + "/data/gallery")
      guard case .downloaded = try await rig.run() else {
        Issue.record("not kept")
        return
      }
    }
  }
}

extension Photo {
  fileprivate func with(id: String) -> Photo {
    Photo(
      id: Photo.ID(service: self.id.service, value: id),
      width: width,
      height: height,
      author: author,
      picture: picture,
      pageURL: pageURL
    )
  }
}
