import Model

/// Displayed ages and waiting times, which are updated every minute.
extension CacheReducer {
  private static let minute = Duration.seconds(60)

  static func minutesPassed(_ state: inout AppState, _ count: Int) -> [Effect] {
    state.cache.isAging = false
    let time = minute * count
    for list in Array(state.lists.ids) {
      state.lists[list].cacheAge = state.lists[list].cacheAge.map { $0 + time }
      guard case .failed(let problem) = state.lists[list].load, let wait = problem.wait else {
        continue
      }
      // After the wait, the page is requested again.
      state.lists[list].load = wait > count ? .failed(problem.later(by: count)) : .idle
    }
    state.profile.cacheAge = state.profile.cacheAge.map { $0 + time }
    state.profile.problem = state.profile.problem?.later(by: count)
    return []
  }

  /// Starts the timer for the next minute, unless it runs or no time is displayed.
  static func startAging(_ state: inout AppState) -> [Effect] {
    let hasTime =
      state.profile.cacheAge != nil || state.profile.problem?.wait ?? 0 > 0
      || state.lists.contains { list in
        if case .failed(let problem) = list.load, problem.wait != nil { return true }
        return list.cacheAge != nil
      }
    guard state.offers(.cache), hasTime, !state.cache.isAging else { return [] }
    state.cache.isAging = true
    return [.after(Effect.ID(.app, "age"), minute, .cache(.minutesPassed(1)))]
  }
}

extension Problem {
  /// The number of minutes to wait; `nil` if the text has none.
  fileprivate var wait: Int? {
    switch cause {
    case .rateLimited(let minutes), .tooManyRequests(let minutes, _): minutes
    default: nil
    }
  }

  /// Returns the problem with fewer minutes to wait.
  fileprivate func later(by minutes: Int) -> Problem {
    switch cause {
    case .rateLimited(let wait?):
      Problem(subject, .rateLimited(minutes: max(0, wait - minutes)))
    case .tooManyRequests(let wait?, let lacksContact):
      Problem(
        subject,
        .tooManyRequests(minutes: max(0, wait - minutes), lacksContact: lacksContact)
      )
    default: self
    }
  }
}
