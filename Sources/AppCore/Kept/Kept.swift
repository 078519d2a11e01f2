import Library
import Model

/// What an earlier start has left on this machine, and what is left for the next one.
package enum KeptAction: Equatable, Sendable {
  /// Nil where nothing is kept of the list; `age` is how long ago it was told.
  case listRead(ListID, KeptList?, age: Duration)
  case profileRead(Person, age: Duration)
  /// What is kept is a minute older, and the next hour's budget a minute nearer.
  case minutePassed
  /// The likes that an earlier start could not bring to the service, the oldest first.
  case likesRead([PendingLike])
  /// The database could not be used and was renamed; a new one takes its place.
  case databaseSetAside(path: String)
  /// Others had permissions for the file with the sessions, and may still have them.
  case sessionExposed(path: String, isLasting: Bool)
  /// The database cannot be opened, read or written.
  case databaseFailed(Problem)
  /// Something small could not be written; only the program's end speaks of it.
  case noteFailed
  /// The last start came to nothing: this one reads nothing by itself that is kept.
  case lastStartFailed
}

package enum KeptEffect: Equatable, Sendable {
  case readList(ListID)
  /// Keeps what is shown of a list, in place of what was kept of it; `isTold` says that the service
  /// has told its first page just now, else it is as old as what was kept.
  case keepList(ListID, [Photo.ID], next: Int?, total: Int?, isTold: Bool)
  case readProfile
  case keepProfile(Person)
  case readLikes
  /// Keeps what a photograph's like is to become; nil: nothing is waiting any more.
  case keepLike(Photo.ID, Bool?)
  /// Drops all that belongs to the account.
  case forget

  package var id: Effect.ID {
    switch self {
    case .readList(let list): Effect.ID(list.kind.scope, "read")
    case .readProfile: Effect.ID(.profile, "read")
    case .readLikes: Effect.ID(.app, "read likes")
    // One after the other, in the order they were asked for.
    case .keepList, .keepProfile, .keepLike, .forget: Effect.ID(.app, "keep")
    }
  }
}

package enum KeptReducer {
  /// The most photographs that are kept of a list: ten of Unsplash's pages.
  package static let limit = 300

  package static func reduce(_ state: inout AppState, _ action: KeptAction) -> [Effect] {
    switch action {
    case .listRead(let list, let kept, let age):
      // Something else may be searched for by now.
      guard list.kind != .search || list == state.search.list else { return [] }
      return FeedReducer.show(&state, kept, age: age, in: list)
    case .profileRead(let person, let age):
      ProfileReducer.show(&state, person, age: age)
      return []
    case .minutePassed:
      state.kept.isAging = false
      for list in Array(state.library.lists.ids) {
        state[list].keptAge = state[list].keptAge.map { $0 + minute }
        if case .failed(let problem) = state[list].load, let later = problem.aMinuteLater {
          state[list].load = .failed(later)
        }
      }
      state.profile.keptAge = state.profile.keptAge.map { $0 + minute }
      state.profile.problem = state.profile.problem.map { $0.aMinuteLater ?? $0 }
      return []
    case .likesRead(let likes):
      return SilentLikesReducer.take(&state, likes)
    case .databaseSetAside(let path):
      state.alert(.databaseSetAside(path: path))
      return []
    case .sessionExposed(let path, let isLasting):
      state.alert(.sessionExposed(path: path, isLasting: isLasting))
      return []
    case .databaseFailed(let problem):
      guard !state.kept.hasToldFailure else { return [] }
      state.kept.hasToldFailure = true
      state.alert(.problem(problem, retry: nil))
      return []
    case .noteFailed: return []
    case .lastStartFailed:
      state.kept.isAvoided = true
      return [state.show(.lastStartFailed)]
    }
  }
}

extension KeptReducer {
  private static let minute = Duration.seconds(60)

  /// Has the times that are shown go on as long as they are.
  static func grow(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    case .resumed, .kept(.listRead), .kept(.profileRead), .kept(.minutePassed),
      .feed(.pageLoaded(_, .failure), in: _), .profile(.loaded(.failure)):
      break
    default: return []
    }
    let hasTime =
      state.profile.keptAge != nil || state.profile.problem?.aMinuteLater != nil
      || state.library.lists.contains { list in
        if case .failed(let problem) = list.load, problem.aMinuteLater != nil { return true }
        return list.keptAge != nil
      }
    guard state.offers(.cache), hasTime, !state.kept.isAging else { return [] }
    state.kept.isAging = true
    return [.after(Effect.ID(.app, "age"), minute, .kept(.minutePassed))]
  }
}

extension Problem {
  /// A spent budget as it is told a minute later; nil for what does not change.
  fileprivate var aMinuteLater: Problem? {
    guard case .rateLimited(let minutes?) = cause, minutes > 1 else { return nil }
    return Problem(subject, .rateLimited(minutes: minutes - 1))
  }
}

