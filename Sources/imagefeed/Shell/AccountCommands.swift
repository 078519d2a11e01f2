import ArgumentParser
import Canvas
import Localization
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
    source.run { place throws(CommandFailure) in
      let person = PersonRecord(try await place.me())
      if isJSON {
        Output.print(RecordPrinter.json(person))
      } else {
        let cells = [person.username, person.name].map { InertText.printed($0) }
        Output.write(Array((cells.joined(separator: "\t") + "\n").utf8))
      }
      return .done
    }
  }
}
