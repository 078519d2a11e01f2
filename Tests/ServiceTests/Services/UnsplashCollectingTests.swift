import HTTP
import Harness
import Model
import Testing

@testable import Accounts
@testable import ServiceAPI
@testable import Unsplash

private let json = [HTTPHeader("Content-Type", "application/json")]
private let photo = Photo.ID(service: .unsplash, value: "-a_b")

@Suite struct `Changing collections at Unsplash` {
  @Test func `a photo is added in the body, and removed in the URL`() async throws {
    let body = #"{"collection":{"id":7,"title":"Fog","total_photos":4},"photo":{},"user":{}}"#
    let numbers = ScriptedTransport(body, headers: json)
    // A number isn't a valid ID, but the response is still a success.
    #expect(try await unsplash(numbers).setCollected(photo, in: "7", true) == nil)
    let transport = ScriptedTransport(
      body.replacing("\"id\":7", with: "\"id\":\"7\""),
      headers: json
    )
    let info = try await unsplash(transport).setCollected(photo, in: "7/8", true)
    #expect(info?.title == "Fog" && info?.total == 4)
    _ = try await unsplash(transport).setCollected(photo, in: "7", false)
    let (added, removed) = try (transport.requests.at(0), transport.requests.at(1))
    #expect(added.method == .post && added.url == "https://api.example/collections/7%2F8/add")
    #expect(added.body.map { String(decoding: $0, as: UTF8.self) } == #"{"photo_id":"-a_b"}"#)
    #expect(added.headers.contains(HTTPHeader("Content-Type", "application/json")))
    #expect(!added.retries)
    #expect(removed.method == .delete && removed.body == nil)
    #expect(removed.url == "https://api.example/collections/7/remove?photo_id=-a_b")
    let empty = ScriptedTransport("", headers: json)
    #expect(try await unsplash(empty).setCollected(photo, in: "7", false) == nil)
  }

  @Test func `a change of another photo isn't accepted`() async {
    let body = #"{"collection":{"id":"7","title":"Fog"},"photo":{"id":"-a_c"}}"#
    let transport = ScriptedTransport(body, headers: json)
    for isIn in [true, false] {
      await #expect(throws: Problem(.collectionEdit, .unconfirmed)) {
        try await unsplash(transport).setCollected(photo, in: "7", isIn)
      }
    }
    #expect(transport.requests.allSatisfy { !$0.followsRedirects })
  }

  @Test func `a collection is created, private if requested`() async throws {
    let transport = ScriptedTransport(#"{"id":"9","title":"A \"b\""}"#, headers: json)
    let new = NewCollection(title: #"A "b""#, isPrivate: true)
    let made = try await unsplash(transport).makeCollection(new)
    #expect(made.list == .collection("9") && made.info.title == #"A "b""#)
    let request = try transport.requests.at(0)
    #expect(request.method == .post && request.url == "https://api.example/collections")
    let sent = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(sent.contains(#""title":"A \"b\"""#) && sent.contains(#""private":true"#))
  }

  @Test func `a sign-in without the permission isn't an expired session`() async {
    let transport = ScriptedTransport(
      #"{"errors":["OAuth error: missing permissions"]}"#,
      status: 403,
      headers: json
    )
    await #expect(
      throws: Problem(.collectionEdit, .forbidden(message: "OAuth error: missing permissions"))
    ) { try await unsplash(transport).setCollected(photo, in: "7", true) }
  }

  @Test func `photos list the user's collections that contain them`() async throws {
    let body = """
      [{"id":"a","width":4,"height":3,"urls":{"raw":"https://images.example/a"},
        "user":{"username":"ada"},
        "current_user_collections":[{"id":"7","title":"Fog"},{"id":8},{}]},
       {"id":"b","width":4,"height":3,"urls":{"raw":"https://images.example/b"},
        "user":{"username":"ada"}}]
      """
    let page = try await unsplash(ScriptedTransport(body, headers: json)).feedPage(1)
    #expect(page.photos.map(\.collections) == [["7"], nil])
  }

  @Test func `sign-in requests the permission for collections if configured`() {
    var sections = ServiceSections()
    #expect(sections.unsplash.application.scopes == ["public", "read_user", "write_likes"])
    #expect(
      !ServiceEntry.unsplash.setup(sections).description.capabilities.contains(.collectionEdit)
    )
    sections.unsplash.editsCollections = true
    #expect(
      sections.unsplash.application.scopes.suffix(2)
        == ["read_collections", "write_collections"]
    )
    let demo = ServiceEntry.unsplash.demo?("http://127.0.0.1:1", sections)
    #expect(demo?.description.capabilities.contains(.collectionEdit) == true)
  }
}
