import Foundation
import Harness
import Storage
import Testing

/// The home of a user of an earlier version.
@Suite(.endToEnd) struct OlderHomeTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  @Test(arguments: ["2", "3", "4"])
  func `an older home opens without loss, and files of killed programs are removed`(version: String)
    throws
  {
    try Stage.run { stage in
      let data = stage.home.path + "/data/imagefeed"
      let config = stage.home.path + "/config/imagefeed"
      let files = FileManager.default
      try files.createDirectory(atPath: data, withIntermediateDirectories: true)
      try files.copyItem(
        atPath: Self.fixtures.appending(path: "database-version-\(version).db").path,
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

      let count = version == "2" ? 3 : 2
      let list = try stage.output("gallery", "list", "--format", "{id}")
      #expect(list.status == 0 && list.text.split(separator: "\n").count == count)
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo)
      try app.press("4", settlingOn: .gallery)
      try app.shows("1/\(count)")
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
}
