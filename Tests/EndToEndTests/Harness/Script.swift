import Foundation
import Harness
import Testing

/// A shell in which `$imagefeed` is the program, which uses a demo service as if it were the real
/// one.
struct Script {
  struct Entry: Decodable, Equatable {
    var format: Int
    var id: String
    var width: Int?
    var path: String?
  }

  let stage: Stage
  let environment: [String: String]

  init(_ stage: Stage, _ demo: DemoProcess) throws {
    self.init(stage, try stage.home.environment(for: demo))
  }

  init(_ stage: Stage, _ environment: [String: String]) {
    self.stage = stage
    self.environment = environment.merging(["imagefeed": stage.binary]) { $1 }
  }

  /// Runs a script in the home's folder.
  func run(_ text: String, _ more: [String: String] = [:]) throws -> Subprocess.Result {
    try Subprocess.run(
      ["bash", "-c", "cd \"$HOME\"; " + text],
      environment: environment.merging(more) { $1 }
    )
  }

  func lines(_ text: String) throws -> [String] {
    try run(text).text.split(separator: "\n").map(String.init)
  }

  func entries(_ text: String) throws -> [Entry] {
    try lines(text).map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
  }

  /// Signs in through the program, like a user.
  func signIn() throws {
    let app = try stage.app(environment: environment)
    try app.settles(on: .signIn)
    try app.press("Enter")
    try app.settles(on: .feed)
    try app.press("q")
    #expect(try app.exits() == 0)
  }
}
