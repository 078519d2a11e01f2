import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The key of sign-out, its buttons, and the tabs beside the one in the bar.
@Suite struct SignOutButtonTests {
  private static let sizes = [Size(40, 12), Size(80, 24), Size(120, 40), Size(200, 60)]
  private static let scenes = ["profile", "favourites", "favourites-empty", "album", "album-basic"]

  private func state(_ name: String, _ size: Size) throws -> AppState {
    let scene = (Scene.all + Scene.albums).first { $0.name == name }
    return try #require(scene).state(size)
  }

  private func text(_ state: AppState, _ language: Language = .english) -> String {
    Snapshots.text(Screens.render(state, Snapshots.context(language)))
  }

  private func hints(_ state: AppState) -> String {
    text(state).split(separator: "\n").last { $0.contains("? help") }.map(String.init) ?? ""
  }

  @Test(arguments: scenes)
  func `the key asks at once, and stands on the button`(_ name: String) throws {
    for size in Self.sizes {
      var state = try state(name, size)
      #expect(text(state).contains("L Sign out"), "\(text(state))")
      #expect(text(state, .russian).contains("L Выйти"), "\(text(state, .russian))")
      _ = AppReducer.reduce(&state, KeyMap.action(for: .character("L"), in: state))
      #expect(state.alerts.map(\.kind) == [.confirmSignOut])
    }
  }

  @Test func `a feed without an account has neither key nor button`() throws {
    var state = try state("album", Size(80, 24))
    state.launch.service = Given.unsplash([.addressInput, .topics])
    #expect(KeyMap.action(for: .character("L"), in: state) == .unknownKeyPressed)
    #expect(!text(state).contains("Sign out"))
  }

  @Test(arguments: ["favourites", "album", "album-basic"])
  func `arrows focus the button, and the hints say so`(_ name: String) throws {
    for size in Self.sizes {
      var state = try state(name, size)
      _ = AppReducer.reduce(&state, .pressed(.moveUp))
      #expect(state.isSignOutFocused)
      #expect(hints(state).contains("Enter sign out"), "\(hints(state))")
      #expect(!hints(state).contains("f like") && !hints(state).contains("Enter open"))
      for command in [Command.like, .download, .share] where command.places.contains(state.place) {
        expect(&state, .pressed(command))
      }
      var asked = state
      _ = AppReducer.reduce(&asked, .pressed(.open))
      #expect(asked.alerts.map(\.kind) == [.confirmSignOut])
      expect(&state, .pressed(.moveUp))
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
      #expect(state.profileFocus == .list && hints(state).contains("Enter open"))
    }
  }

  @Test func `while the profile loads and after a failure, a placeholder stands for the avatar`()
    throws
  {
    for size in Self.sizes.dropFirst() {
      var state = Sample.feed(size, edition: .extended) { $0.reduce(.tabPressed(.profile)) }
      #expect(text(state).contains("▄██▄"), "\(text(state))")
      let failure = Problem(.profile, .server(status: 503))
      _ = AppReducer.reduce(&state, .profile(.loaded(.failure(failure))))
      #expect(text(state).contains("▄██▄"), "\(text(state))")
      // The person is known, their picture isn't yet.
      _ = AppReducer.reduce(&state, .profile(.refreshPressed))
      _ = AppReducer.reduce(&state, .profile(.loaded(.success(Sample.person))))
      #expect(text(state).contains("▄██▄"), "\(text(state))")
      let avatar = PictureKey(.avatar("anna_k"), .thumbnail)
      _ = AppReducer.reduce(&state, .pictureChanged(avatar, .thumbnail))
      #expect(!text(state).contains("▄██▄"))
      _ = AppReducer.reduce(&state, .pictureChanged(avatar, .failed(Problem(.avatar, .notFound))))
      #expect(text(state).contains("▄██▄"))
    }
  }

  @Test func `without favourites, the collections follow the message, and the count is 0`() throws {
    for size in Self.sizes {
      let lines = text(try state("profile-collections-alone", size)).split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      let message = try #require(lines.firstIndex { $0.contains("No favourites yet") })
      let shelf = try #require(lines.firstIndex { $0.contains("Collections  6") })
      #expect((1...5).contains(shelf - message), "\(lines.joined(separator: "\n"))")
      #expect(lines.contains { $0.contains("Favourites  0") })
    }
  }

  @Test(arguments: Language.allCases)
  func `tabs stand at the same columns on every tab`(_ language: Language) throws {
    for name in ["album", "favourites"] {
      for size in Self.sizes {
        var state = try state(name, size)
        let labels = Texts(language)
        let tabs: [(AppState.Tab, Label)] = [
          (.feed, .feedTab), (.profile, .profileTab), (.search, .searchTab),
          (.gallery, .galleryTab),
        ]
        var columns: Set<[Int?]> = []
        for (tab, _) in tabs where AppState.Tab.all(in: state.launch.capabilities).contains(tab) {
          _ = AppReducer.reduce(&state, .tabPressed(tab))
          let frame = Screens.render(state, Snapshots.context(language))
          columns.insert(tabs.map { find(labels[$0.1], in: frame)?.x })
        }
        #expect(columns.count == 1, "\(size) \(columns)")
      }
    }
  }
}
