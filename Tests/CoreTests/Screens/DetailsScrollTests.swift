import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// Details with more rows than fit on the screen.
@Suite struct DetailsScrollTests {
  private func frame(_ state: AppState) -> Frame {
    Screens.render(state, Snapshots.context(.english))
  }

  /// Returns the text on the screen.
  private func text(_ state: AppState) -> String { Snapshots.text(frame(state)) }

  private func photo(_ size: Size) -> AppState {
    Sample.photo(size, edition: .extended) { sample in
      sample.reduce(.pressed(.details))
      var photo = Sample.photos[0]
      photo.details = Sample.details
      sample.reduce(.details(.loaded(photo.id, .success(photo))))
    }
  }

  @Test func `keys, arrows and the wheel scroll the details, but not beyond their end`() {
    var state = photo(Size(40, 12))
    #expect(text(state).contains("J more") && text(state).contains("Annie Spratt"))
    #expect(!text(state).contains("8,412"))
    for command in [Command.detailsDown, .moveDown] {
      _ = AppReducer.reduce(&state, .pressed(command))
    }
    _ = AppReducer.reduce(&state, .details(.scrolled(rows: 99)))
    let seen = frame(state)
    #expect(Snapshots.text(seen).contains("8,412") && seen.detailsOverscroll > 0)
    _ = AppReducer.reduce(&state, .details(.scrolled(rows: -seen.detailsOverscroll)))
    #expect(frame(state).detailsOverscroll == 0)
    let end = state.detailsRows
    _ = AppReducer.reduce(&state, .pressed(.moveUp))
    _ = AppReducer.reduce(&state, .pressed(.detailsUp))
    #expect(state.detailsRows == end - 2)
    // Another photo's details begin at the top.
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    #expect(state.detailsRows == 0)
  }

  @Test func `details that fit don't scroll, and no key is shown`() {
    var state = photo(Size(120, 40))
    #expect(!text(state).contains("J more"))
    _ = AppReducer.reduce(&state, .pressed(.detailsDown))
    #expect(frame(state).detailsOverscroll == 1)
    // Beside the photo the arrows don't scroll the details.
    state.detailsScroll = nil
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    #expect(state.detailsRows == 0)
  }

  @Test func `closed details don't scroll`() {
    let feed = Given.feed(30)
    #expect(
      KeyMap.action(for: .character("J"), in: feed) == .unavailable(.detailsDown, .detailsClosed)
    )
  }

  @Test func `a preview scrolls to the rest of a long description`() {
    var state = Sample.found(Size(40, 12)) { sample in
      var photo = Sample.photos[0]
      photo.description = (1...30).map { "word\($0)" }.joined(separator: " ")
      sample.state.photos[photo.id] = photo
      sample.reduce(.pressed(.menu), .pressed(.open))
    }
    #expect(text(state).contains("word1 ") && text(state).contains("J more"))
    var hasRest = false
    for _ in 0..<40 {
      _ = AppReducer.reduce(&state, .pressed(.detailsDown))
      hasRest = hasRest || text(state).contains("word30")
    }
    #expect(hasRest && frame(state).detailsOverscroll > 0)
  }

  @Test func `details opened in full screen close with Esc and don't stay in the list`() {
    var state = Sample.photo(Size(120, 40), edition: .extended)
    _ = AppReducer.reduce(&state, .pressed(.details))
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    var left = state
    _ = AppReducer.reduce(&left, .photo(.backPressed))
    #expect(left.photo == nil && !left.showsDetails)
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photo != nil && !state.showsDetails)
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photo == nil)
  }

  @Test func `the list's details stay open through full screen, unless closed there`() {
    var state = Sample.feed(Size(120, 40), edition: .extended)
    _ = AppReducer.reduce(&state, .pressed(.details))
    _ = AppReducer.reduce(&state, .pressed(.open))
    var closed = state
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photo == nil && state.showsDetails)
    _ = AppReducer.reduce(&closed, .pressed(.details))
    _ = AppReducer.reduce(&closed, .pressed(.back))
    #expect(closed.photo == nil && !closed.showsDetails)
  }

  @Test func `the gallery's full screen opens no details in lists`() {
    var state = Sample.gallery(Size(120, 40)) {
      $0.reduce(.pressed(.open), .pressed(.details), .pressed(.moveRight))
    }
    _ = AppReducer.reduce(&state, .photo(.backPressed))
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    #expect(!state.showsDetails)
  }
}
