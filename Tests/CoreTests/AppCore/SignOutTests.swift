import AppCore
import Model
import Testing

@testable import AppCore

/// The parts of the state that outlive the account.
@Suite struct `Signing out` {
  /// Returns a feed with every part of the program's state changed from its initial value.
  private static func changed() -> AppState {
    var state = Given.feed(9, viewport: Viewport(columns: 120, rows: 40))
    state.program.keyMap = KeyMap(changing: [.larger: []])
    state.program.isDemoRunning = true
    state.program.entersDemo = true
    state.program.galleryView.selection = 1
    state.program.paletteMemory.recent = [.like]
    state.program.chosenSlideshowSeconds = 7
    state.program.chosenSlideshowOrder = .shuffled
    state.program.seed = 7
    state.program.chosenFilmstrip = true
    state.program.origin = "other"
    state.program.searchIdeas = ["sea"]
    state.program.hasPictures = false
    state.program.isPlain = true
    state.program.hidesBars = false
    state.program.backdrop = [BundledPhoto(path: "/1.jpg", width: 3, height: 2)]
    state.program.nextNumber = 5
    state.program.closedDetails = [.gallery]
    state.gallery.ids = [Given.id(1)]
    state.downloads.items = [
      DownloadItem(DownloadID(Given.id(2)), origin: .feed, phase: .queued)
    ]
    state.cache.hasReportedFailure = true
    return state
  }

  /// Returns the names of a value's parts that equal those of another, found by reflection.
  private func unchanged(_ value: Any, from other: Any) -> [String] {
    zip(Mirror(reflecting: value).children, Mirror(reflecting: other).children)
      .filter { String(reflecting: $0.value) == String(reflecting: $1.value) }
      .map { $0.0.label ?? "" }
  }

  @Test func `the test changes every part of the program's state`() {
    let state = Self.changed()
    let fresh = AppState(viewport: Viewport(columns: 80, rows: 24), launch: Given.launch)
    #expect(unchanged(state.program, from: fresh.program).isEmpty)
    #expect(state.downloads != fresh.downloads)
    #expect(state.gallery != fresh.gallery)
    #expect(state.cache != fresh.cache)
  }

  @Test func `every part of the program's state survives, and nothing of the account`() {
    let before = Self.changed()
    var state = before
    _ = state.removeAccount()
    #expect(state.program == before.program)
    #expect(state.downloads == before.downloads)
    #expect(state.gallery == before.gallery)
    #expect(state.cache == before.cache)
    #expect(state.launch == before.launch)
    #expect(Set(state.photos.keys) == [Given.id(1), Given.id(2)])
    var fresh = AppState(viewport: before.program.viewport, launch: before.launch)
    fresh.program = before.program
    (fresh.downloads, fresh.gallery, fresh.cache) = (state.downloads, state.gallery, state.cache)
    fresh.photos = state.photos
    fresh.stage = .signIn
    #expect(state == fresh)
  }

  @Test func `timers that end with the account start again with the next one`() {
    var state = Self.changed()
    state.cache.isAging = true
    state.cache.colors = [Given.id(1): 0x112233]
    _ = state.removeAccount()
    #expect(!state.cache.isAging && state.cache.colors.isEmpty)
  }

  @Test func `alerts about the program stay open`() {
    var state = Self.changed()
    state.alert(.problem(Problem(.feed, .unauthorized), retry: nil))
    state.alert(.databaseSetAside(path: "/data/old.db"))
    _ = state.removeAccount()
    #expect(state.alerts.map(\.kind) == [.databaseSetAside(path: "/data/old.db")])
  }
}
