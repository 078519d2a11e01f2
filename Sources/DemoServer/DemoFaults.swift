/// A simulated fault.
///
/// The text form is `name[=value][@route,route…][*count]`, such as `latency=100`,
/// `status=500@like*3`, `cut@image`. Without routes a fault affects every suitable route; without a
/// count it lasts until it is removed.
package struct Fault: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
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

  package var kind: Kind
  /// The affected routes; empty for every suitable one.
  package var routes: Set<DemoRoute>
  /// The remaining number of affected calls; `nil` for no limit.
  package var count: Int?

  package init(_ kind: Kind, routes: Set<DemoRoute> = [], count: Int? = nil) {
    self.kind = kind
    self.routes = routes
    self.count = count
  }
}

/// The active faults.
package struct DemoFaults: Equatable, Sendable {
  package var faults: [Fault]

  package init(_ faults: [Fault] = []) { self.faults = faults }

  package static let none = DemoFaults()

  /// The names of the text form, for the command line's help.
  package static let help = """
    latency=MS  bandwidth=BYTES_A_SECOND  status=CODE  cut  never  hold
    html  invalid-json  truncated  missing-picture  broken-item  empty
    hostile-links  duplicates[=N]  feed-shift[=N]  deleted=ID  revoked  rate-limit[=CALLS]
    too-many[=CALLS]  stale-budget  likes-gone[=404|405|410]  empty-likes
    bare-token  bot-wall  etag-change  no-range  refuse=CODE
    each with [@ROUTE,…] and [*COUNT]; routes:
    \(DemoRoute.allCases.map(\.rawValue).joined(separator: " "))
    """
}

extension DemoFaults: Codable {
  private enum CodingKeys: CodingKey {
    case faults
  }

  /// Decodes `{"faults": ["latency=100", …]}`.
  package init(from decoder: any Decoder) throws {
    let texts = try decoder.container(keyedBy: CodingKeys.self)
      .decode([String].self, forKey: .faults)
    faults = try texts.map { try Fault($0) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(faults.map(\.description), forKey: .faults)
  }
}
