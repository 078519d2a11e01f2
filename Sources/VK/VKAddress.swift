import HTTP
import Model
import ServiceAPI

/// Recognizes URLs of VK's site, such as users copy from browsers and messages.
extension VKSource: AddressedSource {
  package func target(of text: String) -> AddressTarget? {
    Self.target(of: text, site: configuration.webURL)
  }

  private static let hosts: Set<String> = [
    "vk.com", "www.vk.com", "m.vk.com", "vk.ru", "www.vk.ru", "m.vk.ru",
  ]

  /// Returns the list or photo that a text refers to; `nil` if there is none.
  ///
  /// - Parameter site: a base URL that counts as the site, besides VK's own hosts.
  static func target(of text: String, site: String) -> AddressTarget? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let text = words.first, text.utf8.count <= 2_000 else { return nil }
    if let id = id(text) ?? named(text) { return .photo(id) }
    guard let address = WebAddress(text.contains("://") ? String(text) : "https://" + text),
      hosts.contains(address.host) || address.origin == WebAddress(site)?.origin
    else { return nil }
    // The site adds a photo opened on top of a page to the query: z=photo-1_2/album-1_3.
    let parts =
      address.path.split(separator: "/") + (address.query["z"] ?? "").split(separator: "/")
    if let id = parts.lazy.compactMap(named).first { return .photo(id) }
    return parts.lazy.compactMap(VKAlbumID.init(named:)).first.map { .list(.topic($0.text)) }
  }

  /// Returns the ID in a path segment such as `photo-1_2`.
  private static func named(_ part: Substring) -> Photo.ID? {
    part.hasPrefix("photo") ? id(part.dropFirst(5)) : nil
  }

  /// Parses an ID such as `-1_2`: the owner's number, negative for a community, and the photo's.
  private static func id(_ text: Substring) -> Photo.ID? {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let owner = Int(parts[0]), let number = Int(parts[1]), number > 0,
      // Rejects other spellings of the same numbers, such as leading zeros.
      text == "\(owner)_\(number)"
    else { return nil }
    return Photo.ID(service: .vk, value: String(text))
  }
}
