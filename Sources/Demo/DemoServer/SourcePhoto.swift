import FoundationEssentials
import Platform

/// An original: one of the real photos that all images are made from, as `photos.json` describes
/// it.
struct SourcePhoto: Decodable, Sendable {
  /// A text in the two languages of the bundled photos.
  struct Texts: Decodable, Sendable {
    let en: String
    let ru: String
  }

  let file: String
  /// The size of the JPEG in pixels.
  let width: Int
  let height: Int
  let bytes: Int
  let title: Texts
  let description: Texts
  /// Words for what the photo shows, separated by spaces.
  let tags: Texts
  let author: String
  let license: String
  let licenseURL: String?
  let sourceURL: String?

  private enum CodingKeys: String, CodingKey {
    case file, width, height, bytes, title, description, tags, author, license
    case licenseURL = "license_url"
    case sourceURL = "source_url"
  }

  /// Reads the descriptions of all originals in a folder.
  static func all(in directory: String) throws(DemoServerError) -> [SourcePhoto] {
    let path = directory + "/photos.json"
    do {
      let photos = try JSONDecoder().decode(
        [SourcePhoto].self,
        from: Data(RegularFile.contents(of: path))
      )
      guard photos.isEmpty else { return photos }
    } catch {
      throw .photos(path: path)
    }
    throw .photos(path: path)
  }

  /// The part that crops must contain; `nil` if every crop is suitable.
  var focus: Focus? { Focus.known[String(file.prefix(2))] }

  /// The location of the photo; `nil` if the title doesn't name one.
  var location: DemoLocation? { DemoLocation.known[String(file.prefix(2))] }
}

/// A geographic location, in the API's terms.
struct DemoLocation: Sendable {
  let city: String?
  let country: String
  let latitude: Double
  let longitude: Double

  var name: String { [city, country].compactMap(\.self).joined(separator: ", ") }

  private init(_ city: String?, _ country: String, _ latitude: Double, _ longitude: Double) {
    self.city = city
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The locations by the number at the start of the file name.
  static let known: [String: DemoLocation] = [
    "02": DemoLocation("Machu Picchu", "Peru", -13.1631, -72.545),
    "03": DemoLocation("Delhi", "India", 28.5245, 77.1855),
    "06": DemoLocation("Cincinnati", "United States", 39.0925, -84.5096),
    "07": DemoLocation(nil, "Maldives", 3.2028, 73.2207),
    "11": DemoLocation("Washington, D.C.", "United States", 38.8893, -77.0502),
    "15": DemoLocation("Amritsar", "India", 31.62, 74.8765),
    "16": DemoLocation(nil, "Spain", 43.1975, -4.8517),
    "18": DemoLocation("Berlin", "Germany", 52.5163, 13.3777),
    "23": DemoLocation(nil, "China", 40.4319, 116.5704),
    "25": DemoLocation("Kolkata", "India", 22.5448, 88.3426),
    "29": DemoLocation("Schwangau", "Germany", 47.5576, 10.7498),
    "30": DemoLocation("New York", "United States", 40.6892, -74.0445),
    "33": DemoLocation("Le Mont-Saint-Michel", "France", 48.636, -1.5115),
    "36": DemoLocation("Chinle", "United States", 36.1336, -109.4694),
  ]
}
