import AppCore
import Model
import Testing

/// Photos that open in full screen together with their details.
@Suite struct EntranceTests {
  private let id = Given.id(0)

  @Test func `Preview opens full screen with the details, which leave with the photo`() {
    for columns in [40, 120] {
      var state = Given.menu()
      _ = AppReducer.reduce(&state, .resized(Viewport(columns: columns, rows: 30)))
      _ = AppReducer.reduce(&state, .pressed(.open))
      #expect(state.place == .photo && state.currentPhoto == id && state.showsDetails)
      #expect(state.photo?.list == state.search.list)
      // Stepping keeps the details open, and the list follows.
      _ = AppReducer.reduce(&state, .pressed(.moveLeft))
      #expect(state.photo?.id == id)
      for number in 1..<30 {
        _ = AppReducer.reduce(&state, .pressed(.moveRight))
        #expect(state.photo?.id == Given.id(number) && state.showsDetails)
        #expect(state.views[state.search.list].selection == number)
      }
      #expect(!state.closesDetails)
      _ = AppReducer.reduce(&state, .pressed(.back))
      #expect(state.place == .search && state.currentPhoto == Given.id(29) && !state.showsDetails)
    }
  }

  @Test func `after the details were closed by key, later previews open without`() {
    var state = Given.menu()
    _ = AppReducer.reduce(&state, .pressed(.open))
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(state.place == .photo && !state.showsDetails)
    _ = AppReducer.reduce(&state, .pressed(.back))
    for command in [Command.moveRight, .menu, .open] {
      _ = AppReducer.reduce(&state, .pressed(command))
    }
    #expect(state.photo?.id == Given.id(1) && !state.showsDetails)
    // Details opened with the key close before the photo.
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(state.showsDetails && state.details.loading == Given.id(1))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .photo && !state.showsDetails)
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .search)
    // The gallery isn't the same kind of place.
    var gallery = Given.gallery(3)
    gallery.program.closedDetails = state.program.closedDetails
    _ = AppReducer.reduce(&gallery, .pressed(.open))
    #expect(gallery.photo != nil && gallery.showsDetails)
  }

  @Test func `a preview over a list with open details leaves those open`() {
    for columns in [40, 120] {
      var state = Given.found()
      _ = AppReducer.reduce(&state, .resized(Viewport(columns: columns, rows: 30)))
      for command in [Command.details, .menu, .open] {
        _ = AppReducer.reduce(&state, .pressed(command))
      }
      #expect(state.place == .photo && state.showsDetails)
      _ = AppReducer.reduce(&state, .pressed(.back))
      #expect(state.place == .search && state.showsDetails)
    }
  }

  @Test func `a visit to the photographer returns to the preview with its details`() {
    var state = Given.menu()
    _ = AppReducer.reduce(&state, .pressed(.open))
    _ = AppReducer.reduce(&state, .pressed(.author))
    #expect(state.place == .visit && !state.showsDetails)
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photo?.id == id && state.showsDetails && !state.closesDetails)
  }

  @Test func `photos of the gallery open with their details, until a key closes them`() {
    let ways: [[AppAction]] = [
      [.pressed(.open)], [.gallery(.photoPressed(Given.id(0)))],
      [.gallery(.photoPressed(Given.id(0)))], [.pressed(.slideshow), .pressed(.slideshow)],
    ]
    var closed = Given.gallery(3)
    for command in [Command.open, .details, .back] {
      _ = AppReducer.reduce(&closed, .pressed(command))
    }
    for way in ways {
      for columns in [40, 120] {
        var state = Given.gallery(3, viewport: Viewport(columns: columns, rows: 30))
        _ = AppReducer.reduce(&state, .pressed(.moveLeft))
        for action in way { _ = AppReducer.reduce(&state, action) }
        #expect(state.place == .photo && state.showsDetails)
        _ = AppReducer.reduce(&state, .pressed(.moveRight))
        #expect(state.showsDetails)
        _ = AppReducer.reduce(&state, .pressed(.back))
        #expect(state.place == .gallery && !state.showsDetails)
      }
      // Details that are open in a list don't count here.
      var later = closed
      _ = AppReducer.reduce(&later, .pressed(.feedTab))
      _ = AppReducer.reduce(&later, .pressed(.details))
      _ = AppReducer.reduce(&later, .pressed(.galleryTab))
      _ = AppReducer.reduce(&later, .pressed(.first))
      for action in way { _ = AppReducer.reduce(&later, action) }
      #expect(later.place == .photo && !later.showsDetails)
    }
  }
}
