import HTTP
import Logging
import Model
import Platform
import ServiceAPI

// Lists of photographers, topics and collections, and random photos.

extension UnsplashService: PeopleSource, PeopleSearchSource, PersonLikesSource {
  package func person(_ username: String) async throws(Problem) -> Person {
    let url = apiURL + "/users/" + percentEncoded(username)
    let response = try await ask(.photographer, request(.get, url))
    let answer: UnsplashPerson = try decode(response, .photographer)
    return completed(answer.person)
  }

  package func photos(of username: String, page: PageToken) async throws(Problem) -> Page {
    try await list(.photographer, "/users/\(percentEncoded(username))/photos", page)
  }

  package func people(found words: String, page: PageToken) async throws(Problem) -> OfferPage {
    try await find("users", words, page) { (answer: UnsplashPerson) in
      let person = completed(answer.person)
      let info = ListInfo(
        title: person.name,
        description: person.bio,
        total: person.totalPhotos,
        pageURL: person.pageURL,
        // The portrait. The response has it in 128 pixels.
        cover: person.avatarURL.map { Cover(.derived(from: $0), width: 128, height: 128) }
      )
      return ListOffer(.photographer(person.username), info)
    }
  }

  package func likes(of username: String, page: PageToken) async throws(Problem) -> Page {
    try await list(.photographer, "/users/\(percentEncoded(username))/likes", page)
  }
}

extension UnsplashService: TopicsSource {
  package func topics() async throws(Problem) -> [ListOffer] {
    let response = try await ask(
      .topics,
      request(.get, pageURL("/topics", 1) + "&order_by=latest")
    )
    let answer: LossyArray<UnsplashTopic> = try decode(response, .topics)
    cacheInfos(answer.elements)
    return try offers(.topics, of: answer, topic)
  }

  package func topic(_ slug: String) async throws(Problem) -> ListOffer {
    let url = apiURL + "/topics/" + percentEncoded(slug)
    let answer: UnsplashTopic = try decode(try await ask(.topic, request(.get, url)), .topic)
    cacheInfos([answer])
    return topic(answer)
  }

  package func photos(inTopic slug: String, page: PageToken) async throws(Problem) -> Page {
    try await list(.topic, "/topics/\(percentEncoded(slug))/photos", page)
  }

  /// Stores the IDs of loaded topics, for requests of random photos.
  private func cacheInfos(_ topics: [UnsplashTopic]) {
    topicIDs.withLock { ids in
      for topic in topics { ids[topic.slug] = topic.id }
    }
  }

  private func topic(_ answer: UnsplashTopic) -> ListOffer {
    offer(.topic(answer.slug), answer.info, "/t/" + percentEncoded(answer.slug))
  }
}

extension UnsplashService: CollectionsSource {
  package func collections(of username: String, page: PageToken) async throws(Problem) -> OfferPage
  {
    let page = try page.number(.collections)
    let path = "/users/\(percentEncoded(username))/collections"
    let response = try await ask(.collections, request(.get, pageURL(path, page)))
    let answer: LossyArray<UnsplashCollection> = try decode(response, .collections)
    return OfferPage(
      offers: try offers(.collections, of: answer, collection),
      // An empty page ends the list. A link to the same or an earlier page would never end it.
      next: answer.count == 0 ? nil : response.nextPage.flatMap { $0 > page ? PageToken($0) : nil }
    )
  }

  package func collections(found words: String, page: PageToken) async throws(Problem) -> OfferPage
  {
    try await find("collections", words, page, collection)
  }

  package func collection(_ id: String) async throws(Problem) -> ListOffer {
    let url = apiURL + "/collections/" + percentEncoded(id)
    let response = try await ask(.collection, request(.get, url))
    let answer: UnsplashCollection = try decode(response, .collection)
    return collection(answer)
  }

  package func photos(inCollection id: String, page: PageToken) async throws(Problem) -> Page {
    try await list(.collection, "/collections/\(percentEncoded(id))/photos", page)
  }

  func collection(_ answer: UnsplashCollection) -> ListOffer {
    offer(.collection(answer.id), answer.info, "/collections/" + percentEncoded(answer.id))
  }
}

extension UnsplashService: RandomSource {
  package func randomPhotos(_ choice: RandomChoice) async throws(Problem) -> [Photo] {
    var items = URLQuery(["count": "\(ServiceDescription.unsplash.pageSize)"])
    items["username"] = choice.photographer
    if let slug = choice.topic { items["topics"] = try await id(ofTopic: slug) }
    items["collections"] = choice.collection
    items["query"] = choice.query
    items["orientation"] = choice.orientation?.rawValue
    items["content_filter"] = contentFilter?.rawValue
    let url = apiURL + "/photos/random?" + items.text
    let response = try await ask(.random, request(.get, url))
    let photos: LossyArray<UnsplashPhoto> = try decode(response, .random)
    return try page(.random, of: photos, 1, next: nil, total: nil).photos
  }

  /// Returns the ID of a topic, and loads the topic if the ID isn't stored.
  ///
  /// The random route requires the ID instead of the slug.
  private func id(ofTopic slug: String) async throws(Problem) -> String {
    if let id = topicIDs.withLock({ $0[slug] }) { return id }
    _ = try await topic(slug)
    return topicIDs.withLock { $0[slug] } ?? slug
  }
}

extension UnsplashService {
  /// Returns a list with its header.
  ///
  /// Fills in the page on the website if the response has none.
  ///
  /// - Parameter path: the path of that page on the website.
  private func offer(_ list: ListID, _ info: ListInfo, _ path: String) -> ListOffer {
    var info = info
    info.pageURL = usable(info.pageURL) ?? page(path)
    return ListOffer(list, info)
  }

  /// Loads one page of the people or collections found by a search.
  ///
  /// - Parameters:
  ///   - kind: The path segment of the search: `users` or `collections`.
  ///   - make: Creates the entry of a list from an object of the response.
  private func find<Answer: Decodable>(
    _ kind: String,
    _ words: String,
    _ page: PageToken,
    _ make: (Answer) -> ListOffer
  ) async throws(Problem) -> OfferPage {
    let page = try page.number(.search)
    let url = pageURL("/search/" + kind, page) + "&" + URLQuery(["query": words]).text
    let response = try await ask(.search, request(.get, url))
    let answer: UnsplashResults<Answer> = try decode(response, .search)
    let isLast = answer.results.count == 0 || page >= answer.pages ?? 0
    return OfferPage(
      offers: try offers(.search, of: answer.results, make),
      next: isLast ? nil : PageToken(page + 1)
    )
  }

  /// Creates the entries of a list from a response, without undecodable and repeated ones.
  ///
  /// - Throws: `malformedAnswer` if no object can be decoded.
  private func offers<Answer>(
    _ subject: Problem.Subject,
    of answers: LossyArray<Answer>,
    _ make: (Answer) -> ListOffer
  ) throws(Problem) -> [ListOffer] {
    answers.logSkipped("list", to: log)
    if answers.isUnreadable { throw Problem(subject, .malformedAnswer) }
    var seen: Set<ListID> = []
    return answers.elements.map(make).filter { seen.insert($0.list).inserted }
  }
}
