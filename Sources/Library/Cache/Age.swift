import Model

/// The reducer of displayed ages and waiting times, which updates them every minute.
enum AgeReducer {
  private static let minute = Duration.seconds(60)

  static func minutePassed(_ library: inout Library) -> [LibraryEffect] {
    library.local.cache.isAging = false
    for list in Array(library.lists.ids) {
      library.lists[list].cacheAge = library.lists[list].cacheAge.map { $0 + minute }
      if case .failed(let problem) = library.lists[list].load, let later = problem.aMinuteLater {
        library.lists[list].load = .failed(later)
      }
    }
    library.profile.cacheAge = library.profile.cacheAge.map { $0 + minute }
    library.profile.problem = library.profile.problem.map { $0.aMinuteLater ?? $0 }
    return []
  }

  /// Starts the timer for the next minute, unless it runs or no time is displayed.
  static func start(_ library: inout Library) -> [LibraryEffect] {
    let hasTime =
      library.profile.cacheAge != nil || library.profile.problem?.aMinuteLater != nil
      || library.lists.contains { list in
        if case .failed(let problem) = list.load, problem.aMinuteLater != nil { return true }
        return list.cacheAge != nil
      }
    guard library.offers(.cache), hasTime, !library.local.cache.isAging else { return [] }
    library.local.cache.isAging = true
    return [.after(EffectID(.app, "age"), minute, .minutePassed)]
  }
}

extension Problem {
  /// The problem with one minute less to wait; `nil` if its text doesn't change.
  fileprivate var aMinuteLater: Problem? {
    switch cause {
    case .rateLimited(let minutes?) where minutes > 1:
      Problem(subject, .rateLimited(minutes: minutes - 1))
    case .tooManyRequests(let minutes?) where minutes > 1:
      Problem(subject, .tooManyRequests(minutes: minutes - 1))
    default: nil
    }
  }
}
