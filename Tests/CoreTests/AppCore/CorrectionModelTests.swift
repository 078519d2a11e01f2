import AppCore
@testable import Model
import Testing
import Unsplash

import enum Harness.Rounds
import struct Harness.SeededGenerator

/// A list, its user, and a service whose photos change.
struct ListWorld {
  enum Kind: CaseIterable {
    case favourites, feed
    /// The service doesn't count its photos.
    case uncounted
    /// Page numbers are positions, and some photos can't be displayed.
    case positions
  }

  let kind: Kind
  let list: ListID
  private var dice: SeededGenerator
  private(set) var service: ListService
  private(set) var state = Given.feed(0, next: 1).extended
  /// The photos that the service has, and has never removed or moved.
  private var lasting: Set<Int> = []
  /// The photos that have moved to the top.
  private var moved: Set<Int> = []
  private var nextPhoto = 1000
  /// The request that is running; `page` is `nil` if the service reads the list later.
  private var request: (number: Int, id: Effect.ID?, page: Page?)?
  private var likes: [Int: Bool] = [:]
  private var cached: CachedList?

  init(_ kind: Kind, seed: Int) {
    self.kind = kind
    list = kind == .favourites ? .favourites : .feed
    dice = SeededGenerator(seed)
    let size = Int.random(in: 6...9, using: &dice)
    service = ListService(photos: Array(0..<Int.random(in: 0...60, using: &dice)), size: size)
    if kind == .feed || kind == .uncounted { service.photos += 60..<75 }
    if kind == .positions {
      service.paging = .offset
      service.hidden = Set((0..<12).map { _ in Int.random(in: 0..<75, using: &dice) })
    }
    service.hasTotal = kind != .uncounted
    lasting = Set(service.photos)
    if Bool.random(using: &dice) {
      let first = service.photos.prefix(Int.random(in: 1...60, using: &dice))
      cached = CachedList(
        photos: first.filter(service.shown.contains).map { Given.photo($0, liked: isLiked) },
        next: first.count < service.photos.count ? description.page(after: first.count) : nil,
        total: service.page(1).total,
        time: 0
      )
      for _ in 0..<6 { change() }
    }
    launch()
  }

  private var isLiked: Bool { kind == .favourites }

  private var description: ServiceDescription {
    let model = ServiceDescription.unsplash
    return ServiceDescription(
      id: model.id,
      name: model.name,
      capabilities: model.capabilities,
      pageSize: service.size,
      paging: service.paging
    )
  }

  var order: [Int] { state[list].order.map(Given.number) }

  // MARK: Steps

  mutating func step() {
    switch Int.random(in: 0..<40, using: &dice) {
    case 0..<5: change()
    case 5..<15: answerPage()
    case 15..<18: answerLike()
    case 18..<20: deliver(.feed(.refreshPressed, in: list))
    case 20..<22: refreshInBackground()
    case 22..<25: pressHeart()
    case 25: launch()
    case 26: deliver(.pressed(.first))
    case 27: deliver(.pressed(.last))
    default:
      let keys = [Command.moveRight, .moveRight, .moveDown, .pageDown, .moveUp]
      deliver(.pressed(keys.randomElement(using: &dice) ?? .moveRight))
    }
  }

  /// Changes the list of the service.
  private mutating func change() {
    switch Int.random(in: 0..<8, using: &dice) {
    case 0..<3:
      service.photos.insert(nextPhoto, at: 0)
      lasting.insert(nextPhoto)
      if kind == .positions, Bool.random(using: &dice) { service.hidden.insert(nextPhoto) }
      nextPhoto += 1
    default:
      guard let photo = service.photos.randomElement(using: &dice),
        kind == .favourites || service.photos.count > 2 * service.size
      else { return }
      set(photo, isIn: false)
    }
  }

  private mutating func set(_ photo: Int, isIn: Bool) {
    lasting.remove(photo)
    guard isIn != service.photos.contains(photo) else { return }
    service.photos.removeAll { $0 == photo }
    guard isIn else { return }
    service.photos.insert(photo, at: 0)
    moved.insert(photo)
  }

  /// Starts the program, with the cached list of the previous run.
  private mutating func launch() {
    while !likes.isEmpty { answerLike() }
    request = nil
    state = Given.feed(0, next: 1).extended
    state.launch.service = description
    deliver(kind == .favourites ? .tabPressed(.profile) : .pressed(.open))
    if Bool.random(using: &dice) { answerPage() }
    deliver(.cache(.listRead(list, cached, age: .seconds(60))))
  }

  private mutating func refreshInBackground() {
    let isIdle = state[list].load != .loading
    deliver(.feed(.refreshPressed, in: list))
    if isIdle, state[list].isRefreshing { state[list].isRefreshedInBackground = true }
  }

