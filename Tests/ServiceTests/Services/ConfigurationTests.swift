import Disk
import FoundationEssentials
import Glibc
import Localization
import Harness
import Model
import Testing

@testable import Accounts
@testable import Catalogue
@testable import ServiceAPI
@testable import Settings
@testable import Unsplash

@Suite struct `The configuration` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func load(
    _ text: String,
    _ environment: [String: String] = [:]
  ) throws(Problem) -> Configuration {
    guard let path = try? folder.write(text, to: "config.toml") else {
      throw Problem(.configuration, .disk(path: self.path, reason: "not written"))
    }
    let xdg = XDG(environment: ["HOME": "/home/ada"])
    return try Configuration.load(path: path, xdg: xdg, environment: environment)
  }

  private func cause(_ text: String, _ environment: [String: String] = [:]) -> Problem.Cause? {
    do throws(Problem) {
      _ = try load(text, environment)
      return nil
    } catch {
      return error.subject == .configuration ? error.cause : nil
    }
  }

  private var path: String { folder.path + "/config.toml" }

  @Test func `the configuration has every key`() throws {
    let configuration = try load(
      """
      redirect_port = 9000
      language = "ru"
      theme = "light"
      colors = "256"
      cell = "9x18.5"
      pictures = "~/P//"
      file_name = "{author} - {id}"
      metadata = false
      ca_file = "~/company.pem"
      picture_cache = 64
      downloads = 8
      [unsplash]
      access_key = " a "
      secret_key = "s"
      api_url = "http://127.0.0.1:8080/"
      web_url = "https://example.org/base/"
      """
    )
    var expected = Configuration()
    expected.preferences.redirectPort = 9000
    expected.language = .russian
    expected.theme = .light
    expected.colors = .palette256
    expected.cell = Configuration.CellSize("9x18.5")
    expected.pictures = "/home/ada/P"
    expected.fileName = try PhotoTemplate("{author} - {id}")
    expected.writesMetadata = false
    expected.authoritiesFile = "/home/ada/company.pem"
    expected.pictureCache = 64
    expected.preferences.downloadsAtOnce = 8
    expected.sections.unsplash.accessKey = Secret("a")
    expected.sections.unsplash.secretKey = Secret("s")
    expected.sections.unsplash.apiURL = "http://127.0.0.1:8080"
    expected.sections.unsplash.webURL = "https://example.org/base"
    #expect(configuration == expected)
    #expect(configuration.sections.unsplash.application.isComplete)
  }

  @Test func `without a file the configuration has defaults, and is incomplete`() throws {
    let xdg = XDG(environment: ["HOME": folder.path])
    let configuration = try Configuration.load(path: nil, xdg: xdg, environment: [:])
    #expect(configuration == Configuration())
    #expect(configuration.preferences.redirectPort == 7436)
    #expect(!configuration.sections.unsplash.application.isComplete)
  }

  @Test func `a configuration file named by the user must exist`() {
    let missing = folder.path + "/none.toml"
    let xdg = XDG(environment: [:])
    #expect(
      throws: Problem(.configuration, .disk(path: missing, reason: "No such file or directory"))
    ) {
      try Configuration.load(path: missing, xdg: xdg, environment: [:])
    }
  }

  @Test func `a named file may be empty, but a pipe is refused`() throws {
    let xdg = XDG(environment: ["HOME": folder.path])
    let none = try Configuration.load(path: "/dev/null", xdg: xdg, environment: [:])
    #expect(none == Configuration())
    let pipe = folder.path + "/pipe.toml"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: Problem(.configuration, .notAFile(path: pipe))) {
      try Configuration.load(path: pipe, xdg: xdg, environment: [:])
    }
  }

  @Test func `a file that is not in UTF-8 is refused with its line, and never rewritten`() throws {
    let xdg = XDG(environment: ["HOME": folder.path])
    let path = folder.path + "/latin.toml"
    let text = Array("language = 'en'\n# Caf".utf8) + [0xE9] + Array("\ntheme = 'dark'\n".utf8)
    try FileSystem.replace(path, with: text, mode: 0o600)
    let problem = Problem(
      .configuration,
      .configurationSyntax(path: path, line: 2, mistake: .notUTF8)
    )
    #expect(throws: problem) { try Configuration.load(path: path, xdg: xdg, environment: [:]) }
    #expect(throws: SettingFailure.problem(problem)) {
      try Configuration.set("theme", to: "light", in: path, xdg: xdg)
    }
    #expect(throws: problem) {
      try Configuration.save([("access_key", "new")], in: "unsplash", to: path)
    }
    #expect(try FileSystem.contents(of: path) == text)
  }

  @Test func `environment variables override the file`() throws {
    let configuration = try load(
      "redirect_port = 1\n[unsplash]\naccess_key = 'file'\nsecret_key = 'kept'",
      [
        "IMAGEFEED_UNSPLASH_ACCESS_KEY": "12345", "IMAGEFEED_UNSPLASH_SECRET_KEY": "",
        "IMAGEFEED_UNSPLASH_API_URL": "https://a.example",
        "IMAGEFEED_UNSPLASH_WEB_URL": "https://w.example", "IMAGEFEED_REDIRECT_PORT": "8000",
      ]
    )
    #expect(configuration.sections.unsplash.accessKey == Secret("12345"))
    #expect(configuration.sections.unsplash.secretKey == Secret("kept"))
    #expect(configuration.sections.unsplash.apiURL == "https://a.example")
    #expect(configuration.sections.unsplash.webURL == "https://w.example")
    #expect(configuration.preferences.redirectPort == 8000)
  }

  @Test(
    arguments: [
      ("IMAGEFEED_REDIRECT_PORT", "many", "port"), ("IMAGEFEED_REDIRECT_PORT", "70000", "port"),
      ("IMAGEFEED_UNSPLASH_API_URL", "http://example.org", "address"),
      ("IMAGEFEED_UNSPLASH_WEB_URL", "ftp://localhost", "address"),
    ]
  )
  func `an invalid variable is named`(variable: String, value: String, expected: String) {
    #expect(
      cause("", [variable: value])
        == .configurationType(path: "environment", key: variable, line: 0, expected: expected)
    )
  }

  @Test(
    arguments: [
      ("\n# a\ntheme = 'dark'\ncolour = 1\n", "colour", 4),
      ("[unsplash]\naccess_key = '''\na\nb'''\n\nkey = 1", "unsplash.key", 6),
      ("unsplash.acess_key = 'x'", "unsplash.acess_key", 1),
      ("theme = 'dark'\r\n\r\n[flickr]\r\nx = 1\r\n", "flickr", 3),
      ("unsplash = { access_key = 'a', b = 2 }", "unsplash.b", 1),
      ("'unsplash.access_key' = 'a'", "\"unsplash.access_key\"", 1),
      ("[unsplash]\naccess_key = 'a'\n[vk]\n'a.b' = 1", "vk.\"a.b\"", 4),
      ("list = [\n 1,\n 2\n]\n", "list", 1),
      ("# a = 1\n\"a\" = 1", "a", 2),
    ]
  )
  func `an unknown key is named with its line`(text: String, key: String, line: Int) {
    #expect(cause(text) == .configurationKey(path: path, key: key, line: line))
  }

  @Test(
    arguments: [
      ("\nredirect_port = \"7436\"", "redirect_port", 2, "port"),
      ("redirect_port = 0", "redirect_port", 1, "port"),
      ("redirect_port = 65536", "redirect_port", 1, "port"),
      ("theme = 'blue'", "theme", 1, "auto|dark|light"),
      ("\n\nlanguage = 1", "language", 3, "auto|en|ru"),
      ("colors = true", "colors", 1, "auto|24bit|256|16|mono"),
      ("pictures = 'relative/path'", "pictures", 1, "folder"),
      ("file_name = ''", "file_name", 1, "name"), ("file_name = '{id'", "file_name", 1, "name"),
      ("file_name = '{path}'", "file_name", 1, "name"), ("file_name = 1", "file_name", 1, "name"),
      ("ca_file = 'company.pem'", "ca_file", 1, "file"), ("ca_file = ''", "ca_file", 1, "file"),
      ("\npicture_cache = -1", "picture_cache", 2, "megabytes"),
      ("cell = \"9\"", "cell", 1, "cell"), ("cell = \"9x\"", "cell", 1, "cell"),
      ("cell = 9", "cell", 1, "cell"), ("cell = \"9x500\"", "cell", 1, "cell"),
      ("cell = \"-9x18\"", "cell", 1, "cell"), ("cell = \"9x18x2\"", "cell", 1, "cell"),
      ("picture_cache = '64'", "picture_cache", 1, "megabytes"),
      ("picture_cache = 0.5", "picture_cache", 1, "megabytes"),
      ("picture_cache = 1048577", "picture_cache", 1, "megabytes"),
      ("downloads = 0", "downloads", 1, "downloads"),
      ("downloads = 9", "downloads", 1, "downloads"),
      ("downloads = '3'", "downloads", 1, "downloads"),
      ("unsplash = 3", "unsplash", 1, "table"),
      ("[unsplash]\nweb_url = 'https://a'\naccess_key = 12", "unsplash.access_key", 3, "string"),
      ("[unsplash]\napi_url = 'http://example.org'", "unsplash.api_url", 2, "address"),
      ("[unsplash]\napi_url = 'https://a/?b=c'", "unsplash.api_url", 2, "address"),
    ]
  )
  func `an invalid value is reported with its line and the valid values`(
    text: String,
    key: String,
    line: Int,
    expected: String
  ) {
    #expect(
      cause(text) == .configurationType(path: path, key: key, line: line, expected: expected)
    )
  }

  @Test(arguments: [
    "[é]", "[!]", "[[é]]", "[ é]", "[\t[ é]]", "[", "[=", "[.a]", "[\r", "\u{FEFF}[é]",
  ])
  func `a table without a name is a syntax error`(header: String) {
    // toml++ would terminate the process.
    guard case .configurationSyntax(path, let line, _)? = cause("\(header)\n") else {
      Issue.record("not a syntax error")
      return
    }
    #expect(line == 1)
    guard
      case .configurationSyntax(path, let line, _)? = cause(
        "language = 'ru' # [é]\n\n\(header.filter { $0 != "\u{FEFF}" })\n"
      )
    else {
      Issue.record("not a syntax error")
      return
    }
    #expect(line == 3)
  }

  @Test func `text that only looks like a table without a name isn't one`() throws {
    let configuration = try load(
      #"""
      pictures = """
      /a\"""b
      [é]"""
      [[share]]
      name = '[é'
      command = [
        "sh", # [é]
        "[é]",
      ]
      """#
    )
    #expect(configuration.preferences.shareCommands.map(\.name) == ["[é"])
    #expect(configuration.preferences.shareCommands == [ShareCommand("[é", "sh", "[é]")])
  }

  @Test func `a line that isn't TOML is named`() {
    let mistake = SyntaxMistake.notAValue(key: "b")
    let expected = Problem.Cause.configurationSyntax(path: path, line: 3, mistake: mistake)
    #expect(cause("a = 1\n\nb = = 2\n") == expected)
  }

  @Test(arguments: [
    "[unsplash]\naccess_key = hush", "unsplash.secret_key = hush # a",
    "vk = { service_key = hush }",
    "[unsplash]\naccess_key = \"hush", "[unsplash]\naccess_key = 'a' hush",
    "[unsplash]\naccess_key: hush", "[unsplash]\naccess_key = [hush]", "api_token = hush",
    "[unsplash]\naccess_key = 2026-01-01 0hush", "[unsplash]\naccess_key = ['hush']",
    "[unsplash]\naccess_key = { a = 'hush' }", "[unsplash.access_key]\na = 'hush'",
    "[unsplash]\naccess_key = 'hush\\u0001'\nsecret_key = \"hush\\q\"",
    "[credentials]\npassword = hush", "[unsplash]\naccess_key = 'hush'\naccess_key = 'hush'",
  ])
  func `a mistake in a secret's line isn't told with its value`(text: String) throws {
    let found = try #require(self.cause(text))
    for texts in Language.allCases.map(Texts.init) {
      let problem = Problem(.configuration, found)
      let said = texts.diagnostic(problem) + texts.problem(problem).explanation
      #expect(!said.contains("hush"), "\(said)")
    }
  }

  @Test func `printing the configuration shows no secrets`() throws {
    let configuration = try load("[unsplash]\naccess_key = 'hush'\nsecret_key = 'hush'")
    var text = "\(configuration) \(String(reflecting: configuration))"
    dump(configuration, to: &text)
    #expect(!text.contains("hush"))
  }

  @Test func `the included sample is valid, even with every line in use`() throws {
    let sample = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Resources/config.toml")
    let text = String(decoding: try Data(contentsOf: sample), as: UTF8.self)
    #expect(try load(text) == Configuration())

    let used = text.split(separator: "\n").map { line in
      line.first == "#" && line.dropFirst().first?.isLetter == true ? line.dropFirst() : line
    }
    let configuration = try load(used.joined(separator: "\n"))
    #expect(configuration.pictures == "/home/ada/Pictures")
    for setting in SettingList(ServiceCatalogue.all).all {
      let name = setting.key.split(separator: ".").last ?? ""
      #expect(text.contains("#\(name) = "), "\(setting.key)")
      if let variable = setting.variable { #expect(text.contains(variable)) }
    }
  }
}

@Suite struct `XDG folders` {
  @Test func `the demo has data of its own`() {
    let demo = XDG(environment: ["HOME": "/home/ada/"], isDemo: true)
    for path in [demo.credentialsFile, demo.databaseFile, demo.galleryFolder] {
      #expect(path.hasPrefix("/home/ada/.local/share/imagefeed/demo/"))
    }
    #expect(demo.pictureCacheFolder == "/home/ada/.cache/imagefeed/demo/pictures")
  }

  @Test func `XDG folders are below home by default`() {
    let xdg = XDG(environment: ["HOME": "/home/ada/"])
    #expect(xdg.configFile == "/home/ada/.config/imagefeed/config.toml")
    #expect(xdg.credentialsFile == "/home/ada/.local/share/imagefeed/credentials.json")
    #expect(xdg.cacheFolder == "/home/ada/.cache/imagefeed")
    #expect(xdg.logFile == "/home/ada/.local/state/imagefeed/imagefeed.log")
    #expect(xdg.pictures == "/home/ada/Pictures")
  }

  @Test func `XDG folders follow the variables, unless those are relative`() {
    let xdg = XDG(
      environment: [
        "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "",
        "XDG_STATE_HOME": "/s/",
      ]
    )
    #expect(xdg.configHome == "/c")
    #expect(xdg.dataHome == "/h/.local/share")
    #expect(xdg.cacheHome == "/h/.cache")
    #expect(xdg.stateHome == "/s")
  }

  @Test(
    arguments: [
      ("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n", "/h/Bilder"),
      ("# XDG_PICTURES_DIR=\"/no\"\n XDG_PICTURES_DIR=\"/srv/My pictures\"", "/srv/My pictures"),
      ("XDG_PICTURES_DIR=\"$HOME\"", "/h"), ("XDG_PICTURES_DIR=\"$HOMES/a\"", nil),
      ("XDG_MUSIC_DIR=\"$HOME/M\"\n", nil), ("XDG_PICTURES_DIR=\"relative\"", nil),
    ]
  )
  func `the pictures folder is the desktop's`(text: String, expected: String?) {
    #expect(XDG.picturesFolder(userDirs: text, home: "/h") == expected)
  }

  @Test func `the desktop's file of folders is read`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("XDG_PICTURES_DIR=\"$HOME/Fotos\"\n", to: ".config/user-dirs.dirs")
    #expect(XDG(environment: ["HOME": folder.path]).pictures == folder.path + "/Fotos")
  }
}
