import AppCore
import Canvas
import CustomDump
import Model
import Testing

/// Keeps track of what effects would be running, and answers them at random.
private struct World {
  var dice: SeededDice
  var state: AppState
  var running: [Effect.ID: Effect] = [:]
  var timers: [Effect.ID: AppAction] = [:]
  var nextPhoto = 0

  init(seed: Int, _ edition: Edition) {
    dice = SeededDice(seed)
    state = edition == .basic ? Given.splash() : Given.splash().extended
  }

  mutating func deliver(_ action: AppAction) {
    for effect in AppReducer.reduce(&state, action) {
      switch effect {
      case .cancel(let id):
        running[id] = nil
        timers[id] = nil
      case .cancelReads(let scope):
        running = running.filter { $0.key.scope != scope || !$0.value.isRead }
        timers = timers.filter { $0.key.scope != scope || scope == .app }
      case .after(let id, _, let action): timers[id] = action
      case .pictures, .terminal, .quit: break
      default:
        guard let id = effect.id else { break }
        if case .feed = effect, running[id] != nil { Issue.record("a page is asked twice") }
        running[id] = effect
      }
    }
    check(after: action)
  }

  private func check(after action: AppAction) {
    checkFeed(state)
    let isLoading = running.values.contains { if case .feed = $0 { true } else { false } }
    #expect((state.feed.load == .loading) == isLoading, "after \(action)")
    let details = running.values.compactMap { effect -> Photo.ID? in
      if case .details(.load(let id)) = effect { id } else { nil }
    }
    #expect(details == [state.details.loading].compactMap(\.self), "after \(action)")
    let profile = running.values.contains { if case .profile = $0 { true } else { false } }
    #expect(state.profile.isLoading == profile, "after \(action)")
    let likes = running.values.filter { if case .likes = $0 { true } else { false } }
    #expect(likes.count == state.likes.pending.count, "after \(action)")
    if state.launch.edition == .extended {
      #expect(Set(state.likes.silent.keys) == Set(state.likes.pending.keys), "after \(action)")
    } else {
      #expect(state.likes.silent.isEmpty && state.likes.confirmed.isEmpty, "after \(action)")
    }
    let saves = running.values.filter { if case .share(.save) = $0 { true } else { false } }
    #expect(saves.count == state.saves.count, "after \(action)")
    if state.stage != .main {
      #expect(state.photos.isEmpty && state.feed == FeedState() && state.photo == nil)
    }
    if let alert = state.alerts.first { #expect(alert.buttons.indices.contains(alert.focus)) }
    if case .idle = state.signIn.phase {} else { #expect(state.stage == .signIn) }
    if let layout = state.photoLayout {
      #expect(layout.scale > 0 && layout.scale.isFinite)
      #expect(layout.crop.x >= 0 && layout.crop.x + layout.crop.width <= 1 + 1e-9)
      #expect(layout.crop.y >= 0 && layout.crop.y + layout.crop.height <= 1 + 1e-9)
    }
    for command in Command.allCases { _ = command.unavailable(in: state) }
  }

  mutating func step() {
    switch Int.random(in: 0..<10, using: &dice) {
    case 0..<2: answer()
    case 2: fireTimer()
    case 3: deliver(mouse())
    case 4 where Int.random(in: 0..<5, using: &dice) == 0: deliver(.resized(size()))
    case 5..<9: press()
    default: deliver(.pressed(Command.allCases.randomElement(using: &dice) ?? .help))
    }
  }

  private mutating func press() {
    let keys = Command.allCases.filter { $0.places.contains(state.place) }.flatMap(\.keys)
    guard let key = keys.randomElement(using: &dice) else { return }
    // Leaving the account all the time would leave little else.
    if key == .character("x"), Int.random(in: 0..<20, using: &dice) > 0 { return }
    if let action = KeyMap.action(for: key, in: state) { deliver(action) }
  }

  private mutating func size() -> Viewport {
    Viewport(columns: .random(in: 1...200, using: &dice), rows: .random(in: 1...60, using: &dice))
  }

  private mutating func fireTimer() {
    guard let id = timers.keys.sorted(by: { $0.key < $1.key }).randomElement(using: &dice),
      let action = timers.removeValue(forKey: id)
    else { return }
    deliver(action)
  }

  private mutating func mouse() -> AppAction {
    let id = state.feed.order.randomElement(using: &dice) ?? Given.id(0)
    let actions: [AppAction] = [
      .feed(.scrolled(rows: Int.random(in: -9...9, using: &dice))), .feed(.cardPressed(id)),
      .feed(.picturePressed(id)), .feed(.retryPressed), .feed(.refreshPressed),
      .likes(.heartPressed(id)), .likes(.refusedRetried),
      .photo(.backPressed), .photo(.sharePressed),
      .photo(.zoomed(steps: Int.random(in: -3...3, using: &dice))), .photo(.retryPressed),
      .share(.rowPressed(.save)), .share(.closePressed), .tabPressed(.feed),
      .share(.rowPressed(.showCode)), .share(.codeClosed), .share(.rowPressed(.copyHTML)),
      .tabPressed(.profile), .alerts(.buttonPressed(Int.random(in: 0...2, using: &dice))),
      .help(.scrolled(rows: 5)), .help(.closePressed), .signIn(.pasted("code")),
      .signIn(.typed(.insert("я"))),
      .pictureChanged(
        PictureKey(.photo(id), Bool.random(using: &dice) ? .full : .thumbnail),
        Bool.random(using: &dice) ? .failed(Given.timeout) : .full
      ),
    ]
    return actions.randomElement(using: &dice) ?? .photo(.backPressed)
  }

  private mutating func problem() -> Problem {
    let causes: [Problem.Cause] = [
      .timedOut(host: "h"), .server(status: 500), .rateLimited(minutes: 3), .notFound,
      .timedOut(host: "h"), .server(status: 500), .notOffered, .unauthorized,
    ]
    return Problem(.feed, causes.randomElement(using: &dice) ?? .notFound)
  }

  /// Ends one of the running effects, or lets it tell how far it is.
  private mutating func answer() {
    let ids = running.keys.sorted { ($0.key, "\($0.scope)") < ($1.key, "\($1.scope)") }
    guard let id = ids.randomElement(using: &dice), let effect = running[id] else { return }
    let failure = Int.random(in: 0..<4, using: &dice) == 0 ? problem() : nil
    func result<Value>(_ value: Value) -> Result<Value, Problem> {
      failure.map { .failure($0) } ?? .success(value)
    }
    running[id] = nil
    switch effect {
    case .session(.startDemo): deliver(.demoStarted(result(own(Given.demoLaunch))))
    case .session(.read): deliver(.sessionRead(result(nil)))
    case .session(.remove): deliver(.profile(.signedOut(result(nil))))
    case .signIn(.begin):
      running[id] = effect
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: deliver(.signIn(.addressReady(url: "u", .loopback(port: 1))))
      case 1: deliver(.signIn(.addressReady(url: "u", .outOfBand(busyPort: nil))))
      case 2: deliver(.signIn(.pasteRejected(problem())))
      case 3: deliver(.signIn(.exchanging))
      default:
        running[id] = nil
        deliver(.signIn(.finished(result(Account()))))
      }
    case .signIn(.demo): deliver(.signIn(.finished(result(Account()))))
    case .signIn(.rereadConfiguration):
      deliver(.signIn(.configurationReread(result(own(Given.launch)))))
    case .signIn(.openBrowser): if let failure { deliver(.signIn(.browserFailed(failure))) }
    case .feed(.loadPage(let number)): deliver(.feed(.pageLoaded(number, result(page(number)))))
    case .likes(.set(let id, let liked)):
      let answer = LikeAnswer(isLiked: liked, likes: liked ? 11 : nil)
      deliver(.likes(.answered(id, liked: liked, result(answer))))
    case .details(.load(let id)):
      let photo = state.photos[id] ?? Given.photo(0)
      deliver(.details(.loaded(id, result(photo))))
    case .share(.openInBrowser(let id, let url)):
      deliver(.share(.browserOpened(id, result(url))))
    case .share(.makeCode(let id, _)):
      deliver(.share(.codeMade(id, failure == nil ? QRCode(size: 1, modules: [true]) : nil)))
    case .share(.save(let id)): deliver(.share(.saved(id, result("/p/x.jpg"))))
    case .profile(.load): deliver(.profile(.loaded(result(Given.person))))
    default: break
    }
  }

  /// A launch of the edition that runs.
  private func own(_ launch: Launch) -> Launch {
    var launch = launch
    launch.edition = state.launch.edition
    return launch
  }

  /// A page that may repeat what is known, be empty, or be the last.
  private mutating func page(_ number: Int) -> Page {
    let count = Int.random(in: 0..<12, using: &dice)
    let photos = (0..<count).map { _ -> Photo in
      if nextPhoto > 0, Int.random(in: 0..<4, using: &dice) == 0 {
        return ScrollingTests.mixed(Int.random(in: 0..<nextPhoto, using: &dice))
      }
      nextPhoto += 1
      return ScrollingTests.mixed(nextPhoto - 1)
    }
    let isLast = Int.random(in: 0..<15, using: &dice) == 0
    return Page(photos: photos, next: isLast ? nil : number + 1)
  }
}

@Suite struct FuzzTests {
  @Test(arguments: 0..<12, Edition.allCases)
  func `whatever happens in whatever order, the state holds together`(
    _ seed: Int,
    _ edition: Edition
  ) {
    var world = World(seed: seed, edition)
    world.deliver(.started)
    var places: Set<Place> = []
    for _ in 0..<2500 {
      world.step()
      places.insert(world.state.place)
    }
    #expect(places.isSuperset(of: [.signIn, .feed, .profile, .photo, .share, .help, .alert]))
  }

  @Test(arguments: Place.allCases)
  func `every command in every place, also where it means nothing`(_ place: Place) throws {
    let start = try #require(Every.place[place])
    for command in Command.allCases {
      for second in Command.allCases {
        var state = start
        _ = AppReducer.reduce(&state, .pressed(command))
        _ = AppReducer.reduce(&state, .pressed(second))
        checkFeed(state)
      }
    }
  }
}
