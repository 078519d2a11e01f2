import HTTP
import Logging
import Model
import Platform
import ServiceAPI

// Calls of the API's methods, retried if VK allows it.
extension VKSource {
  /// Calls a method of the API.
  ///
  /// Waits for the rate limiter, renews the session, asks the user to pass a check, and retries, as
  /// needed.
  func call<Answer: Decodable>(
    _ method: String,
    _ parameters: URLQuery,
    _ subject: Problem.Subject
  ) async throws(Problem) -> Answer {
    var session = try await connection.session()
    // A token isn't used in its last minutes, to avoid a refusal.
    if let ended = session, !ended.hasToken(at: now()) {
      session = try await renewed(ended, subject)
    }
    var isRenewed = false
    var attempt = 0
    // The parameters from a passed check. VK requires them with the refused call.
    var passed: [String: String] = [:]
    var isChecked = false
    while true {
      try await wait(rateLimiter.reserve(at: .now), subject)
      let failure: VKFailure
      let request = request(method, parameters, passed, session?.token)
      switch try await send(request, subject, as: Answer.self) {
      case .answer(let answer): return answer
      case .failure(let refused): failure = refused
      }
      if failure.cause(subject).endsSession, !isRenewed, let refused = session,
        let new = try await connection.renew(refused)
      {
        session = new
        isRenewed = true
        continue
      }
      if let next = try await pass(failure, session, isRepeated: isChecked) {
        isChecked = true
        switch next {
        case .parameters(let more): passed = more
        case .session(let new): session = new
        }
        continue
      }
      guard let rest = failure.pause(before: attempt) else {
        throw Problem(subject, cause(failure, subject))
      }
      attempt += 1
      try await wait(rest, subject)
    }
  }

  /// Returns the cause of a refusal.
  ///
  /// Errors about an ended session refer to the key if a service key is used.
  private func cause(_ failure: VKFailure, _ subject: Problem.Subject) -> Problem.Cause {
    let cause = failure.cause(subject)
    guard !isPersonal, cause == .unauthorized || cause == .refused(.sessionExpired) else {
      return cause
    }
    return .refused(.serviceKey)
  }

  /// Returns a renewed session.
  ///
  /// - Throws: `sessionExpired` if the session can't be renewed.
  private func renewed(
    _ session: Session,
    _ subject: Problem.Subject
  ) async throws(Problem) -> Session {
    guard let new = try await connection.renew(session) else {
      throw Problem(subject, .refused(.sessionExpired))
    }
    return new
  }

  private func request(
    _ method: String,
    _ parameters: URLQuery,
    _ passed: [String: String],
    _ token: Secret?
  ) -> HTTPRequest {
    var form = parameters
    for (name, value) in passed { form[name] = value }
    form["v"] = Self.version
    form["access_token"] = token?.exposed
    // The token is in the body, so that neither logs nor proxies see it.
    return HTTPRequest(
      .post,
      configuration.apiURL + "/method/" + method,
      headers: [
        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
        HTTPHeader("Accept", "application/json"),
      ],
      body: form.formBody,
      retries: true
    )
  }

  private func wait(_ duration: Duration, _ subject: Problem.Subject) async throws(Problem) {
    guard duration > .zero else { return }
    do { try await pause(duration) } catch {
      throw Problem(subject, .transfer(host: "", reason: "cancelled"))
    }
  }

  private func send<Answer: Decodable>(
    _ request: HTTPRequest,
    _ subject: Problem.Subject,
    as type: Answer.Type
  ) async throws(Problem) -> VKEnvelope<Answer> {
    let response = try await connection.transport.answer(to: request, subject)
    // Errors have any HTTP status, usually 200.
    do {
      return try LenientJSON.decode(from: response.body)
    } catch {
      throw Problem(subject, cause(of: response))
    }
  }

  /// Returns the cause of a failure if the response has no envelope, and so isn't from the API.
  private func cause(of response: HTTPResponse) -> Problem.Cause {
    if response.status >= 500 { return .server(status: response.status) }
    if response.status == 429 { return .tooManyRequests(minutes: response.minutesToRetry()) }
    if (300...399).contains(response.status) { return .unexpectedStatus(response.status) }
    if response.isHTML { return .htmlInsteadOfData(host: response.host) }
    if response.body.isEmpty {
      return .transfer(host: response.host, reason: "an empty answer came")
    }
    connection.log.warning("malformed answer", metadata: ["status": "\(response.status)"])
    return .malformedAnswer
  }
}
