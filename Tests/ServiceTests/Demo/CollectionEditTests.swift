import DemoControl
import DemoServer
import Foundation
import Harness
import Testing

extension Demo {
  func send(_ method: String, _ target: String, _ bearer: String?, _ json: String = "")
    async throws -> Reply
  {
    try await wire.send(
      method,
      target,
      authorization: bearer,
      type: json.isEmpty ? nil : "application/json",
      body: json
    )
  }

  /// Creates a collection, adds a photo and removes it again.
  func collectionEdit(_ bearer: String, _ photo: String) async throws -> (Reply, [Reply]) {
    let made = try await send("POST", "/collections", bearer, #"{"title":"Fog","private":false}"#)
    let own = "/collections/\(made.object["id"] as? String ?? "")"
    let added = try await send("POST", own + "/add", bearer, #"{"photo_id":"\#(photo)"}"#)
    let removed = try await send("DELETE", own + "/remove?photo_id=\(photo)", bearer)
    return (made, [added, removed])
  }
}

@Suite struct `Demo collections` {
  private static let scopes = "public read_user write_collections read_collections"

  private func total(_ reply: Reply) -> Int? {
    (reply.object["collection"] as? [String: Any])?["total_photos"] as? Int
  }

  @Test func `collections are created, filled and emptied by permitted users`() async throws {
    try await Demo.run { demo in
      let bearer = try await demo.bearer(scope: Self.scopes)
      let photo = try await demo.get("/photos").ids.at(3)
      let (made, changed) = try await demo.collectionEdit(bearer, photo)
      #expect(made.status == 201 && made.object["total_photos"] as? Int == 0)
      #expect(changed.map(\.status) == [201, 200] && changed.map(total) == [1, 0])
      let id = made.object["id"] as? String ?? ""
      let body = #"{"photo_id":"\#(photo)"}"#
      for _ in 0..<2 {
        #expect(total(try await demo.send("POST", "/collections/\(id)/add", bearer, body)) == 1)
      }
      #expect(try await demo.get("/collections/\(id)/photos").ids == [photo])
      let mine = try await demo.get("/users/demo/collections", authorization: bearer)
      #expect(mine.ids.first == id)
      // Only requests with a signed-in user receive their own collections.
      let known = try await demo.get("/photos/\(photo)", authorization: bearer)
      let own = known.object["current_user_collections"] as? [[String: Any]] ?? []
      #expect(own.contains { $0["id"] as? String == id })
      let other = try await demo.get("/photos/\(photo)")
      #expect((other.object["current_user_collections"] as? [Any])?.isEmpty == true)
    }
  }

  @Test func `private collections are visible only to those permitted to read them`() async throws {
    try await Demo.run { demo in
      let bearer = try await demo.bearer(scope: Self.scopes)
      let body = #"{"title":"Hidden","private":true}"#
      let made = try await demo.send("POST", "/collections", bearer, body)
      let id = made.object["id"] as? String ?? ""
      #expect(made.object["private"] as? Bool == true)
      #expect(try await demo.get("/collections/\(id)").status == 404)
      #expect(try await demo.get("/collections/\(id)/photos").status == 404)
      #expect(try await demo.get("/collections/\(id)", authorization: bearer).status == 200)
      #expect(try await !demo.get("/users/demo/collections").ids.contains(id))
    }
  }

  @Test func `changes are refused without permission, and for missing or foreign collections`()
    async throws
  {
    try await Demo.run { demo in
      let photo = try await demo.get("/photos").ids.at(0)
      let body = #"{"photo_id":"\#(photo)"}"#
      let mine = try await demo.get("/users/demo/collections").ids.at(0)
      func add(_ id: String, _ bearer: String?, _ body: String) async throws -> Int {
        try await demo.send("POST", "/collections/\(id)/add", bearer, body).status
      }
      #expect(try await add(mine, Demo.key, body) == 401)
      let without = try await demo.bearer()
      #expect(try await add(mine, without, body) == 403)
      #expect(try await demo.send("POST", "/collections", without, #"{"title":"x"}"#).status == 403)
      let bearer = try await demo.bearer(scope: Self.scopes)
      #expect(try await add(mine, bearer, "{}") == 400)
      #expect(try await add(mine, bearer, #"{"photo_id":"nothing"}"#) == 404)
      #expect(try await add("999", bearer, body) == 404)
      let author = try await demo.get("/photos/\(photo)").object["user"] as? [String: Any]
      let name = author?["username"] as? String ?? ""
      let others = try await demo.get("/users/\(name)/collections").ids.at(0)
      #expect(try await add(others, bearer, body) == 403)
      #expect(try await demo.send("POST", "/collections", bearer, "{}").status == 400)
      #expect(try await demo.send("POST", "/collections", bearer, #"{"title":""}"#).status == 422)
      let long = String(repeating: "x", count: 61)
      #expect(
        try await demo.send("POST", "/collections", bearer, #"{"title":"\#(long)"}"#).status == 422
      )
    }
  }

  @Test func `faults affect collections`() async throws {
    try await Demo.run { demo in
      let bearer = try await demo.bearer(scope: Self.scopes)
      _ = try await demo.send("POST", "/_demo/faults", nil, #"{"faults":["status=503@collect*1"]}"#)
      #expect(try await demo.send("POST", "/collections", bearer, #"{"title":"a"}"#).status == 503)
      #expect(try await demo.send("POST", "/collections", bearer, #"{"title":"a"}"#).status == 201)
      _ = try await demo.send("POST", "/_demo/reset", nil)
      #expect(try await demo.get("/users/demo/collections", authorization: bearer).ids.count == 2)
    }
  }
}
