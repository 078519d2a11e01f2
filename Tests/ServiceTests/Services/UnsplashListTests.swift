import DemoControl
import DemoServer
import HTTP
import Harness
import Model
import Testing
import Unsplash

private let json = [HTTPHeader("Content-Type", "application/json")]

private func photoJSON(_ id: String) -> String {
  """
  {"id":"\(id)","width":4000,"height":3000,"urls":{"raw":"https://images.example/\(id)"},
   "user":{"username":"ada"}}
  """
}

private func results(_ ids: [String], total: Int, pages: Int) -> String {
  "{\"total\":\(total),\"total_pages\":\(pages),\"results\":"
    + "[\(ids.map(photoJSON).joined(separator: ","))]}"
}

@Suite struct `Unsplash favourites` {
  @Test func `favourites are a user's likes, counted by the service`() async throws {
    let link = "<https://api.example/users/a/likes?page=3&per_page=30>; rel=\"next\""
    let transport = ScriptedTransport(
      "[\(photoJSON("a")),{},\(photoJSON("b")),\(photoJSON("a"))]",
      headers: json + [HTTPHeader("Link", link), HTTPHeader("X-Total", "61")]
    )
    let page = try await unsplash(transport).favourites(of: "a/b ü", page: 2)
    let request = try #require(transport.requests.first)
    #expect(
      request.url == "https://api.example/users/a%2Fb%20%C3%BC/likes?page=2&per_page=30"
    )
    #expect(request.authorization == Secret("Bearer token"))
    #expect(page.photos.map(\.id.value) == ["a", "b"])
    #expect(page.next == 3 && page.total == 61)
  }

  @Test(
    arguments: [
      (404, #"{"errors":["Couldn't find User"]}"#, Problem.Cause.notFound),
      (404, #"{"errors":["Unable to find endpoint"]}"#, .notOffered),
      (405, "", .notOffered), (410, "", .notOffered), (500, "", .server(status: 500)),
    ]
  )
  func `favourites may be removed from the service`(status: Int, body: String, cause: Problem.Cause)
    async
  {
    let transport = ScriptedTransport(body, status: status)
    let error = await problem { () throws(Problem) in
      try await unsplash(transport).favourites(of: "a", page: 1)
    }
    #expect(error == Problem(.favourites, cause))
  }
}

@Suite struct `Unsplash searches` {
  @Test func `searches send query and filters unchanged`() async throws {
    let transport = ScriptedTransport(results([], total: 0, pages: 0))
    let service = unsplash(transport)
    _ = try await service.search(SearchQuery("red & gold+ ёж"), page: 1)
    _ = try await service.search(
      SearchQuery("a", orientation: .squarish, color: .blackAndWhite),
      page: 7
    )
    #expect(
      transport.requests.map(\.url) == [
        "https://api.example/search/photos?"
          + "query=red%20%26%20gold%2B%20%D1%91%D0%B6&page=1&per_page=30",
        "https://api.example/search/photos?query=a&page=7&per_page=30"
          + "&orientation=squarish&color=black_and_white",
      ]
    )
  }

  @Test func `duplicates and unreadable photos are dropped`() async throws {
    let log = LogLines()
    let body = results(["a", "b", "a", "c"], total: 100, pages: 4)
      .replacing("[{", with: "[{\"id\":7},{")
    let page = try await unsplash(ScriptedTransport(body), log: log)
      .search(SearchQuery("x"), page: 1)
    #expect(page.photos.map(\.id.value) == ["a", "b", "c"])
    #expect(page.total == 100 && page.next == 2)
    #expect(log.all.count == 1)
  }

  @Test(
    arguments: [
      (1, 2, ["a"], 2), (2, 2, ["a"], nil), (1, 0, [], nil), (1, 0, ["a"], nil),
      // The search ends at the service's depth, not at its total.
      (199, 334, ["a"], 200), (200, 334, ["a"], nil), (150, 334, [], nil),
    ] as [(Int, Int, [String], Int?)]
  )
  func `a search ends where the service ends`(
    number: Int,
    pages: Int,
    ids: [String],
    next: Int?
  ) async throws {
    let transport = ScriptedTransport(results(ids, total: 10_000, pages: pages))
    let page = try await unsplash(transport).search(SearchQuery("x"), page: PageToken(number))
    #expect(page.next == next.map { PageToken($0) })
    #expect(page.total == 10_000)
  }

  @Test func `no page after the last one is requested`() async throws {
    let transport = ScriptedTransport(results(["a"], total: 10_000, pages: 334))
    let page = try await unsplash(transport).search(SearchQuery("x"), page: 201)
    #expect(page == Page(photos: [], next: nil))
    #expect(transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      (410, #"{"errors":["spam"]}"#, Problem.Cause.gone), (200, "[]", .malformedAnswer),
      (200, "{}", .malformedAnswer), (403, "Rate Limit Exceeded", .rateLimited(minutes: 60)),
      (400, #"{"errors":["query is missing"]}"#, .badRequest(message: "query is missing")),
    ]
  )
  func `an empty search has its reason`(status: Int, body: String, cause: Problem.Cause) async {
    let transport = ScriptedTransport(body, status: status)
    let error = await problem { () throws(Problem) in
      try await unsplash(transport).search(SearchQuery("x"), page: 1)
    }
    #expect(error == Problem(.search, cause))
  }
}

