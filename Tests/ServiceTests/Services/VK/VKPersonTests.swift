import AppCore
import Canvas
import DemoControl
import DemoServer
import HTTP
import Localization
import Model
import Testing
import VK

/// The whole program with a user who is signed in at VK's demo.
@Suite(.timeLimit(.hang)) struct `A user of VK` {
  private func signIn(_ app: HeadlessApp) async throws {
    try await app.openSignIn()
    try app.press(Key(.enter))
    try await app.showsAlbum()
    try await app.settle()
  }

  @Test func `sign-in has its own button and its own title`() async throws {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await app.openSignIn()
      #expect(app.screen().contains { $0.contains("Mobile Up Gallery") })
      #expect(app.screen().contains { $0.contains("Login via VK") })
      #expect(app.screen(.russian).contains { $0.contains("Вход через VK") })
      try app.press(Key(.enter))
      try await app.showsAlbum()
      #expect(app.credentials.vk?.renewal != nil)
    }
  }

  @Test func `the implicit flow is described as being for old applications`() async throws {
    try await HeadlessApp.run(vk: .implicit) { app in
      try await app.openSignIn()
      #expect(app.screen().contains { $0.contains("made before mid-2024") })
      #expect(app.screen(.russian).contains { $0.contains("до середины 2024") })
      try app.press(Key(.enter))
      try await app.until("the login page") { $0.state.signIn.waiting != nil }
      #expect(app.state.signIn.waiting?.route == .address(warning: nil))
      #expect(app.screen().joined().contains("the final URL"))
    }
  }

  @Test func `a like arrives at VK`() async throws {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await signIn(app)
      let id = try #require(app.state.currentPhoto)
      let before = try #require(app.state.photos[id]?.likes)
      try app.press("f")
      try await app.until("the heart") { $0.state.photos[id]?.likes == before + 1 }
      try await app.settle()
      #expect(app.state.photos[id]?.isLiked == true)
      #expect(app.server.calls(of: .like) == 1)
      try app.press("R")
      try await app.settle()
      #expect(app.state.photos[id]?.isLiked == true)
      try app.press("f")
      try await app.until("no heart") { $0.state.photos[id]?.likes == before }
    }
  }

  @Test(arguments: [7, 15, 28])
  func `hearts are hidden once VK refuses likes`(_ code: Int) async throws {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await signIn(app)
      let id = try #require(app.state.currentPhoto)
      app.set([try Fault("refuse=\(code)@like")])
      try app.press("f")
      try await app.until("no hearts") { !$0.state.offers(.likes) }
      #expect(app.state.photos[id]?.isLiked == false)
      #expect(app.state.account != nil && app.state.stage == .main)
    }
  }

  @Test func `the profile is shown, and signs out`() async throws {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await signIn(app)
      try app.press("2")
      try await app.until("the profile") { $0.state.profile.person != nil }
      #expect(app.state.profile.person?.name == "Demo Visitor")
      #expect(app.state.profile.person?.pageURL?.text.hasSuffix("/vk/id1000001") == true)
      let tokens = app.server.calls(of: .token)
      try app.press(Key(.enter))
      try app.press("y")
      try await app.until("the sign-in screen") { $0.state.stage == .signIn }
      #expect(app.credentials.vk == nil)
      try await app.until("VK to be told") { $0.server.calls(of: .token) == tokens + 1 }
    }
  }

  @Test func `signing out is offered beside the album's title`() async throws {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await signIn(app)
      let bar = app.screen()[0]
      #expect(bar.contains("Sign out") && bar.contains("Mobile Up"))
      #expect(app.screen(.russian)[0].contains("Выйти"))
    }
  }

  @Test func `signing out succeeds even if VK can't be notified`() async throws {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await signIn(app)
      try app.press("2")
      try await app.until("the profile") { $0.state.profile.person != nil }
      app.set([try Fault("status=500@token")])
      try app.press(Key(.enter))
      try app.press("y")
      try await app.until("the sign-in screen") { $0.state.stage == .signIn }
      #expect(app.credentials.vk == nil)
    }
  }

  @Test(
    arguments: [
      ("refuse=5@photos", Alert.Kind.signedOut)
    ]
  )
  func `the user signs in again if nothing else helps`(fault: String, alert: Alert.Kind)
    async throws
  {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await signIn(app)
      app.set([try Fault(fault)])
      try app.press("R")
      try await app.until("the sign-in screen") { $0.state.stage == .signIn }
      #expect(app.state.alerts.map(\.kind) == [alert])
      app.set([])
      try app.press(Key(.enter))
      try await signInAgain(app)
    }
  }

  private func signInAgain(_ app: HeadlessApp) async throws {
    try app.press(Key(.enter))
    try await app.showsAlbum()
  }

  @Test func `an expired session is reported at launch`() async throws {
    try await HeadlessApp.run(vk: .implicit) { app in
      try app.credentials.save(
        Session(service: .vk, baseURL: "demo", token: Secret("t"), expires: -1)
      )
      app.start()
      try await app.until("the sign-in screen") { $0.state.stage == .signIn }
      #expect(app.alertProblem == Problem(.session, .refused(.sessionExpired)))
      #expect(app.server.calls(of: .photos) == 0)
    }
  }

  @Test func `an album of 143 photos needs at most four calls`() async throws {
    try await HeadlessApp.run(vk: .vkID) { app in
      try await signIn(app)
      try app.press(Key(.end))
      try await app.until("the end") { $0.state[.feed].hasEnded }
      try await app.settle()
      let calls = [.photos, .photo, .topics, .user, .like].map { app.server.calls(of: $0) }
      #expect(calls.reduce(0, +) <= 4)
    }
  }
}
