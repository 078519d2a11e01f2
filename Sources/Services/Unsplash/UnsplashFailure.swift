import FoundationEssentials
import HTTP
import Model
import ServiceAPI

/// The cause of a failure, derived from a response of the API.
enum UnsplashFailure {
  /// Returns the cause of a failure; `nil` if the response is a success and isn't HTML.
  ///
  /// - Parameters:
  ///   - isLike: Whether the request is about likes, which the API may stop offering.
  ///   - now: The time in seconds since 1970, used if the response has no date.
  static func cause(of response: HTTPResponse, isLike: Bool, now: Double) -> Problem.Cause? {
    let isHTML = response.isHTML
    switch response.status {
    case 200...299:
      return isHTML ? .htmlInsteadOfData(host: response.host) : nil
    case 403 where isOverLimit(response):
      return .rateLimited(minutes: minutesToQuota(response, now: now))
    case 429:
      return isRateLimit(response, now: now)
        ? .tooManyRequests(minutes: response.minutesToRetry(now: now))
        : .rateLimited(minutes: minutesToQuota(response, now: now))
    case 401 where isHTML, 403 where isHTML:
      // The response is from a bot check or a captive portal, not from the API. The session is
      // still valid.
      return .htmlInsteadOfData(host: response.host)
    case 401: return .unauthorized
    case 403: return .forbidden(message: message(in: response))
    case 404 where isLike:
      let message = message(in: response) ?? ""
      let isItsObjectMissing = message.contains("find Photo") || message.contains("find User")
      return isItsObjectMissing ? .notFound : .notOffered
    case 405 where isLike, 410 where isLike: return .notOffered
    case 404: return .notFound
    case 410: return .gone
    case 400, 422: return .badRequest(message: message(in: response))
    case 500...599: return .server(status: response.status)
    default: return .unexpectedStatus(response.status)
    }
  }

  /// Whether the hourly quota is used up.
  ///
  /// The service then refuses with plain text instead of JSON.
  private static func isOverLimit(_ response: HTTPResponse) -> Bool {
    remaining(response) == 0 || saysOverLimit(response)
  }

  /// Whether a 429 isn't about the hourly quota.
  ///
  /// This is so if requests are left, or if the service names a delay, which it never does for its
  /// quota.
  private static func isRateLimit(_ response: HTTPResponse, now: Double) -> Bool {
    let remaining = remaining(response)
    if remaining == 0 { return false }
    return response.minutesToRetry(now: now) != nil
      || remaining != nil && !saysOverLimit(response)
  }

  private static func saysOverLimit(_ response: HTTPResponse) -> Bool {
    response.body.starts(with: "Rate Limit Exceeded".utf8)
  }

  private static func remaining(_ response: HTTPResponse) -> Int? {
    response.header("X-Ratelimit-Remaining").flatMap { Int($0) }
  }

  /// Returns the minutes until the next full hour, when the quota is full again, or until the end
  /// of a longer delay that the service names.
  private static func minutesToQuota(_ response: HTTPResponse, now: Double) -> Int {
    let second = response.header("Date").flatMap(secondOfHour) ?? Int(now) % 3600
    return max((3600 - second + 59) / 60, response.minutesToRetry(now: now) ?? 0)
  }

  /// Parses the seconds since the full hour from a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func secondOfHour(_ date: String) -> Int? {
    for word in date.split(separator: " ") {
      let parts = word.split(separator: ":").compactMap { Int($0) }
      guard parts.count == 3, (0..<60).contains(parts[1]), (0..<60).contains(parts[2]) else {
        continue
      }
      return parts[1] * 60 + parts[2]
    }
    return nil
  }

  /// Returns the service's error messages: `{"errors":["…"]}`.
  private static func message(in response: HTTPResponse) -> String? {
    struct Errors: Decodable {
      let errors: [String]
    }
    let answer = try? LenientJSON.decode(Errors.self, from: response.body)
    return answer.map { $0.errors.joined(separator: " ") }
  }
}
