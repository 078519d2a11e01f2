import Library
import Model

extension AppState {
  /// Performs a row of the share menu for a photo.
  mutating func share(_ id: Photo.ID, by row: ShareState.Row) -> [Effect] {
    ShareReducer.perform(&self, row, of: id)
  }
}
