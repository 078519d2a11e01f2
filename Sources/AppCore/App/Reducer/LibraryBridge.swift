import Library
import Model

// Connects `AppCore` with the library: converts actions, effects and events between them.
extension AppState {
  /// Passes an action to the library's reducers and returns their effects.
  mutating func inLibrary(_ action: LibraryAction) -> [Effect] {
    inLibrary { LibraryReducer.reduce(&$0, action) }
  }

  /// Changes the library and returns the effects of the change.
  mutating func inLibrary(_ change: (inout Library) -> [LibraryEffect]) -> [Effect] {
    change(&library).map(Effect.init)
  }
}

extension Effect {
  init(_ effect: LibraryEffect) {
    self =
      switch effect {
      case .likes(let effect): .likes(effect)
      case .collectionEdit(let effect): .collectionEdit(effect)
      case .downloads(let effect): .downloads(effect)
      case .cache(let effect): .cache(effect)
      case .after(let id, let time, let timer): .after(id, time, AppAction(timer))
      case .cancel(let id): .cancel(id)
      case .event(let event): .event(.library(event))
      }
  }
}

extension AppAction {
  fileprivate init(_ timer: LibraryTimer) {
    self =
      switch timer {
      case .likes(let action): .likes(action)
      case .downloads(let action): .downloads(action)
      case .minutesPassed(let count): .cache(.minutesPassed(count))
      }
  }
}
