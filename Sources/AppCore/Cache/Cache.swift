import Library
import Model

/// What an earlier start has left on this machine, and what is left for the next one.
package enum CacheAction: Equatable, Sendable {
  /// Nil where the list is not cached; `age` is how long ago the service sent it.
  case listRead(ListID, CachedList?, age: Duration)
  case profileRead(Person, age: Duration)
  /// What is kept is a minute older, and the next hour's budget a minute nearer.
  case minutePassed
  /// The likes that an earlier start could not bring to the service, the oldest first.
  case likesRead([PendingLike])
  /// The database could not be used and was renamed; a new one takes its place.
  case databaseSetAside(path: String)
  /// Others had permissions for the file with the sessions, and may still have them.
  case sessionExposed(path: String, isLasting: Bool)
  /// The session is in the file, since the keyring could not take it.
  case sessionInFile(KeyringTrouble)
  /// The session cannot be saved: it ends with the program.
  case sessionNotSaved(Problem)
  /// Another program has removed the session, or replaced it by a different user's.
  case sessionLost
  /// The database cannot be opened, read or written.
  case databaseFailed(Problem)
  /// The service chosen could not be written down for the next start.
  case choiceNotKept(Problem)
  /// The colours found lately are to be written down.
  case colorsDue
  /// Something small could not be written; only the program's end speaks of it.
  case noteFailed
  /// The last start came to nothing: this one reads nothing by itself that is kept.
  case lastStartFailed
}

package enum CacheReducer {
  package static func reduce(_ state: inout AppState, _ action: CacheAction) -> [Effect] {
    switch action {
    // Heard by those whose data it is.
    case .listRead, .profileRead, .likesRead: return []
    case .minutePassed: return state.inLibrary(.minutePassed)
    case .databaseSetAside(let path):
      state.alert(.databaseSetAside(path: path))
      return []
    case .sessionExposed(let path, let isLasting):
      state.alert(.sessionExposed(path: path, isLasting: isLasting))
      return []
    case .sessionInFile(let trouble):
      // A notice would not outlive the sign-in screen.
      guard state.stage == .main else {
        state.cache.fileNotice = trouble
        return []
      }
      return [state.show(.sessionInFile(trouble))]
    case .sessionLost: return [.news(.sessionRefused(.unauthorized))]
    case .sessionNotSaved(let problem):
      // The database, which is in the same place, is then no news.
      state.cache.hasToldFailure = true
      return [state.show(.sessionNotSaved(problem))]
    case .databaseFailed(let problem):
      guard !state.cache.hasToldFailure else { return [] }
      state.cache.hasToldFailure = true
      return [state.show(.failed(problem, retry: nil))]
    case .choiceNotKept(let problem):
      state.alert(.problem(problem, retry: nil))
      return []
    case .noteFailed: return []
    case .colorsDue:
      let colors = state.cache.colors
      state.cache.colors = [:]
      return colors.isEmpty ? [] : [.cache(.writeColors(colors))]
    case .lastStartFailed:
      state.cache.isAvoided = true
      return [state.show(.lastStartFailed)]
    }
  }
}

extension CacheReducer {
  /// Remembers the colour of a photograph that came without one, also for the next start.
  static func note(_ state: inout AppState, _ color: UInt32, of id: Photo.ID) -> [Effect] {
    guard state.stage == .main, state.photos[id]?.color == nil else { return [] }
    state.photos[id]?.color = color
    guard state.offers(.cache), state.photos[id] != nil else { return [] }
    // Many come at a time; they are written at once.
    let isFirst = state.cache.colors.isEmpty
    state.cache.colors[id] = color
    return isFirst
      ? [.after(Effect.ID(.app, "colors"), .seconds(1), .cache(.colorsDue))] : []
  }

  /// Signed in: shows what came up during the sign-in.
  static func enter(_ state: inout AppState) -> [Effect] {
    guard let trouble = state.cache.fileNotice else { return [] }
    state.cache.fileNotice = nil
    return [state.show(.sessionInFile(trouble))]
  }

  /// Keeps the times that are shown up to date.
  static func grow(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    case .resumed, .cache(.listRead), .cache(.profileRead), .cache(.minutePassed),
      .feed(.pageLoaded(_, .failure), in: _), .profile(.loaded(.failure)):
      break
    default: return []
    }
    return state.inLibrary(.agesShown)
  }
}
