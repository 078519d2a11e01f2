import AppCore
import Harness
import Model
import Testing

/// One photo, its user, and a service that carries out requests, or not, before it responds.
private struct LikeWorld: Hashable {
  enum Event: CaseIterable {
    case press
    /// The request was carried out and a response arrived.
    case answer
    /// The request was refused.
    case refuse
    /// The request was lost.
    case loseRequest
    /// The request was carried out, but the response was lost.
    case loseAnswer
    /// A refresh is requested.
    ///
    /// The service sends the state at that moment.
    case askPage
    case page
    case retry
    /// The retry timer fires.
    case waited
    case signOut
  }

  static let id = Given.id(0)
  static let retryTimer = Effect.ID(.likes, "retry")

  var state: AppState { didSet { key = Key(self) } }
  var isOnServer = false
  /// The like that the pending request sets.
  var inFlight: Bool?
  var hasRetryTimer = false
  /// The like stored in the database for the next run.
  var kept: Bool?
  /// The like in the page that is loading.
  var pageTells: Bool?
  var presses = 0
  var requests = 0
  /// The user's wish.
  ///
  /// A refusal reverts it and is reported.
  var wish = false
  /// Whether a response was lost since the service last confirmed its state.
  var isUnsure = false
  private var key: Key

  init() {
    state = Given.feed(2, next: nil).extended
    key = Key(state)
  }

  /// The parts that distinguish states in this test; comparing whole states would take minutes.
  private struct Key: Hashable {
    var isLiked: Bool?
    var likes: Int?
    var pending: Bool?
    var wanted: Bool?
    var confirmed: Bool?
    var isUnsure: Bool?
    var isOffline: Bool
    var isConfirmed: Bool
    var isLoading: Bool
    /// The like that Retry in the notice would request.
    var refused: Bool?
    var isIn: Bool

    init(_ world: LikeWorld) { self.init(world.state) }

    init(_ state: AppState) {
      let silent = state.likes.changes[LikeWorld.id]
      isLiked = state.photos[LikeWorld.id]?.isLiked
      likes = state.photos[LikeWorld.id]?.likes
      pending = state.likes.pending[LikeWorld.id]
      wanted = silent?.target
      confirmed = silent?.confirmed.isLiked
      isUnsure = silent?.isUnsure
      isOffline = state.isOffline
      isConfirmed = state.likes.confirmed.contains(LikeWorld.id)
      isLoading = state.feed.load == .loading
      if case .likesRefused(let likes)? = state.notice?.text {
        refused = likes.likes[LikeWorld.id]
      }
      isIn = state.stage == .main
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.rest == right.rest
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(rest)
  }

  private var rest: [Int] {
    func number(_ value: Bool?) -> Int { value.map { $0 ? 1 : 0 } ?? 2 }
    return [
      number(isOnServer), number(inFlight), number(pageTells), presses,
      number(wish), number(isUnsure), number(hasRetryTimer), number(kept),
    ]
  }

  var isLiked: Bool { state.photos[Self.id]?.isLiked ?? false }
  var isIn: Bool { state.stage == .main }
  var offersRetry: Bool { state.notice?.retry != nil }

  func allows(_ event: Event) -> Bool {
    switch event {
    case .press: isIn && presses < 4
    case .answer, .refuse, .loseRequest, .loseAnswer: inFlight != nil
    case .askPage: isIn && pageTells == nil
    case .page: pageTells != nil
    case .retry: offersRetry
    case .waited: hasRetryTimer
    case .signOut: isIn
    }
  }

