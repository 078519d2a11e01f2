import Model

/// How a command ends, as a shell script sees it.
package enum CommandStatus: Int32, Sendable, CaseIterable {
  case done = 0
  /// Anything that has no status of its own: a full disk, a damaged file, an answer nobody
  /// expected.
  case failed = 1
  /// The arguments or the configuration make no sense.
  case usage = 2
  case notSignedIn = 3
  case notFound = 4
  case rateLimited = 5
  /// The service cannot be reached, and nothing is cached instead.
  case offline = 6
  /// By Ctrl+C: 128 and the signal's number.
  case interrupted = 130

  package init(_ problem: Problem) {
    self =
      switch problem.cause {
      case .notConfigured, .configurationSyntax, .configurationKey, .configurationType,
        .invalidClient, .refused(.serviceKey):
        .usage
      // A file that was named and is not there, say.
      case _ where problem.subject == .configuration: .usage
      case _ where problem.cause.endsSession: .notSignedIn
      case .notFound, .gone, .missingFile: .notFound
      case .rateLimited, .tooManyRequests, .refused(.tooFast), .refused(.flood),
        .refused(.quota):
        .rateLimited
      case let cause where cause.isNoAnswer: .offline
      default: .failed
      }
  }

  /// The combined status of several results.
  ///
  /// What stops everything else comes before what concerns one photograph.
  package func and(_ other: CommandStatus) -> CommandStatus {
    severity >= other.severity ? self : other
  }

  private var severity: Int {
    switch self {
    case .done: 0
    case .notFound: 1
    case .failed: 2
    case .offline: 3
    case .rateLimited: 4
    case .notSignedIn: 5
    case .usage: 6
    case .interrupted: 7
    }
  }
}
