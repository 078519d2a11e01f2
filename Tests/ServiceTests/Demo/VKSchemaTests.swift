import DemoControl
import DemoServer
import Foundation
import HTTP
import Model
import Testing

/// The demo's VK, compared with VKCOM's public schema (github.com/VKCOM/vk-api-schema, version
/// 5.199).
///
/// Checks which members of its responses the schema describes, and that they match the description.
struct `The demo's VK and VKCOM's schema` {
  /// The schema's description of a value.
  fileprivate indirect enum Shape: Sendable {
    /// A whole number with a minimum.
    case integer(from: Int = .min)
    /// 0 or 1.
    case bit
    case flag
    case text
    case address
    case word([String])
    case list(Shape)
    case object([Member])
  }

  fileprivate struct Member: Sendable {
    let name: String
    let shape: Shape
    var isRequired = false
  }

  private static func must(_ name: String, _ shape: Shape) -> Member {
    Member(name: name, shape: shape, isRequired: true)
  }

  private static func may(_ name: String, _ shape: Shape) -> Member {
    Member(name: name, shape: shape)
  }

  /// The definition `photos_photo_sizes`.
  private static let size = Shape.object([
    must("height", .integer(from: 0)), must("width", .integer(from: 0)),
    must("type", .text), may("url", .address), may("src", .address),
  ])
  /// The definition `photos_photo`, without members that the demo never has.
  private static let photo = Shape.object([
    must("album_id", .integer()), must("date", .integer(from: 0)), must("id", .integer(from: 0)),
    must("owner_id", .integer()), must("has_tags", .flag), may("sizes", .list(size)),
    may("text", .text), may("user_id", .integer(from: 1)),
    may(
      "likes",
      .object([may("count", .integer(from: 0)), may("user_likes", .bit)])
    ),
  ])
  /// The definition `photos_photo_album_full`.
  private static let album = Shape.object([
    must("id", .integer()), must("owner_id", .integer()), must("size", .integer(from: 0)),
    must("title", .text), may("created", .integer(from: 0)), may("updated", .integer(from: 0)),
    may("description", .text), may("thumb_id", .integer(from: 0)),
    may("thumb_src", .address), may("sizes", .list(size)),
  ])
  /// The definition `users_user_full`.
  private static let user = Shape.object([
    must("id", .integer()), may("first_name", .text), may("last_name", .text),
    may("is_closed", .flag), may("photo_200", .address), may("status", .text),
    may("city", .object([must("id", .integer(from: 1)), must("title", .text)])),
  ])
  /// The definition `groups_group_full`.
  private static let group = Shape.object([
    must("id", .integer(from: 1)), must("name", .text), may("screen_name", .text),
    may("is_closed", .integer(from: 0)), may("type", .word(["group", "page", "event"])),
  ])

  private static func listed(_ shape: Shape) -> Shape {
    .object([
      must("count", .integer(from: 0)), must("items", .list(shape)), may("next_from", .text),
    ])
  }

