@testable import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// The mouse on the screen: elements are found by their visible text.
@Suite struct PressTests {
  private func frame(_ state: AppState) -> Frame {
    Screens.render(state, Snapshots.context(.english))
  }

  @Test func `photos, hearts and tabs can be pressed`() {
    let state = Sample.feed(Size(80, 24))
    let frame = frame(state)
    #expect(press("♡", in: frame) == .likes(.heartPressed(Sample.id(0))))
    #expect(press("Annie", in: frame) == .feed(.cardPressed(Sample.id(0))))
    #expect(frame.action(at: Point(20, 8)) == .feed(.cardPressed(Sample.id(0))))
    for tile in state.tiles(of: .feed).tiles {
      let picture = tile.picture.intersection(state.layout.body)
      guard !picture.isEmpty else { continue }
      let corner = Point(picture.maxX - 1, picture.maxY - 1)
      #expect(frame.action(at: corner) == .feed(.cardPressed(tile.id)))
    }
    #expect(press("Profile", in: frame) == .tabPressed(.profile))
    #expect(press("Feed", in: frame) == .tabPressed(.feed))
    #expect(frame.action(at: Point(79, 0)) == nil)
  }

  @Test func `pressing a hint runs its key's command`() {
    let feed = frame(Sample.feed(Size(80, 24), edition: .extended))
    #expect(press("download", in: feed) == .pressed(.download))
    #expect(press("help", in: feed) == .pressed(.help))
    let zoomed = frame(Sample.photo(Size(80, 24)))
    #expect(press("zoom", in: zoomed) == .pressed(.zoomIn))
  }

  @Test func `full screen and narrow lists name the position in the line below`() {
    for (size, isNarrow) in [(Size(40, 12), true), (Size(80, 24), false)] {
      var state = Sample.feed(size)
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
      let place = "\(state.views.feed.selection + 1)"
      let lines = Snapshots.text(frame(state)).split(separator: "\n")
      let hint = lines.last { $0.contains("? help") } ?? ""
      #expect(hint.hasPrefix(" \(place)  ") == isNarrow, "\(hint)")
      _ = AppReducer.reduce(&state, .pressed(.open))
      #expect(Snapshots.text(frame(state)).contains("\n \(place)  "))
    }
  }

  @Test func `the developer page's URL is complete, even on the smallest screen`() {
    let scene = Scene.all.first { $0.name == "sign-in-not-configured" }
    for (size, address) in [
      (Size(40, 12), "    unsplash.com/oauth/applications\n"),
      (Size(80, 24), "    https://unsplash.com/oauth/applications\n"),
    ] {
      let text = (scene?.state(size)).map { Snapshots.text(frame($0)) } ?? ""
      #expect(text.contains(address), "\(text)")
    }
  }

  @Test func `open details close with the keys that are shown`() {
    var state = Sample.feed(Size(120, 40))
    #expect(find("close", in: frame(state)) == nil)
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(press("close", in: frame(state)) == .pressed(.back))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(!state.showsDetails && state.place == .feed)
  }

