import Platform

// The part that behaves like Unsplash: its API, its website and its sign-in.
extension DemoService {
  /// Returns the response to a request for the API, the website or an image, after any faults.
  ///
  /// A call of the API counts against the hour's budget, and its response has the headers about it.
  func judged(_ call: DemoCall) async -> DemoResponse {
    guard call.route.isAPI else {
      if let status = call.faults.status { return .fault(status, call.route) }
      return await website(call)
    }
    let budget = spend(call.faults)
    var answer: DemoResponse
    if let refusal = budget.refusal {
      answer = refusal
    } else if let status = call.faults.status {
      answer = .fault(status, call.route)
    } else {
      answer = await api(call)
    }
    answer.headers += [
      ("X-Ratelimit-Limit", "\(options.hourlyLimit)"),
      ("X-Ratelimit-Remaining", "\(budget.remaining)"),
      ("X-Request-Id", "demo-\(budget.number)"),
      ("X-Unsplash-Version", "v1"),
      ("Cache-Control", "no-cache, no-store, must-revalidate"),
    ]
    return answer
  }

  /// Returns the response to a request that isn't counted: a page for browsers, or the error for an
  /// unknown path.
  func page(_ request: DemoRequest) -> DemoResponse {
    let path = request.path
    switch (request.method, path.count, path.first) {
    case ("GET", 2, "view"): return item(path[1]).map(view) ?? WebPages.missing
    // The website's bot check, in place of an image.
    case ("GET", 3, "view"): return WebPages.wall
    case ("GET", 1, let name?) where name.hasPrefix("@"):
      return person(String(name.dropFirst())).map(profile) ?? WebPages.missing
    default: return .errors(404, "Unable to find endpoint")
    }
  }

  private func website(_ call: DemoCall) async -> DemoResponse {
    switch call.route {
    case .authorize where call.request.method == "POST": authorizeDecision(call.request)
    case .authorize where call.request.path.count > 2:
      WebPages.code(call.request.query["code"] ?? "")
    case .authorize: authorizePage(call.request)
    case .token: token(call.request, isBare: call.faults.has(.bareToken))
    case .image: await image(call)
    default: await avatar(call)
    }
  }

  private func api(_ call: DemoCall) async -> DemoResponse {
    var call = call
    switch authenticate(call) {
    case .success(let caller): call.caller = caller
    case .failure(let refusal): return refusal.answer
    }
    return switch call.route {
    case .photos: await photos(call)
    case .photo: await photo(call.name, call)
    case .download: download(call)
    case .like: await like(call)
    case .me: me(call.caller)
    case .user: user(call.name)
    case .likes: await userLikes(call)
    case .userPhotos: await userPhotos(call)
    case .userCollections: userCollections(call)
    case .topics: topics(call)
    case .topic: topic(call.name)
    case .topicPhotos: await topicPhotos(call)
    case .collection: collection(call)
    case .collectionPhotos: await collectionPhotos(call)
    case .collect where call.request.path.count == 1: makeCollection(call)
    case .collect: await collect(call)
    case .searchUsers: searchUsers(call)
    case .searchCollections: searchCollections(call)
    case .random: await random(call)
    case .search: await search(call)
    default: .errors(404, "Unable to find endpoint")
    }
  }
}

// MARK: Authentication and budget
extension DemoService {
  /// The caller of the API.
  enum Caller: Sendable {
    /// An application without a signed-in user.
    case client
    case user(scopes: Set<String>)

    var isUser: Bool { if case .user = self { true } else { false } }

    /// Whether a user is signed in with this scope.
    func may(_ scope: String) -> Bool {
      if case .user(let scopes) = self { scopes.contains(scope) } else { false }
    }
  }

  /// The reason for refusing a call.
  struct Refusal: Error {
    let answer: DemoResponse

    static let invalidToken = Refusal(
      answer: .errors(401, "OAuth error: The access token is invalid")
    )
    static let revokedToken = Refusal(
      answer: .errors(401, "OAuth error: The access token was revoked")
    )
    static let missingScope = Refusal(answer: .errors(403, "OAuth error: missing permissions"))
  }

  private func authenticate(_ call: DemoCall) -> Result<Caller, Refusal> {
    guard let value = call.request.authorization else {
      return call.request.query["client_id"] == DemoClient.accessKey
        ? .success(.client) : .failure(.invalidToken)
    }
    let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
    switch (parts.first?.lowercased(), parts.last) {
    case ("client-id", DemoClient.accessKey): return .success(.client)
    case ("bearer", .some(let token)):
      guard let grant = Accounts.grant(of: token) else { return .failure(.invalidToken) }
      let isRevoked = state.withLock { $0.accounts.revokedUntil >= grant.issued }
      guard !isRevoked, !call.faults.has(.revoked) else { return .failure(.revokedToken) }
      return .success(.user(scopes: grant.scopes))
    default: return .failure(.invalidToken)
    }
  }

  private struct Budget {
    /// The number of remaining calls, as the response reports it.
    let remaining: Int
    /// The number of the call since the service's launch.
    let number: Int
    /// The response if the budget is exceeded, otherwise `nil`.
    let refusal: DemoResponse?
  }

  /// Counts a call against the hour's budget.
  private func spend(_ faults: CallFaults) -> Budget {
    let hour = Int(options.now() / 3600)
    let limit = options.hourlyLimit
    let (used, number) = state.withLock { state in
      if state.hour != hour {
        state.hour = hour
        state.used = 0
      }
      state.used = min(state.used + 1, limit + 1)
      state.answers += 1
      return (state.used, state.answers)
    }
    var remaining = limit - used
    let budget = faults.budget
    if let budget { remaining = min(remaining, budget.left) }
    let refusal: DemoResponse? =
      remaining < 0 ? .text(budget?.status ?? 403, "Rate Limit Exceeded") : nil
    return Budget(
      remaining: faults.has(.staleBudget) ? limit - 1 : max(0, remaining),
      number: number,
      refusal: refusal
    )
  }
}
