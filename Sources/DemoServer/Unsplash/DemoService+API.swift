import Platform

// The part that behaves like Unsplash: its API, its website and its sign-in.
extension DemoService {
  /// Returns the response to a request for the API, the website or an image, after any faults.
  ///
  /// A call of the API counts against the hour's budget, and its response has the headers about it.
  func judged(
    _ call: Call,
    _ route: DemoRoute,
    _ request: DemoRequest,
    _ faults: CallFaults
  ) async -> DemoResponse {
    guard route.isAPI else {
      if let status = faults.status { return .fault(status, route) }
      return await website(call, request, faults)
    }
    let budget = spend(faults)
    var answer: DemoResponse
    if let refusal = budget.refusal {
      answer = refusal
    } else if let status = faults.status {
      answer = .fault(status, route)
    } else {
      answer = await api(call, request, faults)
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
  func page(_ call: Call) -> DemoResponse {
    switch call {
    case .view(let name): item(name).map(view) ?? WebPages.missing
    case .profile(let name): person(name).map(profile) ?? WebPages.missing
    case .wall: WebPages.wall
    default: .errors(404, "Unable to find endpoint")
    }
  }

  private func website(
    _ call: Call,
    _ request: DemoRequest,
    _ faults: CallFaults
  ) async -> DemoResponse {
    switch call {
    case .authorizePage: authorizePage(request)
    case .authorizeDecision: authorizeDecision(request)
    case .codePage: WebPages.code(request.query["code"] ?? "")
    case .token: token(request, isBare: faults.isBareToken)
    case .image(let name): await image(name, request, faults)
    case .avatar(let name): await avatar(name, request, faults)
    default: .errors(404, "Unable to find endpoint")
    }
  }

  private func api(_ call: Call, _ request: DemoRequest, _ faults: CallFaults) async -> DemoResponse
  {
    let caller: Caller
    switch authenticate(request, faults) {
    case .success(let known): caller = known
    case .failure(let refusal): return refusal.answer
    }
    return switch call {
    case .photos: await photos(request, caller, faults)
    case .photo(let name): await photo(name, caller, faults)
    case .download(let name): download(name, request, faults)
    case .like(let name): await like(name, caller, isLiked: true, faults)
    case .unlike(let name): await like(name, caller, isLiked: false, faults)
    case .me: me(caller)
    case .user(let name): user(name)
    case .userLikes(let name): await userLikes(name, request, caller, faults)
    case .userPhotos(let name): await userPhotos(name, request, caller, faults)
    case .userCollections(let name): userCollections(name, request, caller)
    case .topics: topics(request, faults)
    case .topic(let name): topic(name)
    case .topicPhotos(let name): await topicPhotos(name, request, caller, faults)
    case .collection(let id): collection(id, caller)
    case .collectionPhotos(let id): await collectionPhotos(id, request, caller, faults)
    case .makeCollection: makeCollection(request, caller)
    case .collect(let id):
      await collect(request.fields["photo_id"], id, caller, isIn: true, faults)
    case .uncollect(let id):
      await collect(request.query["photo_id"], id, caller, isIn: false, faults)
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
      guard !isRevoked, !faults.isRevoked else { return .failure(.revokedToken) }
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
    if let left = faults.budget { remaining = min(remaining, left) }
    let refusal: DemoResponse? =
      remaining < 0 ? .text(faults.budgetStatus, "Rate Limit Exceeded") : nil
    return Budget(
      remaining: faults.isBudgetStale ? limit - 1 : max(0, remaining),
      number: number,
      refusal: refusal
    )
  }
}