extension FeedReducer {
  /// Begins a list: with what is kept of it, refreshed behind, or with its first page.
  static func begin(_ state: inout AppState, in list: ListID) -> [Effect] {
    appear(&state, in: list)
  }

  /// What is kept of a list is read as long as there is nothing else to show of it.
  static func readKept(_ state: AppState, _ list: ListID) -> [Effect] {
    guard state.offers(.cache), !state.kept.isAvoided, state[list].order.isEmpty, list.canBeAsked
    else { return [] }
    return [.kept(.readList(list))]
  }

  /// Shows what is kept of a list as long as the service has not told anything.
  static func show(
    _ state: inout AppState,
    _ kept: KeptList?,
    age: Duration,
    in list: ListID
  ) -> [Effect] {
    var feed = state[list]
    // A list that the service said to be empty is not filled from the past. That nothing was liked
    // then is worth knowing, since something may have been since.
    guard let kept, !feed.hasEnded, !kept.photos.isEmpty || list == .favourites else { return [] }
    guard feed.order.isEmpty else { return append(&state, kept, in: list) }
    for photo in kept.photos where state.photos[photo.id] == nil { state.photos[photo.id] = photo }
    feed.order = kept.photos.map(\.id)
    feed.known = Set(feed.order)
    feed.nextPage = kept.next
    feed.lastPage = kept.next.map { $0 - 1 } ?? feed.lastPage
    feed.total = kept.total
    feed.keptAge = age
    // The first page, already on its way, is the refresh.
    if feed.load == .loading {
      feed.isRefreshing = true
      feed.isRefreshedBehind = true
    }
    var effects: [Effect] = []
    if case .failed(let problem) = feed.load {
      feed.load = .idle
      if !problem.cause.isNoAnswer {
        effects.append(state.show(.notRefreshed(problem, .feed(.refreshPressed, in: list))))
      }
    }
    state[list] = feed
    if list == .favourites { FavouritesReducer.tidy(&state) }
    return effects + DetailsReducer.photoChanged(&state)
  }

  /// The service's first pages were here sooner: what is kept goes on behind them, if both meet and
  /// there is more of it.
  private static func append(
    _ state: inout AppState,
    _ kept: KeptList,
    in list: ListID
  ) -> [Effect] {
    var feed = state[list]
    // The next page may have been asked for already: it need not come where it is kept.
    let isAsking = feed.load == .loading && !feed.isRefreshing
    let lastKept = kept.next.map { $0 - 1 } ?? .max
    guard feed.load == .idle || isAsking, feed.lastPage == 1 || feed.lastPage < lastKept,
      feed.keptAge == nil,
      kept.photos.contains(where: { feed.known.contains($0.id) })
    else { return [] }
    let rest = kept.photos.filter { !feed.known.contains($0.id) }
    if isAsking {
      guard !rest.isEmpty else { return [] }
      feed.load = .idle
    }
    for photo in rest where state.photos[photo.id] == nil { state.photos[photo.id] = photo }
    feed.order += rest.map(\.id)
    feed.known.formUnion(rest.map(\.id))
    feed.nextPage = kept.next
    feed.lastPage = kept.next.map { $0 - 1 } ?? feed.lastPage
    state[list] = feed
    if list == .favourites { FavouritesReducer.tidy(&state) }
    let page = isAsking ? [Effect.cancel(list.pageEffect)] : []
    return page + keep(state, list, isTold: false)
  }

  /// Asks for what is new while the person looks at what is kept.
  static func refreshBehind(_ state: inout AppState, in list: ListID) -> [Effect] {
    let effects = reduce(&state, .refreshPressed, in: list)
    if !effects.isEmpty { state[list].isRefreshedBehind = true }
    return effects
  }

  /// A refresh that the person did not ask for has failed: the list stands, with no alert over it.
  ///
  /// That the network is away, the banner says.
  static func refreshBehindFailed(
    _ state: inout AppState,
    _ problem: Problem,
    in list: ListID
  ) -> [Effect] {
    state[list].isRefreshedBehind = false
    guard !problem.cause.isNoAnswer else { return [] }
    return [state.show(.notRefreshed(problem, .feed(.refreshPressed, in: list)))]
  }

  /// Leaves a list for the next start.
  ///
  /// - Parameter isTold: whether the service has told its first page just now.
  static func keep(_ state: AppState, _ list: ListID, isTold: Bool) -> [Effect] {
    guard state.offers(.cache), list.canBeAsked else { return [] }
    let feed = state[list]
    let count = min(feed.order.count, KeptReducer.limit)
    // Of a longer list the page behind the kept ones is what comes next.
    let next = count == feed.order.count ? feed.nextPage : count / 30 + 1
    let ids = Array(feed.order.prefix(count))
    return [.kept(.keepList(list, ids, next: next, total: feed.total, isTold: isTold))]
  }
}
