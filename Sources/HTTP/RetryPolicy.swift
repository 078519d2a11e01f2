import CCurl
import Glibc

/// When a request that may be repeated is repeated, and after what pause.
package struct RetryPolicy: Equatable, Sendable {
  /// Attempts after the first one.
  package var limit = 3
  /// The pause before the first retry; it doubles with each further one.
  package var backOff: Duration = .milliseconds(250)

  package init() {}

  /// The pause before another attempt, or nil when the outcome stands.
  ///
  /// Timeouts stand: the person has waited long enough for an answer.
  ///
  /// - Parameters:
  ///   - retried: how many retries came before.
  ///   - remaining: the time until the deadline; the pause must end before it.
  ///   - jitter: 0..<1; spreads the pauses of many clients over 50...150 %.
  ///   - date: seconds since 1970, for a `Retry-After` that is a date.
  func pause(
    after outcome: Result<HTTPResponse, HTTPError>,
    retried: Int,
    remaining: Duration,
    jitter: Double,
    date: Double
  ) -> Duration? {
    guard retried < limit else { return nil }
    var pause = backOff * (1 << retried) * (0.5 + jitter)
    switch outcome {
    case .success(let response):
      let asked = response.retryAfter(now: date)
      switch response.status {
      case 429:
        guard let asked else { return nil }
        pause = max(pause, asked)
      case 502, 503, 504: pause = max(pause, asked ?? .zero)
      default: return nil
      }
    case .failure(.unresolvedHost), .failure(.connectionRefused), .failure(.connectionLost),
      .failure(.truncated):
      break
    case .failure:
      return nil
    }
    return pause < remaining ? pause : nil
  }
}

extension HTTPResponse {
  /// Returns the delay that a `Retry-After` field asks for, in seconds or by a date (RFC 9110,
  /// 10.2.3); `nil` without a valid one.
  ///
  /// - Parameter now: seconds since 1970.
  func retryAfter(now: Double) -> Duration? {
    guard let value = header("Retry-After") else { return nil }
    if let seconds = Int(value) { return seconds >= 0 ? .seconds(seconds) : nil }
    guard let then = CurlLibrary.functions?.getdate(value, nil) else { return nil }
    return then < 0 ? nil : .seconds(max(0, Double(then) - now))
  }

  /// Returns the delay that a `Retry-After` field asks for in minutes, rounded up, at least 1 and
  /// at most a year's; `nil` without a valid one.
  ///
  /// - Parameter now: seconds since 1970; by default the system's clock.
  package func minutesToRetry(now: Double = Double(time(nil))) -> Int? {
    retryAfter(now: now).map { delay in
      let minutes = (delay / .seconds(60)).rounded(.up)
      return Int(min(max(minutes, 1), 525_600))
    }
  }
}
