import AppCore
import Canvas
import DemoControl
import DemoServer
import FoundationEssentials
import GRDB
import Glibc
import Localization
import Model
import Platform
import Storage
import Testing

/// The gallery in the whole program, with real files and without a network.
@Suite(.serialized, .timeLimit(.hang)) struct `The gallery's files` {
  private let folder: TemporaryFolder
  private let photograph = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Resources/demo/01-kingfisher.jpg")

  init() throws { folder = try TemporaryFolder() }

  private var database: String { folder.path + "/imagefeed.db" }

  private func id(_ number: Int) -> Photo.ID {
    Photo.ID(service: "unsplash", value: "kept-\(number)")
  }

  private func path(_ number: Int) -> String {
    "\(folder.path)/imagefeed.db-gallery/kept-\(number).jpg"
  }

  /// Saves photos with separate files, and runs the program.
  private func run(
    _ count: Int = 0,
    _ body: (HeadlessApp) async throws -> Void
  ) async throws {
    let bytes = [UInt8](try Data(contentsOf: photograph))
    if count > 0 { _ = try folder.write("", to: "imagefeed.db-gallery/.keep") }
    let store = try Store.open(path: database, now: 0).store
    // The first one is the newest.
    for number in (0..<count).reversed() {
      try Data(bytes).write(to: URL(filePath: path(number)))
      let entry = GalleryEntry(
        photo: Photo(
          id: id(number),
          width: 1600,
          height: 1067,
          author: Person(username: "ada", name: "Ada \(number)"),
          picture: .derived(from: "http://127.0.0.1:9/photo"),
          pageURL: nil
        ),
        origin: .feed,
        fileName: "kept-\(number).jpg",
        size: Int64(bytes.count),
        hash: SHA256.text(of: bytes),
        time: Double(100 - number)
      )
      try await store.save(entry, needsReport: false)
    }
    try await DemoServers.shared.lend { lent in
      try await HeadlessApp.run(on: lent, database: database) { app in
        app.transport.isAway = true
        app.start()
        try await app.until("the gallery") { $0.state.gallery.load == .read }
        try await app.settle()
        while !app.state.alerts.isEmpty { try app.press(Key(.escape)) }
        try app.press("4")
        try await app.settle()
        try await body(app)
      }
    }
  }

  @Test func `the gallery shows the files while they are unchanged`() async throws {
    try await run(4) { app in
      #expect(app.state.gallery.conditions.values.allSatisfy { $0 == .whole })
      for number in 0..<4 {
        #expect(app.state.pictures[PictureKey(.photo(id(number)), .thumbnail)] == .thumbnail)
      }
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.state.pictures[PictureKey(.photo(id(0)), .full)] == .full)
      #expect(app.state.gallery.conditions[id(0)] == .verified)
    }
    // One has another picture of the same size, another one no picture.
    var bytes = [UInt8](try Data(contentsOf: photograph))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: path(1)))
    unlink(path(2))
    try await run { app in
      #expect(app.state.gallery.conditions[id(2)] == .missing)
      #expect(app.state.gallery.conditions[id(1)] == .whole)
      try app.press(Key(.right))
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.state.gallery.conditions[id(1)] == .damaged)
      #expect(app.shows("File is damaged", .english))
      try app.press(Key(.escape))
      #expect(app.shows("File is missing", .english))
    }
  }

  @Test func `deleting removes files and their data, and a file that can't be deleted stays`()
    async throws
  {
    try await run(4) { app in
      // A folder in a file's place isn't removed.
      unlink(path(1))
      _ = try folder.write("", to: "imagefeed.db-gallery/kept-1.jpg/inside")
      try app.press(" ")
      try app.press(" ")
      try app.press(Key(.delete))
      #expect(app.state.place == .alert)
      try app.press(Key(.left))
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.state.gallery.ids == [id(1), id(2), id(3)])
      #expect(app.state.notice?.text == .deletedPhotos(1))
      guard case .problem(let problem, retry: _)? = app.state.alerts.first?.kind else {
        Issue.record("no alert")
        return
      }
      #expect(problem.subject == .galleryRemoval)
      #expect(access(path(0), F_OK) != 0 && access(path(2), F_OK) == 0)
    }
    try await run { app in
      #expect(app.state.gallery.groups == [GalleryGroup(.feed, [id(1), id(2), id(3)])])
    }
  }

  @Test func `no file is deleted if the database can't be changed`() async throws {
    try await run(1) { app in
      let other = try DatabaseQueue(path: database)
      try await other.write { try $0.execute(sql: "ALTER TABLE gallery RENAME TO elsewhere") }
      try app.press(Key(.delete))
      #expect(app.state.place == .alert)
      try app.press(Key(.left))
      try app.press(Key(.enter))
      try await app.settle()
      #expect(app.state.gallery.ids == [id(0)] && access(path(0), F_OK) == 0)
      guard case .problem(let problem, retry: _)? = app.state.alerts.first?.kind else {
        Issue.record("no alert")
        return
      }
      #expect(problem.subject == .galleryRemoval)
    }
  }

  @Test func `all marked photos are saved to the pictures folder`() async throws {
    try await run(3) { app in
      unlink(path(1))
      try app.press("*")
      try app.press("s")
      try app.press("2")
      try await app.settle()
      #expect(
        try app.pictures.names().filter { $0.hasSuffix(".jpg") }
          == ["ada-kept-0.jpg", "ada-kept-2.jpg"]
      )
      // The lost file is requested from the service, which doesn't have it.
      #expect(app.state.downloads[DownloadID(id(1), to: .pictures)]?.problem != nil)
    }
  }
}
