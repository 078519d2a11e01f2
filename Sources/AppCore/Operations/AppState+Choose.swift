import Library
import Model

extension AppState {
  /// Opens the chooser with topics, photographers or collections.
  mutating func choose(from subject: OfferSubject) -> [Effect] {
    ChooserReducer.reduce(&self, .opened(subject))
  }

  /// Opens the chooser with the user's collections, to add photos to them.
  mutating func chooseCollection(for ids: [Photo.ID]) -> [Effect] {
    ChooserReducer.collect(&self, ids)
  }

  /// Loads a page of topics, photographers or collections, counted from 1.
  mutating func loadOffers(_ subject: OfferSubject, page: Int) -> [Effect] {
    ChooserReducer.load(&self, subject, page: page)
  }
}
