import Library
import Model

/// Topics, photographers or collections to choose one from: found by the words of their names.
package struct ChooserState: Equatable, Sendable {
  /// The most characters of a filter.
  static let limit = 60

  package let subject: OfferSubject
  /// The photographs that are to be collected; none where a list is to be opened.
  package let photos: [Photo.ID]
  /// Whether the line holds the name of a new collection.
  package internal(set) var isNaming = false
  package internal(set) var line = TextField()
  package internal(set) var focus = 0

  package init(_ subject: OfferSubject, photos: [Photo.ID] = [], focus: Int = 0) {
    self.subject = subject
    self.photos = photos
    self.focus = focus
  }
}

package enum ChooserAction: Equatable, Sendable {
  case opened(OfferSubject)
  case loaded(OfferSubject, page: Int, Result<OfferPage, Problem>)
  /// What an earlier start has kept.
  case topicsRead([ListOffer])
  /// The topics are cached, and the service is not asked for them.
  case topicsCached([ListOffer])
  /// The topic that the feed's tab showed last, on an earlier start.
  case sourceRead(ListID)
}

package enum ChooserEffect: Equatable, Sendable {
  case load(OfferSubject, page: Int)
  /// Loads the first page, unless an earlier start has cached it.
  case loadUnlessCached(OfferSubject)
  /// Reads and keeps which topic the feed's tab shows; the feed itself is none.
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

extension OfferSubject {
  /// What was searched for; nil where nothing was.
  package var words: String? {
    switch self {
    case .people(let words), .collectionsFound(let words): words
    case .topics, .collections: nil
    }
  }
}

extension AppState {
  /// Whether some of what there is to choose from has not come.
  package var isChooserShort: Bool {
    guard let subject = chooser?.subject, case .failed = offers(of: subject).load else {
      return false
    }
    return true
  }

  /// Whether the chooser has a row that can be chosen.
  var hasChoices: Bool {
    guard let chooser else { return false }
    return chooser.photos.isEmpty
      ? !choices(of: chooser).isEmpty : !collectingRows(of: chooser).isEmpty
  }

  /// What there is to choose from.
  package func offers(of subject: OfferSubject) -> DirectoryState.Offers {
    library.directory.offers[subject] ?? DirectoryState.Offers()
  }

  /// The rows of a chooser, the best matches first; the feed itself comes before all topics.
  package func choices(of chooser: ChooserState) -> [ListOffer] {
    let offered = offers(of: chooser.subject).all
    let hasFeed = chooser.subject != .topics || offered.contains { $0.list == .feed }
    let all = (hasFeed ? [] : [ListOffer(.feed, ListInfo(title: ""))]) + offered
    let query = Phrase(chooser.line.text)
    guard !query.words.isEmpty else { return all }
    let found = all.enumerated().compactMap { index, offer in
      names(of: offer).compactMap { Phrase($0).rank(of: query) }.min().map {
        (rank: $0, index: index)
      }
    }
    return found.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { all[$0.index] }
  }

  /// What a row is found by.
  private func names(of offer: ListOffer) -> [String] {
    let whose = offer.info.owner ?? offer.list.person ?? ""
    guard offer.info.title.isEmpty else { return [offer.info.title + " " + whose] }
    return program.paletteMemory.words.names(offer.list) + [whose]
  }
}
