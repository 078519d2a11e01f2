import AppCore
import CustomDump
import Library
import Model
import Testing

@Suite struct DetailsTests {
  private let id = Given.id(0)

  private func rest(_ number: Int) -> Effect {
    .after(Effect.ID(.details, "rest"), .milliseconds(400), .details(.rested(Given.id(number))))
  }

  private func detailed(_ number: Int) -> Photo {
    var photo = Given.photo(number, likes: 20)
    photo.description = "A boat"
    photo.details = PhotoDetails(camera: "K1000")
    return photo
  }

  /// The pane is open, and the first photograph's details are on their way.
  private func opened() -> AppState {
    var state = Given.feed(30)
    expect(&state, .pressed(.details), [.details(.load(id))]) {
      $0.showsDetails = true
      $0.details.loading = Given.id(0)
    }
    return state
  }

  @Test func `details are asked once and kept`() {
    var state = opened()
    expect(&state, .details(.loaded(id, .success(detailed(0))))) {
      $0.details.loading = nil
      $0.photos[Given.id(0)] = detailed(0)
    }
    expect(&state, .pressed(.details), [.cancelReads(.details)]) { $0.showsDetails = false }
    expect(&state, .pressed(.details)) { $0.showsDetails = true }
  }

  @Test func `Esc closes the details in the feed, and those of a photograph`() {
    var state = opened()
    expect(&state, .pressed(.back), [.cancelReads(.details)]) {
      $0.details = DetailsState()
      $0.showsDetails = false
    }
    expect(&state, .pressed(.back))
    for columns in [40, 120] {
      var photo = Given.fullScreen(2)
      _ = AppReducer.reduce(&photo, .resized(Viewport(columns: columns, rows: 30)))
      _ = AppReducer.reduce(&photo, .pressed(.details))
      _ = AppReducer.reduce(&photo, .pressed(.back))
      #expect(photo.photo != nil && !photo.showsDetails)
    }
  }

  @Test func `an answer without details is not asked for again`() {
    var state = opened()
    expect(&state, .details(.loaded(id, .success(Given.photo(0))))) {
      $0.details.loading = nil
      $0.photos[Given.id(0)]?.details = PhotoDetails()
    }
  }

  @Test func `details wait until the person rests on a photograph`() {
    var state = opened()
    _ = AppReducer.reduce(&state, .details(.loaded(id, .success(detailed(0)))))
    expectNoDifference(AppReducer.reduce(&state, .pressed(.moveRight)), [rest(1)])
    expectNoDifference(AppReducer.reduce(&state, .pressed(.moveRight)), [rest(2)])
    // The timer of a photograph left behind is late.
    expect(&state, .details(.rested(Given.id(1))))
    expect(&state, .details(.rested(Given.id(2))), [.details(.load(Given.id(2)))]) {
      $0.details.loading = Given.id(2)
    }
    expect(&state, .details(.rested(Given.id(2))))
    // What is known needs no timer.
    _ = AppReducer.reduce(&state, .pressed(.first))
    expectNoDifference(AppReducer.reduce(&state, .pressed(.first)), [])
  }

  @Test func `closing the pane stops asking`() {
    var state = opened()
    expect(&state, .pressed(.details), [.cancelReads(.details)]) {
      $0.showsDetails = false
      $0.details.loading = nil
    }
    expect(&state, .details(.rested(id)))
  }

  @Test func `a failure is kept for the pane, and the key asks again`() {
    var state = opened()
    expect(&state, .details(.loaded(id, .failure(Given.timeout)))) {
      $0.details.loading = nil
      $0.details.failed = [Given.id(0): Given.timeout]
    }
    // Coming by again does not ask: requests are counted.
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    expectNoDifference(AppReducer.reduce(&state, .pressed(.moveLeft)), [])
    expect(&state, .pressed(.refresh), [.details(.load(id))]) {
      $0.details.loading = Given.id(0)
      $0.details.failed = [:]
    }
    expect(&state, .details(.loaded(id, .success(detailed(0))))) {
      $0.details.loading = nil
      $0.photos[Given.id(0)] = detailed(0)
    }
  }

  @Test func `details asked before a like leave the like alone`() {
    var state = opened()
    _ = AppReducer.reduce(&state, .pressed(.like))
    var old = detailed(0)
    old.isLiked = true
    expect(&state, .details(.loaded(id, .success(old)))) {
      $0.details.loading = nil
      $0.photos[Given.id(0)]?.details = PhotoDetails(camera: "K1000")
      $0.photos[Given.id(0)]?.description = "A boat"
    }
  }

  @Test func `a refused session signs out`() {
    var state = opened()
    _ = AppReducer.reduce(
      &state,
      .details(.loaded(id, .failure(Problem(.details, .unauthorized))))
    )
    #expect(state.stage == .signIn)
  }

  @Test func `opening a photograph asks for no details while the pane is closed`() {
    var state = Given.feed(30)
    expectNoDifference(AppReducer.reduce(&state, .pressed(.open)), [])
    var open = opened()
    _ = AppReducer.reduce(&open, .details(.loaded(id, .failure(Given.timeout))))
    _ = AppReducer.reduce(&open, .pressed(.moveRight))
    expectNoDifference(AppReducer.reduce(&open, .pressed(.open)), [rest(1)])
  }

  @Test func `the pane keeps the feed where it is`() {
    var state = Given.feed(30, viewport: .init(columns: 120, rows: 40))
    for _ in 0..<5 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    let anchor = state.views.feed.anchor.index
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(state.views.feed.selection == 5)
    #expect(
      state.tiles(of: .feed).tiles.contains { $0.index == 5 }
    )
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(abs(state.views.feed.anchor.index - anchor) <= 1)
  }
}
