import Foundation
import Harness
import Testing

@Suite(.endToEnd) struct FeedTests {
  /// Two hundred photos one after another, while the service returns faulty pages.
  @Test(arguments: [(fault: "", newPerPage: 30), ("feed-shift=2", 28), ("duplicates=3", 30)])
  func `every page is requested once, and at most one ahead`(
    fault: String,
    newPerPage: Int
  ) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      if !fault.isEmpty { try demo.fault(fault) }
      let app = try stage.signedInApp(demo, columns: 60, rows: 20)
      for _ in 1..<200 { try app.press("l", settlingOn: .feed) }

      let photos = try app.trace.all("picture").compactMap(\.photo).filter { !$0.hasPrefix("@") }
      #expect(Set(photos).count >= 200)
      let pages = try app.trace.all("http").compactMap(\.feedPage)
      #expect(pages == Array(1...pages.count))
      #expect(try demo.state().counts["photos"] == pages.count)
      let needed = (200 + newPerPage - 1) / newPerPage
      #expect((needed...(needed + 1)).contains(pages.count))
    }
  }

  @Test func `a failed page is requested again with one key`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      try demo.fault("status=500@photos")
      let app = try stage.signedInApp(demo)
      try demo.fault()
      try app.press("R", settlingOn: .feed)
      #expect(try app.trace.all("picture").contains { $0.stage == "thumb" })
    }
  }

  @Test func `a delayed like reaches the server, and other processes see it`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let app = try stage.signedInApp(demo, ["--edition", "basic"])
      let unliked = try app.terminal.text()
      try demo.fault("hold@like")
      try app.press("f")
      let loading = try app.shows("a loader in place of the heart") { $0 != unliked }
      try demo.fault()
      try app.settles(on: .feed)
      try app.shows("a heart in place of the loader") { $0 != loading }
      let liked = try app.terminal.colours()
      let photo = try #require(try app.trace.all("http").compactMap(\.likedPhoto).last)
      #expect(try demo.state().likes == [photo])

      let other = try stage.app(["--edition", "basic"], environment: environment)
      try other.settles(on: .feed)
      try other.shows("the same as the first process") { _ in
        (try? other.terminal.colours()) == liked
      }
      try app.press("f", settlingOn: .feed)
      #expect(try demo.state().likes == [])
    }
  }

  @Test func `a failed like changes nothing and can be retried`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "basic"])
      let before = try app.terminal.colours()
      try demo.fault("status=500@like")
      try app.press("f", settlingOn: .alert)
      try app.shows("Couldn't like the photo")
      #expect(try demo.state().likes == [])
      try app.press("Escape", settlingOn: .feed)
      try app.shows("what it was before") { _ in (try? app.terminal.colours()) == before }

      try app.press("f", settlingOn: .alert)
      try demo.fault()
      try app.press("Enter", settlingOn: .feed)
      #expect(try demo.state().likes.count == 1)
    }
  }
}

extension TraceLine {
  private var components: URLComponents? { url.flatMap { URLComponents(string: $0) } }

  /// The number of the requested page of the feed.
  fileprivate var feedPage: Int? {
    guard let components, components.path == "/photos" else { return nil }
    let page = components.queryItems?.first { $0.name == "page" }?.value
    return page.flatMap { Int($0) } ?? 1
  }

  /// The ID of the photo whose like was sent.
  fileprivate var likedPhoto: String? {
    guard let parts = components?.path.split(separator: "/"), parts.last == "like" else {
      return nil
    }
    return parts.dropLast().last.map(String.init)
  }
}
