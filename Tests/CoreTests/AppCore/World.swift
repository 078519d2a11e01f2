@testable import AppCore
import Canvas
import CustomDump
import Harness
import Model
import Testing

/// A model of the effects that would be running, which completes them in random order.
struct World {
  var dice: SeededGenerator
  var state: AppState
  var running: [Effect.ID: Effect] = [:]
  var timers: [Effect.ID: AppAction] = [:]
  var nextPhoto = 0
  /// The state after the last action, which has been checked.
  private var checked: AppState?

  init(seed: Int, _ edition: Edition) {
    dice = SeededGenerator(seed)
    state = edition == .basic ? Given.splash() : Given.splash().extended
  }

  mutating func deliver(_ action: AppAction) {
    for effect in AppReducer.reduce(&state, action) {
      switch effect {
      case .cancel(let id):
        running[id] = nil
        timers[id] = nil
      case .cancelReads(let scope):
        running = running.filter { $0.key.scope != scope || !$0.value.traits.isRead }
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

  private var hasRetryTimer: Bool { timers[Effect.ID(.likes, "retry")] != nil }

  private mutating func check(after action: AppAction) {
    checkFeed(state, since: checked)
    checked = state
    checkGallery(state)
    for list in state.openLists {
      let isLoading = running.values.contains {
        if case .feed(.loadPage(_, of: let what)) = $0 { what == list } else { false }
      }
      #expect((state[list].load == .loading) == isLoading, "\(list) after \(action)")
    }
    if let menu = state.menu { #expect(state.photos[menu.photo] != nil) }
    if let chooser = state.colors {
      #expect(ColorChooser.colors.indices.contains(chooser.focus) && state.search.query != nil)
    }
    if let chosen = state.search.chosen { #expect(state.search.offers.contains(chosen)) }
    #expect(Set(state.search.recentSearches).count == state.search.recentSearches.count)
    #expect(state.searchSuggestions.count <= SearchSuggestion.maxRows)
    if state.launch.edition == .basic { #expect(state.search == SearchState()) }
    let details = running.values.compactMap { effect -> Photo.ID? in
      if case .details(.load(let id)) = effect { id } else { nil }
    }
    #expect(details == [state.details.loading].compactMap(\.self), "after \(action)")
    let profile = running.values.contains { if case .profile = $0 { true } else { false } }
    #expect(state.profile.isLoading == profile, "after \(action)")
    let topics = running.values.contains {
      [.chooser(.load(.topics, page: 1)), .chooser(.loadUnlessCached(.topics))].contains($0)
    }
    #expect((state.offers(of: .topics).load == .loading) == topics, "after \(action)")
    let isLooking = running.values.contains { if case .addressInput = $0 { true } else { false } }
    #expect(state.addressInput?.isAsking != true || isLooking, "after \(action)")
    let likes = running.values.filter { if case .likes = $0 { true } else { false } }
    #expect(likes.count == state.likes.pending.count, "after \(action)")
    #expect(
      Set(state.likes.changes.keys).isSuperset(of: state.likes.pending.keys),
      "after \(action)"
    )
    if state.launch.edition == .extended {
      let isWaiting = state.likes.changes.count > state.likes.pending.count
      if isWaiting, !state.likes.isHeld, !state.isOffline {
        #expect(!state.likes.pending.isEmpty || hasRetryTimer, "after \(action)")
      }
    } else {
      #expect(state.likes.changes.count == state.likes.pending.count, "after \(action)")
    }
    if state.stage != .main {
      let own = Set(state.downloads.items.map(\.id.photo)).union(state.gallery.ids)
      #expect(own.isSuperset(of: state.photos.keys), "after \(action)")
      #expect(state.feed == PhotoList() && state.photo == nil)
    }
    checkDownloads(after: action)
    if let alert = state.alerts.first { #expect(alert.buttons.indices.contains(alert.focus)) }
    if case .idle = state.signIn.phase {} else { #expect(state.stage == .signIn) }
    if let layout = state.photoLayout {
      #expect(layout.scale > 0 && layout.scale.isFinite)
      #expect(layout.crop.x >= 0 && layout.crop.x + layout.crop.width <= 1 + 1e-9)
      #expect(layout.crop.y >= 0 && layout.crop.y + layout.crop.height <= 1 + 1e-9)
    }
    for command in Command.allCases { _ = command.unavailable(in: state) }
  }

  private func checkDownloads(after action: AppAction) {
    let items = state.downloads.items
    let wanted = Set(items.filter { $0.phase == .running }.map(\.id))
    let run = running.values.compactMap { effect -> DownloadID? in
      if case .downloads(.run(let photo, let destination, _, _)) = effect {
        DownloadID(photo.id, to: destination)
      } else {
        nil
      }
    }
    #expect(Set(run) == wanted, "after \(action)")
    #expect(Set(items.map(\.id)).count == items.count, "after \(action)")
    #expect(items.allSatisfy { state.photos[$0.id.photo] != nil }, "after \(action)")
    #expect(wanted.count <= state.launch.preferences.downloadsAtOnce, "after \(action)")
    #expect(
      wanted.count == state.launch.preferences.downloadsAtOnce
        || !items.contains { $0.phase == .queued },
      "after \(action)"
    )
    if let focus = state.downloadsList?.focus {
      #expect(state.downloads[focus] != nil, "after \(action)")
    }
    let isTracking = running.values.contains(.downloads(.track))
    #expect(state.downloads.isTracking == isTracking, "after \(action)")
    if state.launch.edition == .basic {
      #expect(items.allSatisfy { $0.id.destination == .pictures }, "after \(action)")
    }
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

  /// The keys that have an effect in each place.
  private static let keys = Dictionary(
    uniqueKeysWithValues: Place.allCases.map { place in
      (place, Command.allCases.filter { $0.places.contains(place) }.flatMap(\.definition.keys))
    }
  )

  private mutating func press() {
    guard let key = Self.keys[state.place]?.randomElement(using: &dice) else { return }
    let action = KeyMap.action(for: key, in: state)
    // Signing out often would leave little else to test.
    let isLeaving = state.alerts.first?.kind == .confirmSignOut
    if action == .pressed(.yes), isLeaving, Int.random(in: 0..<20, using: &dice) > 0 { return }
    deliver(action)
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
    let list = state.listInView ?? .feed
    let id = state[list].order.randomElement(using: &dice) ?? Given.id(0)
    let download =
      state.downloads.items.randomElement(using: &dice)?.id ?? DownloadID(id, to: .pictures)
    let actions: [AppAction] = [
      .feed(.scrolled(rows: Int.random(in: -9...9, using: &dice)), in: list),
      .feed(.cardPressed(id), in: list), .feed(.picturePressed(id), in: list),
      .feed(.menuPressed(id), in: list),
      .gallery(.menuPressed(id)), .gallery(.photoPressed(id)),
      .feed(.retryPressed, in: list), .feed(.refreshPressed, in: list),
      .sizeRead(list.kind, RowSize.allCases.randomElement(using: &dice) ?? .medium),
      .likes(.heartPressed(id)), .likes(.retried([id: Bool.random(using: &dice)])),
      .photo(.backPressed), .photo(.sharePressed),
      .photo(.zoomed(steps: Int.random(in: -3...3, using: &dice))), .photo(.retryPressed),
      .photo(.slideshow(.timePassed)), .photo(.slideshow(.interrupted(then: .like))),
      .photo(
        .zoomed(
          steps: Int.random(in: -3...3, using: &dice),
          pointer: Point(.random(in: -9...300, using: &dice), .random(in: -9...99, using: &dice))
        )
      ),
      .photo(
        .dragged(
          columns: .random(in: -99...99, using: &dice),
          rows: .random(in: -99...99, using: &dice)
        )
      ),
      .share(.rowPressed(.save)), .overlayClosed(.share), .tabPressed(.feed),
      .share(.rowPressed(.showCode)), .overlayClosed(.qrCode), .share(.rowPressed(.copyCredit)),
      .tabPressed(.profile), .alerts(.buttonPressed(Int.random(in: 0...2, using: &dice))),
      .profile(.collectionPressed(.collection("7"))), .profile(.collectionsRetryPressed),
      .likes(.heartPressed(state[.favourites].order.randomElement(using: &dice) ?? id)),
      .gallery(.scrolled(rows: Int.random(in: -9...9, using: &dice))),
      .gallery(.openPressed(id)), .gallery(.fetchPressed(id)), .gallery(.picturePressed(id)),
      .gallery(.headingPressed(of: id)), .tabPressed(.gallery), .pressed(.share),
      .share(.rowPressed(.view)), .share(.rowPressed(.copyPath)), .share(.numberPressed(3)),
      .gallery(.added(Given.entry(Int.random(in: 0..<40, using: &dice), origin()))),
      .overlay(.typed(.insert("r9")), in: .palette), .count(.typed(9)),
      .overlay(.rowPressed(.command(.open)), in: .palette),
      .overlay(.rowPressed(.photo(9)), in: .palette), .overlayClosed(.palette),
      .help(.scrolled(rows: 5)), .overlayClosed(.help), .signIn(.pasted("code")),
      .signIn(.typed(.insert("я"))),
      .downloads(.requested(DownloadID(id), from: .feed)), .downloadsList(.toggled),
      .downloadsList(.rowPressed(download)),
      .downloads(.pausePressed(download)), .downloads(.resumePressed(download)),
      .downloads(.cancelPressed(download)), .downloads(.retryPressed(download)),
      .downloadsList(.focusMoved(1)), .share(.rowPressed(.save)), .marks(.toggled(id)),
      .pictureChanged(
        PictureKey(.photo(id), Bool.random(using: &dice) ? .full : .thumbnail),
        Bool.random(using: &dice) ? .failed(Given.timeout) : .full
      ),
    ]
    let text = ["cat", "dog", "sea"].randomElement(using: &dice) ?? ""
    let search: [AppAction] = [
      .tabPressed(.search), .search(.typed(.insert(text))), .search(.removePressed(text)),
      .search(.colorChosen(SearchQuery.Color.allCases.randomElement(using: &dice))),
      .search(.filtersCleared), .search(.lineClosed), .overlayClosed(.menu),
      .search(.offerPressed(text)), .search(.colorPressed), .search(.orientationPressed),
    ]
    let all = state.launch.edition == .basic ? actions : actions + search
    return all.randomElement(using: &dice) ?? .photo(.backPressed)
  }

  private mutating func origin() -> ListID {
    [.feed, .favourites, .search(SearchQuery("cat"))].randomElement(using: &dice) ?? .feed
  }

  private mutating func problem() -> Problem {
    let causes: [Problem.Cause] = [
      .timedOut(host: "h"), .server(status: 500), .rateLimited(minutes: 3), .notFound,
      .timedOut(host: "h"), .server(status: 500), .notOffered, .unauthorized,
    ]
    return Problem(.feed, causes.randomElement(using: &dice) ?? .notFound)
  }

  /// Completes one of the running effects, or lets it report progress.
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
      case 0: deliver(.signIn(.addressReady(url: "https://u/", .loopback(port: 1))))
      case 1: deliver(.signIn(.addressReady(url: "https://u/", .outOfBand(warning: nil))))
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
    case .feed(.loadPage(let number, of: let list)):
      deliver(.feed(.pageLoaded(number, result(page(number.number ?? 1))), in: list))
    case .cache(.readProfile): deliver(.cache(.profileRead(Given.person, age: .seconds(90))))
    case .cache(.readLikes):
      let photo = Given.photo(Int.random(in: 0..<9, using: &dice))
      let liked = Bool.random(using: &dice)
      deliver(.cache(.likesRead([PendingLike(photo: photo, isLiked: liked)])))
    case .cache(.readList(let list)):
      deliver(
        .cache(.listRead(list, CachedList(photos: [Given.photo(2)], next: 2, time: 0), age: .zero))
      )
    case .search(.readRecentSearches): deliver(.search(.recentSearchesRead(["cat", "cow", "fog"])))
    case .view(.readSizes): deliver(.sizeRead(.search, .large))
    case .likes(.set(let id, let liked)):
      let answer = LikeResponse(isLiked: liked, likes: liked ? 11 : nil)
      deliver(.likes(.answered(id, liked: liked, result(answer))))
    case .details(.load(let id)):
      let photo = state.photos[id] ?? Given.photo(0)
      deliver(.details(.loaded(id, result(photo))))
    case .share(.makeCode(let id, _)):
      deliver(.share(.codeMade(id, failure == nil ? QRCode(size: 1, modules: [true]) : nil)))
    case .gallery(.read):
      let entries = (0..<Int.random(in: 0..<30, using: &dice)).map { Given.entry($0, origin()) }
      let read = entries.prefix(.random(in: 0...entries.count, using: &dice)).map(\.photo)
      deliver(.gallery(.read(result(GalleryContents(entries.map(\.stub), photos: read)))))
    case .gallery(.readPhotos(let ids)):
      // Another window may have deleted some.
      let read = ids.filter { _ in Int.random(in: 0..<8, using: &dice) > 0 }
      let photos = read.map { Given.photo(Given.number(of: $0)) }
      deliver(.gallery(.photosRead(ids, result(photos))))
    case .gallery(.check(let files)):
      let conditions: [FileCondition] = [.whole, .missing, .damaged, .unreadable]
      let found = files.map { ($0.id, conditions.randomElement(using: &dice) ?? .whole) }
      deliver(.gallery(.checked(Dictionary(found) { $1 })))
    case .gallery(.verify(let file)): deliver(.gallery(.checked([file.id: .verified])))
    case .gallery(.delete(let files)):
      let gone = failure == nil ? files : Array(files.dropFirst())
      let kept = failure == nil ? [] : [files[0].id]
      deliver(.gallery(.deleted(gone.map(\.id), kept: kept, failure)))
    case .share(let effect): deliver(.share(.finished(effect.row, result(.viewing))))
    case .profile(.load): deliver(.profile(.loaded(result(Given.person))))
    case .visits, .chooser, .addressInput, .collectionEdit: discover(effect, failure)
    case .downloads(let effect): answer(effect, id, failure)
    default: break
    }
  }

  private mutating func answer(
    _ effect: DownloadsEffect,
    _ id: Effect.ID,
    _ failure: Problem?
  ) {
    switch effect {
    case .restore:
      let download = Download(
        photo: Given.photo(700),
        origin: .feed,
        destination: .gallery,
        intent: Bool.random(using: &dice) ? .running : .paused
      )
      let restored = RestoredDownloads(entries: [.init(download: download, received: 1)])
      deliver(.downloads(.restored(failure.map { .failure($0) } ?? .success(restored))))
    case .run(let photo, let destination, _, _):
      let download = DownloadID(photo.id, to: destination)
      if Bool.random(using: &dice) {
        running[id] = .downloads(effect)
        let progress = DownloadProgress(received: 1, expected: 2, speed: 3)
        deliver(.downloads(.progressed(download, progress)))
        return
      }
      let entry = GalleryEntry(
        photo: photo,
        origin: .feed,
        fileName: "x.jpg",
        size: 2,
        hash: "",
        time: 0
      )
      let outcome: DownloadOutcome =
        download.destination == .gallery ? .downloaded(entry) : .saved(path: "/p/x.jpg")
      deliver(.downloads(.ended(download, failure.map { .failure($0) } ?? .success(outcome))))
    case .save(let photo, let destination, _, _, _), .discard(let photo, let destination):
      let download = DownloadID(photo.id, to: destination)
      if let failure { deliver(.downloads(.noteFailed(download, failure))) }
    case .track: deliver(.downloads(.tracked))
    }
  }

  /// Returns a launch of the edition that runs.
  private func own(_ launch: Launch) -> Launch {
    var launch = launch
    launch.edition = state.launch.edition
    launch.galleryFolder = state.launch.galleryFolder
    return launch
  }

  /// Returns a page that may contain duplicates, be empty, or be the last.
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
    return Page(photos: photos, next: isLast ? nil : PageToken(number + 1))
  }
}
