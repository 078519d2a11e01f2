import Platform

// The part that behaves like Unsplash: its API, its website and its sign-in.
extension DemoService {
  /// Returns the response to a request for the API, the website or an image, after any faults.
  ///
  /// A call of the API counts against the hour's budget, and its response has the headers about it.
  ///
  /// - Parameter name: The ID, slug or user name in the path.
  func judged(
    _ route: DemoRoute,
    _ name: String,
    _ request: DemoRequest,
    _ faults: CallFaults
  ) async -> DemoResponse {
    guard route.isAPI else {
      if let status = faults.status { return .fault(status, route) }
      return await website(route, name, request, faults)
    }
    let budget = spend(faults)
    var answer: DemoResponse
    if let refusal = budget.refusal {
      answer = refusal
    } else if let status = faults.status {
      answer = .fault(status, route)
    } else {
      answer = await api(route, name, request, faults)
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

  private func website(
    _ route: DemoRoute,
    _ name: String,
    _ request: DemoRequest,
    _ faults: CallFaults
  ) async -> DemoResponse {
    switch route {
    case .authorize where request.method == "POST": authorizeDecision(request)
    case .authorize where request.path.count > 2: WebPages.code(request.query["code"] ?? "")
    case .authorize: authorizePage(request)
    case .token: token(request, isBare: faults.has(.bareToken))
    case .image: await image(name, request, faults)
    default: await avatar(name, request, faults)
    }
  }

  private func api(
    _ route: DemoRoute,
    _ name: String,
    _ request: DemoRequest,
    _ faults: CallFaults
  ) async -> DemoResponse {
    let caller: Caller
    switch authenticate(request, faults) {
    case .success(let known): caller = known
    case .failure(let refusal): return refusal.answer
    }
    let isAdding = request.method == "POST"
    return switch route {
    case .photos: await photos(request, caller, faults)
    case .photo: await photo(name, caller, faults)
    case .download: download(name, request, faults)
    case .like: await like(name, caller, isLiked: isAdding, faults)
    case .me: me(caller)
    case .user: user(name)
    case .likes: await userLikes(name, request, caller, faults)
    case .userPhotos: await userPhotos(name, request, caller, faults)
    case .userCollections: userCollections(name, request, caller)
    case .topics: topics(request, faults)
    case .topic: topic(name)
    case .topicPhotos: await topicPhotos(name, request, caller, faults)
    case .collection: collection(name, caller)
    case .collectionPhotos: await collectionPhotos(name, request, caller, faults)
    case .collect where request.path.count == 1: makeCollection(request, caller)
    case .collect:
      await collect(
        (isAdding ? request.fields : request.query)["photo_id"],
        name,
        caller,
        isIn: isAdding,
        faults
      )
    case .searchUsers: searchUsers(request, faults)
    case .searchCollections: searchCollections(request, faults)
    case .random: await random(request, caller, faults)
    case .search: await search(request, caller, faults)
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

  private func authenticate(
    _ request: DemoRequest,
    _ faults: CallFaults
  ) -> Result<Caller, Refusal> {
    guard let value = request.authorization else {
      return request.query["client_id"] == DemoClient.accessKey
        ? .success(.client) : .failure(.invalidToken)
    }
    let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
    switch (parts.first?.lowercased(), parts.last) {
    case ("client-id", DemoClient.accessKey): return .success(.client)
    case ("bearer", .some(let token)):
      guard let grant = Accounts.grant(of: token) else { return .failure(.invalidToken) }
      let isRevoked = state.withLock { $0.accounts.revokedUntil >= grant.issued }
      guard !isRevoked, !faults.has(.revoked) else { return .failure(.revokedToken) }
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
