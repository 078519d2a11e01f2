import AppCore
import CustomDump
import Model
import Testing

@testable import AppCore

/// The details that the letterbox of full screen shows without being asked.
@Suite struct LetterboxDetailsTests {
  private let id = Given.id(0)

  private func rest(_ number: Int) -> Effect {
    .after(Effect.ID(.details, "rest"), .seconds(3), .details(.delayPassed(Given.id(number))))
  }

  /// Returns a photo that leaves columns free beside it.
  private static func tall(_ number: Int) -> Photo {
    var photo = Given.photo(number)
    (photo.width, photo.height) = (2000, 6000)
    return photo
  }

  /// Returns tall photos in full screen, with the first one in front.
  private func opened(of count: Int = 3) -> AppState {
    Given.fullScreen(0, of: count, photo: Self.tall)
  }

  private func detailed(_ number: Int) -> Photo {
    var photo = Self.tall(number)
    photo.details = PhotoDetails(camera: "K1000")
    return photo
  }

  @Test func `a photo that stays in full screen has its details requested and stored`() {
    var state = Given.feed(3, photo: Self.tall)
    let effects = AppReducer.reduce(&state, .pressed(.open))
    #expect(effects.contains(rest(0)))
    expect(&state, .details(.delayPassed(id)), [.details(.load(id))]) { $0.details.loading = id }
    state.launch = Given.extendedLaunch
    let photo = detailed(0)
    expect(&state, .details(.loaded(id, .success(photo))), [.cache(.writeDetails(photo))]) {
      $0.details.loading = nil
      $0.photos[id] = photo
    }
    // They are requested once.
    #expect(!AppReducer.reduce(&state, .pressed(.back)).contains(rest(0)))
    #expect(!AppReducer.reduce(&state, .pressed(.open)).contains(rest(0)))
  }

  @Test func `a photo that is passed quickly has none requested`() {
    var state = opened()
    #expect(AppReducer.reduce(&state, .pressed(.moveRight)).contains(rest(1)))
    // The timer of the previous photo fires late.
    expect(&state, .details(.delayPassed(id)))
    _ = AppReducer.reduce(&state, .pressed(.back))
    expect(&state, .details(.delayPassed(Given.id(1))))
  }

  @Test func `photos of the gallery have their details requested, too`() throws {
    var state = Given.gallery(3, viewport: Viewport(columns: 120, rows: 40))
    for id in state.photos.keys {
      state.photos[id]?.width = 2000
      state.photos[id]?.height = 6000
    }
    for command in [Command.open, .moveRight] {
      let effects = AppReducer.reduce(&state, .pressed(command))
      let id = try #require(state.currentPhoto)
      let rested = AppAction.details(.delayPassed(id))
      #expect(effects.contains(.after(Effect.ID(.details, "rest"), .seconds(3), rested)))
    }
    #expect(state.photo?.isInGallery == true)
  }

  /// Changes to the state in which the letterbox shows no details.
  static let withoutRoom: [@Sendable (inout AppState) -> Void] = [
    // The picture fills the screen.
    { $0.photos[Given.id(0)]?.width = 9000 },
    // Text replaces the picture.
    { $0.program.hasPictures = false },
    { $0.photo?.zoom = .fill },
    { $0.slideshow = Slideshow() },
    { $0.budget = RateBudget(limit: 50, remaining: 25) },
  ]

  @Test(arguments: withoutRoom.indices)
  func `details that have no room are not requested`(_ index: Int) {
    var state = opened()
    Self.withoutRoom[index](&state)
    expect(&state, .details(.delayPassed(id)))
    expectNoDifference(DetailsReducer.photoChanged(&state), [])
  }

  @Test func `half of the hour's requests are left to the user`() {
    var state = opened()
    state.budget = RateBudget(limit: 50, remaining: 26)
    expectNoDifference(DetailsReducer.photoChanged(&state), [rest(0)])
    state.budget = RateBudget(limit: 50, remaining: 25)
    expectNoDifference(DetailsReducer.photoChanged(&state), [])
    // Details that the user opens are requested.
    #expect(AppReducer.reduce(&state, .pressed(.details)).contains(.details(.load(id))))
  }

  @Test func `details that were opened with the photo follow the letterbox's rule`() {
    var state = Given.feed(3).extended
    _ = AppReducer.reduce(&state, .pressed(.menu))
    let effects = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.showsDetails && state.letterbox == nil)
    #expect(effects.contains(rest(0)))
    #expect(AppReducer.reduce(&state, .pressed(.moveRight)).contains(rest(1)))
    state.budget = RateBudget(limit: 50, remaining: 25)
    expectNoDifference(DetailsReducer.photoChanged(&state), [])
    expect(&state, .details(.delayPassed(Given.id(1))))
    state.budget = nil
    // Offline, the details show what is known instead of a failure.
    state.isOffline = true
    expectNoDifference(DetailsReducer.photoChanged(&state), [])
    state.isOffline = false
    // The key requests them.
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(
      AppReducer.reduce(&state, .pressed(.details)).contains(.details(.load(Given.id(1))))
    )
  }

  @Test func `a failure isn't reported, and is requested again by the key`() {
    var state = opened()
    _ = AppReducer.reduce(&state, .details(.delayPassed(id)))
    expect(&state, .details(.loaded(id, .failure(Given.timeout)))) {
      $0.details.loading = nil
      $0.details.failed = [id: Given.timeout]
    }
    expectNoDifference(DetailsReducer.photoChanged(&state), [])
    #expect(AppReducer.reduce(&state, .pressed(.refresh)).contains(.details(.load(id))))
  }
}
