import AppCore
import Harness
@testable import Model
import Testing

/// Lists whose pages begin where only the service knows.
@Suite struct TokenPageTests {
  private static let size = 45

  /// Returns a list of photos of a service with tokens, whose first pages have arrived.
  private func loaded(pages: Int) -> AppState {
    var state = Given.feed(0, next: .first)
    state.launch = Given.extendedLaunch
    state.launch.service = ServiceDescription(
      id: "test",
      name: "Test",
      capabilities: Given.unsplash.capabilities,
      pageSize: Self.size,
      paging: .tokens
    )
    for number in 0..<pages { take(&state, number) }
    return state
  }

  private func token(_ page: Int) -> PageToken {
    page == 0 ? .first : PageToken("after \(page * Self.size)") ?? .first
  }

  @discardableResult
  private func take(_ state: inout AppState, _ page: Int, new: Range<Int> = 0..<0) -> [Effect] {
    let known = page * Self.size..<(page + 1) * Self.size
    let photos = (Array(new) + Array(known)).map { Given.photo($0) }
    let taken = Page(photos: photos, next: token(page + 1))
    _ = state.beginNextPage(of: .feed)
    return AppReducer.reduce(&state, .feed(.pageLoaded(token(page), .success(taken))))
  }

  private func written(_ effects: [Effect]) throws -> (photos: [Photo], next: PageToken?) {
    try effects.compactMap { effect in
      if case .cache(.writeList(.feed, let photos, let next, _, _)) = effect {
        (photos, next)
      } else {
        nil
      }
    }.at(0)
  }

  @Test func `a long list is cut where a page begins, and goes on there after a restart`() throws {
    var state = loaded(pages: 7)
    let (photos, next) = try written(take(&state, 7))
    #expect(photos.map(\.id) == (0..<270).map(Given.id) && next == token(6))

    var restarted = loaded(pages: 0)
    let cached = CachedList(photos: photos, next: next, time: 0)
    _ = AppReducer.reduce(&restarted, .cache(.listRead(.feed, cached, age: .zero)))
    #expect(restarted.beginNextPage(of: .feed) == token(6))
    take(&restarted, 6)
    #expect(restarted.feed.order == (0..<315).map(Given.id))
    // The place where the restart went on is a boundary, too.
    let again = try written(take(&restarted, 7))
    #expect(again.photos.count == 270 && again.next == next)
  }

  @Test func `a refused page begins the list again, and its photos stay`() {
    var state = loaded(pages: 10)
    #expect(state.beginNextPage(of: .feed) == token(10))
    let refused = Problem(.feed, .stalePage)
    var effects = AppReducer.reduce(&state, .feed(.pageLoaded(token(10), .failure(refused))))
    #expect(effects.contains(.feed(.loadPage(.first))))
    #expect(state.feed.order.count == 450 && state.notice == nil)
    // More pages without new photos than usually end a list.
    effects = take(&state, 0, new: 1000..<1003)
    for page in 1..<10 { take(&state, page) }
    #expect(state.feed.order == (Array(1000..<1003) + Array(0..<450)).map(Given.id))
    #expect(state.feed.nextPage == token(10))
    take(&state, 10)
    #expect(state.feed.order.suffix(45) == (450..<495).map(Given.id))
  }

  @Test func `a service that refuses each page fails instead of being asked forever`() {
    var state = loaded(pages: 2)
    let refused = Problem(.feed, .stalePage)
    for page in [token(2), .first] {
      _ = state.beginNextPage(of: .feed)
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(page, .failure(refused))))
    }
    #expect(state.feed.load == .failed(refused) && state.feed.order.count == 90)
  }

  @Test func `a token is short, plain text`() {
    #expect(PageToken(String(repeating: "x", count: 512))?.text.count == 512)
    for text in ["", String(repeating: "x", count: 513), "a\u{1B}[2J", "a\0"] {
      #expect(PageToken(text) == nil)
    }
    #expect(PageToken(1) == .first && PageToken(-3) == .first && PageToken(7).text == "7")
    #expect(PageToken("12")?.number == 12 && PageToken("later")?.number == nil)
    #expect(PageToken("0")?.number == nil && PageToken("-1")?.number == nil)
    #expect(PageToken("99999999999999999999")?.number == nil && PageToken.first.number == 1)
  }
}
