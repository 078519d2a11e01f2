import FoundationEssentials
import Glibc
import Model
import Testing

@testable import Disk
@testable import Settings
@testable import Unsplash

@Suite struct `Keys pasted into the program` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func saved(_ text: String?) throws -> String {
    let path = folder.path + "/imagefeed/config.toml"
    if let text {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/imagefeed",
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: URL(filePath: path))
    }
    try Configuration.save(
      [("access_key", " abc "), ("secret_key", "d\"e\\f")],
      in: "unsplash",
      to: path
    )
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let xdg = XDG(environment: ["HOME": "/home/ada"])
    let configuration = try Configuration.load(path: path, xdg: xdg, environment: [:])
    #expect(configuration.sections.unsplash.accessKey == Secret("abc"))
    #expect(configuration.sections.unsplash.secretKey == Secret("d\"e\\f"))
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  private let lines = "access_key = \"abc\"\nsecret_key = \"d\\\"e\\\\f\"\n"

  @Test func `pasted keys create a file with nothing else, readable only by its owner`() throws {
    #expect(try saved(nil) == "[unsplash]\n" + lines)
  }

  @Test func `pasted keys replace existing ones, and leave the rest`() throws {
    let old = "language = \"ru\" # mine\n\n[unsplash] # keys\n# note\n#access_key = \"\"\n"
    let rest =
      "api_url = \"https://api.example\"\n\n[[share]]\nname = \"Print\"\ncommand = [\"lp\"]\n"
    let new = try saved(old + "secret_key = 'old'\n" + rest)
    #expect(
      new == "language = \"ru\" # mine\n\n[unsplash] # keys\n# note\n" + lines + rest
    )
  }

  @Test func `pasted keys keep the line endings of another system`() throws {
    let old = "[unsplash]\r\naccess_key = \"old\"\r\n\r\n[vk]\r\nowner = 1\r\n"
    let new = "[unsplash]\n" + lines + "\n[vk]\nowner = 1\n"
    #expect(try saved(old) == new.replacing("\n", with: "\r\n"))
  }

  @Test func `pasted keys are appended if there is no section for them`() throws {
    #expect(try saved("downloads = 2") == "downloads = 2\n\n[unsplash]\n" + lines)
  }

  @Test func `pasted keys follow a dotted key of their section`() throws {
    let old = "unsplash.web_url = \"https://example.com\"\n"
    let new = lines.split(separator: "\n").map { "unsplash.\($0)\n" }.joined()
    // Each key follows the last one.
    #expect(try saved(old) == old + new)
  }

  @Test(arguments: ["unsplash = { secret_key = \"b\" }\n", "unsplash = {}\n"])
  func `without a place for the keys the file isn't changed, and isn't blamed`(
    text: String
  ) throws {
    let path = try folder.write(text, to: "config.toml")
    do throws(Problem) {
      try Configuration.save([("access_key", "a")], in: "unsplash", to: path)
      Issue.record("the keys were saved")
    } catch {
      #expect(
        error == Problem(.configurationChange, .disk(path: path, reason: "no place for the keys"))
      )
    }
    #expect(try folder.text(of: "config.toml") == text)
  }

  @Test(arguments: ["dot/config.toml", "link"])
  func `keys are written to the target of a link, even if it doesn't exist`(
    target: String
  ) throws {
    let path = folder.path + "/config.toml"
    #expect(symlink(target, path) == 0)
    #expect(symlink(folder.path + "/dot/config.toml", folder.path + "/link") == 0)
    try Configuration.save([("access_key", "a")], in: "unsplash", to: path)
    #expect(try folder.text(of: "dot/config.toml") == "[unsplash]\naccess_key = \"a\"\n")
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `no unfinished file is left, even of killed programs`() throws {
    for name in ["config.toml.part", "config.toml.8f00ba5eba11cafe.part"] {
      _ = try folder.write("secret", to: "imagefeed/" + name)
    }
    _ = try saved(nil)
    #expect(FileSystem.names(in: folder.path + "/imagefeed") == ["config.toml"])
    for name in ["config.toml.part", "config.toml.8f00ba5eba11cafe.part"] {
      _ = try folder.write("secret", to: "imagefeed/" + name)
    }
    let xdg = XDG(environment: ["HOME": "/home/ada"])
    let path = folder.path + "/imagefeed/config.toml"
    try Configuration.set("downloads", to: "3", in: path, xdg: xdg)
    #expect(FileSystem.names(in: folder.path + "/imagefeed") == ["config.toml"])
  }

  @Test func `a file that isn't text isn't changed`() throws {
    let path = folder.path + "/config.toml"
    try Data([0x23, 0xFF, 0x0A]).write(to: URL(filePath: path))
    #expect(throws: Problem.self) {
      try Configuration.save([("access_key", "a")], in: "unsplash", to: path)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([0x23, 0xFF, 0x0A]))
  }

  @Test func `a file that isn't TOML isn't changed`() throws {
    let path = try folder.write("language = \n", to: "config.toml")
    #expect(throws: Problem.self) {
      try Configuration.save([("access_key", "a")], in: "unsplash", to: path)
    }
    #expect(
      String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) == "language = \n"
    )
  }
}
