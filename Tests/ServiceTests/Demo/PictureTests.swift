import Canvas
import DemoControl
import Foundation
import Imaging
import Testing

@testable import DemoServer

@Suite struct `Demo pictures` {
  private func size(_ reply: Reply) throws -> Size {
    let header = try JPEG.header(of: reply.body)
    return Size(header.width, header.height)
  }

  /// Returns the request target of an item's picture.
  private func target(_ photo: [String: Any], _ name: String = "raw") -> String {
    let url = (photo["urls"] as? [String: Any])?[name] as? String ?? ""
    return String(url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" })
  }

  @Test func `the announced size is the served size`() async throws {
    try await Demo.run { demo in
      for photo in try await demo.get("/photos?per_page=30").list.prefix(12) {
        let announced = Size(photo["width"] as? Int ?? 0, photo["height"] as? Int ?? 0)
        // The generated one has its own test.
        guard announced.width < 6000 else { continue }
        let reply = try await demo.get(target(photo), authorization: nil)
        #expect(reply["Content-Type"] == "image/jpeg")
        #expect(reply["Cache-Control"] == "public, max-age=31536000")
        #expect(try size(reply) == announced)
      }
    }
  }

  @Test func `width, height, fit and dpr mean the same as on the real host`() async throws {
    try await Demo.run { demo in
      let photo = try #require(
        try await demo.get("/photos?per_page=30").list.first { photo in
          let width = photo["width"] as? Int ?? 0
          return width > photo["height"] as? Int ?? 0 && width > 900 && width < 6000
        }
      )
      let own = Size(photo["width"] as? Int ?? 0, photo["height"] as? Int ?? 0)
      func size(_ query: String) async throws -> Size {
        try self.size(try await demo.get(target(photo) + "&" + query, authorization: nil))
      }
      func height(_ width: Int) -> Int {
        Int((Double(own.height) * Double(width) / Double(own.width)).rounded())
      }
      #expect(try await size("w=400&fit=max&fm=jpg") == Size(400, height(400)))
      #expect(try await size("w=200&dpr=2&fit=max") == Size(400, height(400)))
      #expect(try await size("w=9000&fit=max") == own)
      #expect(try await size("w=300&h=300&fit=max") == Size(300, height(300)))
      #expect(try await size("w=100&h=300&fit=crop") == Size(100, 300))
      #expect(try await size("w=64&h=64&fit=crop&crop=faces&dpr=2") == Size(128, 128))
      #expect(try await size("h=\(own.height / 2)&fit=max").height == own.height / 2)
      #expect(try await size("w=-5&fit=max&h=nonsense") == own)
      let fine = try await demo.get(target(photo) + "&w=400&q=90", authorization: nil)
      let coarse = try await demo.get(target(photo) + "&w=400&q=20", authorization: nil)
      #expect(fine.body.count > coarse.body.count * 2)
    }
  }

