import DemoControl
import DemoServer
import Foundation
import Harness
import Imaging
import Testing

@Suite(.timeLimit(.hang)) struct `Demo faults` {
  @Test(arguments: [
    "latency=100", "bandwidth=20000@image", "status=500@like*3", "cut@image", "never@me",
    "hold@like",
    "truncated@avatar,image", "html", "invalid-json@photos*1", "broken-item", "empty@photos",
    "duplicates=3", "feed-shift=2", "deleted=abcdefghijk", "revoked", "rate-limit=10", "too-many=0",
    "stale-budget", "likes-gone=410", "empty-likes", "bare-token", "status=404@image",
    "html@token", "etag-change*2", "no-range@image",
  ])
  func `every fault is parsed from its written form`(text: String) throws {
    let fault = try Fault(text)
    #expect(fault.description == text)
    let faults = DemoFaults([fault])
    let data = try JSONEncoder().encode(faults)
    #expect(try JSONDecoder().decode(DemoFaults.self, from: data) == faults)
  }

  @Test func `short names mean faults of certain routes`() throws {
    #expect(try Fault("missing-picture") == Fault(.status(404), routes: [.image]))
    #expect(try Fault("bot-wall*2") == Fault(.html, routes: [.token], count: 2))
    #expect(try Fault("likes-gone") == Fault(.likesGone(404)))
  }

  @Test(arguments: [
    "", "nonsense", "latency", "latency=soon", "status=200", "status=500@nowhere", "cut=1",
    "hold*0",
    "hold*x", "likes-gone=500", "bandwidth=0", "hold@",
  ])
  func `invalid faults are refused`(text: String) {
    #expect(throws: DemoServerError.fault(text)) { try Fault(text) }
  }

  @Test func `a status fault affects its route as often as given`() async throws {
    try await Demo.run([Fault(.status(500), routes: [.photos], count: 2)]) { demo in
      for _ in 1...2 {
        let answer = try await demo.get("/photos")
        #expect(answer.status == 500)
        #expect(answer.body.isEmpty)
      }
      #expect(try await demo.get("/me").status == 401)
      #expect(try await demo.get("/photos").status == 200)
      #expect(demo.server.faults == .none)
    }
  }

  @Test(arguments: [(503, "text/html"), (502, "text/html"), (403, "application/json")])
  func `statuses have the headers and bodies of the real service`(
    status: Int,
    type: String
  ) async throws {
    try await Demo.run([Fault(.status(status))]) { demo in
      let answer = try await demo.get("/photos")
      #expect(answer.status == status)
      #expect(answer["Content-Type"]?.hasPrefix(type) == true)
    }
  }

  @Test func `a body can be truncated, and the next response is complete`() async throws {
    try await Demo.run([Fault(.cut, routes: [.photos], count: 1)]) { demo in
      await #expect {
        try await demo.get("/photos")
      } throws: { error in
        guard case WireError.cut(let received, let announced) = error else { return false }
        return received > 0 && received < announced
      }
      let again = try await Wire(port: demo.address.port)
      #expect(try await again.send("GET", "/photos", authorization: Demo.key).list.count == 10)
    }
  }

  @Test func `a held like takes effect only when it is released`() async throws {
    try await Demo.run { demo in
      let bearer = try await demo.bearer()
      let id = try await demo.get("/photos").ids.at(0)
      demo.server.setFaults(DemoFaults([Fault(.hold, routes: [.like])]))
      async let answer = demo.wire.send("POST", "/photos/\(id)/like", authorization: bearer)
      try await demo.server.waitUntilHeld(.like)
      #expect(demo.server.likes.isEmpty)
      let other = try await Wire(port: demo.address.port)
      let state = try await other.send("GET", "/_demo/state").object
      #expect((state["held"] as? [String: Int])?["like"] == 1)
      _ = try await other.send("POST", "/_demo/release")
      #expect(try await answer.status == 201)
      #expect(demo.server.likes == [id])
    }
  }

  @Test func `removing a hold releases the held responses`() async throws {
    try await Demo.run([Fault(.hold, routes: [.photos]), Fault(.hold, routes: [.me])]) { demo in
      async let answer = demo.get("/photos")
      try await demo.server.waitUntilHeld(.photos)
      demo.server.setFaults(.none)
      #expect(try await answer.status == 200)
    }
  }

  @Test func `a route that never responds ends with the service`() async throws {
    try await Demo.run([Fault(.never, routes: [.photos])]) { demo in
      let answer = Task { try await demo.get("/photos") }
      try await demo.server.waitUntilCalled(.photos, count: 1)
      let other = try await Wire(port: demo.address.port)
      #expect(try await other.send("GET", "/me", authorization: Demo.key).status == 401)
      await demo.server.stop()
      let outcome = await answer.result
      #expect((try? outcome.get().status) != 200)
    }
  }

  @Test func `latency and bandwidth limits delay responses`() async throws {
    let clock = ContinuousClock()
    try await Demo.run([Fault(.latency(60), routes: [.photos])]) { demo in
      let time = try await clock.measure { _ = try await demo.get("/photos?per_page=1") }
      #expect(time >= .milliseconds(60))
      let size = try await demo.get("/users/demo").body.count
      demo.server.setFaults(DemoFaults([Fault(.bandwidth(size * 10), routes: [.user])]))
      let slow = try await clock.measure { _ = try await demo.get("/users/demo") }
      #expect(slow >= .milliseconds(95))
    }
  }

  @Test func `JSON can be broken, HTML, empty, or contain one invalid photo`() async throws {
    try await Demo.run { demo in
      func photos(_ fault: Fault.Kind) async throws -> Reply {
        demo.server.setFaults(DemoFaults([Fault(fault)]))
        return try await demo.get("/photos?per_page=30")
      }
      #expect(try await photos(.invalidJSON).json == nil)
      let page = try await photos(.html)
      #expect(page.status == 200)
      #expect(page["Content-Type"]?.hasPrefix("text/html") == true)
      let empty = try await photos(.empty)
      #expect(empty.text == "[]")
      #expect(empty["X-Total"] == "0")
      let broken = try await photos(.brokenItem).list
      #expect(broken.count == 31)
      #expect(broken.filter { $0["id"] is NSNull }.count == 1)
      let double = try await photos(.duplicates(3)).ids
      #expect(double.count == 33)
      #expect(Set(double).count == 30)
    }
  }

  @Test func `the feed shifts by new photos after each page`() async throws {
    try await Demo.run(photoCount: 80) { demo in
      let before = try await demo.get("/photos?per_page=30&page=1").ids
      demo.server.setFaults(DemoFaults([Fault(.feedShift(2))]))
      let first = try await demo.get("/photos?per_page=30&page=1")
      let second = try await demo.get("/photos?per_page=30&page=2")
      #expect(first.ids == before)
      #expect(Array(second.ids.prefix(2)) == Array(before.suffix(2)))
      #expect(second["X-Total"] == "82")
      demo.server.setFaults(.none)
      let shifted = try await demo.get("/photos?per_page=30&page=1").ids
      #expect(Array(shifted.dropFirst(4)) == Array(before.prefix(26)))
      #expect(try await demo.get("/photos/\(shifted.at(0))").status == 200)
      _ = try await demo.wire.send("POST", "/_demo/reset")
      #expect(try await demo.get("/photos?per_page=30&page=1").ids == before)
    }
  }

  @Test func `likes can be removed, empty, or refused for a revoked token`() async throws {
    try await Demo.run { demo in
      let bearer = try await demo.bearer()
      let id = try await demo.get("/photos").ids.at(0)
      func like(_ fault: Fault.Kind) async throws -> Reply {
        demo.server.setFaults(DemoFaults([Fault(fault)]))
        return try await demo.wire.send("POST", "/photos/\(id)/like", authorization: bearer)
      }
      for status in [404, 405, 410] {
        #expect(try await like(.likesGone(status)).status == status)
      }
      let revoked = try await like(.revoked)
      #expect(revoked.status == 401)
      #expect(
        revoked.object["errors"] as? [String] == ["OAuth error: The access token was revoked"]
      )
      #expect(demo.server.likes.isEmpty)
      let empty = try await like(.emptyLikes)
      #expect(empty.status == 204)
      #expect(empty.body.isEmpty)
      #expect(demo.server.likes == [id])
    }
  }

  @Test(arguments: [403, 429])
  func `the limit fault begins after the remaining calls`(status: Int) async throws {
    try await Demo.run([Fault(.rateLimit(after: 2, status: status))]) { demo in
      #expect(try await demo.get("/photos")["X-Ratelimit-Remaining"] == "1")
      #expect(try await demo.get("/photos")["X-Ratelimit-Remaining"] == "0")
      let answer = try await demo.get("/photos")
      #expect(answer.status == status)
      #expect(answer.text == "Rate Limit Exceeded")
      #expect(answer["Content-Type"]?.hasPrefix("text/plain") == true)
      #expect(answer["X-Ratelimit-Remaining"] == "0")
      demo.server.setFaults(.none)
      #expect(try await demo.get("/photos").status == 200)
    }
  }

  @Test func `the hourly budget counts API calls and restarts each hour`() async throws {
    let time = Clock(1_800_000_000)
    try await Demo.run(change: {
      $0.hourlyLimit = 2
      $0.now = { time.now }
    }) { demo in
      let thumbnail = "/photo-" + (try await demo.get("/photos").ids.at(0)) + "?w=40"
      _ = try await demo.get(thumbnail, authorization: nil)
      let second = try await demo.get("/photos")
      #expect(second["X-Ratelimit-Limit"] == "2")
      #expect(second["X-Ratelimit-Remaining"] == "0")
      #expect(try await demo.get("/photos").status == 403)
      #expect(try await demo.get(thumbnail, authorization: nil).status == 200)
      time.advance(3600)
      #expect(try await demo.get("/photos").status == 200)
    }
  }

  @Test func `pictures can be missing, truncated, or HTML`() async throws {
    try await Demo.run { demo in
      let id = try await demo.get("/photos").ids.at(0)
      func picture(_ text: String) async throws -> Reply {
        demo.server.setFaults(DemoFaults([try Fault(text)]))
        return try await demo.get("/photo-\(id)?w=100&fit=max", authorization: nil)
      }
      let whole = try await picture("latency=0")
      #expect(try await picture("missing-picture").status == 404)
      let half = try await picture("truncated")
      #expect(half.status == 200)
      #expect(half.body.count == whole.body.count / 2)
      #expect(throws: ImagingError.truncated) { try JPEG.decode(half.body) }
      #expect(try await picture("html@image").text.contains("not a bot"))
    }
  }

  @Test func `a deleted photo stays in the lists`() async throws {
    try await Demo.run { demo in
      let id = try await demo.get("/photos").ids.at(1)
      demo.server.setFaults(DemoFaults([Fault(.deleted(id))]))
      #expect(try await demo.get("/photos/\(id)").status == 404)
      #expect(try await demo.get("/photos/\(id)/download").status == 404)
      let bearer = try await demo.bearer()
      let like = try await demo.wire.send("POST", "/photos/\(id)/like", authorization: bearer)
      #expect(like.status == 404)
      #expect(try await demo.get("/photos").ids.at(1) == id)
    }
  }

  @Test func `token responses can lack fields, and their endpoint can be behind a wall`()
    async throws
  {
    try await Demo.run([Fault(.bareToken)]) { demo in
      let members = try await demo.token().object
      #expect(Set(members.keys) == ["access_token", "token_type", "scope", "created_at"])
      demo.server.setFaults(DemoFaults([try Fault("bot-wall")]))
      let wall = try await demo.token()
      #expect(wall.status == 200)
      #expect(wall["Content-Type"]?.hasPrefix("text/html") == true)
    }
  }

  @Test func `faults, counts and requests are available over HTTP`() async throws {
    try await Demo.run { demo in
      let bearer = try await demo.bearer()
      _ = try await demo.get("/photos?page=1&client_id=demo-access-key", authorization: bearer)
      let set = try await demo.wire.send(
        "POST",
        "/_demo/faults",
        type: "application/json",
        body: "{\"faults\": [\"status=503@photos*1\", \"feed-shift=1\"]}"
      )
      #expect(set.object["faults"] as? [String] == ["status=503@photos*1", "feed-shift=1"])
      #expect(try await demo.get("/photos").status == 503)
      let state = try await demo.get("/_demo/state").object
      let counts = state["counts"] as? [String: Int]
      #expect(counts?["photos"] == 2)
      #expect(counts?["token"] == 1)
      #expect(state["faults"] as? [String] == ["feed-shift=1"])
      let requests = state["requests"] as? [[String: String]] ?? []
      let feed = requests.first { $0["route"] == "photos" }
      #expect(feed?["authorization"] == "bearer")
      #expect(feed?["target"]?.hasPrefix("/photos?page=1&client_id=") == true)
      #expect(feed?["target"]?.contains("demo-access-key") == false)
      let bad = try await demo.wire.send("POST", "/_demo/faults", body: "{\"faults\":[\"x\"]}")
      #expect(bad.status == 422)
      let reset = try await demo.wire.send("POST", "/_demo/reset").object
      #expect((reset["counts"] as? [String: Int])?["photos"] == 0)
      #expect(reset["faults"] as? [String] == [])
    }
  }

  @Test func `waiting over HTTP ends when the route is called`() async throws {
    try await Demo.run { demo in
      let other = try await Wire(port: demo.address.port)
      async let waited = other.send("GET", "/_demo/wait?route=photos&count=2")
      _ = try await demo.get("/photos")
      _ = try await demo.get("/photos")
      #expect(try await waited.status == 200)
    }
  }
}
