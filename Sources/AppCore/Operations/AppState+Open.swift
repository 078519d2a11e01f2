import Library
import Model

extension AppState {
  /// Opens a photograph's menu.
  mutating func openMenu(of id: Photo.ID) -> [Effect] {
    MenuReducer.reduce(&self, .openPressed(id))
  }

  /// Opens a photograph's preview.
  mutating func openPreview(of id: Photo.ID) -> [Effect] {
    PreviewReducer.reduce(&self, .openPressed(id))
  }

  /// Opens a photograph in full screen, among those of a list, or of the gallery without one.
  mutating func openFullScreen(_ id: Photo.ID, from list: ListID?) -> [Effect] {
    list.map { PhotoReducer.open(&self, id, from: $0) } ?? PhotoReducer.openInGallery(&self, id)
  }

  /// Opens the list of a photograph's author, where the service offers people.
  mutating func openAuthor(of id: Photo.ID) -> [Effect] {
    guard offers(.people), let author = photos[id]?.author else { return [] }
    library.directory.meet(author)
    return [.event(.destinationChosen(.list(.photographer(author.username))))]
  }
}
