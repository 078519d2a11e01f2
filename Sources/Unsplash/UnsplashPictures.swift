import Model
import ServiceAPI

/// Picture addresses at the image host (imgix), derived from the ones the service sent.
enum UnsplashPictures {
  /// The widths that are asked for, in pixels; wider ones are the original.
  static let widths = [200, 400, 640, 1080, 1600, 2400, 3840]

  /// - Parameter native: the width of the original, which is never enlarged.
  static func photo(_ raw: String, width: Int, native: Int) -> PictureAddress {
    guard let bucket = widths.first(where: { $0 >= width }), bucket < native else {
      return original(raw, native: native)
    }
    return sized(raw, width: bucket, native: native)
  }

  /// Just so many pixels wide, or all that there are.
  static func sized(_ raw: String, width: Int, native: Int) -> PictureAddress {
    guard width < native else { return original(raw, native: native) }
    let items = [("w", "\(width)"), ("fit", "max"), ("q", "80"), ("fm", "jpg")]
    return address(raw, items, width: width)
  }

  static func original(_ raw: String, native: Int) -> PictureAddress {
    address(raw, [("q", "85"), ("fm", "jpg")], width: native)
  }

  static func avatar(_ url: String, size: Int) -> PictureAddress {
    let bucket = [64, 128, 256].first { $0 >= size } ?? 512
    return address(
      url,
      [("w", "\(bucket)"), ("h", "\(bucket)"), ("fit", "crop"), ("q", "80"), ("fm", "jpg")],
      width: bucket
    )
  }

  /// Keeps what the address says, replaces what clashes; an address that is none stays as it is.
  private static func address(
    _ base: String,
    _ items: [(String, String)],
    width: Int
  ) -> PictureAddress {
    // By its text: to take it apart properly loads libcurl, and a kept feed shows its pictures
    // sooner than that. What is no address is refused when it is asked for.
    let address = base.prefix { $0 != "#" }
    let place = address.prefix { $0 != "?" }
    let known = address.dropFirst(place.count + 1).split(separator: "&")
    func without(_ names: [String]) -> [String] {
      known.filter { item in !names.contains { $0 == item.prefix { $0 != "=" } } }.map(String.init)
    }
    let asked = items.map { "\($0.0)=\($0.1)" }
    let names = items.map(\.0)
    // `ixid` reports the view and differs in every answer; `ixlib` is the library that signed it.
    let same = without(names + ["ixid", "ixlib"]) + asked
    return PictureAddress(
      url: place + "?" + (without(names) + asked).joined(separator: "&"),
      cacheKey: path(place) + "?" + same.joined(separator: "&"),
      width: width
    )
  }

  /// Host and path; the port is left out, which is another one each time the demo service starts.
  private static func path(_ place: Substring) -> String {
    let parts = place.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    guard parts.count == 3, parts[0].hasSuffix(":") else { return String(place) }
    return parts[1].prefix { $0 != ":" } + "/" + parts[2]
  }
}
