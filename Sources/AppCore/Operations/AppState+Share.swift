import Library
import Model

extension AppState {
  /// Shares a photograph in one of the ways of the share menu.
  mutating func share(_ id: Photo.ID, by row: ShareState.Row) -> [Effect] {
    ShareReducer.handle(&self, row, of: id)
  }
}
