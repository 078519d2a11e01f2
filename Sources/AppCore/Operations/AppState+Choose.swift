import Library
import Model

extension AppState {
  /// Opens the list of topics, people or collections to choose from.
  mutating func choose(from subject: OfferSubject) -> [Effect] {
    ChooserReducer.reduce(&self, .opened(subject))
  }

  /// Opens the list of the person's collections, to put photographs into them.
  mutating func chooseCollection(for ids: [Photo.ID]) -> [Effect] {
    ChooserReducer.collect(&self, ids)
  }

  /// Loads a page of topics, people or collections, counted from 1.
  mutating func loadOffers(_ subject: OfferSubject, page: Int) -> [Effect] {
    ChooserReducer.load(&self, subject, page: page)
  }
}
