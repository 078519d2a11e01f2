import AppCore
import Canvas
import Model
import Testing

@testable import AppCore

/// The mosaic behind the first screens: when its photos are requested, and their layout.
@Suite struct BackdropTests {
  private static let photos = (0..<39).map { number in
    let (width, height) = [(1600, 900), (1024, 576), (900, 1200), (1200, 1200)][number % 4]
    return BundledPhoto(path: "/photos/\(number).jpg", width: width, height: height)
  }

  private func splash(_ columns: Int = 80, _ rows: Int = 24) -> AppState {
    AppState(viewport: Viewport(columns: columns, rows: rows), launch: Given.launch)
  }

  private let find = Effect.signIn(.findBackdrop)

  @Test func `a launch with a cached feed requests no mosaic`() {
    var state = Given.splash(Given.extendedLaunch)
    let cached = CachedList(photos: [Given.photo(1)], next: nil, time: 0)
    let resumed = AppAction.resumed(Account(), cached, of: .feed, age: .zero, sizes: [:])
    let effects = AppReducer.reduce(&state, resumed)
    #expect(state.stage == .main && state.program.backdrop == nil)
    #expect(!effects.contains(find))
    #expect(!effects.contains { $0.id == Effect.ID(.app, "backdrop") })
  }

  @Test func `the photos are requested during a long splash, but not once the feed is shown`() {
    var state = splash()
    expect(&state, .signIn(.backdropDue), [find])
    expect(&state, .signIn(.backdropFound(Self.photos))) { $0.program.backdrop = Self.photos }
    expect(&state, .signIn(.backdropDue))
    var feed = Given.feed(3)
    expect(&feed, .signIn(.backdropDue))
  }

  @Test func `the photos are requested once, even after signing out`() {
    var state = Given.feed(3)
    #expect(AppReducer.reduce(&state, .profile(.signedOut(.success(nil)))).contains(find))
    _ = AppReducer.reduce(&state, .signIn(.backdropFound([])))
    #expect(!state.hasPlate)
    let larger = AppAction.resized(Viewport(columns: 120, rows: 40))
    expect(&state, larger) { $0.program.viewport = Viewport(columns: 120, rows: 40) }
  }

  @Test func `a small screen and one without pictures request none until there is room`() {
    for (columns, rows) in [(59, 40), (120, 19)] {
      var state = splash(columns, rows)
      expect(&state, .sessionRead(.success(nil))) { $0.stage = .signIn }
      #expect(!state.hasPlate)
      let room = Viewport(columns: 60, rows: 20)
      expect(&state, .resized(room), [find]) { $0.program.viewport = room }
      #expect(state.hasPlate)
    }
    var words = splash(120, 40)
    words.program.hasPictures = false
    expect(&words, .sessionRead(.success(nil))) { $0.stage = .signIn }
  }

  @Test(arguments: [(60, 20), (80, 24), (120, 40), (160, 45), (200, 60), (300, 90)])
  func `tiles cover the screen above the hint line, with each photo once`(
    _ columns: Int,
    _ rows: Int
  ) {
    let viewport = Viewport(columns: columns, rows: rows)
    #expect(MosaicLayout.hasRoom(in: viewport))
    for count in [1, 2, 5, 39] {
      let layout = MosaicLayout(Array(Self.photos.prefix(count)), in: viewport)
      var covered = Array(repeating: 0, count: columns * (rows - 1))
      for tile in layout.tiles {
        #expect(tile.box.width > 0 && tile.box.height > 0)
        for y in tile.box.y..<tile.box.maxY {
          for x in tile.box.x..<tile.box.maxX { covered[y * columns + x] += 1 }
        }
      }
      #expect(covered.allSatisfy { $0 == 1 })
      #expect(Set(layout.tiles.map(\.photo)).count == layout.tiles.count)
    }
    // With all photos, tiles have roughly their photos' proportions: at most two fifths are
    // cropped.
    for tile in MosaicLayout(Self.photos, in: viewport).tiles {
      let photo = Self.photos[tile.photo]
      let aspect = Double(tile.box.width) / Double(tile.box.height * 2)
      let ratio = aspect * Double(photo.height) / Double(photo.width)
      #expect(min(ratio, 1 / ratio) > 0.6, "\(tile)")
    }
    let plate = MosaicLayout.plate(in: viewport)
    #expect(plate.width == 44 && plate.height == 13)
    #expect(plate.x >= 0 && plate.y >= 0 && plate.maxX <= columns && plate.maxY < rows)
  }

  @Test func `without photos there are no tiles`() {
    #expect(MosaicLayout([], in: Viewport(columns: 120, rows: 40)).tiles.isEmpty)
    #expect(!MosaicLayout.hasRoom(in: Viewport(columns: 40, rows: 12)))
  }
}

extension Given {
  /// The timer after which a splash shows the mosaic.
  static let splashTimer = Effect.after(
    Effect.ID(.app, "backdrop"),
    .milliseconds(500),
    .signIn(.backdropDue)
  )
}
