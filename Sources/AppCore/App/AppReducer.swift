import Library
import Model

/// The root of the state machine: the only place where the state changes.
package enum AppReducer {
  package static func reduce(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    let before = state.noticeScene
    let effects = settle(&state, handle(&state, action))
    if action.endsCount { state.count = nil }
    state.clearNotice(leaving: before)
    let followed = settle(&state, heardOfConnection(&state, action))
    state.keepRows()
    return effects + followed + CacheReducer.grow(&state, action)
  }

  private static func handle(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    case .started:
      // The demo service has to run before its session means anything.
      return [.session(state.isDemo ? .startDemo : .read)]
    case .demoStarted(let result): return demoStarted(&state, result)
    case .resumed(let account, let cached, of: let list, let age, let sizes):
      return resumed(&state, account, cached, of: list, age: age, sizes: sizes)
    case .sessionRead where state.stage != .splash:
      return []
    case .sessionRead(.success(let account)):
      guard let account else {
        state.stage = .signIn
        return []
      }
      return enter(&state, account)
    case .sessionRead(.failure(let problem)):
      state.stage = .signIn
      state.alert(.problem(problem, retry: nil))
      return []
    case .resized(let viewport): return resized(&state, viewport)
    case .keysRead(let map):
      state.program.keyMap = map
      return []
    case .pressed(let command):
      guard command.isOffered(in: state.launch.capabilities) else { return [] }
      return GalleryReducer.hold(&state, command) ?? perform(&state, command)
    case .unavailable(let command, let reason):
      return [state.show(.unavailable(command, reason))]
    case .count(let action):
      state.change(action)
      return []
    case .tabPressed(let tab): return choose(&state, tab)
    case .overlayClosed(let place):
      // The press was on an older frame, before something else came on top.
      guard state.place == place, let overlay = state.overlays.last,
        case .mine(let effects) = overlay.perform(&state, .back)
      else { return [] }
      return effects
    case .pictureChanged(let key, let status): return pictureChanged(&state, key, status)
    case .networkAwaited: return tryAgain(&state)
    case .budgetChanged(let budget):
      state.budget = budget
      return []
    case .terminalUnknown(let name, let entry):
      return [state.show(.terminalUnknown(name, entry: entry))]
    case .noticeExpired(let number):
      if state.notice?.number == number { state.notice = nil }
      return []
    case .signIn(let action): return SignInReducer.reduce(&state, action)
    // Downloads go on without an account.
    case .downloads(.cancelPressed) where state.stage != .main:
      // A press on a frame drawn before the account was gone means nothing.
      return []
    case .downloads(let action): return state.inLibrary(.downloads(action))
    case .downloadsList(let action): return DownloadsListReducer.reduce(&state, action)
    // About the program's own file, whoever is signed in.
    case .cache(.databaseSetAside), .cache(.databaseFailed), .cache(.lastStartFailed),
      .cache(.sessionExposed), .cache(.sessionInFile), .cache(.sessionNotSaved),
      .cache(.choiceNotKept):
      guard case .cache(let action) = action else { return [] }
      return CacheReducer.reduce(&state, action)
    case .feed, .sizeRead, .likes, .collecting, .marks, .details, .photo, .share, .profile,
      .search,
      .menu, .preview, .gallery, .export, .visits, .chooser, .opening,
      .cache:
      // A press on a frame drawn before the account was gone means nothing.
      return state.stage == .main ? reduceMain(&state, action) : []
    case .check(let action): return CheckReducer.reduce(&state, action)
    case .colorMeasured(let id, let color): return CacheReducer.note(&state, color, of: id)
    case .alerts(let action): return AlertsReducer.reduce(&state, action)
    case .help(let action): return HelpReducer.reduce(&state, action)
    case .overlay(let action, in: let place):
      // The press was on an older frame, before something else came on top.
      guard state.place == place, let overlay = state.overlays.last else { return [] }
      return overlay.reduce(&state, action)
    }
  }

  private static func reduceMain(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    // Something else has been searched for since: its answer comes too late, and what a notice or
    // an alert offers means what is there now.
    case .feed(.pageLoaded, in: let list) where !state.lists.contains(list): []
    case .feed(.pageLoaded(let number, let result), in: .random(let choice)):
      randomLoaded(&state, choice, number, result)
    case .feed(let action, in: let list):
      if state.lists.contains(list) {
        FeedReducer.reduce(&state, action, in: list)
      } else if list.kind == .search {
        FeedReducer.reduce(&state, action, in: state.search.list)
      } else {
        []
      }
    case .visits(let action): VisitsReducer.reduce(&state, action)
    case .chooser(let action): ChooserReducer.reduce(&state, action)
    case .opening(let action): OpeningReducer.reduce(&state, action)
    case .cache(.listRead(.history, let cached, age: _)): HistoryReducer.take(&state, cached)
    case .sizeRead(let list, let size): FeedReducer.show(&state, list, in: size)
    case .search(let action): SearchReducer.reduce(&state, action)
    case .menu(let action): MenuReducer.reduce(&state, action)
    case .preview(let action): PreviewReducer.reduce(&state, action)
    case .gallery(let action): GalleryReducer.reduce(&state, action)
    case .export(let action): ExportReducer.reduce(&state, action)
    case .cache(.listRead(let list, let cached, let age)):
      FeedReducer.show(&state, cached, age: age, in: list)
    case .cache(.profileRead(let person, let age)): ProfileReducer.show(&state, person, age: age)
    case .cache(.likesRead(let likes)): state.inLibrary(.likes(.restored(likes)))
    case .cache(let action): CacheReducer.reduce(&state, action)
    case .likes(let action): state.inLibrary(.likes(action))
    case .collecting(let action): FeedReducer.collect(&state, action)
    case .marks(let action): MarksReducer.reduce(&state, action)
    case .details(let action): DetailsReducer.reduce(&state, action)
    case .photo(let action): PhotoReducer.reduce(&state, action)
    case .share(let action): ShareReducer.reduce(&state, action)
    case .profile(let action): ProfileReducer.reduce(&state, action)
    default: []
    }
  }

  private static func randomLoaded(
    _ state: inout AppState,
    _ choice: RandomChoice,
    _ number: Int,
    _ result: Result<Page, Problem>
  ) -> [Effect] {
    let list = ListID.random(choice)
    let taken = FeedReducer.reduce(&state, .pageLoaded(number, result), in: list)
    return taken + RandomReducer.heard(&state, list)
  }

  /// Signed in: the feed.
  static func enter(_ state: inout AppState, _ account: Account) -> [Effect] {
    state.account = account
    state.stage = .main
    state.tab = .feed
    let address = CacheReducer.enter(&state) + OpeningReducer.begin(&state)
    let shown = begin(&state)
    guard state.offers(.cache) else { return shown + address }
    guard !state.cache.isAvoided else { return shown + GalleryReducer.enter(&state) + address }
    let source: [Effect] = state.offers(.topics) ? [.chooser(.readSource)] : []
    return [.view(.readSizes), .cache(.readLikes)] + source + shown + address
      + [.downloads(.restore)] + GalleryReducer.enter(&state)
  }

  /// The service no longer accepts the session, wherever that came to light.
  static func sessionRefused(_ state: inout AppState, _ cause: Problem.Cause) -> [Effect] {
    let effects = state.forgetAccount()
    state.alert(
      cause == .unauthorized ? .signedOut : .problem(Problem(.session, cause), retry: nil)
    )
    return [.session(.drop)] + effects
  }

  private static func resumed(
    _ state: inout AppState,
    _ account: Account,
    _ cached: CachedList,
    of list: ListID,
    age: Duration,
    sizes: [ListID.Kind: RowSize]
  ) -> [Effect] {
    guard state.stage == .splash else { return [] }
    for (kind, size) in sizes { state.views.restore(kind, size) }
    state.account = account
    state.stage = .main
    state.source = list
    let shown = FeedReducer.show(&state, cached, age: age, in: state.source)
    // Before anything else is asked for: what is new comes first.
    let refresh = state.beginning == nil ? FeedReducer.refreshBehind(&state, in: state.source) : []
    return shown + refresh + enter(&state, account)
  }

  private static func resized(_ state: inout AppState, _ viewport: Viewport) -> [Effect] {
    GalleryReducer.rearrange(&state) { state in
      state.relayout { $0.program.viewport = viewport }
    }
    PhotoReducer.refit(&state)
    if state.stage == .main, state.isInFront(.gallery) { return GalleryReducer.moved(&state) }
    guard state.stage == .main, state.photo == nil, let list = state.listInView else { return [] }
    return FeedReducer.loadMoreIfNeeded(&state, in: list)
  }

  private static func demoStarted(
    _ state: inout AppState,
    _ result: Result<Launch, Problem>
  ) -> [Effect] {
    switch result {
    case .success(let launch):
      // Asked for from the sign-in screen, it means: let me in, unless that was cancelled since.
      guard state.stage == .splash || state.signIn.phase == .exchanging else { return [] }
      state.launch = launch
      state.program.isDemoRunning = true
      return state.stage == .splash ? [.session(.read)] : [.signIn(.demo)]
    case .failure(let problem):
      guard state.stage == .splash || state.signIn.phase == .exchanging else { return [] }
      state.stage = .signIn
      state.signIn.phase = .idle
      state.alerts.removeAll { $0.kind == .confirmCancelSignIn }
      state.alert(.problem(problem, retry: nil))
      return []
    }
  }

  private static func pictureChanged(
    _ state: inout AppState,
    _ key: PictureKey,
    _ status: PictureStatus
  ) -> [Effect] {
    state.pictures[key] = status
    if case .failed = status, case .photo(let id) = key.source, key.use == .thumbnail {
      return GalleryReducer.pictureFailed(&state, id)
    }
    // A picture that cannot be shown has its placeholder; one that did not come at all is asked
    // about, since the person is looking at nothing else.
    if case .failed(let problem) = status, case .photo(let id) = key.source,
      state.photo?.id == id, state.slideshow == nil, key.use == .full, problem.cause.isNoAnswer,
      !state.isOffline
    {
      state.alert(.problem(problem, retry: .photo(.retryPressed)))
    }
    return []
  }
}
