import GRDB
import Model

/// Photos as rows of the table `photo`.
enum PhotoRow {
  /// The columns except the row's number, in the order that `read` expects.
  static let selection = columns.map { "photo." + $0 }.joined(separator: ", ")

  private static let identity = ["service", "value"]
  private static let data =
    [
      "width", "height", "color", "blur_hash", "title", "description", "alt_description", "created",
      "updated",
    ] + PersonRow.columns.map { "author_" + $0 } + [
      "likes", "is_liked", "picture_url", "picture_sizes", "page_url", "download_location",
      "sponsor", "license", "license_url", "attribution", "requires_credit",
    ]
  private static let details = [
    "has_details", "taken", "camera", "exposure", "aperture", "focal_length", "iso", "location",
    "views",
    "downloads", "restrictions", "categories",
  ]
  private static let columns = identity + data + details

  /// The statement that inserts a photo, or updates it with later data.
  ///
  /// Details are kept if the later data have none, as in pages of lists. A colour is kept too,
  /// because it may have been measured here. A photo liked on this computer stays liked.
  private static let upsert = """
    INSERT INTO photo (\(columns.joined(separator: ", ")))
    VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
    ON CONFLICT (service, value) DO UPDATE SET
    \((data.map { kept[$0] ?? "\($0) = excluded.\($0)" }
      + details.map { "\($0) = iif(excluded.has_details, excluded.\($0), photo.\($0))" })
      .joined(separator: ", "))
    RETURNING id
    """

  private static let kept = [
    "color": "color = ifnull(excluded.color, photo.color)",
    "is_liked": "is_liked = excluded.is_liked OR photo.id IN (SELECT photo FROM own_like)",
  ]

  /// Writes a photo's data and returns the number of its row.
  static func write(_ photo: Photo, to database: Database) throws -> Int64 {
    let statement = try database.cachedStatement(sql: upsert)
    let id = try Int64.fetchOne(statement, arguments: StatementArguments(values(of: photo)))
    guard let id else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
    return id
  }

  static func readID(_ reader: inout ColumnReader) -> Photo.ID {
    Photo.ID(service: ServiceID(reader.text()), value: reader.text())
  }

  static func read(_ reader: inout ColumnReader) -> Photo {
    Photo(
      id: readID(&reader),
      width: reader.int(),
      height: reader.int(),
      color: reader.optionalInteger().flatMap { UInt32(exactly: $0) },
      blurHash: reader.optionalText(),
      title: reader.optionalText(),
      description: reader.optionalText(),
      altDescription: reader.optionalText(),
      created: reader.optionalInteger().flatMap(date),
      updated: reader.optionalInteger().flatMap(date),
      author: PersonRow.read(&reader),
      likes: reader.optionalInt(),
      isLiked: reader.flag(),
      picture: PictureRow.read(&reader),
      pageURL: WebPage(reader.text()),
      downloadLocation: reader.optionalText(),
      sponsor: reader.optionalText(),
      license: reader.optionalText(),
      licensePage: reader.optionalText().flatMap { WebPage($0) },
      attribution: reader.optionalText(),
      requiresCredit: reader.optionalInt().map { $0 != 0 },
      details: readDetails(&reader)
    )
  }

  /// The columns that `readBrief` expects; includes sizes only for photos that may be unmeasured.
  static let briefSelection = """
    photo.value, photo.width, photo.height,
    iif((photo.width, photo.height) = (\(Photo.unmeasured.width), \(Photo.unmeasured.height)),
      photo.picture_sizes, NULL),
    photo.likes, photo.author_name, coalesce(photo.description, photo.alt_description)
    """

  static func readBrief(_ reader: inout ColumnReader) -> PhotoBrief {
    let id = reader.text()
    let size = (reader.int(), reader.int())
    let isMeasured = reader.optionalText().map { PictureRow.sizes($0).isMeasured } ?? true
    let likes = reader.optionalInt()
    let author = reader.text()
    return PhotoBrief(
      id: id,
      width: isMeasured ? size.0 : 0,
      height: isMeasured ? size.1 : 0,
      caption: reader.text(),
      author: author,
      likes: likes
    )
  }

  private static func readDetails(_ reader: inout ColumnReader) -> PhotoDetails? {
    let isKnown = reader.flag()
    guard isKnown else {
      reader.skip(details.count - 1)
      return nil
    }
    return PhotoDetails(
      taken: reader.optionalInteger().flatMap(date),
      camera: reader.optionalText(),
      exposure: reader.optionalText(),
      aperture: reader.optionalText(),
      focalLength: reader.optionalText(),
      iso: reader.optionalInt(),
      location: reader.optionalText(),
      views: reader.optionalInt(),
      downloads: reader.optionalInt(),
      restrictions: readNames(&reader),
      categories: readNames(&reader)
    )
  }

  private static func readNames(_ reader: inout ColumnReader) -> [String] {
    reader.text().split(separator: "|").map(String.init)
  }

