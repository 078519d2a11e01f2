import HTTP
import Model
import ServiceAPI

/// Parses URLs of VK's website, as users copy them from browsers and messages.
extension VKSource {
  private static let hosts: Set<String> = [
    "vk.com", "www.vk.com", "m.vk.com", "vk.ru", "www.vk.ru", "m.vk.ru",
  ]

  /// Returns the photo or album that a URL or an ID refers to; `nil` for other texts.
  ///
  /// - Parameter site: the URL of the website, accepted besides the default ones.
  static func target(of text: String, site: String) -> AddressTarget? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let text = words.first, text.utf8.count <= 2_000 else { return nil }
    if let id = id(text) ?? named(text) { return .photo(id) }
    guard let address = WebAddress(text.contains("://") ? String(text) : "https://" + text),
      hosts.contains(address.host) || address.origin == WebAddress(site)?.origin
    else { return nil }
    // A photo opened on top of a page is in the query: z=photo-1_2/album-1_3.
    let parts =
      address.path.split(separator: "/") + (address.query["z"] ?? "").split(separator: "/")
    if let id = parts.lazy.compactMap(named).first { return .photo(id) }
    return parts.lazy.compactMap(VKAlbumID.init(named:)).first.map { .list(.topic($0.text)) }
  }

  /// Returns the photo that `photo-1_2` refers to.
  private static func named(_ part: Substring) -> Photo.ID? {
    part.hasPrefix("photo") ? id(part.dropFirst(5)) : nil
  }

  /// Parses a photo's ID such as `-1_2`: the owner, which is negative for a community, and the
  /// photo's number.
  private static func id(_ text: Substring) -> Photo.ID? {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let owner = Int(parts[0]), let number = Int(parts[1]),
      owner != 0, number > 0,
      // Other spellings of the numbers, such as leading zeros, are rejected.
      text == "\(owner)_\(number)"
    else { return nil }
    return Photo.ID(service: .vk, value: String(text))
  }
}
