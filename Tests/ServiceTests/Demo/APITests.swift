import DemoControl
import DemoServer
import Foundation
import Harness
import Testing

@Suite struct `Demo API` {
  @Test func `pages of thirty contain the whole feed once`() async throws {
    try await Demo.run(photoCount: 75) { demo in
      var seen: [String] = []
      for page in 1...3 {
        seen += try await demo.get("/photos?page=\(page)&per_page=30").ids
      }
      #expect(seen.count == 75)
      #expect(Set(seen).count == 75)
      #expect(try await demo.get("/photos?page=4&per_page=30").text == "[]")
    }
  }

  @Test func `links name first, prev, last and next like the real service`() async throws {
    try await Demo.run(photoCount: 70) { demo in
      let base = demo.address.baseURL
      func link(_ page: Int) -> String { "<\(base)/photos?page=\(page)&per_page=30>" }
      let first = try await demo.get("/photos?per_page=30")
      #expect(first["Link"] == "\(link(3)); rel=\"last\", \(link(2)); rel=\"next\"")
      #expect(first["X-Total"] == "70")
      #expect(first["X-Per-Page"] == "30")
      let middle = try await demo.get("/photos/?per_page=30&page=2")
      #expect(
        middle["Link"] == "\(link(1)); rel=\"first\", \(link(1)); rel=\"prev\", "
          + "\(link(3)); rel=\"last\", \(link(3)); rel=\"next\""
      )
      let last = try await demo.get("/photos?per_page=30&page=3")
      #expect(last["Link"] == "\(link(1)); rel=\"first\", \(link(2)); rel=\"prev\"")
      #expect(last.list.count == 10)
    }
  }

  @Test func `a single page has no links, and invalid page numbers have their own rules`()
    async throws
  {
    try await Demo.run(photoCount: 20) { demo in
      #expect(try await demo.get("/photos?per_page=30")["Link"] == nil)
      let first = try await demo.get("/photos").ids
      #expect(first.count == 10)
      #expect(try await demo.get("/photos?page=0").ids == first)
      #expect(try await demo.get("/photos?page=-3").ids == first)
      #expect(try await demo.get("/photos?per_page=900")["X-Per-Page"] == "30")
      let bad = try await demo.get("/photos?page=two")
      #expect(bad.status == 400)
      #expect(bad.object["errors"] as? [String] == ["page is invalid"])
    }
  }

  @Test func `every response has its own ixid, and raw URLs keep a query`() async throws {
    try await Demo.run { demo in
      func tokens() async throws -> [String] {
        try await demo.get("/photos?per_page=30").list.compactMap { photo in
          let raw = (photo["urls"] as? [String: Any])?["raw"] as? String
          return URLComponents(string: raw ?? "")?.queryItems?.first { $0.name == "ixid" }?.value
        }
      }
      let all = try await tokens() + tokens()
      #expect(all.count == 60)
      #expect(Set(all).count == 60)
      #expect(try await demo.get("/photos").text.contains("\\u0026ixlib="))
      #expect(try await demo.get("/photos").text.contains("&") == false)
    }
  }

  @Test func `the author of an item is the author of its photo`() async throws {
    struct Source: Decodable {
      let title: [String: String]
      let author: String
      let license: String
    }
    let sources = try JSONDecoder().decode(
      [Source].self,
      from: Data(contentsOf: URL(filePath: Demo.photos + "/photos.json"))
    )
    try await Demo.run { demo in
      for photo in try await demo.get("/photos?per_page=30").list {
        let slug = photo["slug"] as? String ?? ""
        let source = sources.first { source in
          slug.hasPrefix(
            (source.title["en"] ?? "").lowercased()
              .split { !$0.isLetter && !$0.isNumber }.joined(separator: "-") + "-"
          )
        }
        let user = photo["user"] as? [String: Any]
        #expect(source != nil, "\(slug)")
        #expect(user?["name"] as? String == source?.author)
        #expect(photo["license"] as? String == source?.license)
      }
    }
  }

  @Test func `a like counts once, is visible everywhere, and has no photographer`() async throws {
    try await Demo.run { demo in
      let bearer = try await demo.bearer()
      let id = try await demo.get("/photos").ids.at(3)
      func photo() async throws -> (likes: Int, isLiked: Bool) {
        let photo = try await demo.get("/photos/\(id)", authorization: bearer).object
        return (photo["likes"] as? Int ?? -1, photo["liked_by_user"] as? Bool ?? false)
      }
      let before = try await photo()
      #expect(!before.isLiked)
      for _ in 1...2 {
        let answer = try await demo.wire.send(
          "POST",
          "/photos/\(id)/like",
          authorization: bearer
        )
        #expect(answer.status == 201)
        let liked = answer.object["photo"] as? [String: Any]
        #expect(liked?["likes"] as? Int == before.likes + 1)
        #expect(liked?["liked_by_user"] as? Bool == true)
        #expect(liked?["user"] == nil)
        #expect((answer.object["user"] as? [String: Any])?["username"] as? String == "demo")
      }
      #expect(try await photo() == (before.likes + 1, true))
      #expect(demo.server.likes == [id])
      #expect(try await demo.get("/users/demo/likes").ids == [id])
      #expect(try await demo.get("/photos").list.at(3)["liked_by_user"] as? Bool == false)
      for _ in 1...2 {
        let answer = try await demo.wire.send(
          "DELETE",
          "/photos/\(id)/like",
          authorization: bearer
        )
        #expect(answer.status == 200)
      }
      #expect(try await photo() == before)
      #expect(demo.server.likes.isEmpty)
    }
  }

  @Test func `search finds words in both languages and pages its results`() async throws {
    try await Demo.run(photoCount: 2000) { demo in
      let panda = try await demo.get("/search/photos?query=red+panda&per_page=30").object
      let total = panda["total"] as? Int ?? 0
      #expect(total > 400 && panda["total_pages"] as? Int == (total + 29) / 30)
      let found = (panda["results"] as? [[String: Any]] ?? []).map { $0["slug"] as? String ?? "" }
      #expect(found.count == 30)
      // The others are similar.
      #expect(found.first?.hasPrefix("red-panda-") == true)
      #expect(found.count { $0.hasPrefix("red-panda-") } == 2)
      let russian = try await demo.get(
        "/search/photos?query=%D0%BA%D0%BE%D0%B0%D0%BB%D0%B0&per_page=30"
      )
      #expect(russian.object["total"] as? Int ?? 0 > 50)
      #expect(russian["Link"]?.contains("query=%D0%BA") == true)
      let deep = try await demo.get("/search/photos?query=a&per_page=30&page=201").object
      #expect(deep["total_pages"] as? Int == 0)
      #expect(try await demo.get("/search/photos").status == 400)
      let nothing = try await demo.get("/search/photos?query=xyzzy")
      #expect(nothing.object["total"] as? Int == 0)
      #expect(nothing["Link"] == nil)
      let portraits = try await demo.get("/search/photos?query=a&orientation=portrait&per_page=30")
      for photo in portraits.object["results"] as? [[String: Any]] ?? [] {
        #expect(photo["height"] as? Int ?? 0 > photo["width"] as? Int ?? 0)
      }
    }
  }

  @Test func `chance keeps to everything that is asked for, and refuses what the service refuses`()
    async throws
  {
    try await Demo.run(photoCount: 2000) { demo in
      func random(_ query: String) async throws -> [[String: Any]] {
        try await demo.get("/photos/random?count=30&" + query).list
      }
      func name(_ photo: [String: Any]) -> String? {
        (photo["user"] as? [String: Any])?["username"] as? String
      }
      let nasa = try await random("username=nasa&orientation=landscape")
      #expect(!nasa.isEmpty && nasa.allSatisfy { name($0) == "nasa" })
      for photo in nasa {
        #expect(photo["width"] as? Int ?? 0 > photo["height"] as? Int ?? 0)
      }
      let tall = try await random("orientation=portrait")
      #expect(tall.allSatisfy { $0["height"] as? Int ?? 0 > $0["width"] as? Int ?? 0 })
      let topic = Set(try await demo.get("/topics/ocean/photos?per_page=30").ids)
      let both = try await random("topics=ocean&username=nasa")
      #expect(both.allSatisfy { name($0) == "nasa" })
      #expect(!topic.isEmpty)
      let found = try await random("query=night&username=nasa")
      #expect(found.allSatisfy { name($0) == "nasa" })
      for query in ["query=a&topics=ocean", "query=a&collections=1000010", "orientation=round"] {
        #expect(try await demo.get("/photos/random?" + query).status == 400, "\(query)")
      }
    }
  }

  @Test func `people have their photographs, and unknown things are not found`() async throws {
    try await Demo.run { demo in
      let photo = try await demo.get("/photos").list.at(0)
      let user = photo["user"] as? [String: Any]
      let name = user?["username"] as? String ?? ""
      #expect(
        try await demo.get("/users/\(name)").object["name"] as? String == user?["name"] as? String
      )
      let own = try await demo.get("/users/\(name)/photos?per_page=30")
      #expect(own.ids.contains(photo["id"] as? String ?? ""))
      #expect(own["X-Total"] == "\(user?["total_photos"] as? Int ?? -1)")
      let likes = try await demo.get("/users/\(name)/likes?per_page=30")
      #expect(likes["X-Total"] == "\(user?["total_likes"] as? Int ?? -1)" || !likes.ids.isEmpty)
      #expect(Set(likes.ids).isDisjoint(with: own.ids))
      for (path, text) in [
        ("/topics/nothing", "Couldn't find Topic"),
        ("/topics/nothing/photos", "Couldn't find Topic"),
        ("/collections/1", "Couldn't find Collection"),
        ("/collections/x/photos", "Couldn't find Collection"),
        ("/collections/9999999999999999999/photos", "Couldn't find Collection"),
        ("/photos/random?username=nobody&count=2", "Couldn't find User"),
        ("/users/nobody", "Couldn't find User"), ("/photos/nothing", "Couldn't find Photo"),
        ("/nowhere", "Unable to find endpoint"),
      ] {
        let answer = try await demo.get(path)
        #expect(answer.status == 404)
        #expect(answer.object["errors"] as? [String] == [text])
      }
    }
  }

  @Test func `a download is recorded with its parameters`() async throws {
    try await Demo.run { demo in
      let photo = try await demo.get("/photos").list.at(0)
      let location = (photo["links"] as? [String: Any])?["download_location"] as? String ?? ""
      let target = String(location.dropFirst(demo.address.baseURL.count))
      let answer = try await demo.get(target)
      let url = answer.object["url"] as? String ?? ""
      #expect(url.hasPrefix(demo.address.baseURL + "/photo-"))
      #expect(!url.contains("ixid"))
      let state = try await demo.get("/_demo/state").object
      let hits = state["downloads"] as? [[String: Any]] ?? []
      #expect(hits.count == 1)
      #expect(hits.first?["photo"] as? String == photo["id"] as? String)
      #expect(hits.first?["ixid"] as? Bool == true)
      #expect(hits.first?["authorized"] as? Bool == true)
    }
  }

  @Test func `the URLs for people are pages`() async throws {
    try await Demo.run { demo in
      let photo = try await demo.get("/photos").list.at(0)
      let links = photo["links"] as? [String: String] ?? [:]
      let user = photo["user"] as? [String: Any]
      let own = user?["links"] as? [String: String] ?? [:]
      for (address, status) in [
        (links["html"], 200), (own["html"], 200), (links["download"], 200),
      ] {
        let target = String((address ?? "").dropFirst(demo.address.baseURL.count))
        let page = try await demo.get(target, authorization: nil)
        #expect(page.status == status)
        #expect(page["Content-Type"]?.hasPrefix("text/html") == true)
      }
      let target = String((links["html"] ?? "").dropFirst(demo.address.baseURL.count))
      let page = try await demo.get(target, authorization: nil)
      #expect(page.text.contains("Photo by \(user?["name"] as? String ?? "?")"))
    }
  }
}
