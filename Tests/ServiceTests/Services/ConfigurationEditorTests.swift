import FoundationEssentials
import Glibc
import Model
import Testing

@testable import Catalogue
@testable import Disk
@testable import Settings

/// Changes of settings in a file.
@Suite struct ConfigurationEditorTests {
  private let folder: TemporaryFolder
  private let xdg = XDG(environment: ["HOME": "/home/ada"])

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/config.toml" }

  private func failure(_ key: String, _ value: String, in text: String) throws -> SettingFailure? {
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { #expect((try? FileSystem.contents(of: path)) == Array(text.utf8)) }
    do throws(SettingFailure) {
      try Configuration.set(key, to: value, in: path, xdg: xdg)
      return nil
    } catch {
      return error
    }
  }

  @Test func `every key is set, read, and set again`() throws {
    let values = [
      "pictures": "/a \"b\"\\", "ca_file": "/c.pem", "cell": "9x18", "file_name": "{id} \"b\"",
    ]
    for key in Configuration.keys(services: ServiceCatalogue.all) {
      let value =
        Configuration.words(of: key).last
        ?? (key.hasSuffix("url") || key.hasSuffix("uri")
          ? "https://example.com/a" : values[key] ?? "7")
      for _ in 0..<2 { try Configuration.set(key, to: value, in: path, xdg: xdg) }
      let configuration = try Configuration.load(path: path, xdg: xdg, environment: [:])
      #expect(try configuration.value(of: key, xdg: xdg) == value, "\(key)")
    }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `every key is removed from a file with all keys, and the others stay`() throws {
    let keys = Configuration.keys(services: ServiceCatalogue.all)
    try `every key is set, read, and set again`()
    let all = try #require(try FileSystem.contents(of: path))
    let full = try Configuration.load(path: path, xdg: xdg, environment: [:])
    for key in keys {
      try Data(all).write(to: URL(filePath: path))
      try Configuration.unset(key, in: path, xdg: xdg)
      let left = try Configuration.load(path: path, xdg: xdg, environment: [:])
      for other in keys {
        let expected = try (other == key ? Configuration() : full).value(of: other, xdg: xdg)
        #expect(try left.value(of: other, xdg: xdg) == expected, "\(other) without \(key)")
      }
    }
  }

  @Test(arguments: [
    ("unsplash = { access_key = \"a\", secret_key = \"b\" }\n", "unsplash.access_key"),
    ("theme = \"dark\"\n", "nothing"), ("[keys]\nlike = []\n", "keys"),
  ])
  func `a key that can't be removed alone leaves the file unchanged`(
    text: String,
    key: String
  ) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(throws: SettingFailure.self) {
      try Configuration.unset(key, in: path, xdg: xdg)
    }
    #expect(try FileSystem.contents(of: path) == Array(text.utf8))
  }

  @Test(arguments: [("downloads", "99", "5"), ("themee", "\"dark\"", nil)])
  func `a key at fault is removed or set to a valid value, and other mistakes stay`(
    key: String,
    value: String,
    new: String?
  ) throws {
    func write() throws {
      try Data("# a\n\(key) = \(value)\nplain = 1\n".utf8).write(to: URL(filePath: path))
    }
    try write()
    try Configuration.unset(key, in: path, xdg: xdg)
    #expect(try FileSystem.contents(of: path) == Array("# a\nplain = 1\n".utf8))
    guard let new else { return }
    try write()
    try Configuration.set(key, to: new, in: path, xdg: xdg)
    #expect(try FileSystem.contents(of: path) == Array("# a\n\(key) = \(new)\nplain = 1\n".utf8))
    // Another key can be set meanwhile.
    try write()
    try Configuration.set("slideshow", to: "9", in: path, xdg: xdg)
    let text = String(decoding: try FileSystem.contents(of: path) ?? [], as: UTF8.self)
    #expect(text.contains("slideshow = 9"))
  }

  @Test func `a key is set next to a dotted one`() throws {
    try Data("unsplash.access_key = \"a\"\ntheme = \"dark\"\n[vk]\n".utf8)
      .write(to: URL(filePath: path))
    try Configuration.set("unsplash.secret_key", to: "b", in: path, xdg: xdg)
    let expected =
      "unsplash.access_key = \"a\"\nunsplash.secret_key = \"b\"\ntheme = \"dark\"\n[vk]\n"
    #expect(try FileSystem.contents(of: path) == Array(expected.utf8))
  }

  @Test func `a file without the key isn't written`() throws {
    try Configuration.unset("theme", in: path, xdg: xdg)
    #expect(try FileSystem.contents(of: path) == nil)
  }

  @Test(arguments: [
    "a\u{1}b", "a\nb", "a\tb", "a\u{7F}", "\u{9B}31m", "\u{1B}[31m", "a\u{0}", "a\u{FFFD}",
  ])
  func `a value with control characters is refused`(value: String) throws {
    let prefixes = [
      "pictures": "/", "ca_file": "/", "file_name": "{id}",
      "unsplash.api_url": "https://example.com/",
      "unsplash.secret_key": "", "vk.service_key": "",
    ]
    for (key, prefix) in prefixes {
      guard case .wrongValue? = try failure(key, prefix + value, in: "theme = \"dark\"\n") else {
        Issue.record("\(key) takes it")
        continue
      }
    }
  }

  @Test func `a key with control characters is refused in the file and in the environment`() throws
  {
    try Data("[vk]\nservice_key = \"a\\u0007\"\n".utf8).write(to: URL(filePath: path))
    #expect(throws: Problem.self) {
      try Configuration.load(path: path, xdg: xdg, environment: [:])
    }
    let variable = ["IMAGEFEED_UNSPLASH_ACCESS_KEY": "a\u{7}"]
    #expect(throws: Problem.self) {
      try Configuration.load(path: nil, xdg: xdg, environment: variable)
    }
  }

  @Test(arguments: [
    // The section can't be added, or the text that looks like its line is part of a string.
    ("unsplash = {}\n", "unsplash.access_key"),
    ("pictures = \"\"\"/a\n#theme = 1\n\"\"\"\n", "theme"),
    ("pictures = '''\n[vk]\n'''\n[unsplash]\n", "nothing"),
  ])
  func `a file without a place for a key stays unchanged`(text: String, key: String) throws {
    let failure = try failure(key, "dark", in: text)
    #expect(failure != nil)
  }
}
