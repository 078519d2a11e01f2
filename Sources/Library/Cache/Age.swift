import Model

/// The reducer of displayed ages and waiting times, which updates them every minute.
enum AgeReducer {
  private static let minute = Duration.seconds(60)

  static func minutesPassed(_ library: inout Library, _ count: Int) -> [LibraryEffect] {
    library.local.cache.isAging = false
    let time = minute * count
    for list in Array(library.lists.ids) {
      library.lists[list].cacheAge = library.lists[list].cacheAge.map { $0 + time }
      guard case .failed(let problem) = library.lists[list].load, let wait = problem.wait else {
        continue
      }
      // After the wait, the page is requested again.
      library.lists[list].load = wait > count ? .failed(problem.later(by: count)) : .idle
    }
    library.profile.cacheAge = library.profile.cacheAge.map { $0 + time }
    library.profile.problem = library.profile.problem?.later(by: count)
    return []
  }

  /// Starts the timer for the next minute, unless it runs or no time is displayed.
  static func start(_ library: inout Library) -> [LibraryEffect] {
    let hasTime =
      library.profile.cacheAge != nil || library.profile.problem?.wait ?? 0 > 0
      || library.lists.contains { list in
        if case .failed(let problem) = list.load, problem.wait != nil { return true }
        return list.cacheAge != nil
      }
    guard library.offers(.cache), hasTime, !library.local.cache.isAging else { return [] }
    library.local.cache.isAging = true
    return [.after(EffectID(.app, "age"), minute, .minutesPassed(1))]
  }
}

extension Problem {
  /// The number of minutes to wait; `nil` if the text has none.
  fileprivate var wait: Int? {
    switch cause {
    case .rateLimited(let minutes), .tooManyRequests(let minutes): minutes
    default: nil
    }
  }

  /// Returns the problem with fewer minutes to wait.
  fileprivate func later(by minutes: Int) -> Problem {
    switch cause {
    case .rateLimited(let wait?):
      Problem(subject, .rateLimited(minutes: max(0, wait - minutes)))
    case .tooManyRequests(let wait?):
      Problem(subject, .tooManyRequests(minutes: max(0, wait - minutes)))
    default: self
    }
  }
}
