import Library
import Model

extension AppState {
  /// Opens the export menu for photos.
  mutating func openExport(of ids: [Photo.ID]) -> [Effect] {
    ExportReducer.reduce(&self, .openPressed(ids))
  }
}