  @Test func `the URLs of an item serve their sizes`() async throws {
    try await Demo.run { demo in
      let photo = try #require(
        try await demo.get("/photos?per_page=30").list.first { photo in
          let width = photo["width"] as? Int ?? 0
          return width > 1080 && width < 6000
        }
      )
      for (name, width) in [("regular", 1080), ("small", 400), ("thumb", 200)] {
        let reply = try await demo.get(target(photo, name), authorization: nil)
        #expect(try size(reply).width == width)
      }
      let full = try await demo.get(target(photo, "full"), authorization: nil)
      #expect(try size(full).width == photo["width"] as? Int)
    }
  }

  @Test func `a hash matches the served picture`() async throws {
    // One of each photo.
    try await Demo.run(photoCount: 39) { demo in
      for page in 1...2 {
        for photo in try await demo.get("/photos?per_page=30&page=\(page)").list {
          guard let hash = photo["blur_hash"] as? String else { continue }
          #expect(hash.count == 28 && hash.first == "L")
          let reply = try await demo.get(target(photo) + "&w=400&fit=max&q=90", authorization: nil)
          let picture = try JPEG.decode(reply.body)
          let served = picture.averageColor
          let told = try BlurHash.averageColor(of: hash)
          let slug = photo["slug"] as? String ?? ""
          for channel in [\Color.red, \.green, \.blue] {
            let difference = abs(Int(served[keyPath: channel]) - Int(told[keyPath: channel]))
            #expect(difference <= 8, "\(slug)")
          }
          // If it were mirrored or cropped differently, the two would differ far more.
          let own = BlurHash.encode(
            picture.scaled(to: Size(64, 64)),
            componentsX: 4,
            componentsY: 3
          )
          let pairs = zip(
            try BlurHash.decode(own, width: 8, height: 8).bytes,
            try BlurHash.decode(hash, width: 8, height: 8).bytes
          )
          let mean = pairs.map { abs(Int($0) - Int($1)) }.reduce(0, +) / (8 * 8 * 3)
          #expect(mean <= 8, "\(slug)")
        }
      }
    }
  }

  @Test func `people have square pictures in the sizes that their URLs name`() async throws {
    try await Demo.run { demo in
      let user = try await demo.get("/users/demo").object
      let pictures = user["profile_image"] as? [String: String] ?? [:]
      for (name, side) in [("small", 32), ("medium", 64), ("large", 128)] {
        let target = String((pictures[name] ?? "").dropFirst(demo.address.baseURL.count))
        let reply = try await demo.get(target, authorization: nil)
        #expect(try size(reply) == Size(side, side))
      }
      #expect(try await demo.get("/profile-999", authorization: nil).status == 404)
      #expect(try await demo.get("/photo-nothing", authorization: nil).status == 404)
    }
  }

  @Test func `joined strips equal the picture they were cut from`() throws {
    // Noise and ramps show any error in a block or in a colour's predictor.
    let width = 75
    let height = 80
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += [
          UInt8(x * 3), UInt8(y * 3), UInt8(SeededRandom.mixed(UInt64(x / 8 + y / 8)) & 255),
        ]
      }
    }
    let picture = Bitmap(width: width, height: height, bytes: bytes)
    for quality in [75, 95] {
      let strips = try [0, 32, 64].map { top in
        try JPEG.encode(
          picture.cropped(Rect(x: 0, y: top, width: width, height: min(32, height - top))),
          quality: quality
        )
      }
      let joined = try StripedJPEG.join(strips, height: height)
      let decoded = try JPEG.decode(joined)
      #expect(decoded.size == picture.size)
      let whole = try JPEG.decode(JPEG.encode(picture, quality: quality))
      let differences = zip(decoded.bytes, whole.bytes).map { abs(Int($0) - Int($1)) }
      // Smoothing of colour over block edges differs at the seams only.
      #expect(differences.reduce(0, +) / differences.count < 2)
    }
  }

  @Test func `the generated photo has its twenty-four megapixels`() async throws {
    try await Demo.run(photoCount: 40) { demo in
      let photo = try #require(
        try await demo.get("/photos?per_page=30").list.first { $0["width"] as? Int == 6000 }
      )
      let small = try await demo.get(target(photo) + "&w=400&fit=max", authorization: nil)
      #expect(try size(small) == Size(400, 267))
      let whole = try await demo.get(target(photo), authorization: nil)
      let header = try JPEG.header(of: whole.body)
      #expect(Size(header.width, header.height) == Size(6000, 4000))
      #expect(!header.isProgressive)
      // Both show the same mountains.
      let reduced = try JPEG.decode(whole.body, covering: Size(400, 260))
      let first = reduced.averageColor
      let second = try JPEG.decode(small.body).averageColor
      #expect(abs(Int(first.red) - Int(second.red)) < 8)
      #expect(abs(Int(first.blue) - Int(second.blue)) < 8)
      let medium = try await demo.get(target(photo) + "&w=2400&fit=max", authorization: nil)
      #expect(try size(medium) == Size(2400, 1600))
    }
  }
}
