import ArgumentParser
import Shell

struct MeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "me",
    _superCommandName: "imagefeed",
    abstract: "Print who is signed in."
  )

  @OptionGroup var source: SourceOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() {
    let isJSON = json
    source.run { context throws(CommandFailure) in
      try await context.showPerson(asJSON: isJSON)
    }
  }
}
