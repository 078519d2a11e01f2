import Model
import ServiceAPI

/// Builds URLs at the image host (imgix) from the ones that the service sent.
enum UnsplashPictures {
  /// The widths that are requested, in pixels.
  ///
  /// Beyond the largest, the original is requested.
  static let widths = [200, 400, 640, 1080, 1600, 2400, 3840]

  /// Returns the URL of the photo in the next larger of `widths`, or of the original.
  ///
  /// - Parameter native: the width of the original, which is never enlarged.
  static func photo(_ raw: String, width: Int, native: Int) -> PictureAddress {
    guard let bucket = widths.first(where: { $0 >= width }), bucket < native else {
      return original(raw, native: native)
    }
    return sized(raw, width: bucket, native: native)
  }

  /// Returns the URL of the photo exactly `width` pixels wide, or of the original if that is
  /// smaller.
  static func sized(_ raw: String, width: Int, native: Int) -> PictureAddress {
    guard width < native else { return original(raw, native: native) }
    let items = [("w", "\(width)"), ("fit", "max"), ("q", "80"), ("fm", "jpg")]
    return address(raw, items, width: width)
  }

  /// Returns the URL of the photo in full resolution, as a JPEG.
  static func original(_ raw: String, native: Int) -> PictureAddress {
    address(raw, [("q", "85"), ("fm", "jpg")], width: native)
  }

  /// Returns the URL of a square avatar of 64, 128, 256 or 512 pixels, at least `size` if possible.
  static func avatar(_ url: String, size: Int) -> PictureAddress {
    let bucket = [64, 128, 256].first { $0 >= size } ?? 512
    return address(
      url,
      [("w", "\(bucket)"), ("h", "\(bucket)"), ("fit", "crop"), ("q", "80"), ("fm", "jpg")],
      width: bucket
    )
  }

  /// Adds query items to a URL and replaces items of the same names.
  ///
  /// Any other text becomes a URL that can't be loaded.
  private static func address(
    _ base: String,
    _ items: [(String, String)],
    width: Int
  ) -> PictureAddress {
    // Splits the URL as plain text. A real URL parser would load libcurl, which delays the pictures
    // of a cached feed. The transport refuses what isn't a URL.
    let address = base.prefix { $0 != "#" }
    let place = address.prefix { $0 != "?" }
    let known = address.dropFirst(place.count + 1).split(separator: "&")
    func without(_ names: [String]) -> [String] {
      known.filter { item in !names.contains { $0 == item.prefix { $0 != "=" } } }.map(String.init)
    }
    let asked = items.map { "\($0.0)=\($0.1)" }
    let names = items.map(\.0)
    // `ixid` reports the view and differs in each response. `ixlib` names the library that signed
    // the URL.
    let same = without(names + ["ixid", "ixlib"]) + asked
    return PictureAddress(
      url: place + "?" + (without(names) + asked).joined(separator: "&"),
      cacheKey: path(place) + "?" + same.joined(separator: "&"),
      width: width
    )
  }

  /// Returns the host and the path, without the port: the demo service has another port in each
  /// run.
  private static func path(_ place: Substring) -> String {
    let parts = place.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    guard parts.count == 3, parts[0].hasSuffix(":") else { return String(place) }
    return parts[1].prefix { $0 != ":" } + "/" + parts[2]
  }
}
