import Foundation
import Harness
import Testing

/// Featured pictures of Wikimedia Commons, from a server that answers as its API does.
@Suite(.endToEnd) struct CommonsTests {
  private func photo(_ number: Int, _ url: String) -> String {
    let name = "Subject_\(number).jpg"
    let thumbnail = "\(url)/wikipedia/commons/thumb/1/1a/\(name)/330px-\(name)?utm_source=x"
    return """
      {"pageid":\(900 + number),"ns":6,"title":"File:Subject \(number).jpg","imageinfo":[{
      "timestamp":"2026-08-30T09:15:00Z","mime":"image/jpeg","width":1500,"height":1000,
      "thumburl":"\(thumbnail)","extmetadata":{
      "Artist":{"value":"<a href='//commons.wikimedia.org/wiki/User:Ann_Lee'>Ann Lee</a>"},
      "DateTimeOriginal":{"value":"2024-05-03 05:41:12"},
      "LicenseShortName":{"value":"CC BY-SA 4.0"},
      "LicenseUrl":{"value":"https://creativecommons.org/licenses/by-sa/4.0"}}}]}
      """
  }

  private func run(_ body: (Stage, ScriptedServer, [String: String]) throws -> Void) throws {
    try Stage.run { stage in
      let picture = FlatJPEG(96, 64).bytes
      let server = try ScriptedServer { connection, request in
        guard request.target.hasPrefix("/w/api.php?") else {
          connection.send(connection.head(200, ["Content-Type: image/jpeg"], length: picture.count))
          return connection.send(picture)
        }
        if request.target.contains("categoryinfo") {
          let pages = ["mountains", "lakes"].map { name in
            let title = "Category:Featured pictures of \(name)"
            return #"{"ns":14,"title":"\#(title)","categoryinfo":{"files":9}}"#
          }
          let body =
            "{\"batchcomplete\":true,\"query\":{\"pages\":[\(pages.joined(separator: ","))]}}"
          return connection.answer(200, ["Content-Type: application/json"], body)
        }
        let url = "http://" + (request.header("host") ?? "")
        let isMore = request.target.contains("gcmcontinue=next")
        let pages = (isMore ? 5..<8 : 0..<5).map { photo($0, url) }.joined(separator: ",")
        let next = #","continue":{"gcmcontinue":"next|5","continue":"gcmcontinue||"}"#
        connection.answer(
          200,
          ["Content-Type: application/json"],
          "{\"batchcomplete\":true\(isMore ? "" : next),\"query\":{\"pages\":[\(pages)]}}"
        )
      }
      defer { server.stop() }
      let own = ["IMAGEFEED_COMMONS_API_URL": server.url, "IMAGEFEED_CONTACT": "tests@example.org"]
      try body(stage, server, stage.home.environment.merging(own) { $1 })
    }
  }

  @Test func `one key on the first screen shows photographs, and the next launch begins there`()
    throws
  {
    try run { stage, server, environment in
      let app = try stage.app(environment: environment)
      try app.settles(on: .signIn)
      try app.shows("b Browse Wikimedia Commons")
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.shows("Ann Lee")
      let apis = server.requests.filter { $0.target.hasPrefix("/w/api.php?") }
      #expect((1...2).contains(apis.count))
      #expect(
        apis.allSatisfy { $0.header("user-agent")?.contains("(tests@example.org)") == true }
      )
      try app.press("q")
      #expect(try app.exits() == 0)

      let next = try stage.app(environment: environment)
      try next.settles(on: .feed)
      // The way back to an account, which isn't configured.
      try next.press("W", settlingOn: .signIn)
      try next.shows("Use my Unsplash account")
    }
  }

  @Test func `without an answer the screen says why, and that the demo works`() throws {
    try Stage.run { stage in
      let app = try stage.app(
        ["--service", "commons"],
        environment: stage.home.environment.merging([
          "IMAGEFEED_COMMONS_API_URL": "http://127.0.0.1:1"
        ]) { $1 }
      )
      try app.shows("imagefeed --demo")
      try app.shows("127.0.0.1")
    }
  }

  @Test func `a photo has the day of its upload, and its details the day of the picture`() throws {
    try run { stage, _, environment in
      func dates(_ command: String, _ argument: String) throws -> String {
        let format = ["--service=commons", "--format={created_at} {taken_at}"]
        return try stage.output(command, argument, format[0], format[1], environment: environment)
          .text
      }
      let (photo, feed) = (try dates("photo", "900"), try dates("feed", "--limit=1"))
      #expect(photo == "2026-08-30 2024-05-03\n" && feed == "2026-08-30 \n")
    }
  }

  @Test func `the feed among the topics takes no place in the list of a command`() throws {
    try run { stage, _, environment in
      let topics = try stage.output(
        "topics",
        "--service=commons",
        "--limit=1",
        environment: environment
      )
      #expect(topics.text == "mountains\tMountains\t\t\n")
    }
  }

  @Test func `all photos are searched with --scope, at a service that has both`() throws {
    try run { stage, server, environment in
      let found = try stage.output(
        "search",
        "sea",
        "--service=commons",
        "--scope=all",
        "--limit=1",
        environment: environment
      )
      #expect(found.status == 0)
      let targets = server.requests.map(\.target).filter { $0.contains("gsrsearch") }
      #expect(!targets.isEmpty && targets.allSatisfy { !$0.contains("incategory") })
      let refused = try stage.output("search", "sea", "--demo", "--scope=all")
      #expect(refused.status != 0 && refused.output.isEmpty)
    }
  }

  @Test func `without a contact the first refusal says what would help`() throws {
    try Stage.run { stage in
      let server = try ScriptedServer(429, ["Retry-After: 45"], "<p>no</p>")
      defer { server.stop() }
      let environment = stage.home.environment.merging([
        "IMAGEFEED_COMMONS_API_URL": server.url
      ]) { $1 }
      let app = try stage.app(["--service", "commons"], environment: environment)
      try app.shows("Set contact in config.toml")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `the credit of a photo names title, author, licence and service`() throws {
    try run { stage, _, environment in
      let result = try stage.output(
        "feed",
        "--service",
        "commons",
        "--limit",
        "1",
        "--format",
        "{id} {credit}",
        environment: environment
      )
      #expect(
        result.text == "900 \"Subject 0\" by Ann Lee, CC BY-SA 4.0, via Wikimedia Commons\n"
      )
    }
  }
}
