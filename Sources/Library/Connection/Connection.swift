import Model

/// What the end of a request says about the connection to the service.
package enum ServiceReachability: Equatable, Sendable {
  /// No answer came.
  case noResponse
  case response(Limit?)

  /// The service takes no requests for so many minutes; `nil` until the next full hour.
  package enum Limit: Equatable, Sendable { case reached(minutes: Int?) }

  /// Nil where the result says nothing about the service.
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

/// Keeps track of whether the service can be reached.
enum ConnectionReducer {
  static func reduce(_ library: inout Library, _ reachability: ServiceReachability)
    -> [LibraryEffect]
  {
    switch reachability {
    case .noResponse:
      library.isOffline = true
      return [.event(.serviceUnreachable)]
    case .response(let limit):
      let wasOffline = library.isOffline
      library.isOffline = false
      library.likes.isWaitAnnounced = false
      library.likes.backOff = LikesState.shortestBackOff
      let answered = LibraryEffect.event(.serviceAnswered(limit))
      return wasOffline ? [answered, .event(.networkReturned)] : [answered]
    }
  }
}

extension Library {
  /// How long after a failure the network is tried again.
  package static let networkRetryDelay = Duration.seconds(30)
}

extension Problem.Cause {
  /// The time until the service takes requests again; `nil` if it takes them now.
  var limit: ServiceReachability.Limit? {
    switch self {
    case .rateLimited(let minutes): .reached(minutes: minutes)
    case .tooManyRequests(let minutes):
      .reached(minutes: minutes ?? Int(LikesState.unknownHold / .seconds(60)))
    default: nil
    }
  }

  /// Whether the service itself said it.
  ///
  /// Not so a page of HTML: that may be a captive portal's.
  fileprivate var isAnswer: Bool {
    switch self {
    case .badRequest, .unauthorized, .forbidden, .notFound, .gone, .server, .unexpectedStatus,
      .notOffered, .refused:
      true
    default: false
    }
  }
}
