import Library
import Model

extension AppState {
  /// Opens the details pane, or closes it.
  mutating func toggleDetails() -> [Effect] { DetailsReducer.toggle(&self) }

  /// Loads the details of a photo.
  mutating func loadDetails(of id: Photo.ID) -> [Effect] { DetailsReducer.load(&self, id) }
}
