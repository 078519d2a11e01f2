import HTTP
import Model
import ServiceAPI

/// Parses URLs of the website, as users copy them from browsers and messages.
extension UnsplashService: AddressedSource {
  package func target(of text: String) -> AddressTarget? {
    Self.target(of: text, site: webURL)
  }

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
    return path(of: text, site: site).flatMap(target)
  }

  /// Returns the decoded path segments of a URL of the website; `nil` for other URLs.
  private static func path(of text: String, site: String) -> [String]? {
    let full = text.contains("://") ? text : "https://" + text
    guard let address = WebAddress(full) else { return nil }
    let isSite = ["unsplash.com", "www.unsplash.com"].contains(address.host)
    guard isSite || address.origin == WebAddress(site)?.origin else { return nil }
    return address.path.split(separator: "/").map { percentDecoded($0) }
  }

  private static func target(of path: [String]) -> AddressTarget? {
    var path = path[...]
    // The website in another language: /de/fotos/…
    if let first = path.first, isLanguage(first) { path = path.dropFirst() }
    guard let first = path.first else { return nil }
    if first.hasPrefix("@"), let name = name(first.dropFirst()) {
      return .list(path.dropFirst().first == "likes" ? .likes(of: name) : .photographer(name))
    }
    guard let second = path.dropFirst().first else { return nil }
    if photoWords.contains(first) { return id(second[...]).map(AddressTarget.photo) }
    switch first {
    case "t": return name(second[...]).map { .list(.topic($0)) }
    case "collections", "kollektionen", "colecciones", "colecoes", "raccolte":
      return name(second[...]).map { .list(.collection($0)) }
    default: return nil
    }
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
