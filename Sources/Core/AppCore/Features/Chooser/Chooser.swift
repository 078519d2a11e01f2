import Model

/// The chooser: a list of topics, photographers or collections, filtered by typed words.
package struct ChooserState: Equatable, Sendable {
  /// The maximum number of characters in the line.
  static let maxCharacters = 60

  package let subject: OfferSubject
  /// The photos to add to a collection; empty if the chooser opens lists.
  package let photos: [Photo.ID]
  /// Whether the line contains the name of a new collection.
  package internal(set) var isNaming = false
  package internal(set) var line = TextField()
  package internal(set) var focus = 0
  /// Whether the last key moved the focus, so that the cursor belongs on the focused row and not
  /// in the line.
  package internal(set) var hasMoved = false

  package init(_ subject: OfferSubject, photos: [Photo.ID] = [], focus: Int = 0) {
    self.subject = subject
    self.photos = photos
    self.focus = focus
  }
}

package enum ChooserAction: Equatable, Sendable {
  case opened(OfferSubject)
  case loaded(OfferSubject, page: PageToken, Result<OfferPage, Problem>)
  /// Cached topics of a previous run were read.
  case topicsRead([ListOffer])
  /// The topics were cached, so no request was sent.
  case topicsCached([ListOffer])
  /// The topic that the feed tab showed last in a previous run was read.
  case sourceRead(ListID)
}

extension AppState {
  /// Whether loading the rows has failed, so that some are missing.
  package var isChooserShort: Bool {
    guard let subject = chooser?.subject, case .failed = offers(of: subject).load else {
      return false
    }
    return true
  }

  /// Whether the chooser has a row that can be selected.
  var hasChoices: Bool {
    guard let chooser else { return false }
    return chooser.photos.isEmpty
      ? !choices(of: chooser).isEmpty : !collectionEditRows(of: chooser).isEmpty
  }

  /// Returns the rows of a chooser, the best matches first.
  ///
  /// The main feed is before all topics.
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

  /// Returns the names that a row is found by.
  private func names(of offer: ListOffer) -> [String] {
    let whose = offer.info.owner ?? offer.list.person ?? ""
    guard offer.info.title.isEmpty else { return [offer.info.title + " " + whose] }
    return program.paletteMemory.words.names(offer.list) + [whose]
  }
}
