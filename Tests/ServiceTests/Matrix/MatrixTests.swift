import AppCore
import Canvas
import DemoControl
import DemoServer
import Localization
import Model
import Testing

/// Every fault of the demo service in every place it affects.
@Suite(.serialized, .timeLimit(.hang)) struct `A fault` {
  /// Opens a cell's place, without a fault.
  private func arrive(
    _ cell: Cell,
    _ body: (HeadlessApp) async throws -> Void
  ) async throws {
    let place = cell.place
    try await HeadlessApp.run(
      edition: place.edition,
      hasSession: place.hasSession,
      screen: place.screen
    ) { app in
      try await place.arrive(app)
      let calls = app.calls(of: place)
      try await body(app)
      #expect(app.calls(of: place) > calls, "nothing was asked for")
    }
  }

  @Test(arguments: Cell.failures)
  func `a fault is reported, removes nothing, and its key repairs it`(cell: Cell) async throws {
    let place = cell.place
    try await arrive(cell) { app in
      let before = app.possessions
      app.set(try cell.faults)
      try place.act(app)
      try await app.until("a failure") { place.problem($0) != nil }
      try await app.settle()

      let problem = try #require(place.problem(app))
      #expect(problem.cause.withoutMinutes == cell.cause)
      app.expectMessage(problem, place.message)
      #expect(app.state.alerts.count == (place.asks(problem) ? 1 : 0))
      #expect(app.possessions.keeps(before))

      app.set([])
      try place.mend(app)
      try await app.until("the recovery") { place.isDone($0) }
      try await app.settle()
      #expect(place.isDone(app))
      #expect(place.problem(app) == nil)
      #expect(app.state.alerts.isEmpty)
    }
  }

  @Test(arguments: Cell.harmless)
  func `a harmless fault isn't noticed`(cell: Cell) async throws {
    try await arrive(cell) { app in
      app.set(try cell.faults)
      try cell.place.act(app)
      try await app.until("success") { cell.place.isDone($0) }
      try await app.settle()
      #expect(cell.place.problem(app) == nil)
      #expect(app.state.alerts.isEmpty)
    }
  }

  @Test(arguments: Cell.refusals)
  func `a refused session is reported once, and leads to sign-in and back`(cell: Cell) async throws
  {
    try await arrive(cell) { app in
      app.set(try cell.faults)
      try cell.place.act(app)
      try await app.until("the sign-in screen") { $0.state.stage == .signIn }
      try await app.settle()
      #expect(app.state.alerts.map(\.kind) == [.signedOut])
      #expect(app.credentials.session == nil)
      #expect(app.state.photos.isEmpty)

      app.set([])
      try app.press(Key(.enter))
      try app.press("d")
      try await app.until("the feed") { $0.isSignedIn }
      #expect(app.state.alerts.isEmpty)
    }
  }
}

extension HeadlessApp.Possessions {
  /// Whether everything that existed before still exists; a feed may have grown.
  func keeps(_ before: Self) -> Bool {
    var grown = self
    guard order.starts(with: before.order), before.stage == .splash || stage == before.stage else {
      return false
    }
    grown.order = before.order
    grown.stage = before.stage
    grown.selection = before.selection
    return grown == before
  }
}

extension Problem.Cause {
  /// The remaining minutes of the limit depend on the clock.
  fileprivate var withoutMinutes: Problem.Cause {
    if case .rateLimited = self { .rateLimited(minutes: nil) } else { self }
  }
}

extension HeadlessApp {
  fileprivate func calls(of place: Place) -> Int {
    place.routes.reduce(0) { $0 + server.calls(of: $1) }
  }

  /// Expects a problem's text on the screen, in every language.
  func expectMessage(
    _ problem: Problem,
    _ message: Place.Message,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for language in Language.allCases {
      var texts = Texts(language)
      texts.hasUnicode = true
      let text = texts.problem(problem)
      let retry = texts.button(.retry)
      let expected: [String] =
        switch message {
        case .alert: [text.title, text.explanation, text.advice]
        case .page: [text.title, text.explanation, text.advice, retry]
        case .inline: [text.title, retry]
        case .footer: [texts[.moreFailed], retry]
        case .notice: [text.explanation, retry]
        case .placeholder: []
        }
      for part in expected {
        #expect(shows(part, language), "\(part)", sourceLocation: sourceLocation)
      }
    }
  }

  /// Whether the text's words are on the screen in order, with any line breaks.
  func shows(_ text: String, _ language: Language) -> Bool {
    let separators: (Character) -> Bool = { " │┃▊▎".contains($0) }
    var rest = screen(language).flatMap { $0.split(whereSeparator: separators) }[...]
    for word in text.split(separator: " ") {
      guard let index = rest.firstIndex(of: word) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }
}
