import Library
import Model

extension AppState {
  /// Opens a photo's menu.
  mutating func openMenu(of id: Photo.ID) -> [Effect] {
    MenuReducer.reduce(&self, .openPressed(id))
  }

  /// Opens a photo in full screen.
  ///
  /// The neighbours are the photos of the list, or of the gallery if `list` is `nil`.
  mutating func openFullScreen(
    _ id: Photo.ID,
    from list: ListID?,
    as entrance: PhotoState.Entrance? = nil
  ) -> [Effect] {
    PhotoReducer.open(&self, id, from: list, as: entrance)
  }

  /// Opens the page of a photo's photographer, if the service offers people.
  mutating func openAuthor(of id: Photo.ID) -> [Effect] {
    guard offers(.people), let author = photos[id]?.author else { return [] }
    guard library.serves(id) else { return [show(.unavailable(.author, .otherService))] }
    library.directory.add(author)
    return [.event(.destinationChosen(.list(.photographer(author.username))))]
  }
}
