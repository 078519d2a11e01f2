import Canvas
import DemoControl
import DemoServer
import Foundation
import Harness
import Imaging
import Testing

@testable import DemoServer

@Suite(.timeLimit(.hang)) struct `Demo files in part` {
  private func request(_ range: String?, _ condition: String? = nil) -> DemoRequest {
    DemoRequest(method: "GET", target: "/", range: range, ifRange: condition)
  }

  @Test(
    arguments: [
      (nil, .whole), ("bytes=0-", .part(0..<100)), ("bytes=99-", .part(99..<100)),
      ("bytes=100-", .beyond), ("bytes=5-9", .part(5..<10)), ("bytes=5-900", .part(5..<100)),
      ("bytes=-1", .part(99..<100)), ("bytes=-900", .part(0..<100)), ("bytes=-0", .beyond),
      ("bytes=9-5", .whole), ("bytes=1-2,4-5", .whole), ("bytes=x", .whole), ("lines=1-2", .whole),
      ("bytes=1-x", .whole), ("bytes=-", .whole),
    ] as [(String?, ByteRange)]
  )
  func `a range header is parsed, unless its condition doesn't match`(
    text: String?,
    range: ByteRange
  ) {
    #expect(ByteRange(request(text), tag: "\"a\"", size: 100) == range)
    #expect(ByteRange(request(text, "\"a\""), tag: "\"a\"", size: 100) == range)
    for condition in ["\"b\"", "W/\"a\"", "Sun, 06 Nov 1994 08:49:37 GMT"] {
      #expect(ByteRange(request(text, condition), tag: "\"a\"", size: 100) == .whole)
    }
  }

  /// Returns the response for a photo's file.
  private func file(
    _ demo: Demo,
    _ id: String,
    query: String = "?q=85",
    _ headers: [(String, String)] = []
  ) async throws -> Reply {
    try await demo.wire.send("GET", "/photo-\(id)\(query)", headers: headers)
  }

  @Test func `the parts of a file make the file, under one tag`() async throws {
    try await Demo.run { demo in
      let id = try await demo.get("/photos").ids.at(0)
      let whole = try await file(demo, id)
      let tag = try #require(whole["ETag"])
      #expect(tag.hasPrefix("\""))
      #expect(whole["Accept-Ranges"] == "bytes")
      let size = whole.body.count
      let half = size / 2
      #expect(demo.server.served(id) == size)

      let rest = try await file(demo, id, [("Range", "bytes=\(half)-"), ("If-Range", tag)])
      #expect(rest.status == 206)
      #expect(rest["Content-Range"] == "bytes \(half)-\(size - 1)/\(size)")
      #expect(rest["ETag"] == tag)
      #expect(rest.body == Array(whole.body[half...]))
      #expect(demo.server.served(id) == size + size - half)

      let beyond = try await file(demo, id, [("Range", "bytes=\(size)-")])
      #expect(beyond.status == 416)
      #expect(beyond["Content-Range"] == "bytes */\(size)")
      let other = try await file(demo, id, [("Range", "bytes=1-"), ("If-Range", "\"b\"")])
      #expect(other.status == 200 && other.body == whole.body)

      let coarse = try await file(demo, id, query: "?q=84")
      #expect(coarse["ETag"] != tag)
      #expect(try await file(demo, id, query: "?w=100&fit=max")["ETag"] != tag)
      // Sizes for the screen aren't counted.
      let served = demo.server.served(id)
      #expect(served == 3 * size - half + coarse.body.count)
      let state = try await demo.get("/_demo/state").object
      #expect((state["served"] as? [String: Int])?[id] == served)
      _ = try await demo.wire.send("POST", "/_demo/reset")
      #expect(demo.server.served(id) == 0)
    }
  }

  @Test func `a file can change once or always, and stays a picture`() async throws {
    try await Demo.run { demo in
      let id = try await demo.get("/photos").ids.at(0)
      let query = "?w=200&fit=max"
      func next() async throws -> Reply { try await file(demo, id, query: query) }
      let first = try await next()
      #expect(try await next()["ETag"] == first["ETag"])
      demo.server.setFaults(DemoFaults([try Fault("etag-change*1")]))
      let second = try await next()
      #expect(second["ETag"] != first["ETag"] && second.body != first.body)
      let pixels = try JPEG.decode(first.body).bytes
      #expect(try JPEG.decode(second.body).bytes == pixels)
      #expect(try await next()["ETag"] == second["ETag"])
      demo.server.setFaults(DemoFaults([Fault(.tagChange)]))
      let third = try await next()
      #expect(try await next()["ETag"] != third["ETag"])
    }
  }

  @Test func `ranges can be ignored, and a truncated part counts the bytes sent`() async throws {
    try await Demo.run([Fault(.withoutRanges)]) { demo in
      let id = try await demo.get("/photos").ids.at(0)
      let whole = try await file(demo, id, [("Range", "bytes=5-")])
      #expect(whole.status == 200)
      #expect(whole["Accept-Ranges"] == nil)
      demo.server.setFaults(DemoFaults([Fault(.cut)]))
      let before = demo.server.served(id)
      await #expect(throws: WireError.self) { try await file(demo, id) }
      let sent = demo.server.served(id) - before
      #expect(sent == whole.body.count / 2)
    }
  }
}

@Suite struct `Demo colours` {
  @Test(
    arguments: [
      (0x000000, .black), (0x202018, .black), (0xFFFFFF, .white), (0xD0D4E0, .white),
      (0x808080, .blackAndWhite), (0x807E7C, .blackAndWhite), (0xC02020, .red), (0xC02040, .red),
      (0xA07030, .orange), (0xB0B020, .yellow), (0x508040, .green), (0x20A0A0, .teal),
      (0x305080, .blue), (0x603090, .purple), (0xA02080, .magenta),
    ] as [(UInt32, ColorName)]
  )
  func `colour names match those of the API`(rgb: UInt32, name: ColorName) {
    #expect(ColorName(Color(rgb)) == name)
  }

  @Test func `a colour filter finds photos by their own colours`() async throws {
    try await Demo.run { demo in
      var seen = 0
      for color in ColorName.allCases {
        let answer = try await demo.get(
          "/search/photos?query=e&per_page=30&color=\(color.rawValue)&order_by=latest"
        )
        for photo in answer.object["results"] as? [[String: Any]] ?? [] {
          guard let text = photo["color"] as? String,
            let rgb = UInt32(text.dropFirst(), radix: 16)
          else { continue }
          #expect(ColorName(Color(rgb)) == color)
          seen += 1
        }
      }
      #expect(seen > 30)
      // Grey in every pixel, not only on average.
      let grey = try await demo.get("/search/photos?query=e&per_page=30&color=black_and_white")
      let photos = grey.object["results"] as? [[String: Any]] ?? []
      #expect(!photos.isEmpty)
      for photo in photos {
        let url = (photo["urls"] as? [String: Any])?["raw"] as? String ?? ""
        let path = url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        let target = path + "&w=64&fit=max"
        let body = try await demo.get(String(target), authorization: nil).body
        let bytes = try JPEG.decode(body, covering: Size(64, 64)).bytes
        let spread = stride(from: 0, to: bytes.count, by: 3).map { index in
          let pixel = bytes[index..<index + 3]
          return Int(pixel.max() ?? 0) - Int(pixel.min() ?? 0)
        }
        #expect(spread.allSatisfy { $0 <= 6 }, "\(photo["id"] ?? "")")
      }
      for query in ["color=pink", "orientation=round"] {
        #expect(try await demo.get("/search/photos?query=e&\(query)").status == 400)
      }
    }
  }
}
