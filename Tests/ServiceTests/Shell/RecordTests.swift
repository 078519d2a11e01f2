import Disk
import Files
import FoundationEssentials
import Harness
import Localization
import Model
import Testing

@testable import Shell
@testable import Unsplash
@testable import VK

/// Photos as commands print them.
@Suite struct RecordTests {
  private static let photo = Photo(
    id: Photo.ID(service: .unsplash, value: "-a_B9"),
    width: 4000,
    height: 3000,
    color: 0x0C26F9,
    blurHash: "LEHV6nWB2yk8",
    description: "Dawn\tover\nthe \u{1B}[31mbay\u{9B}0m",
    altDescription: "a bay",
    created: CalendarDate(year: 2022, month: 8, day: 7),
    author: Person(
      username: "ann",
      name: "Ann \u{202E}Lee",
      pageURL: WebPage("https://unsplash.com/@ann")
    ),
    likes: 12,
    isLiked: true,
    picture: .derived(from: "https://images.unsplash.com/photo-1"),
    pageURL: WebPage("https://unsplash.com/photos/-a_B9")
  )

  private static let record = PhotoFields(
    photo,
    image: "https://images.unsplash.com/photo-1?w=4000",
    path: "/home/ann/a b.jpg"
  )

  private static let tabs = RecordPrinter.Form.lines(LinePrinter(.tabs))

  private static func table(columns: Int) -> RecordPrinter.Form {
    let headings = ["ID", "Photographer", "Size", "Likes", "Description"]
    return .lines(LinePrinter(.table(columns: columns, headings: headings)))
  }

