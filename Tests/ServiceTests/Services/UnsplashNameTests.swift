import HTTP
import Harness
import Model
import ServiceAPI
import Testing
import Unsplash

/// Invalid IDs, names and texts.
@Suite struct `Unsplash names` {
  private static func photo(
    _ id: String,
    username: String = "ada",
    name: String = "Ada"
  ) -> String {
    """
    {"id":"\(id)","width":4,"height":3,"urls":{"raw":"https://images.example/a"},"likes":7,
     "user":{"username":"\(username)","name":"\(name)"}}
    """
  }

  @Test(arguments: [".", "..", "...", "", "%2e%2e"])
  func `names of folders are refused for photos and people`(name: String) async throws {
    let log = LogLines()
    let list = [Self.photo(name), Self.photo("b", username: name), Self.photo("c")]
    let transport = ScriptedTransport("[\(list.joined(separator: ","))]")
    let page = try await unsplash(transport, log: log).feedPage(1)
    let kept = page.photos.map(\.id.value)
    #expect(kept.last == "c" && kept.count == (name == "%2e%2e" ? 3 : 1))
  }

  /// As an earlier version may have stored them, or as a command may name them.
  @Test(arguments: [".", ".."])
  func `names of folders are never sent to a service`(name: String) async {
    let transport = ScriptedTransport("{}")
    let service = unsplash(transport)
    let id = Photo.ID(service: .unsplash, value: name)
    let problems = [
      await problem { () throws(Problem) in _ = try await service.setLike(id, liked: true) },
      await problem { () throws(Problem) in _ = try await service.setLike(id, liked: false) },
      await problem { () throws(Problem) in _ = try await service.photo(id) },
      await problem { () throws(Problem) in _ = try await service.favourites(of: name, page: 1) },
      await problem { () throws(Problem) in _ = try await service.photos(of: name, page: 1) },
      await problem { () throws(Problem) in _ = try await service.photos(inTopic: name, page: 1) },
      await problem { () throws(Problem) in
        _ = try await service.setCollected(anId, in: name, true)
      },
    ]
    #expect(problems.allSatisfy { $0?.cause == .notFound })
    #expect(transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      (#"Ann \ud83d"#, "Ann \u{FFFD}"), (#"\udc00Lee"#, "\u{FFFD}Lee"),
      (#"\ud83d\ud83d\ude00"#, "\u{FFFD}\u{1F600}"), (#"\\ud83d \u00e9"#, #"\ud83d é"#),
    ]
  )
  func `text with half a character is still read`(name: String, expected: String) async throws {
    let one = Self.photo("a", name: name)
    #expect(try await unsplash(ScriptedTransport(one)).photo(anId).author.name == expected)
    let page = try await unsplash(ScriptedTransport("[\(one)]")).feedPage(1)
    #expect(page.photos.map(\.author.name) == [expected])
    // A member's name may contain it too: the decoder then refuses the whole object.
    let member = one.dropLast() + ",\"\(name)\":1,\"tags\":{\"\(name)\":[]}}"
    let named = String(member)
    #expect(try await unsplash(ScriptedTransport(named)).photo(anId).id.value == "a")
    #expect(try await unsplash(ScriptedTransport("[\(named)]")).feedPage(1).photos.count == 1)
  }

  @Test(arguments: ["nan", "inf", "-infinity", "0x1F", "1e400", "1 2"])
  func `a string is read as a number only if it is decimal and finite`(text: String) throws {
    struct Answer: Decodable {
      let numbers: [Double?]
      init(from decoder: any Decoder) throws {
        let values = try LenientValues(decoder)
        numbers = ["text", "decimal"].map(values.number)
      }
    }
    let json = "{\"text\":\"\(text)\",\"decimal\":\"-1.5e2\"}"
    let answer: Answer = try LenientJSON.decode(from: Array(json.utf8))
    #expect(answer.numbers == [nil, -150])
  }

  @Test func `text in an invalid encoding is still read`() async throws {
    let text = Self.photo("a", name: "Ann@")
    let bytes = Array(text.utf8).map { $0 == UInt8(ascii: "@") ? 0xFF : $0 }
    let transport = ScriptedTransport { HTTPResponse(status: 200, url: $0.url, body: bytes) }
    #expect(try await unsplash(transport).photo(anId).author.name == "Ann\u{FFFD}")
  }
}
