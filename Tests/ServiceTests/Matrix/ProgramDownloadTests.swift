import AppCore
import Canvas
import DemoControl
import DemoServer
import FoundationEssentials
import HTTP
import Harness
import Localization
import Model
import Platform
import Storage
import Testing

@testable import Files
@testable import ServiceAPI
@testable import Unsplash

/// Downloads in the whole program, over several runs.
@Suite(.serialized, .timeLimit(.hang)) struct `Downloads in the program` {
  private func starts(_ body: (DemoServers.Lent, String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await DemoServers.shared.lend { try await body($0, folder.path + "/imagefeed.db") }
  }

  private func files(_ database: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: database + "-gallery").sorted()
  }

  /// Returns the selected photo's original file from the service.
  private func original(_ app: HeadlessApp) async throws -> [UInt8] {
    let photo = try #require(app.selected)
    guard case .derived(let address) = photo.picture else { throw Stuck("no address", app) }
    let url = UnsplashPictures.original(address, native: photo.width).url
    return try await app.transport.data(HTTPRequest(.get, url)).body
  }

  @Test func `downloads are paused, resumed after a restart, and saved when complete`() async throws
  {
    try await starts { lent, database in
      var file: [UInt8] = []
      var first: Photo.ID?
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        // One whose tile shows a smaller file, and not the generated one, which renders slowly.
        let order = app.state.feed.order.compactMap { app.state.photos[$0] }
        let index = try #require(order.firstIndex { (1100..<6000).contains($0.width) })
        try app.press(String(repeating: "l", count: index))
        try await app.settle()
        file = try await original(app)
        first = app.state.currentPhoto
        // Slow enough that a busy machine sees it before its end.
        app.set([Fault(.bandwidth(max(1, file.count / 50)), routes: [.image])])
        try app.press("d")
        try await app.until("the first bytes") {
          $0.state.downloads.items.first?.progress.received ?? 0 > 0
        }
        #expect(app.shows("↓ 1", .english))
        try app.press("p")
        #expect(app.state.downloads.items.first?.phase == .paused)
        try await app.settle()
        app.set([Fault(.hold, routes: [.image])])
        try app.press("l")
        try app.press("d")
        try await app.until("a second one") { $0.state.downloads.countUnderWay == 1 }
        try await lent.server.waitUntilHeld(.image)
        app.set([])
        lent.server.release()
        let kept = try #require(app.state.currentPhoto)
        try await app.until("the notice") { $0.state.notice?.text == .downloaded(kept) }
      }
      let id = try #require(first)
      let served = lent.server.served(id.value)
      try await HeadlessApp.run(on: lent, database: database) { app in
        app.start()
        try await app.until("what was left") { $0.state.downloads.items.count == 1 }
        try await app.until("the feed") { $0.state.feed.order.count == 30 }
        #expect(try app.state.downloads.items.at(0).phase == .paused)
        #expect(try app.state.downloads.items.at(0).progress.received > 0)
        #expect(app.state.gallery.ids.count == 1)
        try app.press("D")
        #expect(app.shows("Paused", .english))
        try app.press("p")
        try await app.until("the end") { $0.state.gallery.ids.contains(id) }
        #expect(app.shows("In the gallery", .english))
        try await app.settle()
        #expect(app.state.downloads.overall == nil && app.state.alerts.isEmpty)
      }
      // The file was loaded once by the test itself, and once in two parts.
      let again = lent.server.served(id.value) - served
      #expect(again < file.count)
      #expect(served + again <= 2 * file.count + 64 << 10)
      #expect(lent.server.calls(of: .download) == 2)
      let entry = try await Store.open(path: database, now: 0).store.galleryEntry(of: id)
      #expect(entry?.hash == SHA256.text(of: file))
      #expect(try files(database).count == 2)
    }
  }

  @Test func `cancelled downloads leave nothing`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        app.set([Fault(.bandwidth(5_000), routes: [.image])])
        try app.press("d")
        try await app.until("some bytes") {
          $0.state.downloads.items.first?.progress.received ?? 0 > 0
        }
        try app.press("x")
        #expect(app.state.downloads.items.isEmpty && !app.shows("Pause", .english))
        try await app.settle()
        #expect(try files(database).isEmpty)
        // Requested again before it has been removed, it is still downloaded.
        try app.press("dxd")
        app.set([])
        try await app.until("the end") { $0.state.gallery.ids.count == 1 }
        try await app.settle()
        #expect(try files(database).count == 1)
      }
    }
  }

  @Test func `downloads stay paused or cancelled if the program quits at once`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        app.set([Fault(.bandwidth(2_000), routes: [.image])])
        try app.press("djd")
        try await app.until("some bytes of both") { app in
          app.state.downloads.items.count == 2
            && app.state.downloads.items.allSatisfy { $0.progress.received > 0 }
        }
        try app.press("xkp")
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        app.start()
        try await app.until("what was left") { !$0.state.downloads.items.isEmpty }
        #expect(app.state.downloads.items.map(\.phase) == [.paused])
        #expect(try files(database).count { $0.hasSuffix(".part") } == 1)
      }
    }
  }

  @Test func `downloads continue without the account, and end without it`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        app.set([Fault(.hold, routes: [.image])])
        try app.press("d")
        try await lent.server.waitUntilHeld(.image)
        try app.press("2:sign")
        try app.press(Key(.enter))
        try app.press(Key(.left))
        try app.press(Key(.enter))
        try await app.until("the sign-in screen") { $0.state.stage == .signIn }
        app.set([])
        lent.server.release()
        try await app.until("the end") { $0.state.gallery.ids.count == 1 }
        try await app.settle()
      }
    }
  }

  @Test func `a failed download has a text, and Retry repeats it`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        app.set([Fault(.status(503), routes: [.image])])
        try app.press("d")
        try await app.until("the failure") { $0.state.downloads.items.first?.problem != nil }
        #expect(app.shows("Retry", .english))
        app.set([])
        try app.press("R")
        try await app.until("the end") { $0.state.gallery.ids.count == 1 }
        #expect(app.shows("▣✓", .english))
      }
    }
  }

  @Test func `downloads from the sheet are saved to the pictures folder`() async throws {
    try await starts { lent, database in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        let photo = try #require(app.selected)
        try app.press("s")
        try app.press("2")
        let id = DownloadID(photo.id, to: .pictures)
        try await app.until("the file") { $0.state.downloads[id]?.phase == .finished }
        #expect(try app.pictures.names() == [FileStyle().fileName(of: photo)])
        #expect(app.state.share == nil && !app.shows("✓", .english))
        try await app.settle()
        #expect(lent.server.calls(of: .download) == 1)
      }
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await app.openFeed()
        #expect(app.state.downloads.items.isEmpty)
        #expect(lent.server.calls(of: .download) == 1)
      }
    }
  }
}
