import DemoControl
import DemoServer
import Foundation
import Harness
import Testing

/// A check of values against the schemas of the vendored OpenAPI document.
private struct OpenAPI {
  private let document: [String: Any]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/unsplash-openapi-v1.json")
    document =
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
  }

  /// Returns the errors of a route's response, one per line.
  func findings(
    _ value: Any,
    path: String,
    status: String = "200",
    method: String = "get"
  ) -> [String] {
    let route = (document["paths"] as? [String: Any])?[path] as? [String: Any]
    let responses = (route?[method] as? [String: Any])?["responses"] as? [String: Any]
    let response = responses?[status].map(resolved)
    let content = response?["content"] as? [String: Any]
    guard let schema = (content?["application/json"] as? [String: Any])?["schema"] else {
      return ["\(path) is not described"]
    }
    return check(value, resolved(schema), at: path)
  }

  private func resolved(_ schema: Any) -> [String: Any] {
    guard let schema = schema as? [String: Any] else { return [:] }
    guard let reference = schema["$ref"] as? String else { return schema }
    var node: Any = document
    for part in reference.dropFirst(2).split(separator: "/") {
      node = (node as? [String: Any])?[String(part)] ?? [:]
    }
    return resolved(node)
  }

  private func check(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    var findings: [String] = []
    for part in schema["allOf"] as? [Any] ?? [] {
      findings += check(value, resolved(part), at: place)
    }
    for word in ["oneOf", "anyOf"] {
      guard let choices = schema[word] as? [Any] else { continue }
      if !choices.contains(where: { check(value, resolved($0), at: place).isEmpty }) {
        findings.append("\(place): fits no choice")
      }
    }
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { isType($0, value) }) {
      findings.append("\(place): \(value) is no \(types.joined(separator: " or "))")
      return findings
    }
    if let format = schema["format"] as? String, let text = value as? String,
      !isFormat(format, text)
    {
      findings.append("\(place): \(text) is no \(format)")
    }
    if let least = schema["exclusiveMinimum"] as? Double, (value as? Double ?? least) <= least {
      findings.append("\(place): \(value) is too small")
    }
    if let object = value as? [String: Any] {
      for name in schema["required"] as? [String] ?? [] where object[name] == nil {
        findings.append("\(place): \(name) is missing")
      }
      for (name, part) in schema["properties"] as? [String: Any] ?? [:] {
        guard let member = object[name] else { continue }
        findings += check(member, resolved(part), at: place + "." + name)
      }
    }
    if let list = value as? [Any] {
      if list.count < schema["minItems"] as? Int ?? 0 { findings.append("\(place): too few") }
      if let items = schema["items"] {
        for element in list { findings += check(element, resolved(items), at: place + "[]") }
      }
    }
    return findings
  }

  private func isType(_ type: String, _ value: Any) -> Bool {
    let isBool = (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    return switch type {
    case "null": value is NSNull
    case "string": value is String
    case "boolean": isBool
    case "integer": value is Int && !isBool
    case "number": value is Double && !isBool
    case "array": value is [Any]
    case "object": value is [String: Any]
    default: false
    }
  }

  private func isFormat(_ format: String, _ text: String) -> Bool {
    switch format {
    case "uri": URL(string: text)?.scheme != nil
    case "date-time":
      text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)/) != nil
    case "email": text.contains("@")
    default: true
    }
  }
}

@Suite struct `Demo answers and the vendor's contract` {
  @Test func `every described response has the required members and types`() async throws {
    let contract = try OpenAPI()
    try await Demo.run(photoCount: 90) { demo in
      let bearer = try await demo.bearer()
      var ids: [String] = []
      var users: Set<String> = []
      for page in 1...3 {
        let answer = try await demo.get("/photos?per_page=30&page=\(page)")
        #expect(contract.findings(answer.json as Any, path: "/photos") == [])
        ids += answer.ids
        for photo in answer.list {
          let user = photo["user"] as? [String: Any]
          users.insert(user?["username"] as? String ?? "")
        }
      }
      for id in ids.prefix(40) {
        let photo = try await demo.get("/photos/\(id)")
        #expect(contract.findings(photo.json as Any, path: "/photos/{assetSlug}") == [])
      }
      let download = try await demo.get("/photos/\(ids.at(0))/download")
      #expect(contract.findings(download.json as Any, path: "/photos/{id}/download") == [])
      for user in users {
        let answer = try await demo.get("/users/\(user)")
        #expect(contract.findings(answer.json as Any, path: "/users/{username}") == [])
        let own = try await demo.get("/users/\(user)/photos")
        #expect(contract.findings(own.json as Any, path: "/users/{username}/photos") == [])
      }
      for (path, contractPath) in [
        ("/topics", "/topics"), ("/topics/nature", "/topics/{topicSlug}"),
        ("/topics/nature/photos", "/topics/{topicSlug}/photos"),
        ("/users/demo/collections", "/users/{username}/collections"),
        ("/search/users?query=a", "/search/users"),
        ("/search/collections?query=a", "/search/collections"),
        ("/photos/random?count=3&topics=demo-topic-3", "/photos/random"),
      ] {
        let answer = try await demo.get(path)
        #expect(answer.status == 200)
        #expect(contract.findings(answer.json as Any, path: contractPath) == [])
      }
      let collections = try await demo.get("/users/demo/collections").list
      let collection = try #require(collections.first?["id"] as? String)
      for path in ["/collections/{collectionId}", "/collections/{collectionId}/photos"] {
        let answer = try await demo.get(path.replacing("{collectionId}", with: collection))
        #expect(contract.findings(answer.json as Any, path: path) == [])
      }
      try await check(demo, contract, photo: ids.at(0))
      let me = try await demo.get("/me", authorization: bearer)
      #expect(contract.findings(me.json as Any, path: "/me") == [])
      let search = try await demo.get("/search/photos?query=the")
      #expect(contract.findings(search.json as Any, path: "/search/photos") == [])
      let error = try await demo.get("/photos/nothing")
      #expect(
        contract.findings(error.json as Any, path: "/photos/{assetSlug}", status: "default") == []
      )
    }
  }

  /// Checks changes of collections, and the photo that lists them.
  private func check(_ demo: Demo, _ contract: OpenAPI, photo: String) async throws {
    let bearer = try await demo.bearer(scope: "public read_user write_collections")
    let (made, changed) = try await demo.collectionEdit(bearer, photo)
    #expect(
      contract.findings(made.json as Any, path: "/collections", status: "201", method: "post") == []
    )
    for (answer, name, status, method) in zip(
      changed,
      [("add", "201", "post"), ("remove", "200", "delete")]
    ).map({ ($0, $1.0, $1.1, $1.2) }) {
      let path = "/collections/{collectionId}/" + name
      #expect(
        contract.findings(answer.json as Any, path: path, status: status, method: method) == []
      )
    }
    let full = try await demo.get("/photos/\(photo)", authorization: bearer)
    #expect(contract.findings(full.json as Any, path: "/photos/{assetSlug}") == [])
  }

  @Test func `the check finds missing members and wrong types`() async throws {
    let contract = try OpenAPI()
    try await Demo.run(photoCount: 40) { demo in
      var photo = try await demo.get("/photos").list.at(0)
      photo["width"] = "800"
      photo["links"] = nil
      let findings = contract.findings([photo], path: "/photos")
      #expect(findings.contains { $0.contains("links is missing") })
      #expect(findings.contains { $0.contains(".width: 800 is no integer") })
    }
  }
}
