import Imaging
import Model
import Platform

/// The service behind the server: requests in, answers out, no sockets.
final class DemoService: Sendable {
  /// What changes while the service runs.
  struct State: Sendable {
    var accounts = Accounts()
    /// Indices of liked items, the latest first.
    var likes: [Int] = []
    /// Photographs that came in front of the feed since the start.
    private(set) var arrived = 0
    var journal = Journal()
    /// The clock hour of the budget, and how much of it is used.
    var hour = 0
    var used = 0
    var answers = 0
    /// How often the files of all pictures have been replaced by others.
    var edition = 0
    var resets = 0

    /// Puts photographs in front of the feed, as many as can be counted.
    mutating func arrive(_ count: Int) {
      arrived = (arrived + count.clamped(to: 0...1_000_000)).clamped(to: 0...1_000_000)
    }
  }

  let options: DemoServerOptions
  let catalog: Catalog
  let darkroom: Darkroom
  let changes = Changes()
  let faults: FaultDesk
  let state = Lock(State())
  let templates = Lock(RecentCache<Int, JSONTemplate>(budget: 2 << 20))
  private let describerBox = Lock<Describer?>(nil)

  init(options: DemoServerOptions, pool: ImagingPool) throws(DemoServerError) {
    self.options = options
    catalog = try Catalog(
      directory: options.photosDirectory,
      seed: options.seed,
      count: options.photoCount
    )
    darkroom = Darkroom(
      catalog: catalog,
      directory: options.photosDirectory,
      pool: pool,
      cache: options.pictureCache
    )
    faults = FaultDesk(options.faults, changes: changes)
  }

  /// The words of answers, which name the address the service is reached at.
  var describer: Describer {
    describerBox.withLock { box in
      if let describer = box { return describer }
      let describer = Describer(base: "", catalog: catalog)
      box = describer
      return describer
    }
  }

  /// Sets the address answers name; called once, when the port is known.
  func open(at base: String) {
    let describer = Describer(base: base, catalog: catalog)
    describerBox.withLock { $0 = describer }
  }

  /// The answer to a request.
  ///
  /// - Throws: `CancellationError` when the service is stopped while the answer is held back.
  func answer(_ request: DemoRequest) async throws -> DemoAnswer {
    let call = Call(method: request.method, path: request.path)
    if case .control(let name) = call { return await control(name, request) }
    guard let route = call.route else { return page(call) }
    state.withLock { $0.journal.record(request, route) }
    changes.announce()
    let strikes = Strikes(faults.strikes(on: route))
    if strikes.isHeld { try await faults.hold(route) }
    if strikes.isSilent { try await faults.wait() }
    if strikes.latency > 0 { try await Task.sleep(for: .milliseconds(strikes.latency)) }
    var answer = await judged(call, route, request, strikes)
    strikes.spoil(&answer, route)
    return answer
  }

  private func judged(
    _ call: Call,
    _ route: DemoRoute,
    _ request: DemoRequest,
    _ strikes: Strikes
  ) async -> DemoAnswer {
    guard route.isAPI else {
      if let status = strikes.status { return .fault(status, route) }
      return await website(call, request, strikes)
    }
    let budget = spend(strikes)
    var answer: DemoAnswer
    if let refusal = budget.refusal {
      answer = refusal
    } else if let status = strikes.status {
      answer = .fault(status, route)
    } else {
      answer = await api(call, request, strikes)
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

  /// What is not counted: pages for people, and what is not there.
  private func page(_ call: Call) -> DemoAnswer {
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
    _ strikes: Strikes
  ) async -> DemoAnswer {
    switch call {
    case .authorizePage: authorizePage(request)
    case .authorizeDecision: authorizeDecision(request)
    case .codePage: WebPages.code(request.query["code"] ?? "")
    case .token: token(request, isBare: strikes.isBareToken)
    case .image(let name): await image(name, request, strikes)
    case .avatar(let name): await avatar(name, request, strikes)
    default: .errors(404, "Unable to find endpoint")
    }
  }

  private func api(_ call: Call, _ request: DemoRequest, _ strikes: Strikes) async -> DemoAnswer {
    let caller: Caller
    switch authenticate(request, strikes) {
    case .success(let known): caller = known
    case .failure(let refusal): return refusal.answer
    }
    return switch call {
    case .photos: await photos(request, caller, strikes)
    case .photo(let name): await photo(name, caller, strikes)
    case .download(let name): download(name, request, strikes)
    case .like(let name): await like(name, caller, isLiked: true, strikes)
    case .unlike(let name): await like(name, caller, isLiked: false, strikes)
    case .me: me(caller)
    case .user(let name): user(name)
    case .userLikes(let name): await userLikes(name, request, caller, strikes)
    case .userPhotos(let name): await userPhotos(name, request, caller, strikes)
    case .search: await search(request, caller, strikes)
    default: .errors(404, "Unable to find endpoint")
    }
  }
}

// MARK: Who asks, and how often
extension DemoService {
  /// Who made a call of the API.
  enum Caller: Sendable {
    case client
    case user(scopes: Set<String>)

    var isUser: Bool { if case .user = self { true } else { false } }

    func may(_ scope: String) -> Bool {
      if case .user(let scopes) = self { scopes.contains(scope) } else { false }
    }
  }

  /// Why a call is not answered.
  struct Refusal: Error {
    let answer: DemoAnswer

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
    _ strikes: Strikes
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
      guard !isRevoked, !strikes.isRevoked else { return .failure(.revokedToken) }
      return .success(.user(scopes: grant.scopes))
    default: return .failure(.invalidToken)
    }
  }

  private struct Budget {
    let remaining: Int
    let number: Int
    let refusal: DemoAnswer?
  }

  /// Counts a call against the hour's budget.
  private func spend(_ strikes: Strikes) -> Budget {
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
    if let left = strikes.budget { remaining = min(remaining, left) }
    let refusal: DemoAnswer? =
      remaining < 0 ? .text(strikes.budgetStatus, "Rate Limit Exceeded") : nil
    return Budget(
      remaining: strikes.isBudgetStale ? limit - 1 : max(0, remaining),
      number: number,
      refusal: refusal
    )
  }
}
