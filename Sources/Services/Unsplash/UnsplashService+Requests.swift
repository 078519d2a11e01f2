import HTTP
import Logging
import Model
import Platform
import ServiceAPI

// Requests to the API and their responses.
extension UnsplashService {
  /// Creates a request without authorization, for JSON of version 1 of the API.
  func request(_ method: HTTPRequest.Method, _ url: String) -> HTTPRequest {
    HTTPRequest(
      method,
      url,
      headers: [HTTPHeader("Accept-Version", "v1"), HTTPHeader("Accept", "application/json")]
    )
  }

  /// Sends a request with the session's token or, if signed out, with the application's key.
  ///
  /// - Parameters:
  ///   - subject: The subject of the problem that is thrown.
  ///   - isLike: Whether the request is about likes, which the API may stop offering.
  /// - Throws: The problem of a failed request or an error response.
  func ask(
    _ subject: Problem.Subject,
    _ request: HTTPRequest,
    isLike: Bool = false
  ) async throws(Problem) -> HTTPResponse {
    guard !leadsElsewhere(request.url) else { throw Problem(subject, .notFound) }
    var request = request
    request.authorization =
      try await session().map { Secret("Bearer " + $0.token.exposed) }
      ?? accessKey.map { Secret("Client-ID " + $0.exposed) }
    let response = try await transport.answer(to: request, subject)
    recordBudget(of: response)
    if let cause = UnsplashFailure.cause(of: response, isLike: isLike, now: now()) {
      throw Problem(subject, cause)
    }
    return response
  }

  /// Whether the path contains `.` or `..`, which would lead to another resource.
  ///
  /// No ID, slug or user name has this form.
  private func leadsElsewhere(_ url: String) -> Bool {
    url.dropFirst(apiURL.count).prefix { $0 != "?" }.split(separator: "/").contains {
      $0 == "." || $0 == ".."
    }
  }

  /// Stores the rate limit reported by a response.
  ///
  /// Ignores responses from the service's cache, because their values are old.
  private func recordBudget(of response: HTTPResponse) {
    guard let limit = response.header("X-Ratelimit-Limit").flatMap({ Int($0) }),
      let remaining = response.header("X-Ratelimit-Remaining").flatMap({ Int($0) }),
      (response.header("Age").flatMap { Int($0) } ?? 0) == 0
    else { return }
    lastBudget.withLock { $0 = RateBudget(limit: limit, remaining: remaining) }
  }

  /// Decodes the JSON of a response.
  ///
  /// - Throws: `malformedAnswer` if the response has another form.
  func decode<Answer: Decodable>(
    _ response: HTTPResponse,
    _ subject: Problem.Subject
  ) throws(Problem) -> Answer {
    do {
      return try LenientJSON.decode(from: response.body)
    } catch {
      log.warning("malformed answer", metadata: ["of": "\(Answer.self)"])
      throw Problem(subject, .malformedAnswer)
    }
  }
}
