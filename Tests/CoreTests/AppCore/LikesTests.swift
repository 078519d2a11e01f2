@testable import AppCore
import CustomDump
import Model
import Testing

@Suite struct LikesTests {
  private let id = Given.id(0)

  @Test(arguments: [false, true])
  func `a heart waits for the response and then shows it`(_ liked: Bool) {
    var state = Given.feed(30) { Given.photo($0, liked: liked) }
    expect(&state, .pressed(.like), [.likes(.set(id, liked: !liked))]) {
      $0.likes.pending = [Given.id(0): !liked]
      $0.likes.changes = [Given.id(0): Given.change(liked: !liked)]
    }
    #expect(state.showsPendingLike(of: id) && state.photos[id]?.isLiked == liked)
    // Holding the key down sends no further requests.
    for _ in 0..<5 { expect(&state, .pressed(.like)) }
    expect(&state, .likes(.heartPressed(id)))
    let answer = LikeResponse(isLiked: !liked, likes: 11)
    expect(&state, .likes(.answered(id, liked: !liked, .success(answer)))) {
      $0.likes.pending = [:]
      $0.likes.changes = [:]
      $0.photos[Given.id(0)]?.isLiked = !liked
      $0.photos[Given.id(0)]?.likes = 11
    }
  }

  @Test func `a response without a count changes the known count by one`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.like))
    let answer = LikeResponse(isLiked: true, likes: nil)
    expect(&state, .likes(.answered(id, liked: true, .success(answer)))) {
      $0.likes.pending = [:]
      $0.likes.changes = [:]
      $0.photos[Given.id(0)]?.isLiked = true
      $0.photos[Given.id(0)]?.likes = 11
    }
  }

  @Test func `a failure keeps the heart and offers a retry`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.like))
    let problem = Problem(.like, .server(status: 500))
    let retry = AppAction.likes(.retried([id: true]))
    expect(&state, .likes(.answered(id, liked: true, .failure(problem)))) {
      $0.likes.pending = [:]
      $0.likes.changes = [:]
      $0.program.nextNumber = 1
      $0.alerts = [Alert(number: 1, kind: .problem(problem, retry: retry))]
    }
    #expect(state.alerts.first?.buttons == [.retry, .cancel])
    var cancelled = state
    expect(&cancelled, .pressed(.back)) { $0.alerts = [] }
    expect(&state, .pressed(.open), [.likes(.set(id, liked: true))]) {
      $0.alerts = []
      $0.likes.pending = [Given.id(0): true]
      $0.likes.changes = [Given.id(0): Given.change(liked: true)]
    }
  }

  @Test func `a retry never turns a heart the other way`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.like))
    let problem = Problem(.like, .server(status: 500))
    _ = AppReducer.reduce(&state, .likes(.answered(id, liked: true, .failure(problem))))
    // Meanwhile a page shows that the like had arrived after all.
    state.photos[id]?.isLiked = true
    expect(&state, .pressed(.open)) { $0.alerts = [] }
  }

  @Test func `likes disappear when the service no longer offers them`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.like))
    let problem = Problem(.like, .notOffered)
    expect(&state, .likes(.answered(id, liked: true, .failure(problem)))) {
      $0.likes.pending = [:]
      $0.likes.changes = [:]
      $0.likes.isUnavailable = true
      $0.program.nextNumber = 1
      $0.alerts = [Alert(number: 1, kind: .problem(problem, retry: nil))]
    }
    state.alerts = []
    #expect(Command.like.unavailable(in: state) == .likesNotOffered)
    expect(&state, .likes(.heartPressed(id)))
    expect(&state, .likes(.retried([id: true])))
  }

  @Test func `a refused session signs out`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.like))
    let problem = Problem(.like, .unauthorized)
    _ = AppReducer.reduce(&state, .likes(.answered(id, liked: true, .failure(problem))))
    #expect(state.stage == .signIn)
    #expect(state.alerts.map(\.kind) == [.signedOut])
  }

  @Test func `a response that isn't awaited changes nothing`() {
    var state = Given.feed(30)
    let answer = LikeResponse(isLiked: true, likes: 1)
    expect(&state, .likes(.answered(id, liked: true, .success(answer))))
    expect(&state, .likes(.answered(id, liked: true, .failure(Given.timeout))))
    expect(&state, .likes(.heartPressed(Given.id(999))))
    expect(&state, .likes(.retried([Given.id(999): true])))
  }

  @Test func `the basic edition says that the heart is in the feed`() {
    var state = Given.fullScreen(2)
    #expect(Command.like.unavailable(in: state) == .likeOnlyInFeed)
    expect(&state, .unavailable(.like, .likeOnlyInFeed), [noticeTimer(1)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .unavailable(.like, .likeOnlyInFeed))
    }
    expect(&state, .pressed(.like))
  }
}
