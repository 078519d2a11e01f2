import Library
import Model

/// A row of the chooser while photographs are collected.
package enum CollectionEditRow: Equatable, Sendable {
  /// Asks for the name of a new collection.
  case name
  case make(NewCollection)
  case collection(ListOffer)
}

/// How many of the photographs are in a collection.
package enum CollectionMembership: Equatable, Sendable {
  case none
  case some(Int)
  case all
}

extension AppState {
  /// The rows to choose from: "New collection" and the collections that match the typed text.
  ///
  /// Where none matches, rows that create one of that name.
  package func collectingRows(of chooser: ChooserState) -> [CollectionEditRow] {
    let title = chooser.title
    let makes: [CollectionEditRow] =
      title.isEmpty
      ? [] : [false, true].map { .make(NewCollection(title: title, isPrivate: $0)) }
    guard !chooser.isNaming else { return makes }
    let found = choices(of: chooser).map(CollectionEditRow.collection)
    if title.isEmpty { return [.name] + found }
    let isKnown = offers(of: chooser.subject).load == .idle
    return found.isEmpty && isKnown ? makes : found
  }

  /// How many of the chooser's photographs a collection is known to hold.
  package func collected(_ chooser: ChooserState, in list: ListID) -> CollectionMembership {
    guard case .collection(let id) = list else { return .none }
    let count = chooser.photos.count { library.holds($0, in: id) }
    return count == chooser.photos.count ? .all : count == 0 ? .none : .some(count)
  }

  /// Whether a change of a collection is on its way.
  package func isChanging(_ list: ListID) -> Bool {
    guard case .collection(let id) = list else { return false }
    return collecting.isChanging(id)
  }
}

extension ChooserState {
  /// What is typed, as the name of a collection.
  fileprivate var title: String {
    let words = line.text.split(whereSeparator: \.isWhitespace)
    return words.joined(separator: " ")
  }
}

/// Photographs are put into the person's own collections, and taken out.
extension ChooserReducer {
  /// Opens the collections of whoever is signed in, for photographs to be put into.
  static func collect(_ state: inout AppState, _ photos: [Photo.ID]) -> [Effect] {
    guard state.offers(.collecting), state.stage == .main else {
      return [state.show(.unavailable(.collect, .collectingIsOff))]
    }
    // The gallery has photographs of all services.
    let own = photos.filter {
      state.launch.service(of: $0).id == state.launch.service.id && state.photos[$0] != nil
    }
    guard let first = own.first else {
      return [state.show(.unavailable(.collect, .otherService))]
    }
    guard let collector = state.library.collector else {
      return [state.show(.unavailable(.collect, .unknownCollector)), .event(.loadProfile)]
    }
    let subject = OfferSubject.collections(of: collector)
    state.collecting.forgetFailure()
    state.chooser = ChooserState(subject, photos: own)
    // What is kept on this machine does not say which collections hold it.
    let isTold = own.count > 1 || state.photos[first]?.collections != nil
    return begin(&state, subject) + (isTold ? [] : state.loadDetails(of: first))
  }

  static func handleCollecting(
    _ state: inout AppState,
    _ chooser: ChooserState,
    _ rows: [CollectionEditRow],
    _ command: Command
  ) -> CommandResult {
    switch command {
    case .nextTab, .previousTab: return .done
    case .back where chooser.isNaming:
      state.chooser = ChooserState(chooser.subject, photos: chooser.photos)
      return .done
    case .open:
      guard rows.indices.contains(chooser.focus) else { return .handled(retry(&state)) }
      return .handled(choose(&state, rows[chooser.focus]))
    default: return .ignored
    }
  }

  /// Does what a row says, if it is still there.
  static func choose(_ state: inout AppState, _ row: CollectionEditRow) -> [Effect] {
    guard let chooser = state.chooser, !chooser.photos.isEmpty else { return [] }
    let rows = state.collectingRows(of: chooser)
    switch row {
    case .name:
      guard rows.contains(row) else { return [] }
      // Where the collections did not come, they are asked for again as well.
      let again = retry(&state)
      state.chooser?.isNaming = true
      return again
    case .make(let new):
      guard rows.contains(row), state.collecting.pending == nil else { return [] }
      // The new one comes first, below the row for another.
      state.chooser = ChooserState(chooser.subject, photos: chooser.photos, focus: 1)
      return state.makeCollection(new, with: chooser.photos)
    case .collection(let offer):
      // Its figures may have changed since the frame that was pressed.
      let index = rows.firstIndex {
        if case .collection(let other) = $0 { other.list == offer.list } else { false }
      }
      guard let index, case .collection(let id) = offer.list else { return [] }
      state.chooser?.focus = index
      return state.collect(chooser.photos, in: id)
    }
  }
}
