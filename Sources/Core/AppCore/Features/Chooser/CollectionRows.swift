import Model

/// A row of the chooser when it adds photos to collections.
package enum CollectionEditRow: Equatable, Sendable {
  /// Opens the line for the name of a new collection.
  case name
  case make(NewCollection)
  case collection(ListOffer)
}

/// The number of the chosen photos that are in a collection.
package enum CollectionMembership: Equatable, Sendable {
  case none
  case some(Int)
  case all
}

extension AppState {
  /// Returns the rows: "New collection", and the collections that match the typed text.
  ///
  /// If none matches, returns rows that create a collection with this name.
  package func collectionEditRows(of chooser: ChooserState) -> [CollectionEditRow] {
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

  /// Returns how many of the chooser's photos are known to be in a collection.
  package func collected(_ chooser: ChooserState, in list: ListID) -> CollectionMembership {
    guard case .collection(let id) = list else { return .none }
    let count = chooser.photos.count { holds($0, in: id) }
    return count == chooser.photos.count ? .all : count == 0 ? .none : .some(count)
  }

  /// Whether a change of a collection is waiting for the service.
  package func isChanging(_ list: ListID) -> Bool {
    guard case .collection(let id) = list else { return false }
    return collectionEdit.isChanging(id)
  }
}

extension ChooserState {
  /// The typed text as the name of a collection.
  fileprivate var title: String {
    let words = line.text.split(whereSeparator: \.isWhitespace)
    return words.joined(separator: " ")
  }
}

/// Adds photos to the user's own collections and removes them.
extension ChooserReducer {
  /// Opens the user's collections to add photos to them.
  static func collect(
    _ state: inout AppState,
    _ photos: [Photo.ID],
    by collector: String
  ) -> [Effect] {
    let subject = OfferSubject.collections(of: collector)
    state.collectionEdit.clearFailure()
    state.chooser = ChooserState(subject, photos: photos)
    // The cached data of a photo doesn't include the collections that contain it.
    let unknown = photos.count == 1 ? photos.filter { state.photos[$0]?.collections == nil } : []
    return begin(&state, subject) + unknown.flatMap { state.loadDetails(of: $0, again: true) }
  }

  static func handleCollectionEdit(
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

  /// Performs a row's command, if the chooser still contains the row.
  static func choose(_ state: inout AppState, _ row: CollectionEditRow) -> [Effect] {
    guard let chooser = state.chooser, !chooser.photos.isEmpty else { return [] }
    let rows = state.collectionEditRows(of: chooser)
    switch row {
    case .name:
      guard rows.contains(row) else { return [] }
      // If the collections failed to load, they are requested again.
      let again = retry(&state)
      state.chooser?.isNaming = true
      return again
    case .make(let new):
      guard rows.contains(row), state.collectionEdit.pending == nil else { return [] }
      // The new collection is the second row, after the one that creates another.
      state.chooser = ChooserState(chooser.subject, photos: chooser.photos, focus: 1)
      return state.makeCollection(new, with: chooser.photos)
    case .collection(let offer):
      // The collection's data may have changed since the frame that the user pressed.
      let index = rows.firstIndex {
        if case .collection(let other) = $0 { other.list == offer.list } else { false }
      }
      guard let index, case .collection(let id) = offer.list else { return [] }
      state.chooser?.focus = index
      return state.collect(chooser.photos, in: id)
    }
  }
}
