import AppCore
import Model
import Testing

/// A gallery of many photos.
///
/// Only those near the screen are loaded.
@Suite struct `Photos of a large gallery` {
  private static let entries = Given.entries([300, 200])
  private static let last = entries[499].photo.id

  /// Returns the gallery on the screen, with the first photos loaded.
  private func gallery(read count: Int = 200) -> AppState {
    var state = Given.feed(3, viewport: Given.threeColumns)
    state.launch = Given.galleryLaunch
    let photos = Self.entries.prefix(count).map(\.photo)
    let contents = GalleryContents(Self.entries.map(\.stub), photos: photos)
    _ = AppReducer.reduce(&state, .gallery(.read(.success(contents))))
    _ = AppReducer.reduce(&state, .tabPressed(.gallery))
    return state
  }

  private func wanted(_ effects: [Effect]) -> [Photo.ID] {
    effects.flatMap { effect -> [Photo.ID] in
      if case .gallery(.readPhotos(let ids)) = effect { ids } else { [] }
    }
  }

  /// Completes reads until there are no more.
  private func answer(_ state: inout AppState, _ effects: [Effect]) -> [Effect] {
    var all = effects
    var ids = wanted(effects)
    while !ids.isEmpty {
      let photos = ids.map { Given.photo(Given.number(of: $0)) }
      let more = AppReducer.reduce(&state, .gallery(.photosRead(ids, .success(photos))))
      all += more
      ids = wanted(more)
    }
    return all
  }

  private func visible(_ state: AppState) -> [Photo.ID] {
    state.galleryLayout.visible(top: state.program.galleryView.top).tiles.map(\.id)
  }

  @Test func `unread photos don't affect the gallery's order, groups or sizes`() {
    var whole = Given.feed(3)
    whole.launch = Given.galleryLaunch
    _ = AppReducer.reduce(&whole, .gallery(.read(.success(GalleryContents(Self.entries)))))
    let state = gallery(read: 0)
    var unchecked = state.gallery
    unchecked.conditions = [:]
    #expect(unchecked == whole.gallery)
    #expect(state.gallery.index(of: Self.last) == 499)
    #expect(state.gallery.bytes == 500_000 && state.gallery.groups.map(\.ids.count) == [300, 200])
  }

  @Test func `photos are read once, when they are near the screen`() {
    var state = gallery()
    #expect(state.photos.count == 200)
    var effects = AppReducer.reduce(&state, .pressed(.last))
    let ids = wanted(effects)
    #expect(Set(ids).isSuperset(of: visible(state)) && ids.count < 150)
    // Nothing is requested twice.
    #expect(wanted(AppReducer.reduce(&state, .pressed(.moveLeft))).isEmpty)
    _ = answer(&state, effects)
    #expect(visible(state).allSatisfy { state.photos[$0] != nil })
    #expect(state.program.galleryView.reading.isEmpty && state.photos.count == 200 + ids.count)
    // Scrolling back screen by screen, every tile is loaded before it is visible.
    while state.program.galleryView.selection > 0 {
      effects = AppReducer.reduce(&state, .pressed(.pageUp))
      #expect(visible(state).allSatisfy { state.photos[$0] != nil })
      _ = answer(&state, effects)
    }
    #expect(state.photos.count == 500)
  }

  @Test func `photos fill the screen as soon as they are read`() {
    var state = gallery()
    var effects = AppReducer.reduce(&state, .pressed(.last))
    effects += AppReducer.reduce(&state, .pressed(.open))
    #expect(state.photo == nil)
    effects = answer(&state, effects)
    #expect(state.photo?.id == Self.last && state.photo?.isInGallery == true)
    #expect(effects.contains(.gallery(.verify(Given.file(499)))))
  }

  @Test func `unread photos delay the keys that need them, and later ones, in order`() {
    var state = gallery()
    var effects = AppReducer.reduce(&state, .pressed(.last))
    for command in [Command.moveLeft, .like, .moveLeft, .share] {
      effects += AppReducer.reduce(&state, .pressed(command))
    }
    #expect(state.program.galleryView.selection == 498 && state.share == nil)
    effects = answer(&state, effects)
    #expect(state.photos[Given.id(498)]?.isLiked == true)
    #expect(state.program.galleryView.selection == 497 && state.share?.photos == [Given.id(497)])
    #expect(state.program.galleryView.waiting.isEmpty)
  }

  @Test func `unread photos are read when all are marked and a command needs them`() {
    var state = gallery()
    var effects = AppReducer.reduce(&state, .pressed(.markAll))
    #expect(wanted(effects).isEmpty && state.marks.count == 500)
    effects = AppReducer.reduce(&state, .pressed(.share))
    #expect(Set(wanted(effects)).count == 300 && state.share == nil)
    _ = answer(&state, effects)
    #expect(state.share?.photos == Self.entries.map(\.photo.id))
    // Saving needs the photos' names.
    _ = AppReducer.reduce(&state, .share(.rowPressed(.save)))
    #expect(state.downloads.items.count == 500)
  }

  @Test func `deleting doesn't wait for unread photos`() {
    var state = gallery()
    _ = AppReducer.reduce(&state, .pressed(.last))
    _ = AppReducer.reduce(&state, .pressed(.delete))
    #expect(state.alerts.map(\.kind) == [.confirmDelete([Self.last], bytes: 1000)])
  }

  @Test func `photos that another window has deleted are requested once`() {
    var state = gallery()
    let ids = wanted(AppReducer.reduce(&state, .pressed(.last)))
    _ = AppReducer.reduce(&state, .pressed(.open))
    _ = AppReducer.reduce(&state, .pressed(.share))
    let effects = AppReducer.reduce(&state, .gallery(.photosRead(ids, .success([]))))
    #expect(
      wanted(effects).isEmpty && state.program.galleryView.waiting.isEmpty && state.photo == nil
    )
    #expect(wanted(AppReducer.reduce(&state, .pressed(.share))).isEmpty)
    // Reading the gallery again resets that.
    let contents = GalleryContents(Self.entries.map(\.stub), photos: [])
    #expect(!wanted(AppReducer.reduce(&state, .gallery(.read(.success(contents))))).isEmpty)
  }

  @Test func `photos that can't be read cause a notice, and keys don't wait for them`() {
    var state = gallery()
    let ids = wanted(AppReducer.reduce(&state, .pressed(.last)))
    _ = AppReducer.reduce(&state, .pressed(.share))
    let problem = Problem(.gallery, .notPermitted(path: "/d"))
    _ = AppReducer.reduce(&state, .gallery(.photosRead(ids, .failure(problem))))
    #expect(state.notice?.text == .failed(problem, retry: nil))
    #expect(state.program.galleryView.waiting.isEmpty && state.share == nil)
  }
}
