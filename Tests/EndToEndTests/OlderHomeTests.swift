import Foundation
import Harness
import Storage
import Testing

/// The home of a user of an earlier version.
@Suite(.endToEnd) struct OlderHomeTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  @Test func `an older home opens without loss, and files of killed programs are removed`() throws {
    try Stage.run { stage in
      let data = stage.home.path + "/data/imagefeed"
      let config = stage.home.path + "/config/imagefeed"
      let files = FileManager.default
      try files.createDirectory(atPath: data, withIntermediateDirectories: true)
      try files.copyItem(
        atPath: Self.fixtures.appending(path: "database-version-8.db").path,
        toPath: data + "/imagefeed.db"
      )
      let settings = "# My own words.\nlanguage = \"en\"\n[unsplash]\naccess_key = \"mine\"\n"
      try settings.write(toFile: config + "/config.toml", atomically: true, encoding: .utf8)
      // As the first version wrote it, for a service that this test never calls.
      let credentials = """
        {"version":1,"sessions":[{"service":"unsplash","base_url":"https://api.unsplash.com",\
        "token":"kept-token","username":"ann"}]}
        """
      try credentials.write(toFile: stage.home.credentials, atomically: true, encoding: .utf8)
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: stage.home.credentials)
      let stale = stage.home.credentials + ".0123456789abcdef.part"
      try credentials.write(toFile: stale, atomically: true, encoding: .utf8)

      let list = try stage.output("gallery", "list", "--format", "{id}")
      #expect(list.status == 0 && list.text.split(separator: "\n").count == 3)
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo)
      try app.press("4", settlingOn: .gallery)
      try app.shows("1/3")
      try app.press("q")
      #expect(try app.exits() == 0)

      let kept = try stage.home.kept(account: "unsplash \(demo.url)")
      #expect(kept.check.damages == [] && !kept.feed.isEmpty)
      #expect(!files.fileExists(atPath: stale))
      let after = try String(contentsOfFile: stage.home.credentials, encoding: .utf8)
      #expect(after.contains("kept-token"))
      #expect(
        try String(contentsOfFile: config + "/config.toml", encoding: .utf8) == settings
      )
    }
  }

  @Test func `a database of an early version is set aside, and a message says so`() throws {
    try Stage.run { stage in
      let data = stage.home.path + "/data/imagefeed"
      let files = FileManager.default
      try files.createDirectory(atPath: data, withIntermediateDirectories: true)
      let old = Self.fixtures.appending(path: "database-version-4.db").path
      try files.copyItem(atPath: old, toPath: data + "/imagefeed.db")
      let environment = try stage.home.environment(for: try stage.demo())
      let app = try stage.app(environment: environment)
      try app.settles(on: .alert)
      try app.shows("A new database was created")
      try app.press("Enter", settlingOn: .signIn)
      try app.press("q")
      #expect(try app.exits() == 0)
      let names = try files.contentsOfDirectory(atPath: data)
      let older = names.filter { $0.hasPrefix("imagefeed.db.older-") }
      // SQLite's empty log is beside it.
      let aside = try #require(older.min())
      #expect(files.contentsEqual(atPath: data + "/" + aside, andPath: old))
    }
  }
}
