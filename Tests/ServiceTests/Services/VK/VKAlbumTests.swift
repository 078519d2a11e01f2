import AppCore
import Canvas
import DemoControl
import DemoServer
import Localization
import Model
import Testing

@testable import VK

/// Albums in the whole program, with the VK part of the demo service.
@Suite(.timeLimit(.hang)) struct `Albums of VK` {
  private static let spring = ListID.topic("-128666765_266276915")

  private func open(_ app: HeadlessApp) async throws {
    app.start()
    if app.state.stage != .main, app.credentials.vk == nil { try await app.settle() }
    if app.state.stage == .signIn { try app.press(Key(.enter)) }
    try await app.showsAlbum()
    try await app.settle()
  }

  @Test func `albums have VK's names, and can be chosen by name`() async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      try await open(app)
      #expect(app.screen()[0].contains("T Mobile Up"))
      try app.press("T")
      try await app.settle()
      let screen = app.screen().joined(separator: "\n")
      for words in ["Albums", "Mobile Up", "Spring & summer", "Empty"] {
        #expect(screen.contains(words), "\(words)")
      }
      // Only a user's token may request all photos.
      #expect(!screen.contains("All photos"))
      #expect(app.screen(.russian).joined().contains("Альбомы"))
      // The cover of the focused album.
      #expect(app.state.pictures[PictureKey(.cover(.feed), .thumbnail)] == .thumbnail)
      #expect(app.state.pictures[PictureKey(.cover(Self.spring), .thumbnail)] == nil)
      try app.press("s")
      try app.press("p")
      try await app.until("its cover") {
        $0.state.pictures[PictureKey(.cover(Self.spring), .thumbnail)] == .thumbnail
      }
      try app.press(Key(.enter))
      try await app.until("the other album") { $0.state[Self.spring].order.count == 26 }
      #expect(app.state.source == Self.spring && app.state[Self.spring].hasEnded)
    }
  }

  @Test func `an album may be empty, and all photos can be opened as one`() async throws {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await open(app)
      try app.press("T")
      try await app.settle()
      #expect(app.screen().joined().contains("All photos"))
      let all = ListID.topic("-128666765_all")
      for _ in 0..<4 { try app.press(Key(.down)) }
      try app.press(Key(.enter))
      try await app.until("all") { $0.state[all].order.count == 99 }
      #expect(app.state[all].total == 143)
      try app.paste("https://vk.com/album-128666765_1")
      let empty = ListID.topic("-128666765_1")
      try await app.until("nothing") { $0.state[empty].hasEnded && $0.state.visit?.list == empty }
      #expect(app.state[empty].order.isEmpty)
    }
  }

  @Test func `an inaccessible album says so, and leads back`() async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      try await open(app)
      try app.paste("vk.com/album-128666765_777")
      let closed = ListID.topic("-128666765_777")
      try await app.until("the refusal") {
        if case .failed = $0.state[closed].load { true } else { false }
      }
      #expect(app.screen().joined().contains("Couldn't load the album"))
      try app.press(Key(.escape))
      #expect(app.state.visit == nil && app.state.listInView == .feed)
    }
  }

  @Test func `photos are squares in two columns, and open with their date`() async throws {
    try await HeadlessApp.run(vk: .serviceKey) { app in
      try await open(app)
      let tiles = app.state.tiles(of: .feed).tiles
      let viewport = app.state.program.viewport
      let first = try #require(tiles.first)
      #expect(tiles.prefix(2).map(\.picture.y) == [first.picture.y, first.picture.y])
      #expect(Set(tiles.map { Size($0.picture.width, $0.picture.height) }).count == 1)
      let width = Double(first.picture.width * viewport.cellWidth)
      let height = Double(first.picture.height * viewport.cellHeight)
      #expect(abs(width / height - 1) < 0.06)
      #expect(tiles.allSatisfy { $0.isCut })
      try app.press("-")
      let third = try #require(app.state.tiles(of: .feed).tiles.dropFirst(2).first)
      #expect(third.picture.y == app.state.tiles(of: .feed).tiles[0].picture.y)
      try app.press(Key(.enter))
      try await app.settle()
      let photo = try #require(app.state.photo.flatMap { app.state.photos[$0.id] })
      let date = try #require(photo.created)
      for language in Language.allCases {
        let bar = app.screen(language)[0]
        #expect(bar.contains(Texts(language).date(date)))
        #expect(!bar.contains(photo.author.name))
      }
    }
  }

  @Test(
    arguments: [
      ("https://vk.com/album-1_2", "-1_2"), ("vk.ru/album5_77?rev=1", "5_77"),
      ("https://m.vk.com/albums-1", "-1_all"), ("https://vk.com/album-1_00", "-1_wall"),
      ("https://vk.com/album5_000", "5_saved"), ("https://vk.com/album5_0", "5_profile"),
    ]
  )
  func `albums have URLs`(_ text: String, name: String) {
    let target = VKSource.target(of: text, site: "https://vk.com")
    #expect(target == .list(.topic(name)))
    #expect(VKAlbumID(name[...])?.text == name)
  }

  @Test(
    arguments: [
      "https://vk.com/album", "https://vk.com/album-1", "https://vk.com/album0_1",
      "https://vk.com/album-1_x", "https://vk.com/album-1_2_3", "https://vk.com/albumsx",
      "https://vk.com/album-1_-2", "https://vk.com/albums0",
    ]
  )
  func `invalid album URLs are refused`(_ text: String) {
    #expect(VKSource.target(of: text, site: "https://vk.com") == nil)
  }
}
