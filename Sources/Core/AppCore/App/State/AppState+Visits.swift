import Model

/// A list opened from another place, such as a photographer, a topic or a collection.
///
/// Back returns to that place.
package struct Visit: Equatable, Sendable {
  package internal(set) var list: ListID
  /// The full-screen view that the list was opened from; `nil` if it was opened elsewhere.
  let photo: PhotoState?

  /// The maximum number of visits on top of each other; the oldest are dropped.
  static let maxDepth = 100
}

extension AppState {
  /// The lists on top of the current tab, the lowest first.
  package var visits: [Visit] {
    get { visitsByTab[tab] ?? [] }
    set { visitsByTab[tab] = newValue.isEmpty ? nil : newValue }
  }

  /// The topmost list on the current tab; `nil` if there is none.
  package var visit: Visit? { visitsByTab[tab]?.last }

  /// Whether the tab's own screen is shown, not a list opened from it.
  package func isShown(_ tab: Tab) -> Bool { self.tab == tab && visit == nil }

  /// The user name that the collections command applies to: the photographer's on their page, the
  /// user's own on the profile, otherwise `nil`.
  var collectionsOwner: String? {
    if let visit { return visit.list.person }
    return isShown(.profile) ? collector : nil
  }

  /// Removes a list with its scroll position and selection.
  mutating func removeList(_ list: ListID) {
    lists.remove(list)
    views.remove(list)
  }

  /// Removes a list and its header.
  ///
  /// The data of a photographer stays while another list of theirs is open. The user's own
  /// collections stay for the profile.
  mutating func removeWithHeader(_ list: ListID) {
    removeList(list)
    let isOwn = list.person != nil && list.person == collector
    let isNeeded = isOwn || openLists.contains { $0.person != nil && $0.person == list.person }
    if !isNeeded { directory.remove(list) }
  }
}
