import Library
import Model

/// Topics, or a photographer's collections, to choose one from: found by the words of their names.
package struct ChooserState: Equatable, Sendable {
  package enum Subject: Hashable, Sendable {
    case topics
    case collections(of: String)
  }

  /// The most characters of a filter.
  static let limit = 60

  package let subject: Subject
  package internal(set) var line = TextField()
  package internal(set) var focus = 0

  package init(_ subject: Subject, focus: Int = 0) {
    self.subject = subject
    self.focus = focus
  }
}

package enum ChooserAction: Equatable, Sendable {
  case topicsPressed
  case collectionsPressed(of: String)
  case topicsLoaded(Result<[ListOffer], Problem>)
  /// What an earlier start has kept.
  case topicsRead([ListOffer])
  case collectionsLoaded(String, page: Int, Result<OfferPage, Problem>)
  /// The topic that the feed's tab showed last, on an earlier start.
  case sourceRead(ListID)
}

package enum ChooserEffect: Equatable, Sendable {
  case loadTopics
  case loadCollections(of: String, page: Int)
  /// Reads and keeps which topic the feed's tab shows; the feed itself is none.
  case readSource
  case keepSource(ListID)

  package var id: Effect.ID {
    switch self {
    case .loadTopics, .loadCollections: Effect.ID(.visit, "offers")
    case .readSource, .keepSource: Effect.ID(.app, "source")
    }
  }
}

extension AppState {
  /// What there is to choose from.
  package func offers(of subject: ChooserState.Subject) -> PlacesState.Offers {
    switch subject {
    case .topics: library.places.topics
    case .collections(let name): library.places.collections[name] ?? PlacesState.Offers()
    }
  }

  /// The rows of a chooser, the best matches first; the feed itself comes before all topics.
  package func choices(of chooser: ChooserState) -> [ListOffer] {
    let all = offers(of: chooser.subject).all
    let query = Phrase(chooser.line.text)
    guard !query.words.isEmpty else {
      return (chooser.subject == .topics ? [ListOffer(.feed, ListInfo(title: ""))] : []) + all
    }
    let found = all.enumerated().compactMap { index, offer in
      Phrase(offer.info.title).rank(of: query).map { (rank: $0, index: index) }
    }
    return found.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { all[$0.index] }
  }
}
