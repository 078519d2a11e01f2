import Foundation
import HTTP
import Harness
import Logging
import Model
import ServiceAPI
import Testing

@testable import Commons

/// What Commons may have between its photographs, and what a page may call its file.
@Suite struct CommonsHostileTests {
  private static let site = "https://commons.wikimedia.org"
  private static var good: [String: Any] {
    [
      "mime": "image/jpeg", "width": 900, "height": 600, "timestamp": "2026-08-30T09:15:00Z",
      "thumburl": "https://thumb.wikimedia.org/wikipedia/commons/thumb/1/1a/X.jpg/330px-X.jpg",
    ]
  }

  /// Returns the photos of a page of the feed with files.
  private func photos(_ files: [(title: String, file: [String: Any])]) async throws -> [Photo] {
    let pages = files.enumerated().map { index, file in
      ["pageid": index + 1, "ns": 6, "title": "File:" + file.title, "imageinfo": [file.file]]
        as [String: Any]
    }
    let answer: [String: Any] = ["batchcomplete": true, "query": ["pages": pages]]
    let body = try [UInt8](JSONSerialization.data(withJSONObject: answer))
    let transport = ScriptedTransport { request in
      HTTPResponse(status: 200, url: request.url, headers: [], body: body)
    }
    let connection = ServiceConnection(
      transport: transport,
      session: { nil },
      log: Logger(label: "test")
    )
    return try await CommonsSource(CommonsConfiguration(), connection).feedPage(.first).photos
  }

  @Test func `what is no JPEG file with a size and an address is left out`() async throws {
    let changes: [[String: Any]] = [
      ["mime": "image/png"], ["mime": "image/svg+xml"], ["mime": "image/tiff"],
      ["mime": "video/webm"], ["mime": "application/pdf"], ["mime": 7], ["width": 0],
      ["height": -5], ["width": "wide"], ["thumburl": "javascript:alert(1)"],
      ["thumburl": "https://evil.example/1.jpg"], ["thumburl": NSNull()],
    ]
    let bad = changes.map { change in (title: "X.jpg", file: Self.good.merging(change) { $1 }) }
    let hidden: [String: Any] = ["filehidden": true, "userhidden": true, "timestamp": ""]
    let found = try await photos(bad + [("H.jpg", hidden), ("Good.jpg", Self.good)])
    #expect(found.map(\.title) == ["Good"])
    // A huge size is limited, as everywhere.
    let huge = try await photos([("X.jpg", Self.good.merging(["width": 1e12]) { $1 })])
    #expect(huge.allSatisfy { SanityLimits.side.contains($0.width) })
  }

  @Test(arguments: [
    #"Who "knows", 'it' ?&=!+;@$*^~` (1), 2.0"#, "Лиса 🦊 у «окна»", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}",
    "-rf", "a..b", String(repeating: "é", count: 110),
  ])
  func `every title that a file may have leads to its page and back`(name: String) async throws {
    let photo = try #require(try await photos([(name + ".jpg", Self.good)]).first)
    #expect(photo.title == name)
    let page = try #require(photo.pageURL)
    #expect(page.text.hasPrefix(Self.site + "/wiki/File:") && page.text.allSatisfy(\.isASCII))
    let capital = name.prefix(1).uppercased() + name.dropFirst() + ".jpg"
    #expect(CommonsAddress.target(of: page.text, site: Self.site) == .lookup(capital))
  }

  @Test func `texts of any size and depth become short ones`() async throws {
    let deep =
      String(repeating: "<div><b>", count: 20_000) + "Ann" + String(repeating: "&#", count: 9_000)
    let texts = ["Artist", "ImageDescription", "Attribution", "LicenseShortName"].reduce(
      into: [String: Any]()
    ) { $0[$1] = ["value": deep] }
    let file = Self.good.merging(["extmetadata": texts]) { $1 }
    let photo = try #require(try await photos([("X.jpg", file)]).first)
    #expect(photo.author.name.count <= 350 && photo.author.username.isEmpty)
    #expect(photo.attribution?.count ?? 0 <= 300 && photo.license?.count ?? 0 <= 60)
    #expect(photo.description?.count ?? 0 <= 4_000)
  }
}
