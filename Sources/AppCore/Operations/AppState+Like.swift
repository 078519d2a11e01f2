import Library
import Model

extension AppState {
  /// Likes or unlikes a photo.
  mutating func like(_ id: Photo.ID) -> [Effect] {
    inLibrary { LikesReducer.press(&$0, id) }
  }

  /// Likes several photos, or unlikes them if all of them are liked.
  mutating func like(_ ids: [Photo.ID]) -> [Effect] {
    inLibrary { LikesReducer.press(&$0, all: ids) }
  }
}
