import Disk
import EffectHandling
import Glibc
import HTTP
import Harness
import Model
import Platform
import Testing

@testable import Files

private func photo(
  _ id: String = "-_aB3",
  author: String = "Ada Lovelace",
  description: String? = nil
) -> Photo {
  Photo(
    id: Photo.ID(service: "unsplash", value: id),
    width: 8,
    height: 8,
    color: 0x00FF7F,
    description: description,
    created: CalendarDate(year: 2026, month: 3, day: 9),
    author: Person(username: "ada", name: author),
    likes: 7,
    picture: .derived(from: "https://images.example/photo-1"),
    pageURL: "https://unsplash.com/photos/-_aB3"
  )
}

private func name(_ template: String, _ photo: Photo, width: Int? = nil) throws -> String {
  FileStyle(name: try PhotoTemplate(template, PhotoTemplate.fileNames))
    .fileName(of: photo, width: width)
}

/// File names made from the user's template.
@Suite(.timeLimit(.hang)) struct FileNameTests {
  @Test(
    arguments: [
      ("{author} - {title} - {id}", "Ada Lovelace - A red, red rose - -_aB3.jpg"),
      ("{id}", "_-_aB3.jpg"), ("x", "x--_aB3.jpg"), ("", "_-_aB3.jpg"),
      ("{username}/{service} {id}", "ada_unsplash -_aB3.jpg"),
      ("{width}x{height} {likes} {liked} {id}", "8x8 7 no -_aB3.jpg"),
      ("{created} {color} {id}", "2026-03-09 #00ff7f -_aB3.jpg"),
      ("{id} {url}", "_-_aB3 https___unsplash.com_photos_-_aB3.jpg"),
      ("{id}. . ", "_-_aB3.jpg"), ("  .{id}", "_.-_aB3.jpg"), ("{{{id}}", "{-_aB3}.jpg"),
      ("a\\tb\\n{id}", "a b -_aB3.jpg"), ("a\\*?\"<>|:{id}", "a________-_aB3.jpg"),
      ("con.{id}", "_con.-_aB3.jpg"), ("Lpt1 .{id}", "_Lpt1 .-_aB3.jpg"),
      ("{id}{id}", "_-_aB3-_aB3.jpg"),
    ]
  )
  func `have the parts of the template and are safe anywhere`(
    template: String,
    expected: String
  ) throws {
    #expect(try name(template, photo(description: "A red, red rose")) == expected)
  }

  @Test func `are the photographer's and the ID without a template`() {
    #expect(FileStyle().fileName(of: photo()) == "ada--_aB3.jpg")
    #expect(FileStyle().fileName(of: photo(), width: 1080) == "ada--_aB3.1080.jpg")
  }

  @Test func `have the width of a rendition`() throws {
    #expect(try name("{id} x", photo(), width: 1080) == "_-_aB3 x.1080.jpg")
    let long = photo(author: String(repeating: "w", count: 300))
    #expect(try name("{id} {author}", long, width: 1080).hasSuffix("www.1080.jpg"))
  }

  @Test func `are cut between characters and keep the ID`() throws {
    let letter = "и\u{306}"
    for template in ["{author} {id}", "{id} {author}", "{author} {id} {author}", "{author}"] {
      for count in [6, 7, 8, 9, 100] {
        let author = String(repeating: "a", count: count) + String(repeating: letter, count: 90)
        let name = try name(template, photo("abc", author: author))
        #expect(name.utf8.count <= 200)
        #expect(name.contains("abc") && name.hasSuffix(".jpg"))
        #expect(name.allSatisfy { "abc-. jpg_".contains($0) || String($0) == letter }, "\(name)")
      }
    }
  }

  @Test func `keep what separates the ID from a text that is cut`() throws {
    let long = photo("abc", author: String(repeating: "w", count: 300))
    for (template, ending) in [
      ("{author}", "w-abc.jpg"), ("{author} - {id}", "w - abc.jpg"), ("{author}{id}", "w abc.jpg"),
      ("{author} {author}, {id}", "w, abc.jpg"),
    ] {
      let name = try name(template, long)
      #expect(name.utf8.count <= 200 && name.hasSuffix(ending), "\(name)")
    }
  }

  @Test func `differ for different photos, of any ID`() throws {
    let long = String(repeating: "x", count: 300)
    let ids = ["a", "A", "a/b", "a_b", "a:b", "a~b", "é", "", ".", long, long + "y", long + "/"]
    for template in ["{author}", "{id} {author}", "{author} {id}"] {
      let names = try ids.map { try name(template, photo($0)) }
      #expect(Set(names).count == ids.count)
      for name in names { #expect(name.utf8.count <= 200 && !name.contains("/")) }
    }
  }

  @Test(arguments: [
    "{username}{id}", "{id}{username}", "x{id}{username}y", "{username}{id}{title}",
  ])
  func `keep an ID apart from a value beside it`(template: String) throws {
    let names = try [("a", "bc"), ("ab", "c"), ("abc", "d"), ("d", "abc")].map { user, id in
      var photo = photo(id)
      photo.author.username = user
      return try name(template, photo)
    }
    #expect(Set(names).count == 4)
    #expect(try names.at(0).contains("a bc") || names.at(0).contains("bc a"))
    // A literal or another ID beside the ID is enough.
    #expect(try name("x{id}{id}y", photo("bc")) == "xbcbcy.jpg")
    #expect(try name("{title}{id}", photo("bc")) == "bc.jpg")
  }

  @Test func `are harmless whatever the service sends`() throws {
    let hostile =
      try HostileNames.all() + ["..", ".", "-", "NUL", "a\0b", "\u{202E}gpj", "a/../b", ""]
    for text in hostile {
      let name = try name("{author}{id}", photo("x", author: text))
      #expect(
        name.unicodeScalars.allSatisfy { scalar in
          scalar.value >= 0x20 && !"/\\:*?\"<>|\u{202E}\u{200B}".unicodeScalars.contains(scalar)
        },
        "\(name)"
      )
      #expect(name.first != "-" && name.first != "." && name.first != " ")
    }
  }

  @Test func `are used by downloads to a folder, and found again`() async throws {
    let folder = try TemporaryFolder()
    let picture = FlatJPEG(8, 8).bytes
    let transport = ScriptedTransport { HTTPResponse(status: 200, url: $0.url, body: picture) }
    let downloader = FolderDownloader(
      PhotoDownloader(
        service: unsplash(ScriptedTransport("")),
        transport: transport,
        freeSpace: { _ in nil }
      ),
      folder: folder.path,
      style: FileStyle(name: try PhotoTemplate("{author}"))
    )
    // Two photos with the same title and size.
    for _ in 0..<2 {
      for id in ["a", "b"] {
        let path = try await downloader.download(photo(id)) { _ in }
        #expect(path == folder.path + "/Ada Lovelace-\(id).jpg")
      }
    }
    #expect(try folder.names() == ["Ada Lovelace-a.jpg", "Ada Lovelace-b.jpg"])
    #expect(transport.requests.count == 2)
  }

  @Test func `are used by saves and copies`() async throws {
    let folder = try TemporaryFolder()
    let picture = FlatJPEG(8, 8).bytes
    let style = FileStyle(name: try PhotoTemplate("{author}"))
    let saver = DownloadCoordinator.saver(
      service: unsplash(ScriptedTransport("")),
      transport: ScriptedTransport { HTTPResponse(status: 200, url: $0.url, body: picture) },
      folder: folder.path + "/saved",
      style: style
    )
    let saved = try await saver.save(photo("a"))
    #expect(saved == folder.path + "/saved/Ada Lovelace-a.jpg")
    let copier = PictureCopier(folder: folder.path + "/copies", style: style)
    #expect(
      try await copier.copy(saved, of: photo("b")) == folder.path + "/copies/Ada Lovelace-b.jpg"
    )
  }
}
