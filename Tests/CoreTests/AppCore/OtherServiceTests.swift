import AppCore
import Harness
import Model
import Testing
import VK

/// Photos in the gallery that the current service doesn't have.
@Suite struct OtherServiceTests {
  private static let vk = Photo.ID(service: .vk, value: "-1_2")
  private static let demo = Given.id(1)

  /// Returns the state with the photo in full screen, and the details pane open.
  private func state(_ id: Photo.ID, isDemo: Bool = false) -> AppState {
    var state = Given.feed(3) { number in
      var photo = Given.photo(number)
      if number == 1 { photo.picture = .derived(from: "http://127.0.0.1:7436/1") }
      return photo
    }.extended
    state.launch.catalogue = [.vk]
    state.launch.isDemo = isDemo
    state.photos[Self.vk] = state.photos[Given.id(0)]
    state.feed.order[0] = id
    _ = AppReducer.reduce(&state, .pressed(.open))
    return state
  }

  @Test(arguments: [vk, demo])
  func `a photo of another service causes no request`(_ id: Photo.ID) {
    var state = state(id)
    #expect(state.photo?.id == id)
    for command in [Command.details, .like, .author, .download] {
      let effects = AppReducer.reduce(&state, .pressed(command))
      #expect(effects.allSatisfy { if case .after = $0 { true } else { false } }, "\(effects)")
      if command != .details {
        #expect(state.notice?.text == .unavailable(command, .otherService))
      }
    }
    #expect(state.photos[id]?.isLiked == false && state.details.loading == nil)
    #expect(AppReducer.reduce(&state, .details(.delayPassed(id))) == [])
  }

  @Test func `the demo serves its own photos, and so does a service at the user's own URL`() {
    for change in [{ $0.isDemo = true }, { $0.hasOwnAddresses = true }] as [(inout Launch) -> Void]
    {
      var state = state(Self.demo)
      change(&state.launch)
      #expect(
        AppReducer.reduce(&state, .pressed(.like)).contains(.likes(.set(Self.demo, liked: true)))
      )
    }
  }

  @Test func `of several photos only those of the service are downloaded`() {
    var state = state(Self.vk)
    _ = state.download([Self.vk, Given.id(2)])
    #expect(state.downloads.items.map(\.id) == [DownloadID(Given.id(2))])
    #expect(state.notice?.text == .downloadingPhotos(1, here: 0))
    _ = state.download([Self.vk])
    #expect(state.notice?.text == .unavailable(.download, .otherService))
  }

  @Test func `of several photos only those of the service are liked`() {
    var state = state(Self.vk)
    _ = state.like([Self.vk, Given.id(2)])
    #expect(state.photos[Self.vk]?.isLiked == false && state.photos[Given.id(2)]?.isLiked == true)
    #expect(state.notice?.text == .likedPhotos(1, true))
    _ = state.like([Self.vk])
    #expect(state.notice?.text == .unavailable(.like, .otherService))
  }
}
