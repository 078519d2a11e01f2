import Foundation
import Harness
import Testing

/// The output of commands with `--json`, checked with `docs/commands.schema.json`.
@Suite(.endToEnd) struct ShellSchemaTests {
  private static let docs = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs").standardized

  private func schema() throws -> JSONSchema {
    try JSONSchema(Data(contentsOf: Self.docs.appending(path: "commands.schema.json")))
  }

  private func objects(_ text: String) throws -> [Any] {
    try text.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
  }

  @Test func `every line has the members of the schema, and each member occurs`()
    throws
  {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let schema = try schema()
      #expect(try script.run("$imagefeed login < /dev/null").status == 0)
      let vk = """
        IMAGEFEED_SERVICE=vk IMAGEFEED_VK_SERVICE_KEY=demo-service-key \
        IMAGEFEED_VK_API_URL="$IMAGEFEED_UNSPLASH_API_URL/vk" $imagefeed
        """
      var printed: Set<String> = []
      for command in [
        "$imagefeed feed --limit 60 --json", "$imagefeed search night --json",
        "$imagefeed topic ocean --json", "$imagefeed user nasa --json",
        "$imagefeed random --json --limit 5", "\(vk) album --json --limit 60",
        "$imagefeed feed --limit 60 | $imagefeed photo --json -",
        "$imagefeed feed --limit 2 | $imagefeed download - > gone; $imagefeed gallery list --json",
      ] {
        let lines = try objects(try script.run(command).text)
        #expect(!lines.isEmpty, "\(command)")
        for line in lines {
          #expect(try schema.mistakes(in: line, by: "photo") == [], "\(command)")
          printed.formUnion(Self.members(of: line, at: ""))
        }
      }
      // `ScriptedServiceTests` have a service with titles and licences with pages, and
      // `CommonsTests` one with the days of pictures.
      #expect(
        printed.union(["title", "license_url", "taken_at"]) == (try schema.members(of: "photo"))
      )
      let template = printed.map { "{\($0)}" }.joined()
      #expect(try script.run("$imagefeed feed --limit 1 --format '\(template)'").status == 0)
      for (command, name) in [
        ("topics", "list"), ("collections nasa", "list"), ("search --people nasa", "list"),
        ("feed --limit 2 | $imagefeed download --to out nowhere -", "file"),
        ("gallery verify", "file"),
      ] {
        _ = try script.run("for file in data/imagefeed/gallery/*; do echo > $file; done")
        let lines = try objects(try script.run("$imagefeed \(command) --json").text)
        #expect(!lines.isEmpty, "\(command)")
        for line in lines {
          #expect(try schema.mistakes(in: line, by: name) == [], "\(command)")
        }
      }
      let me = try objects(try script.run("$imagefeed me --json").text)
      #expect(me.count == 1)
      #expect(try schema.mistakes(in: me.at(0), by: "person") == [])
    }
  }

  private static func members(of value: Any, at path: String) -> Set<String> {
    guard let object = value as? [String: Any] else { return [path] }
    return object.reduce(into: []) { all, entry in
      all.formUnion(members(of: entry.value, at: path.isEmpty ? entry.key : path + "." + entry.key))
    }
  }

  @Test func `the manual names every member`() throws {
    let manual = try String(
      contentsOf: Self.docs.appending(path: "commands.md"),
      encoding: .utf8
    )
    for member in try schema().members(of: "photo") {
      let parts = member.split(separator: ".")
      // A nested member is named in its parent's row.
      let names = parts.indices.map { parts[$0...].joined(separator: ".") }
      #expect(names.contains { manual.contains("`\($0)`") }, "\(member)")
    }
  }

  @Test(arguments: [
    #"{"format":2}"#, #"{"id":"a b"}"#, #"{"width":"1"}"#, #"{"width":1.5}"#, #"{"height":-1}"#,
    #"{"liked_by_user":1}"#, #"{"color":"red"}"#, #"{"user":{"name":"A"}}"#, #"{"new":1}"#,
    #"{"created_at":"today"}"#, #"{"urls":null}"#, #"{"views":true}"#,
  ])
  func `the schema refuses invalid output`(change: String) throws {
    let whole = """
      {"format":1,"service":"unsplash","id":"a","width":1,"height":1,"liked_by_user":false,
      "links":{},"urls":{"raw":"x"},"user":{"username":"a","name":"A","links":{}}}
      """
    var photo = try #require(try object(whole))
    let schema = try schema()
    #expect(try schema.mistakes(in: photo, by: "photo") == [])
    photo.merge(try #require(try object(change))) { $1 }
    #expect(try schema.mistakes(in: photo, by: "photo") != [])
  }

  private func object(_ text: String) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
  }
}
