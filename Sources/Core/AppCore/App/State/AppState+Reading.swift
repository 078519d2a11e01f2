// Responses that may be older than the user's changes.
extension AppState {
  /// Whether a list or details are being loaded, whose response may contain old likes and old
  /// collections.
  var isReadingPhotos: Bool {
    details.loading != nil || lists.contains { $0.load == .loading }
  }

  /// Forgets confirmed likes and confirmed changes to collections before a list or details are
  /// requested.
  ///
  /// The new response already contains them. Does nothing while another such request is running,
  /// because its response may be older.
  package mutating func readingBegins() {
    guard !isReadingPhotos else { return }
    likes.confirmed = []
    collectionEdit.confirmed = []
  }
}
