import Model

/// The reducer that creates collections, adds photos to them and removes photos from them.
///
/// Requests are sent one after another, to avoid bursts. The first failure stops the queue, because
/// the remaining requests would fail too.
enum CollectionEditReducer {
  static func reduce(_ state: inout AppState, _ action: CollectionEditAction) -> [Effect] {
    switch action {
    case .retried:
      guard let failure = state.collectionEdit.failure else { return [] }
      state.collectionEdit.failure = nil
      let made = failure.pending.map { make(&state, $0) } ?? []
      return made + enqueue(&state, failure.changes)
    case .answered(let change, let result):
      guard state.collectionEdit.queue.first == change else { return [] }
      switch result {
      case .success(let info): return confirmed(&state, change, info)
      case .failure(let problem):
        let changes = state.collectionEdit.queue
        state.collectionEdit.queue = []
        return failed(&state, CollectionEditState.Failure(problem: problem, changes: changes))
      }
    case .made(let new, let result):
      guard let pending = state.collectionEdit.pending, pending.new == new else { return [] }
      state.collectionEdit.pending = nil
      switch result {
      case .success(let offer): return made(&state, offer, pending.photos)
      case .failure(let problem):
        return failed(&state, CollectionEditState.Failure(problem: problem, pending: pending))
      }
    }
  }

  /// Adds changes to the queue, and sends the first one if the queue was empty.
  static func enqueue(
    _ state: inout AppState,
    _ changes: [CollectionChange]
  ) -> [Effect] {
    let isIdle = state.collectionEdit.queue.isEmpty
    state.collectionEdit.queue += changes
    return isIdle ? sendFirst(state) : []
  }

  private static func sendFirst(_ state: AppState) -> [Effect] {
    state.collectionEdit.queue.first.map { [.collectionEdit(.set($0))] } ?? []
  }

  /// Requests a new collection.
  static func make(
    _ state: inout AppState,
    _ pending: CollectionEditState.PendingCollection
  ) -> [Effect] {
    state.collectionEdit.pending = pending
    return [.collectionEdit(.make(pending.new))]
  }

  /// Stores a created collection, and queues the photos to add to it.
  private static func made(
    _ state: inout AppState,
    _ offer: ListOffer,
    _ photos: [Photo.ID]
  ) -> [Effect] {
    state.show(offer)
    guard case .collection(let id) = offer.list else { return [] }
    return enqueue(&state, photos.map { CollectionChange($0, in: id, true) })
  }

  /// Stores a failure for a retry and reports it, or reports that the session has ended.
  ///
  /// Keeps an earlier failure, which happens if a collection was being created meanwhile.
  private static func failed(
    _ state: inout AppState,
    _ failure: CollectionEditState.Failure
  ) -> [Effect] {
    let cause = failure.problem.cause
    guard !cause.endsSession else { return [.event(.sessionRefused(cause))] }
    state.collectionEdit.failure = failure.following(state.collectionEdit.failure)
    // An open chooser shows the failure itself.
    guard state.chooser?.photos.isEmpty != false else { return [] }
    return [state.show(.failed(failure.problem, retry: .collectionEdit(.retried)))]
  }

  /// Applies a confirmed change to the photo, the collection and the cache, and sends the next one.
  private static func confirmed(
    _ state: inout AppState,
    _ change: CollectionChange,
    _ info: ListInfo?
  ) -> [Effect] {
    state.collectionEdit.queue.removeFirst()
    let list = ListID.collection(change.collection)
    var known = state.photos[change.photo]?.collections ?? []
    let isNew = known.contains(change.collection) != change.isIn
    change.apply(to: &known)
    state.photos[change.photo]?.collections = known
    if state.isReadingPhotos { state.collectionEdit.confirmed.append(change) }
    if let info = info ?? state.counted(list, isNew ? (change.isIn ? 1 : -1) : 0) {
      state.show(ListOffer(list, info))
    }
    state.apply(change, to: list)
    guard state.offers(.cache) else { return sendFirst(state) }
    var kept: [Effect] = []
    if let photo = state.photos[change.photo] {
      kept.append(.cache(.writeMember(photo, of: list, isIn: change.isIn)))
    }
    if let info = state.directory.infos[list] { kept.append(.cache(.writeInfo(list, info))) }
    return kept + sendFirst(state)
  }
}

extension AppState {
  /// Adds photos to a collection; if it contains each of them, removes them.
  package mutating func collect(_ ids: [Photo.ID], in collection: String) -> [Effect] {
    guard offers(.collectionEdit), !collectionEdit.isChanging(collection) else { return [] }
    collectionEdit.failure = nil
    let missing = ids.filter { !holds($0, in: collection) }
    let changes = (missing.isEmpty ? ids : missing).map {
      CollectionChange($0, in: collection, !missing.isEmpty)
    }
    return CollectionEditReducer.enqueue(&self, changes)
  }

  /// Creates a collection that contains these photos.
  package mutating func makeCollection(_ new: NewCollection, with ids: [Photo.ID]) -> [Effect] {
    guard offers(.collectionEdit), collectionEdit.pending == nil else { return [] }
    collectionEdit.failure = nil
    return CollectionEditReducer.make(&self, .init(new: new, photos: ids))
  }

  /// Returns the header of a collection with its number of photos changed by `more`; `nil` if no
  /// header is stored.
  fileprivate func counted(_ list: ListID, _ more: Int) -> ListInfo? {
    let offered = collector.flatMap { directory.offers[.collections(of: $0)] }?.all
    var info = directory.infos[list] ?? offered?.first { $0.list == list }?.info
    if let total = info?.total { info?.total = total.adding(count: more) }
    return info
  }

  /// Stores the new header of a user's collection, for its list and for the chooser.
  fileprivate mutating func show(_ offer: ListOffer) {
    directory.store(offer)
    if let collector { directory.offers[.collections(of: collector)]?.insert(offer) }
  }

  /// Updates the loaded list of a collection after a change.
  ///
  /// Added photos are inserted at the front.
  fileprivate mutating func apply(_ change: CollectionChange, to list: ListID) {
    guard lists.ids.contains(list), !lists[list].order.isEmpty || lists[list].hasEnded else {
      return
    }
    if change.isIn {
      guard lists[list].known.insert(change.photo).inserted else { return }
      lists[list].order.insert(change.photo, at: 0)
      lists[list].total = lists[list].total?.adding(count: 1)
    } else {
      lists[list].remove(change.photo, at: launch.service)
    }
  }
}
