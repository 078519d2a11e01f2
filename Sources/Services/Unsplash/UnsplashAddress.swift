import HTTP
import Model
import ServiceAPI

/// Parses URLs of the website, as users copy them from browsers and messages.
extension UnsplashService {
  /// Returns the photo or list that a URL, an ID or a user name (`@name`) refers to; `nil` for
  /// other texts.
  ///
  /// - Parameter site: the URL of the website, accepted besides the default ones.
  package static func target(of text: String, site: String) -> AddressTarget? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let text = words.first.map(String.init), text.utf8.count <= 2_000
    else { return nil }
    if text.hasPrefix("@"), let name = name(text.dropFirst()) {
      return .list(.photographer(name))
    }
    if let id = id(text[...]), text.utf8.count == idLength { return .photo(id) }
    return address(text, site: site).flatMap(target)
  }

  /// Returns a URL of the website; `nil` for other URLs.
  private static func address(_ text: String, site: String) -> WebAddress? {
    let full = text.contains("://") ? text : "https://" + text
    guard let address = WebAddress(full) else { return nil }
    let isSite = ["unsplash.com", "www.unsplash.com"].contains(address.host)
    return isSite || address.origin == WebAddress(site)?.origin ? address : nil
  }

  private static func target(of address: WebAddress) -> AddressTarget? {
    var path = address.path.split(separator: "/").map { percentDecoded($0) }[...]
    // The website in another language: /de/fotos/…
    if let first = path.first, isLanguage(first) { path = path.dropFirst() }
    guard let first = path.first else { return nil }
    if first.hasPrefix("@"), let name = name(first.dropFirst()) {
      return .list(path.dropFirst().first == "likes" ? .likes(of: name) : .photographer(name))
    }
    guard let second = path.dropFirst().first else { return nil }
    if photoWords.contains(first) { return id(second[...]).map(AddressTarget.photo) }
    switch first {
    case "s":
      guard photoWords.contains(second), let words = path.dropFirst(2).first else { return nil }
      return search(words, address.query).map { .list(.search($0)) }
    case "t": return name(second[...]).map { .list(.topic($0)) }
    case "collections", "kollektionen", "colecciones", "colecoes", "raccolte":
      return name(second[...]).map { .list(.collection($0)) }
    default: return nil
    }
  }

  /// Returns the search of a results page, whose path has hyphens instead of spaces.
  private static func search(_ words: String, _ query: URLQuery) -> SearchQuery? {
    let words = words.split { $0 == "-" || $0.isWhitespace }.joined(separator: " ")
    guard (1...SearchQuery.maxLength).contains(words.count), SettingValue.isPlain(words) else {
      return nil
    }
    return SearchQuery(
      words,
      orientation: query["orientation"].flatMap(SearchQuery.Orientation.init),
      color: query["color"].flatMap(SearchQuery.Color.init),
      sort: query["order_by"] == "latest" ? .latest : .relevant
    )
  }

  /// The path segments for photos: in the website's languages, in the API, and in the demo.
  private static let photoWords: Set<String> = [
    "photos", "fotos", "foto", "fotografias", "illustrations", "view",
    "\u{5199}\u{771F}", "\u{C0AC}\u{C9C4}",
  ]
  private static let idLength = 11

  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, language.utf8.count == 2, parts.count <= 2 else {
      return false
    }
    return text.utf8.count <= 5 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
  }

  /// Returns the ID at the end of a slug.
  ///
  /// The ID itself may contain hyphens.
  private static func id(_ slug: Substring) -> Photo.ID? {
    let id = slug.suffix(idLength)
    let isID = id.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
    }
    guard isID, id.count == idLength,
      slug.count == idLength || slug.dropLast(idLength).hasSuffix("-")
    else { return nil }
    return Photo.ID(service: .unsplash, value: String(id))
  }

  /// Returns the text if it is a possible user name, slug or ID; `nil` if it would change the path.
  private static func name(_ text: Substring) -> String? {
    let isName =
      (1...200).contains(text.utf8.count) && !text.allSatisfy { $0 == "." }
      && !text.unicodeScalars.contains { $0.value < 0x21 || $0.value == 0x7F || $0 == "/" }
    return isName ? String(text) : nil
  }
}
