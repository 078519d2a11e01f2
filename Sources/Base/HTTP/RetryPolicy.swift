import CCurl
import Glibc

/// The rules for retrying idempotent requests.
package struct RetryPolicy: Equatable, Sendable {
  /// The maximum number of retries.
  package var limit = 3
  /// The pause before the first retry; doubles with each further one.
  package var backOff: Duration = .milliseconds(250)

  /// Returns the pause before another attempt; `nil` if the outcome is final.
  ///
  /// Timeouts are final, because the user has waited long enough.
  ///
  /// - Parameters:
  ///   - retried: The number of previous retries.
  ///   - remaining: The time until the deadline; the pause must end before it.
  ///   - jitter: A random number in 0..<1; spreads the pauses of many clients over 50...150 %.
  ///   - date: The time in seconds since 1970, for a `Retry-After` that is a date.
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
  /// Returns the delay of a `Retry-After` header, in seconds or as a date (RFC 9110, 10.2.3); `nil`
  /// without a valid header.
  ///
  /// - Parameter now: The time in seconds since 1970.
  func retryAfter(now: Double) -> Duration? {
    guard let value = header("Retry-After") else { return nil }
    if let seconds = Int(value) { return seconds >= 0 ? .seconds(seconds) : nil }
    guard let then = CurlLibrary.functions?.getdate(value, nil) else { return nil }
    return then < 0 ? nil : .seconds(max(0, Double(then) - now))
  }

  /// Returns the delay of a `Retry-After` header in minutes, rounded up, from 1 to a year; `nil`
  /// without a valid header.
  ///
  /// - Parameter now: The time in seconds since 1970; by default the system's clock.
  package func minutesToRetry(now: Double = Double(time(nil))) -> Int? {
    retryAfter(now: now).map { delay in
      let minutes = (delay / .seconds(60)).rounded(.up)
      return Int(min(max(minutes, 1), 525_600))
    }
  }
}
