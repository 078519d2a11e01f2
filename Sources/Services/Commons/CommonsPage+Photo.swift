import HTTP
import Model
import ServiceAPI

extension CommonsPage {
  /// Returns the photo of a file; `nil` if the page isn't a JPEG file that can be shown.
  ///
  /// - Parameters:
  ///   - site: the base URL of Commons without a trailing slash.
  ///   - isLocal: whether the API is on this computer, and so may be its pictures.
  ///   - language: `en` or `ru`.
  func photo(site: String, isLocal: Bool, language: String) -> Photo? {
    guard namespace == 6, let id, id > 0, let file, file.mime == "image/jpeg", file.width > 0,
      file.height > 0,
      let picture = CommonsPictures.picture(
        file.thumbnail,
        version: file.timestamp.filter(\.isNumber),
        isLocal: isLocal
      )
    else { return nil }
    let license = WikiText(file.texts["LicenseShortName"] ?? "", limit: 60).text
    return Photo(
      id: Photo.ID(service: .commons, value: "\(id)"),
      width: file.width,
      height: file.height,
      title: name,
      description: description(of: file),
      created: CalendarDate(iso8601: file.timestamp),
      author: author(of: file, site: site, in: language),
      picture: picture,
      pageURL: CommonsAddress.page(title, site: site),
      license: license.isEmpty ? nil : license,
      licensePage: file.texts["LicenseUrl"].flatMap(Self.page),
      attribution: attribution(of: file),
      requiresCredit: file.texts["AttributionRequired"] == "true"
        || Self.askingForCredit.contains(where: license.hasPrefix)
    )
  }

  /// The title without the namespace and the file's extension.
  private var name: String {
    let whole = title.split(separator: ":", maxSplits: 1).last.map(String.init) ?? title
    guard let dot = whole.lastIndex(of: "."), dot > whole.startIndex else { return whole }
    return String(whole[..<dot])
  }

  /// The beginnings of licences that always require the credit.
  private static let askingForCredit = ["CC BY", "CC-BY", "GFDL", "FAL", "Attribution"]

  /// The texts that cameras write in place of a description.
  private static let defaults: Set = [
    "SONY DSC", "OLYMPUS DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA", "DCIM", "DSC",
    "SAMSUNG DIGITAL CAMERA", "Digital Camera", "MINOLTA DIGITAL CAMERA", "default",
  ]

  private func description(of file: CommonsFile) -> String? {
    let text = WikiText(file.texts["ImageDescription"] ?? "", limit: 4_000).text
    return text.isEmpty || Self.defaults.contains(text) ? nil : text
  }

  private func attribution(of file: CommonsFile) -> String? {
    let text = WikiText(file.texts["Attribution"] ?? "", limit: 300).text
    return text.isEmpty ? nil : text.split(separator: "\n").joined(separator: " ")
  }

  /// Returns the author named on the file's page, who is often not the uploader.
  private func author(of file: CommonsFile, site: String, in language: String) -> Person {
    let artist = WikiText(file.texts["Artist"] ?? "", limit: 300)
    let name = artist.text.split(separator: "\n").joined(separator: ", ")
    let hasOthers = Int(file.texts["AuthorCount"] ?? "") ?? 1 > 1
    let (page, others) =
      language == "ru"
      ? ("см. страницу файла", " и другие") : ("see the file's page", " and others")
    return Person(
      username: artist.user ?? "",
      name: name.isEmpty ? page : name + (hasOthers ? "\(others) (\(page))" : ""),
      pageURL: artist.user.flatMap { CommonsAddress.page("User:" + $0, site: site) }
    )
  }

  private static func page(_ address: String) -> WebPage? {
    let rest =
      ["https://", "http://", "//"].first(where: address.hasPrefix)
      .map { address.dropFirst($0.count) } ?? address[...]
    return WebPage("https://" + rest)
  }
}

extension PhotoDetails {
  /// Creates the details of a file.
  init(_ page: CommonsPage) {
    let camera = page.file?.camera ?? [:]
    // Models often repeat their maker: "NIKON CORPORATION" and "NIKON D4".
    let (make, model) = (camera["Make"] ?? "", camera["Model"] ?? "")
    let isRepeated = make.split(separator: " ").first == model.split(separator: " ").first
    let name = (isRepeated ? [model] : [make, model]).filter { !$0.isEmpty }.joined(separator: " ")
    let taken = WikiText(page.file?.texts["DateTimeOriginal"] ?? "", limit: 200)
    self.init(
      // Free text, which becomes a date only where it has a whole one.
      taken: CalendarDate(iso8601: taken.text)
        ?? taken.dateTime.flatMap { CalendarDate(iso8601: $0) },
      camera: name.isEmpty ? nil : name,
      exposure: camera["ExposureTime"].flatMap(Self.exposure),
      aperture: camera["FNumber"].flatMap(Self.quotient).map(Self.decimal),
      focalLength: camera["FocalLength"].flatMap(Self.quotient).map(Self.decimal),
      iso: camera["ISOSpeedRatings"].flatMap { Int($0) },
      location: page.coordinates.map { place in
        Self.decimal(place.latitude, 4) + ", " + Self.decimal(place.longitude, 4)
      },
      restrictions: Self.names((page.file?.texts["Restrictions"] ?? "").split(separator: "|")),
      categories: Self.names(page.categories.map { $0.drop { $0 != ":" }.dropFirst() })
    )
  }

  /// The most restrictions, and the most categories.
  static let maxNames = 20

  private static func names(_ all: [Substring]) -> [String] {
    all.filter { !$0.isEmpty }.prefix(maxNames).map { String($0.prefix(100)) }
  }

  /// Returns the value of a fraction such as `80/10`; `nil` for others and for 0.
  private static func quotient(_ text: String) -> Double? {
    let parts = text.split(separator: "/").map { Double($0) }
    guard let first = parts.first, let numerator = first else { return nil }
    let denominator = parts.count == 2 ? parts[1] ?? 0 : 1
    let value = numerator / denominator
    return parts.count <= 2 && value.isFinite && value > 0 && value < 1e6 ? value : nil
  }

  /// Returns the seconds of an exposure, below one as a fraction.
  private static func exposure(_ text: String) -> String? {
    quotient(text).map { $0 > 0.5 ? decimal($0) : "1/\(Int((1 / max($0, 1e-6)).rounded()))" }
  }

  /// Returns a number with at most this many decimals.
  private static func decimal(_ value: Double, _ count: Int) -> String {
    let scale = [1.0, 10, 100, 1_000, 10_000][min(count, 4)]
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func decimal(_ value: Double) -> String { decimal(value, 1) }
}