  @Test func `the favourites have hearts to press, and the bar says offline`() {
    for size in [Size(120, 40), Size(80, 24), Size(40, 12)] {
      var state = Sample.feed(size, edition: .extended) {
        $0.reduce(.tabPressed(.profile), .profile(.loaded(.success(Sample.person))))
      }
      #expect(Snapshots.text(frame(state)).contains("Favourites  341"))
      #expect(press("Sign out", in: frame(state)) == .profile(.signOutPressed))
      let page = Page(photos: Array(Sample.photos.prefix(3)), next: nil, total: 3)
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(page)), in: .favourites))
      #expect(press("Profile", in: frame(state)) == .tabPressed(.profile))
      let hearts = positions(of: "♥", in: frame(state)).map { frame(state).action(at: $0) }
      #expect(hearts.contains(.likes(.heartPressed(Sample.id(0)))))
      #expect(!Snapshots.text(frame(state)).contains("offline"))
      state.isOffline = true
      #expect(Snapshots.text(frame(state)).contains("offline"))
      _ = AppReducer.reduce(&state, .pressed(.open))
      #expect(Snapshots.text(frame(state)).contains("offline"))
    }
  }

  @Test func `newer photos have a button that says so`() {
    let state = Sample.feed(Size(80, 24), edition: .extended) {
      $0.state.notice = Notice(number: 1, text: .newerPhotos(.feed))
    }
    #expect(press("Show", in: frame(state)) == .feed(.refreshPressed))
  }

  @Test func `hearts are hidden if the service has no likes`() {
    let state = Sample.feed(Size(80, 24)) { $0.state.likes.isUnavailable = true }
    let text = Snapshots.text(frame(state))
    #expect(!text.contains("♡") && !text.contains("like"))
  }

  @Test func `a service without likes has no heart, key or Tab stop in full screen`() {
    for size in [Size(120, 40), Size(40, 12)] {
      var state = Sample.photo(size, edition: .extended) {
        $0.state.launch.service.capabilities.remove(.likes)
      }
      #expect(!state.offers(.likesInFullScreen) && !state.offers(.likes))
      let text = Snapshots.text(frame(state))
      #expect(!text.contains("♡") && !text.contains("♥") && !text.contains("like"))
      for _ in 0..<8 {
        _ = AppReducer.reduce(&state, .pressed(.nextTab))
        #expect(state.photo?.focus != .like)
      }
      #expect(AppReducer.reduce(&state, .pressed(.like)).isEmpty)
      #expect(state.likes.pending.isEmpty && state.likes.changes.isEmpty)
    }
  }

  @Test func `a pending like shows a spinner on its heart only`() {
    let state = Sample.feed(Size(80, 60)) { $0.reduce(.pressed(.like)) }
    let text = Snapshots.text(frame(state))
    #expect(text.contains("⠋ 1,204") && !text.contains("♡ 1,204"))
    #expect(frame(state).nextTick == RenderContext.spinnerStep)
  }

  @Test func `the extended edition has a heart in full screen, even on the smallest screen`() {
    for size in [Size(120, 40), Size(80, 24), Size(40, 12)] {
      let frame = frame(Sample.photo(size, edition: .extended))
      #expect(press("♡ 1,204", in: frame) == .likes(.heartPressed(Sample.id(0))))
      // Either all buttons have labels or none has.
      let isSmall = size.width < 80
      #expect(press(isSmall ? "‹" : "Back", in: frame) == .photo(.backPressed))
      #expect(press(isSmall ? "↗" : "Share", in: frame) == .photo(.sharePressed))
    }
    let basic = Snapshots.text(frame(Sample.photo(Size(80, 24))))
    #expect(!basic.contains("♡") && !basic.contains("like"))
    let gone = Sample.photo(Size(80, 24), edition: .extended) {
      $0.state.likes.isUnavailable = true
      $0.reduce(.pressed(.help))
    }
    #expect(!Snapshots.text(frame(gone)).contains("Like the photo"))
    // A very long count is dropped after the labels.
    let long = Sample.photo(Size(40, 12), edition: .extended) {
      $0.state.photos[Sample.id(0)]?.likes = Int.max
    }
    #expect(press("♡", in: frame(long)) == .likes(.heartPressed(Sample.id(0))))
    #expect(press("↗", in: frame(long)) == .photo(.sharePressed))
  }

  @Test func `in the extended edition a heart shows no spinner, and the notice has Retry`() {
    let liked = frame(Sample.photo(Size(80, 24), edition: .extended) { $0.reduce(.pressed(.like)) })
    #expect(Snapshots.text(liked).contains("♥ 1,205") && liked.nextTick == nil)
    let asked = frame(Sample.feed(Size(80, 24), edition: .extended) { $0.reduce(.pressed(.like)) })
    #expect(Snapshots.text(asked).contains("♥ 1,205"))
    #expect(!Snapshots.text(asked).contains("⠋ 1,205"))
    let waiting = frame(Sample.feed(Size(80, 24), edition: .basic) { $0.reduce(.pressed(.like)) })
    #expect(Snapshots.text(waiting).contains("⠋ 1,20"))
    let problem = Problem(.like, .server(status: 500))
    for size in [Size(120, 40), Size(80, 24), Size(40, 12)] {
      let refused = Sample.photo(size, edition: .extended) {
        $0.reduce(
          .pressed(.like),
          .likes(.answered(Sample.id(0), liked: true, .failure(problem)))
        )
      }
      #expect(press("R Retry", in: frame(refused)) == .likes(.retried([Sample.id(0): true])))
      #expect(Snapshots.text(frame(refused)).contains("♡ 1,204"))
    }
  }

  @Test func `a failed picture is requested again`() {
    let scene = Scene.feed.first { $0.name == "feed-picture-failed" }
    guard let state = scene?.state(Size(80, 24)) else { return }
    let frame = frame(state)
    #expect(press("R Retry", in: frame) == .feed(.picturePressed(Sample.id(0))))
    // The preview of the picture stays.
    #expect(frame.placements.contains { $0.source == .photo(Sample.id(0)) })
  }

  @Test func `a failed page has a visible button`() {
    for size in [Size(200, 60), Size(80, 24), Size(40, 12)] {
      let state = Sample.feed(size) {
        $0.reduce(
          .pressed(.last),
          .feed(.pageLoaded(2, .failure(Problem(.feed, .server(status: 502)))))
        )
      }
      #expect(press("Retry", in: frame(state)) == .feed(.retryPressed))
    }
  }

  @Test func `a rate limit says when to try again`() {
    let state = Sample.feed(Size(80, 24)) {
      $0.reduce(
        .pressed(.last),
        .feed(.pageLoaded(2, .failure(Problem(.feed, .rateLimited(minutes: 17)))))
      )
    }
    // The scrollbar is between its lines.
    let words = Snapshots.text(frame(state)).split { " \n│┃".contains($0) }
    #expect(words.joined(separator: " ").contains("in 17 minutes"))
  }

  @Test func `bars, sheets and alerts can be pressed`() {
    let photo = frame(Sample.photo(Size(80, 24)))
    #expect(press("Back", in: photo) == .photo(.backPressed))
    #expect(press("Share", in: photo) == .photo(.sharePressed))

    let sheet = frame(Sample.photo(Size(80, 24)) { $0.reduce(.pressed(.share)) })
    #expect(press("Save to Pictures", in: sheet) == .share(.rowPressed(.save)))
    #expect(press("✕", in: sheet) == .overlayClosed(.share))
    #expect(sheet.action(at: Point(1, 20)) == .overlayClosed(.share))
    #expect(press("╭─ Share", in: sheet) == nil)

    let alert = frame(Sample.profile(Size(80, 24)) { $0.reduce(.pressed(.signOut)) })
    #expect(press("[ y Yes, sign out ]", in: alert) == .alerts(.buttonPressed(0)))
    #expect(press("[ n No ]", in: alert) == .alerts(.buttonPressed(1)))
    #expect(press("Sign out?", in: alert) == nil)
    #expect(alert.action(at: Point(1, 1)) == nil)
  }

  @Test func `the sign-in screens can be pressed`() {
    let start = frame(Sample.signIn(Size(80, 24)))
    #expect(press("Sign in", in: start) == .pressed(.openAgain))
    #expect(press("Explore the demo", in: start) == .pressed(.tryDemo))
    let waiting = frame(Sample.waiting(Size(80, 24)))
    #expect(press("https://unsplash.com", in: waiting) == .pressed(.copyAddress))
    #expect(press("Sign in on another", in: waiting) == .pressed(.otherMachine))
  }

  @Test func `the complete sign-in URL is a link behind a short one`() {
    for size in [Size(200, 60), Size(80, 24), Size(40, 12)] {
      for scene in ["sign-in-waiting", "sign-in-waiting-no-browser", "sign-in-code"] {
        guard let state = Scene.signIn.first(where: { $0.name == scene })?.state(size) else {
          Issue.record("no scene \(scene)")
          continue
        }
        let short = "https://unsplash.com/oauth/authorize…"
        let link = frame(state).modes.link
        #expect(link?.url == Sample.authorize.text && link?.cells.width == short.count)
        #expect(find(short, in: frame(state)) == link?.cells.origin, "\(size) \(scene)")
        // Over an overlay the same cells belong to other text.
        var covered = state
        _ = AppReducer.reduce(&covered, .pressed(.help))
        #expect(frame(covered).modes.link == nil)
        var spoken = state
        (spoken.program.isPlain, spoken.program.hasPictures) = (true, false)
        let context = Snapshots.context(.english, glyphs: Glyphs(isASCII: false, isPlain: true))
        let text = Snapshots.text(Screens.render(spoken, context)).split(separator: "\n")
          .map { $0.trimmingPrefix { $0 == " " } }.joined()
        #expect(text.contains(Sample.authorize.text), "\(size) \(scene)")
      }
    }
  }

  @Test func `a later alert is hidden until the first is answered`() throws {
    let state = Sample.feed(Size(80, 24)) { sample in
      for number in [0, 1] {
        let id = Sample.id(number)
        sample.reduce(.likes(.heartPressed(id)))
        let cause: Problem.Cause = number == 0 ? .server(status: 500) : .unauthorized
        sample.reduce(
          .likes(.answered(id, liked: number == 0, .failure(Problem(.like, cause))))
        )
      }
    }
    #expect(state.alerts.count >= 1)
    let title = try Texts(.english).alert(state.alerts.at(0).kind).title
    #expect(Snapshots.text(frame(state)).contains(title))
  }
}
