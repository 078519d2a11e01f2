import Model

/// The outcome of a request: a response of the service, or none.
package enum ServiceReachability: Equatable, Sendable {
  /// No response arrived.
  case noResponse
  /// The service responded, possibly with a rate limit.
  case response(Limit?)

  /// The rate limit, with the number of minutes until the service accepts requests again; `nil` if
  /// that is unknown.
  package enum Limit: Equatable, Sendable { case reached(minutes: Int?) }

  /// The wait after a rate limit if the response doesn't say how long.
  static let unknownWait = Duration.seconds(600)

  /// Derives the reachability from the result of a request.
  ///
  /// Returns `nil` if the result doesn't show whether the service responded.
  package init?<Value>(_ result: Result<Value, Problem>) {
    switch result {
    case .success: self = .response(nil)
    case .failure(let problem):
      if problem.cause.isNoAnswer {
        self = .noResponse
      } else if let limit = problem.cause.limit {
        self = .response(limit)
      } else if problem.cause.isAnswer {
        self = .response(nil)
      } else {
        return nil
      }
    }
  }
}

extension AppState {
  /// The delay before a retry after a network failure.
  package static let networkRetryDelay = Duration.seconds(30)
}

extension Problem.Cause {
  /// The rate limit that caused the failure; `nil` if the failure has another cause.
  var limit: ServiceReachability.Limit? {
    switch self {
    case .rateLimited(let minutes): .reached(minutes: minutes)
    case .tooManyRequests(let minutes, _):
      .reached(minutes: minutes ?? Int(ServiceReachability.unknownWait / .seconds(60)))
    default: nil
    }
  }

  /// Whether the failure is a response of the service.
  ///
  /// False for an HTML page, because it may come from a captive portal.
  fileprivate var isAnswer: Bool {
    switch self {
    case .badRequest, .unauthorized, .forbidden, .notFound, .gone, .server, .unexpectedStatus,
      .notOffered, .refused:
      true
    default: false
    }
  }
}