  /// The JSON of a response.
  private enum JSON: Decodable {
    case flag(Bool), number(Double), text(String), list([JSON]), object([String: JSON]), null

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let list = try? value.decode([JSON].self) {
        self = .list(list)
      } else {
        self = .object(try value.decode([String: JSON].self))
      }
    }
  }

  /// Members that don't match, and members that the schema doesn't describe.
  private struct Findings {
    var wrong: [String] = []
    var undescribed: Set<String> = []

    mutating func check(_ value: JSON, _ shape: Shape, _ place: String) {
      switch (value, shape) {
      case (.number(let number), .integer(let least)):
        if number.rounded() != number || number < Double(least) { wrong.append(place) }
      case (.number(let number), .bit): if number != 0, number != 1 { wrong.append(place) }
      case (.flag, .flag), (.text, .text): break
      case (.text(let text), .address): if WebPage(text) == nil { wrong.append(place) }
      case (.text(let text), .word(let words)): if !words.contains(text) { wrong.append(place) }
      case (.list(let values), .list(let shape)):
        for value in values { check(value, shape, place) }
      case (.object(let values), .object(let members)):
        for member in members {
          if let value = values[member.name] {
            check(value, member.shape, place + "." + member.name)
          } else if member.isRequired {
            wrong.append(place + "." + member.name + " is missing")
          }
        }
        let names = Set(members.map(\.name))
        undescribed.formUnion(values.keys.filter { !names.contains($0) }.map { "\(place).\($0)" })
      default: wrong.append(place)
      }
    }
  }

  fileprivate struct Case: CustomTestStringConvertible, Sendable {
    let method: String
    let fields: [String: String]
    let shape: Shape
    /// Members of the demo that the schema lacks.
    var beyond: Set<String> = []

    var testDescription: String { method }
  }

  private static let album1 = ["owner_id": "-128666765", "album_id": "266310117", "count": "143"]
  // Current responses contain it, but the schema doesn't.
  fileprivate static let cases = [
    Case(
      method: "photos.get",
      fields: album1,
      shape: listed(photo),
      beyond: ["response.items.orig_photo"]
    ),
    Case(
      method: "photos.getById",
      fields: ["photos": "-128666765_457239143"],
      shape: .list(photo),
      beyond: ["response.orig_photo"]
    ),
    Case(
      method: "photos.getAlbums",
      fields: ["owner_id": "-128666765", "need_covers": "1", "photo_sizes": "1"],
      shape: .object([must("count", .integer(from: 0)), must("items", .list(album))])
    ),
    Case(method: "users.get", fields: ["user_ids": "1"], shape: .list(user)),
    Case(
      method: "groups.getById",
      fields: ["group_ids": "128666765"],
      shape: .object([may("groups", .list(group)), may("profiles", .list(user))])
    ),
  ]

  private func answer(
    _ method: String,
    _ fields: [String: String],
    _ lent: DemoServers.Lent
  ) async throws -> [String: JSON] {
    var form = URLQuery(["v": "5.199", "access_token": "demo-service-key"])
    for (name, value) in fields { form[name] = value }
    let transport = CurlTransport(configuration: .forTests)
    let response = try await transport.data(
      HTTPRequest(
        .post,
        lent.address.baseURL + "/vk/method/" + method,
        headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
        body: form.formBody
      ).patient
    )
    await transport.shutdown()
    #expect(response.status == 200)
    return try JSONDecoder().decode([String: JSON].self, from: Data(response.body))
  }

  @Test(arguments: [Int.min, -1, 0, 457_239_000, .max])
  func `a photo's page with any other number is not found`(number: Int) async throws {
    try await DemoServers.shared.lend { lent in
      let transport = CurlTransport(configuration: .forTests)
      let url = lent.address.baseURL + "/vk/photo-128666765_\(number)"
      let response = try await transport.data(HTTPRequest(.get, url).patient)
      #expect(response.status == 404)
      await transport.shutdown()
    }
  }

  @Test(arguments: Self.cases) fileprivate func `every member that the schema describes matches it`(
    _ one: Case
  ) async throws {
    try await DemoServers.shared.lend { lent in
      let answer = try await answer(one.method, one.fields, lent)
      var findings = Findings()
      findings.check(try #require(answer["response"]), one.shape, "response")
      #expect(findings.wrong.isEmpty)
      #expect(findings.undescribed == one.beyond)
    }
  }

  /// `base_error` requires `inner_type`, which no recorded response has.
  @Test func `errors match the schema`() async throws {
    try await DemoServers.shared.lend { lent in
      for code in [5, 14, 17, 1014] {
        lent.server.setFaults(DemoFaults([try Fault("refuse=\(code)")]))
        let answer = try await answer("photos.get", Self.album1, lent)
        var findings = Findings()
        let parameter = Shape.object([Self.must("key", .text), Self.must("value", .text)])
        let error = Shape.object([
          Self.must("error_code", .integer()), Self.may("error_msg", .text),
          Self.may("request_params", .list(parameter)),
        ])
        findings.check(try #require(answer["error"]), error, "error")
        #expect(findings.wrong.isEmpty && answer["response"] == nil)
        let more: Set<String> = ["captcha_sid", "captcha_img", "redirect_uri", "remixstlid"]
        #expect(findings.undescribed.isSubset(of: Set(more.map { "error." + $0 })))
      }
    }
  }
}
