import HTTP
import Model
import ServiceAPI

/// The addresses of renditions.
///
/// A picture is its thumbnail's address as the API sent it, without its query, and after `#` the
/// version of the file, because an address stays when a file is replaced.
enum CommonsPictures {
  /// The widths that Wikimedia makes; it refuses all others
  /// (https://www.mediawiki.org/wiki/Common_thumbnail_sizes).
  static let widths = [20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840]
  /// The width that lists request.
  static let requested = 330
  private static let hosts = ["upload.wikimedia.org", "thumb.wikimedia.org"]

  /// Returns the picture of an address of the API; `nil` if it isn't one of the picture servers.
  ///
  /// - Parameter isLocal: whether the API is on this computer, and so may be its pictures.
  static func picture(_ thumbnail: String, version: String, isLocal: Bool) -> Picture? {
    let url = String(thumbnail.prefix { $0 != "?" && $0 != "#" })
    return isUsable(url, isLocal: isLocal) ? .derived(from: url + "#" + version) : nil
  }

  /// Whether an address leads to the picture servers, encrypted.
  static func isUsable(_ url: String, isLocal: Bool) -> Bool {
    guard WebPage(url) != nil, let address = PlainAddress(url) else { return false }
    return address.isLoopback
      ? isLocal : address.scheme == "https" && hosts.contains(address.host) && address.port == nil
  }

  /// Returns the smallest rendition at least `width` pixels wide, or else the largest one.
  static func rendition(of base: String, width: Int, native: Int) -> PictureAddress {
    let (url, version) = parts(base)
    let smaller = widths.filter { $0 < native }
    guard url.contains("/thumb/"), let name = url.lastIndex(of: "/"),
      let unit = url[name...].firstRange(of: "px-"),
      let step = smaller.first(where: { $0 >= width }) ?? smaller.last,
      let before = url[..<unit.lowerBound].lastIndex(where: { !$0.isNumber }),
      url.index(after: before) < unit.lowerBound
    else { return PictureAddress(url: url, version: version, width: native) }
    let changed = url[...before] + "\(step)" + url[unit.lowerBound...]
    return PictureAddress(url: String(changed), version: version, width: step)
  }

  /// Returns the file itself.
  static func original(of base: String, native: Int) -> PictureAddress {
    let (url, version) = parts(base)
    guard let thumb = url.firstRange(of: "/thumb/"), let end = url.lastIndex(of: "/"),
      end > thumb.upperBound
    else { return PictureAddress(url: url, version: version, width: native) }
    let file = url[..<thumb.lowerBound] + "/" + url[thumb.upperBound..<end]
    let whole = String(file).replacing("https://thumb.wikimedia", with: "https://upload.wikimedia")
    return PictureAddress(url: whole, version: version, width: native)
  }

  private static func parts(_ base: String) -> (url: String, version: String?) {
    let parts = base.split(separator: "#", maxSplits: 1)
    return (parts.first.map(String.init) ?? "", parts.dropFirst().first.map(String.init))
  }
}
