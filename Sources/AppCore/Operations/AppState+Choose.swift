import Library
import Model

extension AppState {
  /// Opens the chooser with topics, photographers or collections.
  mutating func choose(from subject: OfferSubject) -> [Effect] {
    ChooserReducer.reduce(&self, .opened(subject))
  }

  /// Opens the chooser with the user's collections, to add photos to them.
  ///
  /// The collections are requested by the user's name, so an unknown name is loaded first.
  mutating func chooseCollection(for ids: [Photo.ID]) -> [Effect] {
    guard offers(.collectionEdit), stage == .main else {
      return [show(.unavailable(.collect, .collectionEditIsOff))]
    }
    let own = ids.filter { library.serves($0) && photos[$0] != nil }
    guard !own.isEmpty else { return [show(.unavailable(.collect, .otherService))] }
    guard let collector = library.collector else {
      return [show(.unavailable(.collect, .unknownCollector))] + ProfileReducer.appear(&self)
    }
    return ChooserReducer.collect(&self, own, by: collector)
  }

  /// Loads a page of topics, photographers or collections, counted from 1.
  mutating func loadOffers(_ subject: OfferSubject, page: Int) -> [Effect] {
    ChooserReducer.load(&self, subject, page: page)
  }
}