  @Test func `JSON has the service's members, each text as it was sent`() throws {
    let line = RecordPrinter(.json).text(of: [Self.record])
    #expect(
      line == """
        {"alt_description":"a bay","blur_hash":"LEHV6nWB2yk8","color":"#0c26f9",\
        "created_at":"2022-08-07","credit":"Photo by Ann \\u202eLee on Unsplash",\
        "description":"Dawn\\tover\\nthe \\u001b[31mbay\\u009b0m",\
        "format":1,"height":3000,"id":"-a_B9","license_url":"https://unsplash.com/license",\
        "liked_by_user":true,"likes":12,"links":{"html":"https://unsplash.com/photos/-a_B9"},\
        "path":"/home/ann/a b.jpg",\
        "service":"unsplash","urls":{"raw":"https://images.unsplash.com/photo-1?w=4000"},\
        "user":{"links":{"html":"https://unsplash.com/@ann"},"name":"Ann \\u202eLee",\
        "username":"ann"},"width":4000}

        """
    )
    struct Object: Decodable { var description: String }
    let object = try JSONDecoder().decode(Object.self, from: Data(line.utf8))
    #expect(object.description == Self.photo.description)
  }

  @Test func `unknown values are omitted`() throws {
    var photo = Photo(
      id: Photo.ID(service: .vk, value: "1_2"),
      width: Photo.unmeasured.width,
      height: Photo.unmeasured.height,
      author: Person(username: "id1", name: "Ann"),
      picture: .sizes([PictureSize(url: "https://vk.example/a", width: 0, height: 0, name: "x")]),
      pageURL: nil
    )
    photo.details = PhotoDetails()
    let record = PhotoFields(photo)
    let line = RecordPrinter(.json).text(of: [record])
    for member in ["width", "height", "exif", "location"] { #expect(!line.contains(member)) }
    #expect(RecordPrinter(Self.tabs).text(of: [record]) == "1_2\tAnn\t\t\t\n")
    let template = try PhotoTemplate("{id} {width}{height}.")
    #expect(RecordPrinter(.template(template)).text(of: [record]) == "1_2 .\n")
    // A photo may have exactly this size.
    photo.picture = .sizes([
      PictureSize(url: "https://vk.example/a", width: 1200, height: 800, name: "z")
    ])
    let measured = RecordPrinter(.json).text(of: [PhotoFields(photo)])
    #expect(measured.contains(#""width":1200"#))
  }

  @Test func `a photo requested by its ID has its camera data`() {
    var photo = Self.photo
    photo.details = PhotoDetails(
      camera: "Canon EOS 5D",
      exposure: "1/250",
      aperture: "3.5",
      focalLength: "30.0",
      iso: 200,
      location: "Tulum, \u{1B}[1mMexico",
      views: 1234,
      downloads: 56
    )
    let line = RecordPrinter(.json).text(of: [PhotoFields(photo)])
    for member in [
      #""exif":{"aperture":"3.5","exposure_time":"1/250","focal_length":"30.0","iso":200,"#
        + #""name":"Canon EOS 5D"}"#,
      #""location":{"name":"Tulum, \u001b[1mMexico"}"#, #""views":1234"#, #""downloads":56"#,
    ] {
      #expect(line.contains(member), "\(line)")
    }
    let sheet = FactSheet(Texts(.english)).text(of: photo)
    #expect(
      sheet == """
        Ann Lee  @ann
        Dawn over the bay
        ID         -a_B9
        Uploaded   7 August 2022
        Size       4000 × 3000, 12 MP
        Likes      12
        Place      Tulum, ^[[1mMexico
        Camera     Canon EOS 5D
        Exposure   f/3.5, 1/250 s, 30 mm, ISO 200
        Views      1,234
        Downloads  56
        Page       https://unsplash.com/photos/-a_B9

        """
    )
    #expect(FactSheet(Texts(.russian)).text(of: photo).contains("Просмотры   1 234"))
  }

  @Test func `columns for programs are separated by tabs and sanitized`() {
    let line = RecordPrinter(Self.tabs).text(of: [Self.record])
    #expect(line == "-a_B9\tAnn Lee\t4000×3000\t12\tDawn over the bay\n")
  }

  @Test func `a table is aligned by terminal columns and cut to their number`() {
    var other = Self.photo
    other.author.name = "漢字"
    other.likes = nil
    other.description = nil
    other.altDescription = nil
    let records = [Self.record, PhotoFields(other)]
    let form = Self.table(columns: 46)
    #expect(
      RecordPrinter(form).text(of: records) == """
        ID     Photographer       Size  Likes  Descri…
        -a_B9  Ann Lee       4000×3000     12  Dawn o…
        -a_B9  漢字          4000×3000

        """
    )
    #expect(RecordPrinter(form).text(of: []).isEmpty)
  }

  @Test func `many photos are printed in parts, as if printed at once`() throws {
    let records = (0..<600).map { number in
      var photo = Self.photo
      photo.likes = number
      return PhotoFields(photo)
    }
    let forms: [RecordPrinter.Form] = [
      Self.tabs, .json, .template(try PhotoTemplate("{id} {likes}")),
    ]
    for form in forms {
      let printer = RecordPrinter(form)
      var parts: [String] = []
      printer.pass(records.lazy.map(\.self)) { parts.append($0) }
      #expect(parts.count == 3)
      #expect(parts.joined() == records.map { printer.text(of: [$0]) }.joined())
    }
    let table = RecordPrinter(Self.table(columns: 60)).text(of: records)
    #expect(table.split(separator: "\n").count == 601)
  }

  @Test func `a template names members`() throws {
    let template = try PhotoTemplate(
      "{{{id}\\t{author} {likes} {liked} {created} {color}\\n{path}"
    )
    #expect(
      template.text(of: Self.record)
        == "{-a_B9\tAnn Lee 12 yes 2022-08-07 #0c26f9\n/home/ann/a b.jpg"
    )
    #expect(throws: PhotoTemplate.Mistake.unknownName("name")) { try PhotoTemplate("{name}") }
    #expect(throws: PhotoTemplate.Mistake.openBrace) { try PhotoTemplate("a {id") }
  }

  @Test(arguments: PhotoTemplate.Name.allCases)
  func `each name of a template has a value`(name: PhotoTemplate.Name) throws {
    #expect(try !PhotoTemplate("{\(name.rawValue)}").text(of: Self.record).isEmpty)
  }

  @Test func `members of the JSON are names of a template, and NUL can be written`() throws {
    let template = try PhotoTemplate(
      "{user.name}\\t{blur_hash}\\0{views}",
      members: PhotoTemplate.Member.allCases
    )
    #expect(template.text(of: Self.record) == "Ann <U+202E>Lee\tLEHV6nWB2yk8\0")
  }

  @Test(arguments: [
    (120, [11, 28, 9, 6]), (44, [11, 12, 9, 6]), (40, [11, 8, 9, 6]), (39, [11, 18, 0, 6]),
    (30, [11, 9, 0, 6]),
    (20, [11, 0, 0, 6]), (5, [11, 0, 0, 6]),
  ])
  func `IDs and likes stay whole in a narrow window`(columns: Int, widths: [Int]) {
    #expect(LinePrinter.fitted([11, 28, 9, 6], to: columns) == widths)
  }

  @Test(arguments: 12...60)
  func `a table in a narrow window cuts no number`(columns: Int) throws {
    let rows = RecordPrinter(Self.table(columns: columns)).text(of: [Self.record]).split(
      separator: "\n"
    )
    #expect(try rows.at(1).contains(" 12") && rows.at(1).count <= columns)
  }

  @Test func `an ID is read from a word, from columns and from JSON`() {
    #expect(PhotoArgument(" -a_B9\r\n")?.id == "-a_B9")
    #expect(PhotoArgument("photo-128666765_456239017")?.id == "-128666765_456239017")
    #expect(PhotoArgument("photo-1_2_3")?.id == "photo-1_2_3")
    for form in [Self.tabs, .json] {
      #expect(PhotoArgument(RecordPrinter(form).text(of: [Self.record]))?.id == "-a_B9")
    }
    for line in ["", "../x", "{\"id\":3}", "{\"id\":\"a/b\"}", "a\u{1B}b", "é"] {
      #expect(PhotoArgument(line)?.id == nil)
    }
    #expect(PhotoArgument(String(repeating: "a", count: 129))?.id == nil)
  }

  @Test(
    arguments: [
      (.notFound, .notFound), (.unauthorized, .notSignedIn),
      (.rateLimited(minutes: 3), .rateLimited), (.timedOut(host: "h"), .offline),
      (.notConfigured, .usage), (.malformedAnswer, .failed),
    ] as [(Problem.Cause, CommandStatus)]
  )
  func `a problem has its status`(cause: Problem.Cause, status: CommandStatus) {
    #expect(CommandStatus(Problem(.feed, cause)) == status)
  }

  @Test func `the worst of several statuses is the status of all`() {
    let order: [CommandStatus] = [
      .done, .notFound, .failed, .offline, .rateLimited, .notSignedIn, .usage, .interrupted,
    ]
    #expect(Set(order) == Set(CommandStatus.allCases))
    for (index, status) in order.enumerated() {
      for other in order[...index] {
        #expect(status.and(other) == status)
        #expect(other.and(status) == status)
      }
    }
  }
}

extension PhotoTemplate {
  /// Returns the line of a photo.
  fileprivate func text(of record: PhotoFields) -> String {
    RecordPrinter(.template(self), end: "\u{1}").text(of: [record]).filter { $0 != "\u{1}" }
  }
}
