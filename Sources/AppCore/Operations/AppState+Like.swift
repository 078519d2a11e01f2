import Library
import Model

extension AppState {
  /// Likes a photograph, or takes the like back.
  mutating func like(_ id: Photo.ID) -> [Effect] { inLibrary(.likes(.heartPressed(id))) }

  /// Likes several photographs, or takes the likes back where all of them are liked.
  mutating func like(_ ids: [Photo.ID]) -> [Effect] { inLibrary(.likes(.heartsPressed(ids))) }
}
