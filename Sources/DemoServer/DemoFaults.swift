/// One thing that goes wrong on purpose.
///
/// As text: `name[=value][@route,route…][*count]`, such as `latency=100`, `status=500@like*3`,
/// `cut@image`. Without routes it holds wherever it makes sense, without a count until it is
/// switched off.
package struct Fault: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Milliseconds before the answer.
    case latency(Int)
    /// Bytes a second.
    case bandwidth(Int)
    /// Another status in place of the answer: 500 is empty, 502 to 504 are HTML, others JSON.
    case status(Int)
    /// The connection breaks after half of the body, whose length was announced.
    case cut
    /// No answer, ever.
    case never
    /// Answers wait until they are released.
    case hold
    /// A whole answer holding half a JPEG.
    case truncated
    /// A page in place of JSON or of a JPEG.
    case html
    case invalidJSON
    /// One photograph of each page lacks what every photograph must have.
    case brokenItem
    /// Photographs and people have links that nobody should follow.
    case hostileLinks
    /// Lists are empty.
    case empty
    /// A part of each page comes twice within it.
    case duplicates(Int)
    /// So many new photographs come in front after each page of the feed.
    case feedShift(Int)
    /// A photograph is gone at its own address, but still in the lists.
    case deleted(String)
    /// Every user's token is refused.
    case revoked
    /// So many more calls of the API, then 403 in plain text, or 429.
    case rateLimit(after: Int, status: Int)
    /// Answers carry an old figure for the remaining budget.
    case staleBudget
    /// Likes have been removed from the API: 404, 405 or 410.
    case likesGone(Int)
    /// Likes are answered with 204 and nothing.
    case emptyLikes
    /// The token answer has no undocumented members.
    case bareToken
    /// The files of all pictures become others, and stay so: with each call that it applies to.
    case tagChange
    /// The image host hands out whole files only.
    case withoutRanges
    /// Answers with this error code of the service's own.
    case refusal(Int)
  }

  package var kind: Kind
  /// Where it holds; empty for everywhere it makes sense.
  package var routes: Set<DemoRoute>
  /// How many more times, nil for until it is switched off.
  package var count: Int?

  package init(_ kind: Kind, routes: Set<DemoRoute> = [], count: Int? = nil) {
    self.kind = kind
    self.routes = routes
    self.count = count
  }
}

/// The faults that are switched on.
package struct DemoFaults: Equatable, Sendable {
  package var faults: [Fault]

  package init(_ faults: [Fault] = []) { self.faults = faults }

  package static let none = DemoFaults()

  /// Every name the text form knows, for the command line's help.
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

  /// Reads `{"faults": ["latency=100", …]}`.
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