@Suite(.serialized, .timeLimit(.hang)) struct `Lists of the demo service` {
  @Test func `favourites contain liked photos, the latest first`() async throws {
    try await DemoWorld.run { world in
      let photos = try await world.service.feedPage(1).photos + world.service.feedPage(2).photos
      for photo in photos.prefix(33) {
        _ = try await world.service.setLike(photo.id, liked: true)
      }
      let name = try await world.service.me().username
      let first = try await world.service.favourites(of: name, page: 1)
      #expect(first.total == 33 && first.next == 2)
      #expect(first.photos.filter(\.isLiked).count == 30)
      let second = try await world.service.favourites(of: name, page: try #require(first.next))
      #expect(second.next == nil)
      #expect(
        (first.photos + second.photos).map(\.id) == photos.prefix(33).map(\.id).reversed()
      )

      try world.setFault("likes-gone=410")
      let gone = await problem { () throws(Problem) in
        try await world.service.favourites(of: name, page: 1)
      }
      #expect(gone == Problem(.favourites, .notOffered))
      let nobody = await problem { () throws(Problem) in
        world.server.setFaults(.none)
        return try await world.service.favourites(of: "nobody", page: 1)
      }
      #expect(nobody == Problem(.favourites, .notFound))
    }
  }

  @Test func `a search contains all found photos, each once`() async throws {
    try await DemoWorld.run { world in
      try world.setFault("duplicates=3@search")
      var found: [Photo] = []
      var next: PageToken? = 1
      var total: Int?
      while let number = next {
        let page = try await world.service.search(SearchQuery("a"), page: number)
        #expect(Set(page.photos.map(\.id)).count == page.photos.count)
        found += page.photos
        total = page.total
        next = page.next
      }
      #expect(found.count > 30)
      #expect(found.count == total)
      #expect(Set(found.map(\.id)).count == found.count)

      let tall = try await world.service.search(SearchQuery("a", orientation: .portrait), page: 1)
      #expect(tall.photos.count > 5)
      for photo in tall.photos { #expect(photo.height > photo.width) }
      var byColor: [Photo.ID] = []
      for color in SearchQuery.Color.allCases {
        let page = try await world.service.search(SearchQuery("a", color: color), page: 1)
        #expect(page.total == page.photos.count, "\(color)")
        byColor += page.photos.map(\.id)
      }
      #expect(Set(byColor).count == byColor.count, "each photograph has one colour")
      #expect(byColor.count > 20)
    }
  }

  @Test func `a search may be empty, or refused as spam`() async throws {
    try await DemoWorld.run { world in
      let nothing = try await world.service.search(SearchQuery("xyzzy"), page: 1)
      #expect(nothing == Page(photos: [], next: nil, total: 0))
      try world.setFault("status=410@search")
      let spam = await problem { () throws(Problem) in
        try await world.service.search(SearchQuery("e"), page: 1)
      }
      #expect(spam == Problem(.search, .gone))
    }
  }
}
