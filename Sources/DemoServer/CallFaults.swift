/// The faults that affect one call, grouped by effect.
struct CallFaults: Sendable {
  private(set) var latency = 0
  private(set) var bytesPerSecond: Int?
  private(set) var status: Int?
  private(set) var isCut = false
  private(set) var isSilent = false
  private(set) var isHeld = false
  private(set) var isTruncated = false
  private(set) var isHTML = false
  private(set) var isInvalidJSON = false
  private(set) var hasBrokenItem = false
  private(set) var hasHostileLinks = false
  private(set) var isEmpty = false
  private(set) var duplicates = 0
  private(set) var feedShift = 0
  private(set) var deleted: Set<String> = []
  private(set) var isRevoked = false
  private(set) var budget: Int?
  private(set) var budgetStatus = 403
  private(set) var isBudgetStale = false
  private(set) var likesGone: Int?
  private(set) var hasEmptyLikes = false
  private(set) var isBareToken = false
  private(set) var isTagChanged = false
  private(set) var ignoresRange = false
  private(set) var refusal: Int?

  init(_ kinds: [Fault.Kind]) {
    for kind in kinds {
      switch kind {
      case .latency(let value): latency += value
      case .bandwidth(let value): bytesPerSecond = min(bytesPerSecond ?? value, value)
      case .status(let value): status = status ?? value
      case .cut: isCut = true
      case .never: isSilent = true
      case .hold: isHeld = true
      case .truncated: isTruncated = true
      case .html: isHTML = true
      case .invalidJSON: isInvalidJSON = true
      case .brokenItem: hasBrokenItem = true
      case .hostileLinks: hasHostileLinks = true
      case .empty: isEmpty = true
      case .duplicates(let value): duplicates = value
      case .feedShift(let value): feedShift = value
      case .deleted(let id): deleted.insert(id)
      case .revoked: isRevoked = true
      case .rateLimit(let left, let status):
        budget = min(budget ?? left, left)
        budgetStatus = status
      case .staleBudget: isBudgetStale = true
      case .likesGone(let value): likesGone = value
      case .emptyLikes: hasEmptyLikes = true
      case .bareToken: isBareToken = true
      case .tagChange: isTagChanged = true
      case .withoutRanges: ignoresRange = true
      case .refusal(let code): refusal = code
      }
    }
  }

  /// Corrupts a finished response in the ways that don't depend on its contents.
  func spoil(_ answer: inout DemoResponse, _ route: DemoRoute) {
    if hasHostileLinks { answer.body = HostileLinks.planted(in: answer.body) }
    if isHTML { answer = WebPages.wall }
    if isInvalidJSON {
      answer.body = Array(answer.body.prefix(answer.body.count / 2)) + Array("…".utf8)
    }
    if isTruncated { answer.body = Array(answer.body.prefix(answer.body.count / 2)) }
    answer.isCut = isCut
    answer.bytesPerSecond = bytesPerSecond
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