  private mutating func pressHeart() {
    guard kind == .favourites else { return }
    let removed = state.favourites.removed.last?.id
    let id = Bool.random(using: &dice) ? removed : state.selected(in: list)
    guard let id else { return }
    lasting.remove(Given.number(of: id))
    deliver(.likes(.heartPressed(id)))
  }

  private mutating func answerLike() {
    guard let (photo, liked) = likes.min(by: { $0.key < $1.key }) else { return }
    likes[photo] = nil
    set(photo, isIn: liked)
    let response = LikeResponse(isLiked: liked, likes: nil)
    deliver(.likes(.answered(Given.id(photo), liked: liked, .success(response))))
  }

  @discardableResult
  private mutating func answerPage() -> Bool {
    guard let (number, _, ready) = request else { return false }
    request = nil
    let page = ready ?? service.page(number)
    deliver(.feed(.pageLoaded(PageToken(number), .success(page)), in: list))
    return true
  }

  private mutating func deliver(_ action: AppAction) {
    let old = state
    let effects = AppReducer.reduce(&state, action)
    let isUncertain = isUncertain(action, old)
    for effect in effects {
      switch effect {
      case .feed(.loadPage(let token, of: list)):
        let number = token.number ?? 0
        #expect(request == nil, "two requests at once")
        let page = Bool.random(using: &dice) ? service.page(number) : nil
        request = (number, effect.id, page)
      case .likes(.set(let id, let liked)): likes[Given.number(of: id)] = liked
      case .cancel(let id) where id == request?.id: request = nil
      case .cache(.writeList(list, let photos, let next, let total, _)):
        cached = CachedList(photos: photos, next: next, total: total, time: 0)
      case .cache(.writeDetails(let photo)) where isLiked && !photo.isLiked && !isUncertain:
        #expect(!lasting.contains(Given.number(of: photo.id)), "\(photo.id.value) lost its heart")
      default: break
      }
    }
    checkFeed(state, since: old)
    if !isUncertain { check(from: old, action) }
  }

  /// Whether photos may vanish for a while: a refreshed page has none of the list's photos, or a
  /// page has photos that have moved.
  private func isUncertain(_ action: AppAction, _ old: AppState) -> Bool {
    guard case .feed(.pageLoaded(_, .success(let page)), in: _) = action else { return false }
    let ids = page.photos.map(\.id)
    return !moved.isDisjoint(with: ids.map(Given.number))
      || old[list].isRefreshing && old[list].known.isDisjoint(with: ids)
  }

  private func check(from old: AppState, _ action: AppAction) {
    let order = old[list].order.map(Given.number)
    let places = Dictionary(uniqueKeysWithValues: service.photos.enumerated().map { ($1, $0) })
    // A photo that a page has skipped, so that it was added further down, may vanish for a while.
    let gone = order.indices.filter {
      $0 == 0 || places[order[$0 - 1]] ?? 0 <= places[order[$0]] ?? .max
    }.map { order[$0] }.filter { !state[list].known.contains(Given.id($0)) }
    #expect(lasting.isDisjoint(with: gone), "\(gone) vanished from \(order) after \(action)")
  }

  // MARK: The end

  /// Answers everything, and fails if requests don't end.
  private mutating func settle() {
    while !likes.isEmpty { answerLike() }
    var pages = 0
    while answerPage(), pages < 50 { pages += 1 }
    #expect(pages < 50, "requests without end")
  }

  /// Refreshes the list and scrolls through it after the service's last change.
  mutating func finish() {
    settle()
    deliver(.feed(.refreshPressed, in: list))
    settle()
    deliver(.pressed(.first))
    settle()
    var moves = 0
    while state.views[list].selection < state[list].order.count - 1, moves < 400 {
      deliver(.pressed(.moveRight))
      settle()
      moves += 1
    }
    #expect(moves < 400 && state[list].hasEnded)
  }
}

@Suite struct CorrectionModelTests {
  private static let seeds = Rounds.of(400)

  @Test(arguments: ListWorld.Kind.allCases)
  func `a list ends as the service's, and nothing that lasts vanishes`(
    _ kind: ListWorld.Kind
  ) {
    for seed in 0..<Self.seeds {
      var world = ListWorld(kind, seed: seed)
      for _ in 0..<150 { world.step() }
      world.finish()
      let shown = world.service.shown
      switch kind {
      case .favourites, .feed: #expect(world.order == shown, "seed \(seed)")
      // Photos between two pages may stay.
      case .uncounted, .positions:
        #expect(world.order.filter(shown.contains) == shown, "seed \(seed)")
      }
    }
  }
}