  mutating func happen(_ event: Event) {
    switch event {
    case .press:
      presses += 1
      wish = !isLiked
      deliver(.likes(.heartPressed(Self.id)))
    case .answer:
      guard let liked = inFlight else { return }
      isOnServer = liked
      isUnsure = false
      end(liked, .success(LikeResponse(isLiked: liked, likes: liked ? 11 : 10)))
    case .refuse: fail(.forbidden(message: nil))
    case .loseRequest:
      isUnsure = true
      fail(.timedOut(host: "h"))
    case .loseAnswer:
      isUnsure = true
      if let inFlight { isOnServer = inFlight }
      fail(.timedOut(host: "h"))
    case .askPage:
      pageTells = isOnServer
      deliver(.feed(.refreshPressed))
    case .page:
      let told = pageTells ?? false
      pageTells = nil
      let photos = [Given.photo(0, liked: told, likes: told ? 11 : 10), Given.photo(1)]
      let before = isLiked
      let isBusy = state.likes.changes[Self.id] != nil
      deliver(.feed(.pageLoaded(1, .success(Page(photos: photos, next: nil)))))
      if isBusy { #expect(isLiked == before, "a page flipped the heart") }
      wish = isLiked
    case .retry:
      guard case .likesRefused(let refused)? = state.notice?.text else { return }
      wish = refused.likes[Self.id] ?? wish
      deliver(.likes(.retried(refused.likes)))
    case .waited:
      hasRetryTimer = false
      deliver(.likes(.waitingRetried))
    case .signOut: deliver(.profile(.signedOut(.success(nil))))
    }
    check(event)
  }

  private mutating func fail(_ cause: Problem.Cause) {
    guard let liked = inFlight else { return }
    end(liked, .failure(Problem(liked ? .like : .unlike, cause)))
  }

  private mutating func end(_ liked: Bool, _ result: Result<LikeResponse, Problem>) {
    inFlight = nil
    deliver(.likes(.answered(Self.id, liked: liked, result)))
    // The refusal was reverted: it is reported with Retry, or is what the user wants anyway.
    if inFlight == nil, isIn, isLiked != wish {
      #expect(offersRetry, "a heart went back and nobody was told")
      wish = isLiked
    }
  }

  private mutating func deliver(_ action: AppAction) {
    var new = state
    for effect in AppReducer.reduce(&new, action) {
      switch effect {
      case .likes(.set(_, let liked)):
        #expect(inFlight == nil, "two requests at once")
        inFlight = liked
        requests += 1
      case .after(let id, _, _) where id.scope == .likes:
        #expect(id == Self.retryTimer, "a timer of likes that nothing needs")
        hasRetryTimer = true
      case .cancel(let id):
        if id == LikesEffect.set(Self.id, liked: true).id {
          inFlight = nil
        } else if id == Self.retryTimer {
          hasRetryTimer = false
        }
      case .cache(.writeLike(_, let liked)): kept = liked
      case .cache(.removeAccount): kept = nil
      case .cancelReads(.feed): pageTells = nil
      default: break
      }
    }
    state = new
  }

  private func check(_ event: Event) {
    guard isIn else {
      let isQuiet = inFlight == nil && !hasRetryTimer && pageTells == nil
      #expect(isQuiet && kept == nil, "left after a sign-out")
      return
    }
    #expect(state.likes.pending[Self.id] == inFlight, "after \(event)")
    let silent = state.likes.changes[Self.id]
    // A difference from the service is pending, or will be sent, and survives an exit.
    if silent != nil { #expect(inFlight != nil || hasRetryTimer, "after \(event)") }
    if inFlight != nil { #expect(silent != nil, "after \(event)") }
    #expect(kept == silent?.target, "after \(event)")
    #expect(isLiked == wish, "after \(event)")
    #expect(state.photos[Self.id]?.likes == (isLiked ? 11 : 10), "after \(event)")
    #expect(!state.showsPendingLike(of: Self.id), "after \(event)")
    // At rest, the service has what the heart shows, unless a response was lost.
    if silent == nil, !isUnsure, pageTells == nil { #expect(isOnServer == isLiked) }
  }
}

@Suite struct SilentLikesModelTests {
  /// Tries all orders of events, with up to four presses.
  @Test func `the heart ends as wanted after up to four presses and any events`() {
    var seen: Set<LikeWorld> = [LikeWorld()]
    var frontier = Array(seen)
    while let world = frontier.popLast() {
      for event in LikeWorld.Event.allCases where world.allows(event) {
        var next = world
        next.happen(event)
        guard next.isIn, seen.insert(next).inserted else { continue }
        frontier.append(next)
      }
    }
    #expect(seen.count > 600)
    for world in seen where world.inFlight != nil {
      var world = world
      let before = world.requests
      while world.inFlight != nil { world.happen(.answer) }
      #expect(world.isOnServer == world.wish && world.isLiked == world.wish)
      #expect(world.requests - before <= 1)
    }
  }

  @Test(arguments: 1...4)
  func `quick presses send one request, and at most one more`(_ presses: Int) {
    for first in [LikeWorld.Event.answer, .refuse, .loseRequest, .loseAnswer] {
      var world = LikeWorld()
      for _ in 0..<presses { world.happen(.press) }
      #expect(world.requests == 1)
      world.happen(first)
      while world.inFlight != nil { world.happen(.answer) }
      if world.state.likes.changes[LikeWorld.id] != nil {
        world.happen(.waited)
        world.happen(.answer)
      }
      #expect(world.requests <= 2)
      if first == .answer { #expect(world.requests == (presses.isMultiple(of: 2) ? 2 : 1)) }
      #expect(world.isOnServer == world.wish || world.offersRetry)
    }
  }
}
