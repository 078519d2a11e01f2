import Canvas
import Model

/// The root of all reducers: the only code that changes the state.
package enum AppReducer {
  package static func reduce(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    let before = state.noticeContext
    let (stage, traits) = (state.stage, action.traits)
    let isIgnored = traits.needsAccount && stage != .main
    var handled = isIgnored ? [] : deliverEvents(&state, handle(&state, action))
    if case .downloads = action {
      handled += deliverEvents(&state, ShareReducer.followDownload(&state))
    }
    let effects = backdrop(state, action, after: stage) + handled
    if traits.endsCount { state.count = nil }
    state.clearNotice(leaving: before)
    let followed = traits.reachability.map {
      deliverEvents(&state, updateConnectionState(&state, $0))
    }
    state.cacheRows()
    let ages = traits.showsAges ? CacheReducer.startAging(&state) : []
    return effects + (followed ?? []) + ages
  }

  private static func handle(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    case .started:
      // In the demo, the session can be read only after the service has started.
      return [.session(state.isDemo ? .startDemo : .read)] + SignInReducer.startSplash()
    case .demoStarted(let result): return demoStarted(&state, result)
    case .resumed(let account, let cached, of: let list, let age, let sizes):
      return resumed(&state, account, cached, of: list, age: age, sizes: sizes)
    case .sessionRead(let result): return sessionRead(&state, result)
    case .resized(let viewport): return resized(&state, viewport)
    case .keysRead(let map): state.program.keyMap = map
    case .pressed(let command):
      guard command.isOffered(in: state.launch.capabilities) else { return [] }
      return GalleryReducer.deferCommand(&state, command) ?? handle(&state, command)
    case .unavailable(let command, let reason): return [state.show(.unavailable(command, reason))]
    // A notice that the user is reading stays.
    case .unknownKeyPressed: return state.notice == nil ? [state.show(.unknownKey)] : []
    case .count(let action): state.change(action)
    case .tabPressed(let tab): return choose(&state, tab)
    // Unlike Esc, this doesn't cancel a download that a row of the sheet has begun.
    case .overlayClosed(.share) where state.place == .share: return ShareReducer.close(&state)
    case .overlayClosed(let place):
      guard let overlay = state.overlay(at: place),
        case .handled(let effects) = overlay.handle(&state, .back)
      else { return [] }
      return effects
    case .overlay(let action, in: let place):
      return state.overlay(at: place)?.reduce(&state, action) ?? []
    case .pictureChanged(let key, let status): return pictureChanged(&state, key, status)
    case .networkAwaited: return tryAgain(&state)
    case .budgetChanged(let budget):
      state.budget = budget
      return budget == nil ? [] : [.after(Effect.ID(.app, "budget"), .hour, .budgetChanged(nil))]
    case .suspensionEnded:
      guard state.stage == .main, let list = state.listInView else { return [] }
      return FeedReducer.lookAgain(&state, in: list)
    case .savedWithoutCredit(let path, let fault):
      return [state.show(.savedWithoutCredit(path: path, fault))]
    case .terminalUnknown(let name, let entry):
      return [state.show(.terminalUnknown(name, entry: entry))]
    case .picturesBlocked(let line): return [state.show(.picturesBlocked(line: line))]
    case .noticeExpired(let number): if state.notice?.number == number { state.notice = nil }
    case .colorsMeasured(let id, let mean, let main):
      state.details.colors[id] = main
      return mean.map { CacheReducer.recordColor(&state, $0.raw, of: id) } ?? []
    case .sizeRead(let list, let size): return FeedReducer.show(&state, list, in: size)

    case .feed(let action, in: let list): return feed(&state, action, in: list)
    case .cache(let action): return cache(&state, action)
    case .likes(let action): return LikesReducer.reduce(&state, action)
    case .downloads(let action): return DownloadsReducer.reduce(&state, action)

    case .alerts(let action): return AlertsReducer.reduce(&state, action)
    case .check(let action): return CheckReducer.reduce(&state, action)
    case .chooser(let action): return ChooserReducer.reduce(&state, action)
    case .collectionEdit(let action): return collectionEdit(&state, action)
    case .details(let action): return DetailsReducer.reduce(&state, action)
    case .downloadsList(let action): return DownloadsListReducer.reduce(&state, action)
    case .gallery(let action): return GalleryReducer.reduce(&state, action)
    case .help(let action): return HelpReducer.reduce(&state, action)
    case .marks(let action): return MarksReducer.reduce(&state, action)
    case .menu(let action): return MenuReducer.reduce(&state, action)
    case .addressInput(let action): return AddressInputReducer.reduce(&state, action)
    case .photo(let action): return PhotoReducer.reduce(&state, action)
    case .profile(let action): return ProfileReducer.reduce(&state, action)
    case .search(let action): return SearchReducer.reduce(&state, action)
    case .share(let action): return ShareReducer.reduce(&state, action)
    case .signIn(let action): return SignInReducer.reduce(&state, action)
    case .dataFile(let action): return DataFileReducer.reduce(&state, action)
    case .visits(let action): return VisitsReducer.reduce(&state, action)
    }
    return []
  }

  /// Looks for the mosaic's photos when the sign-in screen appears or is resized.
  private static func backdrop(
    _ state: AppState,
    _ action: AppAction,
    after stage: AppState.Stage
  ) -> [Effect] {
    guard state.stage == .signIn else { return [] }
    if case .resized = action { return SignInReducer.findBackdrop(state) }
    return stage == .signIn ? [] : SignInReducer.findBackdrop(state)
  }

  private static func feed(
    _ state: inout AppState,
    _ action: FeedAction,
    in list: ListID
  ) -> [Effect] {
    if case .pageLoaded(let number, let result) = action {
      // The user has closed the list or searched for something else, so this response is too late.
      guard state.openLists.contains(list) else { return [] }
      if case .random(let choice) = list { return randomLoaded(&state, choice, number, result) }
    }
    if case .aged = action, !state.openLists.contains(list) { return [] }
    if state.openLists.contains(list) { return FeedReducer.reduce(&state, action, in: list) }
    // The retry of an older notice or alert about a search applies to the current search.
    guard list.kind == .search else { return [] }
    return FeedReducer.reduce(&state, action, in: state.search.list)
  }

  /// Changes a collection, and keeps the user's position in its list.
  private static func collectionEdit(
    _ state: inout AppState,
    _ action: CollectionEditAction
  ) -> [Effect] {
    guard case .answered(let change, _) = action else {
      return CollectionEditReducer.reduce(&state, action)
    }
    let list = ListID.collection(change.collection)
    let (old, rows) = (state[list].order, state.rows(of: list))
    let effects = CollectionEditReducer.reduce(&state, action)
    return effects + FeedReducer.preservePosition(&state, list, from: old, in: rows)
  }

  private static func cache(_ state: inout AppState, _ action: CacheAction) -> [Effect] {
    switch action {
    case .listRead(.history, let cached, age: _): HistoryReducer.appendCached(&state, cached)
    case .listRead(let list, let cached, let age):
      FeedReducer.show(&state, cached, age: age, in: list)
    case .profileRead(let person, let age): ProfileReducer.show(&state, person, age: age)
    case .favouritesFailed(let problem): FeedReducer.fail(&state, problem, .first, in: .favourites)
    case .likesRead(let likes): LikesReducer.restore(&state, likes)
    case .minutesPassed(let count):
      CacheReducer.minutesPassed(&state, count)
        + (state.listInView.map { FeedReducer.loadMoreIfNeeded(&state, in: $0) } ?? [])
    case .sessionLost: sessionRefused(&state, .unauthorized)
    case .colorsDue: CacheReducer.writeColors(&state)
    }
  }

  private static func sessionRead(
    _ state: inout AppState,
    _ result: Result<Account?, Problem>
  ) -> [Effect] {
    guard state.stage == .splash else { return [] }
    switch result {
    case .success(let account?): return SignInReducer.leaveSplash() + enter(&state, account)
    case .success(nil):
      state.stage = .signIn
      return state.program.entersDemo ? SignInReducer.reduce(&state, .demoPressed) : []
    case .failure(let problem):
      state.stage = .signIn
      state.alert(.problem(problem, retry: nil))
    }
    return []
  }

  private static func randomLoaded(
    _ state: inout AppState,
    _ choice: RandomChoice,
    _ number: PageToken,
    _ result: Result<Page, Problem>
  ) -> [Effect] {
    let list = ListID.random(choice)
    let taken = FeedReducer.reduce(&state, .pageLoaded(number, result), in: list)
    return taken + RandomReducer.handlePage(&state, list)
  }

  /// Shows the first screen after sign-in and restores the account's cached data.
  static func enter(_ state: inout AppState, _ account: Account) -> [Effect] {
    state.account = account
    state.stage = .main
    state.tab = .feed
    let address = DataFileReducer.enter(&state) + AddressInputReducer.begin(&state)
    let shown = begin(&state)
    guard state.offers(.cache) else { return shown + address }
    guard !state.cache.isAvoided else { return shown + GalleryReducer.enter(&state) + address }
    let source: [Effect] = state.offers(.topics) ? [.chooser(.readSource)] : []
    return [.view(.readSizes), .cache(.readLikes)] + source + shown + address
      + [.downloads(.restore)] + GalleryReducer.enter(&state)
  }

  /// Ends a session that the service no longer accepts.
  static func sessionRefused(_ state: inout AppState, _ cause: Problem.Cause) -> [Effect] {
    let effects = state.removeAccount()
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
    // The refresh is requested first, because new photos matter most.
    guard state.beginning == nil else {
      // Another list is shown first. The cached one is refreshed when the user gets there.
      state[list].needsRefresh = true
      return shown + enter(&state, account)
    }
    return shown + FeedReducer.refreshInBackground(&state, in: list) + enter(&state, account)
  }

  private static func resized(_ state: inout AppState, _ viewport: Viewport) -> [Effect] {
    GalleryReducer.rearrange(&state) { state in
      state.relayout { $0.program.viewport = viewport }
    }
    PhotoReducer.refit(&state)
    if state.stage == .main, state.isShown(.gallery) { return GalleryReducer.moved(&state) }
    guard state.stage == .main, state.photo == nil, let list = state.listInView else { return [] }
    return FeedReducer.loadMoreIfNeeded(&state, in: list)
  }

  private static func demoStarted(
    _ state: inout AppState,
    _ result: Result<Launch, Problem>
  ) -> [Effect] {
    switch result {
    case .success(let launch):
      // On the sign-in screen, the user started the demo service to sign in. They may have
      // cancelled since.
      guard state.stage == .splash || state.signIn.phase == .exchanging else { return [] }
      guard state.isDemo else { return [.terminal(.enterDemo)] }
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
    // Only a full-screen picture without any response opens an alert, because the user sees nothing
    // else. Other failures show a placeholder.
    if case .failed(let problem) = status, case .photo(let id) = key.source,
      state.photo?.id == id, state.slideshow == nil, key.use == .full, problem.cause.isNoAnswer,
      !state.isOffline
    {
      state.alert(.problem(problem, retry: .photo(.retryPressed)))
    }
    return []
  }
}
