import Library
import Model

package enum FavouritesAction: Equatable, Sendable {
  case openPressed
  case closePressed
}

package enum FavouritesReducer {
  package static func reduce(_ state: inout AppState, _ action: FavouritesAction) -> [Effect] {
    switch action {
    case .openPressed:
      guard state.offers(.favourites), state.tab == .profile, !state.showsFavourites
      else { return [] }
      state.showsFavourites = true
      // Photographs liked since the list was shown last stand in front of it: seen at once.
      return FeedReducer.begin(&state, in: .favourites)
    case .closePressed:
      guard state.showsFavourites else { return [] }
      state.details.loading = nil
      state.showsFavourites = false
      return FeedReducer.disappear(&state, .favourites) + [.cancelReads(.details)]
        + ProfileReducer.appear(&state)
    }
  }

  static func perform(_ state: inout AppState, _ command: Command) -> Handling {
    switch command {
    case .back where !state.showsDetails: .mine(reduce(&state, .closePressed))
    case .undo: .mine(undo(&state))
    default: FeedReducer.perform(&state, command, in: .favourites)
    }
  }

  /// Likes again what has left the list last, and selects it where it stood.
  private static func undo(_ state: inout AppState) -> [Effect] {
    guard let id = state.favouriteToRestore else { return [] }
    let effects = LikesReducer.reduce(&state, .heartPressed(id))
    guard let index = state[.favourites].order.firstIndex(of: id) else { return effects }
    return effects + FeedReducer.select(&state, index, in: .favourites)
  }

  // MARK: Hearts

  /// To be called when a heart has changed, wherever: it is in the list if it is liked.
  static func heartChanged(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard let isLiked = state.photos[id]?.isLiked else { return [] }
    guard state[.favourites].isLoaded else {
      state.favourites.recent.removeAll { $0 == id }
      if isLiked { state.favourites.recent.insert(id, at: 0) }
      return []
    }
    guard isLiked != state[.favourites].known.contains(id) else { return [] }
    if isLiked {
      insert(&state, id)
    } else {
      // In full screen the person still looks at it, and may change their mind; it leaves the list
      // when they come back.
      guard state.photo?.list != .favourites else { return [] }
      remove(&state, id, isUndoable: true)
    }
    return FeedReducer.keep(state, .favourites, isTold: false) + appearing(&state)
  }

  /// Back from full screen: what was unliked there leaves the list.
  static func fullScreenClosed(_ state: inout AppState) -> [Effect] {
    let unliked = state[.favourites].order.filter { state.photos[$0]?.isLiked == false }
    guard !unliked.isEmpty else { return [] }
    for id in unliked { remove(&state, id, isUndoable: true) }
    return FeedReducer.keep(state, .favourites, isTold: false) + appearing(&state)
  }

  /// The service has taken a change over: its own count follows.
  static func confirmed(_ state: inout AppState, from old: Bool, to new: Bool) {
    guard old != new else { return }
    let step = new ? 1 : -1
    state[.favourites].total = state[.favourites].total?.adding(count: step)
    let likes = state.profile.person?.totalLikes
    state.profile.person?.totalLikes = likes?.adding(count: step)
  }

  // MARK: Pages

  /// What a page of favourites tells is liked, whatever the service writes into the photograph.
  static func liked(_ photo: Photo) -> Photo {
    var photo = photo
    photo.isLiked = true
    return photo
  }

  /// A refresh that tells the whole list: what is not in it was unliked elsewhere.
  ///
  /// - Returns: how many photographs are new.
  static func takeWhole(
    _ feed: inout PhotoList,
    _ view: inout ListView,
    _ page: Page
  ) -> Int {
    let old = feed.order
    let selected = old.indices.contains(view.selection) ? old[view.selection] : nil
    let top = old.indices.contains(view.anchor.index) ? old[view.anchor.index] : nil
    var seen: Set<Photo.ID> = []
    let order = page.photos.map(\.id).filter { seen.insert($0).inserted }
    let new = seen.subtracting(feed.known).count
    feed.order = order
    feed.known = seen
    feed.nextPage = nil
    feed.lastPage = 1
    let last = max(0, order.count - 1)
    view.selection =
      selected.flatMap(order.firstIndex(of:)) ?? min(view.selection, last)
    if let index = top.flatMap(order.firstIndex(of:)) {
      view.anchor.index = index
    } else {
      view.anchor = ListView.Anchor(index: min(view.anchor.index, last), offset: 0)
    }
    return new
  }

  /// Brings a list that has just come up to what the hearts show: they may be ahead of it.
  static func tidy(_ state: inout AppState) {
    // Not from under the eyes of who looks at it in full screen: closing that does it.
    for id in state.photo?.list == .favourites ? [] : state[.favourites].order
    where state.photos[id]?.isLiked == false {
      remove(&state, id, isUndoable: false)
    }
    // A list that is only kept does not know what was liked since.
    let isKept = state[.favourites].keptAge != nil
    let ahead = state.favourites.recent.filter { isKept || state.likes.silent[$0] != nil }
    for id in ahead.reversed() where state.photos[id]?.isLiked == true {
      if !state[.favourites].known.contains(id) { insert(&state, id) }
    }
    if !isKept { state.favourites.recent = [] }
  }

  private static func insert(_ state: inout AppState, _ id: Photo.ID) {
    let removed = state.favourites.removed.last { $0.id == id }
    state.favourites.removed.removeAll { $0.id == id }
    var feed = state[.favourites]
    var view = state.views.favourites
    let place =
      removed.map { removed in
        removed.next.flatMap(feed.order.firstIndex(of:)) ?? min(removed.index, feed.order.count)
      } ?? 0
    // Whoever is at the top of a list that is out of sight finds what is new there.
    let isAtTop =
      view.selection == 0 && view.anchor == ListView.Anchor(index: 0, offset: 0)
      && state.listInView != .favourites
    feed.order.insert(id, at: place)
    feed.known.insert(id)
    if feed.order.count > 1, !isAtTop {
      if place <= view.selection { view.selection += 1 }
      if place <= view.anchor.index { view.anchor.index += 1 }
    }
    state[.favourites] = feed
    state.views.favourites = view
    settle(&state)
  }

  /// The selection goes to the next one, which takes the place.
  private static func remove(_ state: inout AppState, _ id: Photo.ID, isUndoable: Bool) {
    var feed = state[.favourites]
    var view = state.views.favourites
    guard let index = feed.order.firstIndex(of: id) else { return }
    feed.order.remove(at: index)
    feed.known.remove(id)
    let next = feed.order.indices.contains(index) ? feed.order[index] : nil
    if isUndoable { state.favourites.removed.append(.init(id: id, index: index, next: next)) }
    let last = max(0, feed.order.count - 1)
    if index < view.selection { view.selection -= 1 }
    view.selection = min(view.selection, last)
    if index < view.anchor.index {
      view.anchor.index -= 1
    } else if index == view.anchor.index {
      view.anchor = ListView.Anchor(index: min(index, last), offset: 0)
    }
    // The pages behind move up: what stood at the front of the next one is on this one now.
    if let page = feed.nextPage { feed.nextPage = min(page, feed.order.count / 30 + 1) }
    state[.favourites] = feed
    state.views.favourites = view
    settle(&state)
  }

  private static func settle(_ state: inout AppState) {
    state.move(.favourites) { view, order, photos, metrics in
      FeedScrolling.scroll(&view, of: order, by: 0, photos: photos, metrics: metrics)
      if !order.isEmpty {
        FeedScrolling.reveal(&view, of: order, photos: photos, metrics: metrics)
      }
    }
  }

  private static func appearing(_ state: inout AppState) -> [Effect] {
    state.listInView == .favourites && state.photo == nil
      ? FeedReducer.moved(&state, in: .favourites) : []
  }
}

extension PhotoList {
  /// Whether the list shows what it has, even if that is nothing.
  fileprivate var isLoaded: Bool { !order.isEmpty || hasEnded }
}

extension AppState {
  /// How many photographs the person likes: as the service counts them, and what it does not know
  /// yet; nil as long as it has told nothing.
  package var favouritesCount: Int? {
    let listed = self[.favourites].total
    let counted = profile.person?.totalLikes
    // What was told in this run comes before what is kept.
    let told = self[.favourites].keptAge == nil ? listed ?? counted : counted ?? listed
    let ahead = likes.silent.values.reduce(0) { sum, like in
      sum + (like.wanted ? 1 : 0) - (like.confirmed.isLiked ? 1 : 0)
    }
    return told?.adding(count: ahead)
  }

  /// What undo would bring back; nil where nothing has left the list.
  package var favouriteToRestore: Photo.ID? {
    favourites.removed.last { photos[$0.id]?.isLiked == false }?.id
  }
}
