import Model

/// The reducer that creates collections, adds photos to them and removes photos from them.
///
/// Requests are sent one after another, to avoid bursts. The first failure stops the queue, because
/// the remaining requests would fail too.
enum CollectionEditReducer {
  static func reduce(_ library: inout Library, _ action: CollectionEditAction) -> [LibraryEffect] {
    switch action {
    case .toggled(let photos, let collection):
      guard library.offers(.collectionEdit), !library.collectionEdit.isChanging(collection) else {
        return []
      }
      library.collectionEdit.failure = nil
      let missing = photos.filter { !library.holds($0, in: collection) }
      let changed = missing.isEmpty ? photos : missing
      return enqueue(
        &library,
        changed.map { CollectionChange($0, in: collection, !missing.isEmpty) }
      )
    case .requested(let new, let photos):
      guard library.offers(.collectionEdit), library.collectionEdit.pending == nil else {
        return []
      }
      library.collectionEdit.failure = nil
      return make(&library, CollectionEditState.PendingCollection(new: new, photos: photos))
    case .retried:
      guard let failure = library.collectionEdit.failure else { return [] }
      library.collectionEdit.failure = nil
      let made = failure.pending.map { make(&library, $0) } ?? []
      return made + enqueue(&library, failure.changes)
    case .answered(let change, let result):
      guard library.collectionEdit.queue.first == change else { return [] }
      switch result {
      case .success(let info): return confirmed(&library, change, info)
      case .failure(let problem):
        let changes = library.collectionEdit.queue
        library.collectionEdit.queue = []
        return failed(&library, CollectionEditState.Failure(problem: problem, changes: changes))
      }
    case .made(let new, let result):
      guard let pending = library.collectionEdit.pending, pending.new == new else { return [] }
      library.collectionEdit.pending = nil
      switch result {
      case .success(let offer): return made(&library, offer, pending.photos)
      case .failure(let problem):
        return failed(&library, CollectionEditState.Failure(problem: problem, pending: pending))
      }
    }
  }

  /// Adds changes to the queue, and sends the first one if the queue was empty.
  private static func enqueue(
    _ library: inout Library,
    _ changes: [CollectionChange]
  ) -> [LibraryEffect] {
    let isIdle = library.collectionEdit.queue.isEmpty
    library.collectionEdit.queue += changes
    return isIdle ? sendFirst(library) : []
  }

  private static func sendFirst(_ library: Library) -> [LibraryEffect] {
    library.collectionEdit.queue.first.map { [.collectionEdit(.set($0))] } ?? []
  }

  /// Requests a new collection.
  private static func make(
    _ library: inout Library,
    _ pending: CollectionEditState.PendingCollection
  ) -> [LibraryEffect] {
    library.collectionEdit.pending = pending
    return [.collectionEdit(.make(pending.new))]
  }

  /// Stores a created collection, and queues the photos to add to it.
  private static func made(
    _ library: inout Library,
    _ offer: ListOffer,
    _ photos: [Photo.ID]
  ) -> [LibraryEffect] {
    library.show(offer)
    guard case .collection(let id) = offer.list else { return [] }
    return enqueue(&library, photos.map { CollectionChange($0, in: id, true) })
  }

  /// Stores a failure for a retry and reports it, or reports that the session has ended.
  ///
  /// Keeps an earlier failure, which happens if a collection was being created meanwhile.
  private static func failed(
    _ library: inout Library,
    _ failure: CollectionEditState.Failure
  ) -> [LibraryEffect] {
    let cause = failure.problem.cause
    guard !cause.endsSession else { return [.event(.sessionRefused(cause))] }
    library.collectionEdit.failure = failure.following(library.collectionEdit.failure)
    return [.event(.collectionEditFailed(failure.problem))]
  }

  /// Applies a confirmed change to the photo, the collection and the cache, and sends the next one.
  private static func confirmed(
    _ library: inout Library,
    _ change: CollectionChange,
    _ info: ListInfo?
  ) -> [LibraryEffect] {
    library.collectionEdit.queue.removeFirst()
    let list = ListID.collection(change.collection)
    var known = library.photos[change.photo]?.collections ?? []
    let isNew = known.contains(change.collection) != change.isIn
    change.apply(to: &known)
    library.photos[change.photo]?.collections = known
    if library.isReadingPhotos { library.collectionEdit.confirmed.append(change) }
    if let info = info ?? library.counted(list, isNew ? (change.isIn ? 1 : -1) : 0) {
      library.show(ListOffer(list, info))
    }
    library.apply(change, to: list)
    guard library.offers(.cache) else { return sendFirst(library) }
    var kept: [LibraryEffect] = []
    if let photo = library.photos[change.photo] {
      kept.append(.cache(.writeMember(photo, of: list, isIn: change.isIn)))
    }
    if let info = library.directory.infos[list] { kept.append(.cache(.writeInfo(list, info))) }
    return kept + sendFirst(library)
  }
}

extension Library {
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
