import Library
import Model

/// What an earlier start has left on this machine, and what is left for the next one.
package enum KeptAction: Equatable, Sendable {
  /// Nil where nothing is kept of the list; `age` is how long ago it was told.
  case listRead(ListID, KeptList?, age: Duration)
  case profileRead(Person, age: Duration)
  /// What is kept is a minute older, and the next hour's budget a minute nearer.
  case minutePassed
  /// The likes that an earlier start could not bring to the service, the oldest first.
  case likesRead([PendingLike])
  /// The database could not be used and was renamed; a new one takes its place.
  case databaseSetAside(path: String)
  /// Others had permissions for the file with the sessions, and may still have them.
  case sessionExposed(path: String, isLasting: Bool)
  /// The database cannot be opened, read or written.
  case databaseFailed(Problem)
  /// Something small could not be written; only the program's end speaks of it.
  case noteFailed
  /// The last start came to nothing: this one reads nothing by itself that is kept.
  case lastStartFailed
}

package enum KeptEffect: Equatable, Sendable {
  case readList(ListID)
  /// Keeps what is shown of a list, in place of what was kept of it; `isTold` says that the service
  /// has told its first page just now, else it is as old as what was kept.
  case keepList(ListID, [Photo.ID], next: Int?, total: Int?, isTold: Bool)
  case readProfile
  case keepProfile(Person)
  /// Keeps a photographer, and what a topic or a collection is called.
  case keepPerson(Person)
  case keepInfo(ListID, ListInfo)
  case keepTopics([ListOffer])
  /// Keeps a photograph as the one opened last.
  case keepOpened(Photo.ID)
  case clearHistory
  case readLikes
  /// Keeps what a photograph's like is to become; nil: nothing is waiting any more.
  case keepLike(Photo.ID, Bool?)
  /// Drops all that belongs to the account.
  case forget

  package var id: Effect.ID {
    switch self {
    case .readList(let list): Effect.ID(list.kind.scope, "read")
    case .readProfile: Effect.ID(.profile, "read")
    case .readLikes: Effect.ID(.app, "read likes")
    // One after the other, in the order they were asked for.
    case .keepList, .keepProfile, .keepPerson, .keepInfo, .keepTopics, .keepOpened,
      .clearHistory, .keepLike, .forget:
      Effect.ID(.app, "keep")
    }
  }
}

package enum KeptReducer {
  package static func reduce(_ state: inout AppState, _ action: KeptAction) -> [Effect] {
    switch action {
    // Heard by those whose data it is.
    case .listRead, .profileRead, .likesRead: return []
    case .minutePassed:
      state.kept.isAging = false
      for list in Array(state.library.lists.ids) {
        state[list].keptAge = state[list].keptAge.map { $0 + minute }
        if case .failed(let problem) = state[list].load, let later = problem.aMinuteLater {
          state[list].load = .failed(later)
        }
      }
      state.profile.keptAge = state.profile.keptAge.map { $0 + minute }
      state.profile.problem = state.profile.problem.map { $0.aMinuteLater ?? $0 }
      return []
    case .databaseSetAside(let path):
      state.alert(.databaseSetAside(path: path))
      return []
    case .sessionExposed(let path, let isLasting):
      state.alert(.sessionExposed(path: path, isLasting: isLasting))
      return []
    case .databaseFailed(let problem):
      guard !state.kept.hasToldFailure else { return [] }
      state.kept.hasToldFailure = true
      return [state.show(.failed(problem, retry: nil))]
    case .noteFailed: return []
    case .lastStartFailed:
      state.kept.isAvoided = true
      return [state.show(.lastStartFailed)]
    }
  }
}

extension KeptReducer {
  private static let minute = Duration.seconds(60)

  /// Has the times that are shown go on as long as they are.
  static func grow(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    case .resumed, .kept(.listRead), .kept(.profileRead), .kept(.minutePassed),
      .feed(.pageLoaded(_, .failure), in: _), .profile(.loaded(.failure)):
      break
    default: return []
    }
    let hasTime =
      state.profile.keptAge != nil || state.profile.problem?.aMinuteLater != nil
      || state.library.lists.contains { list in
        if case .failed(let problem) = list.load, problem.aMinuteLater != nil { return true }
        return list.keptAge != nil
      }
    guard state.offers(.cache), hasTime, !state.kept.isAging else { return [] }
    state.kept.isAging = true
    return [.after(Effect.ID(.app, "age"), minute, .kept(.minutePassed))]
  }
}

extension Problem {
  /// A spent budget as it is told a minute later; nil for what does not change.
  fileprivate var aMinuteLater: Problem? {
    guard case .rateLimited(let minutes?) = cause, minutes > 1 else { return nil }
    return Problem(subject, .rateLimited(minutes: minutes - 1))
  }
}