  private static func values(of photo: Photo) -> [(any DatabaseValueConvertible)?] {
    let details = photo.details
    return [
      photo.id.service.name, photo.id.value, photo.width, photo.height,
      photo.color.map { Int64($0) }, photo.blurHash, photo.title, photo.description,
      photo.altDescription,
      photo.created.map(number), photo.updated.map(number),
    ] + PersonRow.values(of: photo.author) + [
      photo.likes, photo.isLiked,
    ] + PictureRow.values(of: photo.picture) + [
      photo.pageURL?.text ?? "", photo.downloadLocation,
      photo.sponsor, photo.license, photo.licensePage?.text, photo.attribution,
      photo.requiresCredit, details != nil, details?.taken.map(number), details?.camera,
      details?.exposure,
      details?.aperture,
      details?.focalLength, details?.iso, details?.location, details?.views, details?.downloads,
      details?.restrictions.joined(separator: "|"), details?.categories.joined(separator: "|"),
    ]
  }

  /// Encodes a day as one number, such as 20220827.
  private static func number(_ date: CalendarDate) -> Int64 {
    Int64(date.year) &* 10_000 &+ Int64(date.month * 100 + date.day)
  }

  /// Decodes a day; `nil` if the number isn't an encoded day.
  private static func date(_ number: Int64) -> CalendarDate? {
    let (year, month, day) = (Int(number / 10_000), Int(number / 100 % 100), Int(number % 100))
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    return CalendarDate(year: year, month: month, day: day)
  }
}

/// The URLs of a photo's images, as the columns `picture_url` and `picture_sizes`.
enum PictureRow {
  /// Returns the values of both columns.
  ///
  /// Each line of `picture_sizes` has width, height, name and URL, separated by tabs. The format is
  /// simple because a list of three hundred photos is read before the first frame.
  static func values(of picture: Picture) -> [(any DatabaseValueConvertible)?] {
    switch picture {
    case .derived(let base): return [base, nil]
    case .sizes(let sizes):
      let lines = sizes.filter { !($0.name + $0.url).utf8.contains { $0 < 0x20 } }.map { size in
        "\(size.width)\t\(size.height)\t\(size.name)\t\(size.url)"
      }
      return ["", lines.joined(separator: "\n")]
    }
  }

  static func read(_ reader: inout ColumnReader) -> Picture {
    let (base, sizes) = (reader.text(), reader.optionalText())
    return sizes.map(self.sizes) ?? .derived(from: base)
  }

  /// Reads the column `picture_sizes`.
  static func sizes(_ lines: String) -> Picture {
    .sizes(lines.split(separator: "\n").compactMap(size))
  }

  /// Decodes one line; `nil` if the line isn't an encoded size.
  private static func size(_ line: Substring) -> PictureSize? {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard parts.count == 4, let width = Int(parts[0]), let height = Int(parts[1]) else {
      return nil
    }
    return PictureSize(url: String(parts[3]), width: width, height: height, name: String(parts[2]))
  }
}

/// People as columns: a photo's author, and the profile.
enum PersonRow {
  static let columns = [
    "username", "name", "bio", "location", "avatar_url", "page_url", "total_likes",
    "total_photos",
  ]

  static func values(of person: Person) -> [(any DatabaseValueConvertible)?] {
    [
      person.username, person.name, person.bio, person.location, person.avatarURL,
      person.pageURL?.text ?? "", person.totalLikes, person.totalPhotos,
    ]
  }

  /// Saves a person at a time in seconds since 1970, in the table of profiles or photographers.
  static func save(
    _ person: Person,
    in table: String,
    time: Double,
    of account: String,
    _ database: Database
  ) throws {
    try database.run(
      """
      INSERT OR REPLACE INTO \(table) (account, time, \(columns.joined(separator: ", ")))
      VALUES (?, ?, \(columns.map { _ in "?" }.joined(separator: ", ")))
      """,
      StatementArguments([account, time] + values(of: person))
    )
  }

  static func read(_ reader: inout ColumnReader) -> Person {
    Person(
      username: reader.text(),
      name: reader.text(),
      bio: reader.optionalText(),
      location: reader.optionalText(),
      avatarURL: reader.optionalText(),
      pageURL: WebPage(reader.text()),
      totalLikes: reader.optionalInt(),
      totalPhotos: reader.optionalInt()
    )
  }
}

/// The list that a photo was found in, as the columns `origin` and `origin_name`.
enum OriginRow {
  static func values(of origin: ListID) -> [(any DatabaseValueConvertible)?] {
    [origin.kind.rawValue, origin.name]
  }

  /// Reads a list; returns the feed if the kind is unknown.
  static func read(_ reader: inout ColumnReader) -> ListID {
    let (kind, name) = (reader.text(), reader.text())
    return ListID.Kind(rawValue: kind).map { ListID($0, name: name) } ?? .feed
  }
}
