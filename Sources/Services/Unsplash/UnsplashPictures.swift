import Model
import ServiceAPI

/// Image URLs at the image host (imgix), derived from the URLs that the service sent.
enum UnsplashPictures {
  /// The widths of renditions in pixels.
  ///
  /// For larger widths the original is requested.
  static let widths = [200, 400, 640, 1080, 1600, 2400, 3840]

  /// Returns the URL of the smallest rendition at least `width` pixels wide, or of the original if
  /// that rendition wouldn't be smaller.
  ///
  /// - Parameters:
  ///   - raw: The URL that renditions are derived from (`urls.raw`).
  ///   - native: The original's width in pixels.
  static func photo(_ raw: String, width: Int, native: Int) -> PictureAddress {
    guard let bucket = widths.first(where: { $0 >= width }), bucket < native else {
      return fullSize(raw, native: native)
    }
    return sized(raw, width: bucket, native: native)
  }

  /// Returns the URL of a rendition exactly `width` pixels wide, or of the original if it isn't
  /// wider than `width`.
  static func sized(_ raw: String, width: Int, native: Int) -> PictureAddress {
    guard width < native else { return original(raw, native: native) }
    let items = [("w", "\(width)"), ("fit", "max"), ("q", "80"), ("fm", "jpg"), sRGB]
    return address(raw, items, width: width)
  }

  /// The parameter that asks the image host to convert colours to sRGB.
  private static let sRGB = ("cs", "srgb")

  /// Returns the URL of a rendition in full size.
  private static func fullSize(_ raw: String, native: Int) -> PictureAddress {
    address(raw, [("q", "85"), ("fm", "jpg"), sRGB], width: native)
  }

  /// Returns the URL of the original as a JPEG, whose colours aren't converted.
  ///
  /// - Parameter native: The original's width in pixels.
  static func original(_ raw: String, native: Int) -> PictureAddress {
    address(raw, [("q", "85"), ("fm", "jpg")], width: native)
  }

  /// Returns the URL of a square avatar with a side of at least `size` pixels, at most 512.
  static func avatar(_ url: String, size: Int) -> PictureAddress {
    let bucket = [64, 128, 256].first { $0 >= size } ?? 512
    return address(
      url,
      [("w", "\(bucket)"), ("h", "\(bucket)"), ("fit", "crop"), ("q", "80"), ("fm", "jpg"), sRGB],
      width: bucket
    )
  }

  /// Returns the URL with query items added, and a cache key without the items that differ in each
  /// response.
  ///
  /// Existing items with these names are replaced, others stay.
  private static func address(
    _ base: String,
    _ items: [(String, String)],
    width: Int
  ) -> PictureAddress {
    // Parses the URL as text, because a parser would load libcurl first. Cached feeds show their
    // pictures earlier this way. Invalid URLs are rejected when they are requested.
    let address = base.prefix { $0 != "#" }
    let base = address.prefix { $0 != "?" }
    let known = address.dropFirst(base.count + 1).split(separator: "&")
    func without(_ names: [String]) -> [String] {
      known.filter { item in !names.contains { $0 == item.prefix { $0 != "=" } } }.map(String.init)
    }
    let asked = items.map { "\($0.0)=\($0.1)" }
    let names = items.map(\.0)
    // `ixid` identifies the view and differs in each response; `ixlib` is the library that signed
    // the URL.
    let same = without(names + ["ixid", "ixlib"]) + asked
    return PictureAddress(
      url: base + "?" + (without(names) + asked).joined(separator: "&"),
      cacheKey: path(base) + "?" + same.joined(separator: "&"),
      width: width
    )
  }

  /// Returns the host and the path.
  ///
  /// Omits the port, which changes with each launch of the demo service.
  private static func path(_ base: Substring) -> String {
    let parts = base.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    guard parts.count == 3, parts[0].hasSuffix(":") else { return String(base) }
    return parts[1].prefix { $0 != ":" } + "/" + parts[2]
  }
}
