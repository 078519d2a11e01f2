import Model

extension ProfileReducer {
  /// Handles a command on a screen with a sign-out button above a list of photos.
  ///
  /// Moving up from the first row focuses the button, and moving down from the last row of the
  /// favourites focuses the collections. Commands that need a photo do nothing then; others that
  /// aren't handled here move the focus back to the list.
  static func handleFocus(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch (state.profileFocus, command) {
    case (_, .collections): return handle(&state, command)
    case (.list, .moveUp) where state.isInFirstRow && state.offers(.profile):
      state.profileFocus = .signOut
    case (.list, .moveDown) where state.isInLastRow:
      guard state.hasOwnCollections else { return .ignored }
      return .handled(focusCollection(&state, 0))
    case (.signOut, .moveDown) where state.isEmpty && state.hasOwnCollections:
      return .handled(focusCollection(&state, 0))
    case (.signOut, .moveDown): state.profileFocus = .list
    case (.signOut, .open): return .handled(reduce(&state, .signOutPressed))
    case (.collection(let index), .moveUp) where state.program.isPlain && index > 0:
      return .handled(focusCollection(&state, index - state.times))
    case (.collection(let index), .moveDown) where state.program.isPlain:
      return .handled(focusCollection(&state, index + state.times))
    case (.collection, .moveUp):
      state.profileFocus = state.isEmpty ? .signOut : .list
      state.move(.favourites) { $0.reveal(in: $1) }
    case (.collection(let index), .moveLeft):
      return .handled(focusCollection(&state, index - state.times))
    case (.collection(let index), .moveRight):
      return .handled(focusCollection(&state, index + state.times))
    case (.collection(let index), .open):
      guard let all = state.ownCollections?.all, all.indices.contains(index) else { return .done }
      return .handled(reduce(&state, .collectionPressed(all[index].list)))
    case (.signOut, .moveUp), (.signOut, .moveLeft), (.signOut, .moveRight),
      (.collection, .moveDown):
      break
    case (.list, _), (_, .refresh): return .ignored
    case (_, .back) where !state.showsDetails: state.profileFocus = .list
    default:
      guard command.unavailable(in: state) == nil else { return .done }
      state.profileFocus = .list
      return .ignored
    }
    return .done
  }

  /// Focuses a collection, or the nearest existing one, and loads more if few remain.
  private static func focusCollection(_ state: inout AppState, _ index: Int) -> [Effect] {
    guard let collections = state.ownCollections, let subject = state.ownCollectionsSubject else {
      return []
    }
    let focus = max(0, min(collections.all.count - 1, index))
    state.profileFocus = .collection(focus)
    state.move(.favourites) { $0.scroll(to: .max, in: $1) }
    let page = collections.nextPage(withRest: collections.all.count - focus)
    return page.map { state.loadOffers(subject, page: $0) } ?? []
  }
}

extension AppState {
  fileprivate var isEmpty: Bool { listInView.map { self[$0].order.isEmpty } ?? true }

  /// Whether the selected photo is in the first row.
  fileprivate var isInFirstRow: Bool {
    isEmpty || listInView.map { rows(of: $0).row(of: views[$0].selection) == 0 } ?? true
  }

  /// Whether the selected photo is in the last row of the favourites.
  fileprivate var isInLastRow: Bool {
    let rows = rows(of: .favourites)
    return rows.rows.isEmpty || rows.row(of: views.favourites.selection) == rows.rows.count - 1
  }

  /// Whether collections follow the list.
  fileprivate var hasOwnCollections: Bool {
    listInView == .favourites && ownCollections?.all.isEmpty == false
  }
}
