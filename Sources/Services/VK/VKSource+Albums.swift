import HTTP
import Model
import ServiceAPI

/// Loads the albums of the configured owner as topics, and any other album by its URL.
extension VKSource: TopicsSource, TitledSource {
  /// The maximum number of listed albums.
  private static let albumsListed = 1_000

  package func feedInfo() async throws(Problem) -> ListInfo {
    try await info(of: VKAlbumID(configuration), .feed)
  }

  package func topics() async throws(Problem) -> [ListOffer] {
    let home = VKAlbumID(configuration)
    let answer: VKAlbums = try await call(
      "photos.getAlbums",
      URLQuery([
        "owner_id": "\(home.owner)", "count": "\(Self.albumsListed)", "need_system": "1",
        "need_covers": "1", "photo_sizes": "1",
      ]),
      .topics
    )
    if answer.albums.isUnreadable { throw Problem(.topics, .malformedAnswer) }
    var seen: Set<ListID> = []
    var offers = offers(answer, home: home).filter { seen.insert($0.list).inserted }
    // The configured album, which is the feed, comes first.
    if let index = offers.firstIndex(where: { $0.list == .feed }) {
      offers.insert(offers.remove(at: index), at: 0)
    }
    // Only a signed-in user may request the photos of every album together.
    if isPersonal {
      let all = VKAlbumID(owner: home.owner, album: nil)
      let info = ListInfo(title: "", pageURL: all.page(site: configuration.webURL))
      offers.append(ListOffer(.topic(all.text), info))
    }
    return offers
  }

  package func topic(_ slug: String) async throws(Problem) -> ListOffer {
    let album = try album(slug)
    return ListOffer(.topic(slug), try await info(of: album, .topic))
  }

  package func photos(inTopic slug: String, page: PageToken) async throws(Problem) -> Page {
    try await photos(of: album(slug), page: page, .topic)
  }

  private func album(_ slug: String) throws(Problem) -> VKAlbumID {
    guard let album = VKAlbumID(slug[...]) else { throw Problem(.topic, .notFound) }
    return album
  }

  private func info(
    of album: VKAlbumID,
    _ subject: Problem.Subject
  ) async throws(Problem) -> ListInfo {
    let page = album.page(site: configuration.webURL)
    guard let number = album.album else { return ListInfo(title: "", pageURL: page) }
    let answer: VKAlbums = try await call(
      "photos.getAlbums",
      URLQuery([
        "owner_id": "\(album.owner)", "album_ids": number, "need_system": "1",
        "need_covers": "1", "photo_sizes": "1",
      ]),
      subject
    )
    // The service may return more albums than requested.
    return offers(answer, home: nil).first { $0.list == .topic(album.text) }?.info
      ?? ListInfo(title: "", pageURL: page)
  }
}

extension VKSource {
  /// Returns the albums of a response that can be opened.
  private func offers(_ answer: VKAlbums, home: VKAlbumID?) -> [ListOffer] {
    answer.albums.elements.compactMap { album in
      guard var offer = album.offer(home: home, site: configuration.webURL) else { return nil }
      if case .sizes(let sizes) = offer.info.cover?.picture {
        offer.info.cover = VKPictures.cover(sizes.filter { isUsable(WebPage($0.url)) })
      }
      return offer
    }
  }
}

/// The identity of an album: its owner and its number, as in `-1_2`.
///
/// `-1_all` stands for the photos of every album.
struct VKAlbumID: Equatable {
  let owner: Int
  /// The album's number, or the name of a system album; `nil` for the photos of every album.
  let album: String?

  /// The API's names of system albums, by their numbers in URLs.
  private static let words = ["0": "profile", "00": "wall", "000": "saved"]
  /// The API's names of system albums, by their numbers in `photos.getAlbums`.
  private static let numbers = [-6: "profile", -7: "wall", -15: "saved"]
  private static let all = "all"

  init(owner: Int, album: String?) {
    self.owner = owner
    self.album = album
  }

  init(_ configuration: VKConfiguration) {
    self.init(owner: configuration.owner, number: configuration.album)
  }

  /// Creates an album's identity from its number in the API; negative numbers are those of system
  /// albums.
  init(owner: Int, number: Int) {
    self.init(owner: owner, album: Self.numbers[number] ?? "\(number)")
  }

  /// Parses a text such as `-1_2`; returns `nil` if it isn't an album's ID.
  init?(_ text: Substring) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let owner = Int(parts[0]), parts[0] == "\(owner)", owner != 0 else {
      return nil
    }
    let name = String(parts[1])
    if name == Self.all {
      self.init(owner: owner, album: nil)
    } else if Self.words.values.contains(name) {
      self.init(owner: owner, album: name)
    } else {
      guard let number = Int(name), number > 0, name == "\(number)" else { return nil }
      self.init(owner: owner, album: name)
    }
  }

  /// Parses a path segment such as `album-1_2` or `albums-1`.
  init?(named part: Substring) {
    if part.hasPrefix("albums") {
      guard let owner = Int(part.dropFirst(6)), part == "albums\(owner)", owner != 0 else {
        return nil
      }
      self.init(owner: owner, album: nil)
      return
    }
    guard part.hasPrefix("album") else { return nil }
    let text = part.dropFirst(5)
    let name = text.split(separator: "_").last.map(String.init) ?? ""
    if let word = Self.words[name] {
      self.init(text.dropLast(name.count) + word)
    } else {
      self.init(text)
    }
  }

  /// The identity as a text, such as `-1_2`.
  var text: String { "\(owner)_\(album ?? Self.all)" }

  /// Returns the album's page on the website.
  ///
  /// - Parameter site: the website's base URL without a trailing slash.
  func page(site: String) -> WebPage? {
    guard let album else { return WebPage(site + "/albums\(owner)") }
    let number = Self.words.first { $0.value == album }?.key ?? album
    return WebPage(site + "/album\(owner)_\(number)")
  }
}

/// The response of `photos.getAlbums`.
struct VKAlbums: Decodable {
  let albums: LossyArray<VKAlbum>

  init(from decoder: any Decoder) throws {
    albums = try LenientValues(decoder).required("items")
  }
}

/// An album object.
struct VKAlbum: Decodable {
  private let id: Int
  private let owner: Int
  private let title: String
  private let text: String?
  private let size: Int?
  private let cover: Cover?

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    id = try values.required("id")
    owner = try values.required("owner_id")
    title = values.words("title") ?? ""
    text = values.text("description")
    size = values["size"]
    let listed: LossyArray<VKSize>? = values["sizes"]
    let sizes = (listed?.elements ?? []).map(\.size)
    // VK returns this member if it knows no sizes.
    let single = values.text("thumb_src").flatMap(WebPage.init).map {
      PictureSize(url: $0.text, width: 0, height: 0, name: "m")
    }
    cover = VKPictures.cover(sizes.isEmpty ? [single].compactMap(\.self) : sizes)
  }

  /// Returns the album as a list.
  ///
  /// `nil` for albums that the API lists but can't open, such as photos that a user is tagged in.
  ///
  /// - Parameters:
  ///   - home: the album that is the program's feed.
  ///   - site: the website's base URL without a trailing slash.
  func offer(home: VKAlbumID?, site: String) -> ListOffer? {
    let album = VKAlbumID(owner: owner, number: id)
    guard album == home || VKAlbumID(album.text[...]) != nil else { return nil }
    return ListOffer(
      album == home ? .feed : .topic(album.text),
      ListInfo(
        title: VKText.plain(title),
        description: text.map(VKText.plain),
        total: size,
        pageURL: album.page(site: site),
        cover: cover
      )
    )
  }
}
