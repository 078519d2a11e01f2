import AppCore
import CustomDump
import Harness
import Model
import Testing

@testable import AppCore

@Suite struct DetailsTests {
  private let id = Given.id(0)

  private func rest(_ number: Int) -> Effect {
    let action = AppAction.details(.delayPassed(Given.id(number)))
    return .after(Effect.ID(.details, "rest"), .milliseconds(400), action)
  }

  private func detailed(_ number: Int) -> Photo {
    var photo = Given.photo(number, likes: 20)
    photo.description = "A boat"
    photo.details = PhotoDetails(camera: "K1000")
    return photo
  }

  /// Returns the open pane, with the first photo's details being loaded.
  private func opened() -> AppState {
    var state = Given.feed(30)
    expect(&state, .pressed(.details), [.details(.load(id))]) {
      $0.showsDetails = true
      $0.details.loading = Given.id(0)
    }
    return state
  }

  @Test func `details are requested once and stored`() {
    var state = opened()
    expect(&state, .details(.loaded(id, .success(detailed(0))))) {
      $0.details.loading = nil
      $0.photos[Given.id(0)] = detailed(0)
    }
    expect(&state, .pressed(.details), [.cancelReads(.details)]) { $0.showsDetails = false }
    expect(&state, .pressed(.details)) { $0.showsDetails = true }
  }

  @Test func `details load when a list appears that is refreshed`() {
    for change: (inout AppState) -> Void in [
      { $0[.feed].isOld = true },
      {
        $0[.feed].cacheAge = .seconds(60)
        $0[.feed].needsRefresh = true
      },
    ] {
      var state = Given.feed(30)
      state.showsDetails = true
      change(&state)
      let effects = FeedReducer.appear(&state)
      #expect(effects.contains(.feed(.loadPage(1, of: .feed))))
      #expect(effects.contains(.event(.currentPhotoChanged)))
    }
  }

  @Test func `Esc closes the details in the feed and in full screen`() {
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

  @Test func `a response without details isn't requested again`() {
    var state = opened()
    expect(&state, .details(.loaded(id, .success(Given.photo(0))))) {
      $0.details.loading = nil
      $0.photos[Given.id(0)]?.details = PhotoDetails()
    }
  }

  @Test func `details wait until the selection rests on a photo`() {
    var state = opened()
    _ = AppReducer.reduce(&state, .details(.loaded(id, .success(detailed(0)))))
    expectNoDifference(AppReducer.reduce(&state, .pressed(.moveRight)), [rest(1)])
    expectNoDifference(AppReducer.reduce(&state, .pressed(.moveRight)), [rest(2)])
    // The timer of the previous photo fires late.
    expect(&state, .details(.delayPassed(Given.id(1))))
    expect(&state, .details(.delayPassed(Given.id(2))), [.details(.load(Given.id(2)))]) {
      $0.details.loading = Given.id(2)
    }
    expect(&state, .details(.delayPassed(Given.id(2))))
    // Loaded details need no timer.
    _ = AppReducer.reduce(&state, .pressed(.first))
    expectNoDifference(AppReducer.reduce(&state, .pressed(.first)), [])
  }

  @Test func `closing the pane cancels requests`() {
    var state = opened()
    expect(&state, .pressed(.details), [.cancelReads(.details)]) {
      $0.showsDetails = false
      $0.details.loading = nil
    }
    expect(&state, .details(.delayPassed(id)))
  }

  @Test func `a failure stays in the pane, and the key retries`() {
    var state = opened()
    expect(&state, .details(.loaded(id, .failure(Given.timeout)))) {
      $0.details.loading = nil
      $0.details.failed = [Given.id(0): Given.timeout]
    }
    // Returning to the photo doesn't retry, since requests are limited.
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

  @Test func `details requested before a like don't change the like`() {
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

  @Test func `opening a photo requests no details while the pane is closed`() {
    var state = Given.feed(30)
    expectNoDifference(AppReducer.reduce(&state, .pressed(.open)), [])
    var open = opened()
    _ = AppReducer.reduce(&open, .details(.loaded(id, .failure(Given.timeout))))
    _ = AppReducer.reduce(&open, .pressed(.moveRight))
    expectNoDifference(AppReducer.reduce(&open, .pressed(.open)), [rest(1)])
  }

  @Test func `the pane doesn't scroll the feed`() {
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
