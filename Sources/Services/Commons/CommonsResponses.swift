import Model
import ServiceAPI

/// An answer of the API: a batch of pages, and how to go on.
struct CommonsAnswer: Decodable {
  var pages: [CommonsPage]
  /// The members to send with the next request; `nil` at the end.
  var next: [String: String]?
  /// Whether all properties of these pages are here.
  var isComplete: Bool
  /// The code of the first error; `nil` if there is none.
  var error: String?

  init(from decoder: any Decoder) throws {
    struct Query: Decodable { var pages: LossyArray<CommonsPage>? }
    struct Failure: Decodable { var code: String }
    let values = try LenientValues(decoder)
    let query: Query? = values["query"]
    pages = query?.pages?.elements ?? []
    let raw: [String: CommonsValue]? = values["continue"]
    next = raw?.compactMapValues(\.text)
    isComplete = values["batchcomplete"] ?? (next == nil)
    let single: Failure? = values["error"]
    let several: LossyArray<Failure>? = values["errors"]
    error = single?.code ?? several?.elements.first?.code
  }
}

/// A page of the wiki: a file, or something else between files.
struct CommonsPage: Decodable {
  var id: Int?
  var namespace: Int?
  var title: String
  var isMissing: Bool
  /// The place in the results of a search.
  var index: Int?
  var file: CommonsFile?
  var coordinates: (latitude: Double, longitude: Double)?
  /// The titles of the page's categories.
  var categories: [String]
  /// The time when the file was put into the list's category; `nil` if the service didn't say.
  var listed: String?
  /// Whether a category has files or subcategories.
  var hasFiles: Bool

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    id = values.whole("pageid")
    namespace = values.whole("ns")
    title = values.text("title") ?? ""
    isMissing = values["missing"] ?? values["invalid"] ?? false
    index = values.whole("index")
    let files: LossyArray<CommonsFile>? = values["imageinfo"]
    file = files?.elements.first
    let places: LossyArray<CommonsPlace>? = values["coordinates"]
    coordinates = places?.elements.first.map { ($0.latitude, $0.longitude) }
    let categories: LossyArray<CommonsCategory>? = values["categories"]
    self.categories = categories?.elements.map(\.title) ?? []
    listed = categories?.elements.first?.timestamp
    let counts: CommonsCounts? = values["categoryinfo"]
    hasFiles = (counts?.files ?? 0, counts?.subcats ?? 0) != (0, 0)
  }
}

struct CommonsPlace: Decodable {
  var latitude: Double
  var longitude: Double

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    guard let latitude = values.number("lat"), let longitude = values.number("lon"),
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no place"))
    }
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

private struct CommonsCategory: Decodable {
  var title: String
  var timestamp: String?
}

private struct CommonsCounts: Decodable { var files, subcats: Int? }

/// The current version of a file.
struct CommonsFile: Decodable {
  var mime: String
  var width: Int
  var height: Int
  var thumbnail: String
  /// The time of this version.
  var timestamp: String
  /// The texts of the file's page, as HTML.
  var texts: [String: String]
  /// The camera's data by name.
  var camera: [String: String]

  init(from decoder: any Decoder) throws {
    struct Text: Decodable { var value: CommonsValue }
    let values = try LenientValues(decoder)
    mime = values.text("mime") ?? ""
    width = values.whole("width") ?? 0
    height = values.whole("height") ?? 0
    thumbnail = values.text("thumburl") ?? values.text("url") ?? ""
    timestamp = values.text("timestamp") ?? ""
    let texts: [String: Text]? = values["extmetadata"]
    self.texts = texts?.compactMapValues(\.value.text) ?? [:]
    let camera: LossyArray<CommonsMetadata>? = values["metadata"]
    self.camera = Dictionary(
      (camera?.elements ?? []).compactMap { entry in entry.value.text.map { (entry.name, $0) } },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

struct CommonsMetadata: Decodable {
  var name: String
  var value: CommonsValue
}

/// A value that the API sends as a text, a number, or a list of such values with names.
struct CommonsValue: Decodable {
  /// The value as text, of a list its first one; `nil` for others.
  var text: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.text = text
    } else if let number = try? container.decode(Int.self) {
      text = "\(number)"
    } else if let number = try? container.decode(Double.self) {
      text = "\(number)"
    } else if let list = try? container.decode(LossyArray<CommonsItem>.self) {
      text = list.elements.first?.text
    }
  }
}

/// An item of a list of values, which can't contain a list again.
struct CommonsItem: Decodable {
  var text: String

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    guard let text = values.text("value") ?? values.whole("value").map({ "\($0)" }) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no value"))
    }
    self.text = text
  }
}
