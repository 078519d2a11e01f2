import Model

extension DirectoryState.Offers {
  /// Returns the page to request; `nil` if enough rows are left below the focused one, or while a
  /// page is loading.
  ///
  /// - Parameter rest: the number of rows from the focused one on.
  func nextPage(withRest rest: Int) -> PageToken? {
    guard load == .idle, let next, next != .first, rest <= 2 * Command.rowsPerPage else {
      return nil
    }
    return next
  }
}

package enum ChooserEffect: Equatable, Sendable {
  case load(OfferSubject, page: PageToken)
  /// Loads the first page, unless a previous run has cached it.
  case loadUnlessCached(OfferSubject)
  /// Reads the topic that the feed tab showed last; the main feed counts as none.
  case readSource
  case writeSource(ListID)

  package var id: Effect.ID {
    switch self {
    case .load(let subject, page: _), .loadUnlessCached(let subject):
      Effect.ID(.offers, "\(subject)")
    case .readSource, .writeSource: Effect.ID(.app, "source")
    }
  }
}

extension AppState {
  /// Returns the loaded offers of a subject.
  package func offers(of subject: OfferSubject) -> DirectoryState.Offers {
    directory.offers[subject] ?? DirectoryState.Offers()
  }

  /// Loads a page of topics, photographers or collections.
  mutating func loadOffers(_ subject: OfferSubject, page: PageToken) -> [Effect] {
    guard offers(of: subject).load != .loading else { return [] }
    directory.offers[subject, default: .init()].load = .loading
    return [.chooser(.load(subject, page: page))]
  }
}
