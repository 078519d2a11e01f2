/// A fault of a call.
package enum CallFault: Equatable, Sendable {
  /// A delay before the response, in milliseconds.
  case latency(Int)
  /// A limit of the speed, in bytes per second.
  case bandwidth(Int)
  /// Another status instead of the response.
  ///
  /// Status 500 has no body, higher ones have HTML, most others JSON.
  case status(Int)
  /// The connection closes after half of the announced body.
  case cut
  /// The request never gets a response.
  case never
  /// Responses wait until they are released.
  case hold
  /// A complete response with half a JPEG.
  case truncated
  /// An HTML page instead of JSON or a JPEG.
  case html
  case invalidJSON
  /// One photo of each page lacks a required member.
  case brokenItem
  /// Photos and users have links that no client should follow.
  case hostileLinks
  /// Lists are empty.
  case empty
  /// This number of photos appear twice within each page.
  case duplicates(Int)
  /// This number of new photos appear at the front after each page of the feed.
  case feedShift(Int)
  /// The photo with this ID is missing at its own URL, but still in the lists.
  case deleted(String)
  /// Every user's token is rejected.
  case revoked
  /// After this many further API calls, the API responds with this status and plain text.
  case rateLimit(after: Int, status: Int)
  /// Responses report an outdated remaining budget.
  case staleBudget
  /// The API doesn't support likes any more: 404, 405 or 410.
  case likesGone(Int)
  /// The response to a like is 204 without a body.
  case emptyLikes
  /// The token response lacks the undocumented members.
  case bareToken
  /// Each affected call permanently changes the files of all images.
  case tagChange
  /// The image host ignores range requests.
  case withoutRanges
  /// Responses are errors with this code of the service's API.
  case refusal(Int)
}

/// The faults of one call.
package struct CallFaults: Sendable {
  private let all: [CallFault]

  package init(_ all: [CallFault] = []) { self.all = all }

  func has(_ fault: CallFault) -> Bool { all.contains(fault) }

  private func values<Value>(_ value: (CallFault) -> Value?) -> [Value] { all.compactMap(value) }

  var status: Int? { values { if case .status(let value) = $0 { value } else { nil } }.first }
  /// The number of photos to repeat in a page.
  var duplicates: Int {
    values { if case .duplicates(let value) = $0 { value } else { nil } }.last ?? 0
  }
  /// The number of photos to add to the feed.
  var feedShift: Int {
    values { if case .feedShift(let value) = $0 { value } else { nil } }.last ?? 0
  }
  /// The remaining calls of the budget, and the status of the response if it is exceeded.
  var budget: (left: Int, status: Int)? {
    values { if case .rateLimit(let left, let code) = $0 { (left, code) } else { nil } }
      .min { $0.0 < $1.0 }
  }
  var likesGone: Int? { values { if case .likesGone(let value) = $0 { value } else { nil } }.last }
  var refusal: Int? { values { if case .refusal(let code) = $0 { code } else { nil } }.last }

  /// Corrupts a finished response in the ways that don't depend on its contents.
  func spoil(_ answer: inout DemoResponse) {
    if has(.hostileLinks) { answer.body = HostileLinks.planted(in: answer.body) }
    if has(.html) { answer = WebPages.wall }
    if has(.invalidJSON) {
      answer.body = Array(answer.body.prefix(answer.body.count / 2)) + Array("…".utf8)
    }
    if has(.truncated) { answer.body = Array(answer.body.prefix(answer.body.count / 2)) }
    answer.isCut = has(.cut)
    answer.bytesPerSecond =
      values { if case .bandwidth(let value) = $0 { value } else { nil } }.min()
  }
}

extension DemoResponse {
  /// Returns an error response with this status, in the form that the real service uses.
  static func fault(_ status: Int, _ route: DemoRoute) -> DemoResponse {
    switch status {
    case 500: return DemoResponse(500, type: "text/plain; charset=utf-8", body: [])
    case 501...: return .html(status, "<html><body><h1>\(status)</h1></body></html>")
    default: break
    }
    if route.isPicture { return .text(status, "") }
    if route == .token {
      return .json(status, ["error": "server_error", "error_description": "Fault \(status)."])
    }
    return switch status {
    case 401: .errors(401, "OAuth error: The access token is invalid")
    case 404: .errors(404, route == .user ? "Couldn't find User" : "Couldn't find Photo")
    case 429: .text(429, "Rate Limit Exceeded")
    default: .errors(status, "Fault \(status)")
    }
  }
}
