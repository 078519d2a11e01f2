import ArgumentParser
import Canvas
import Glibc
import Localization
import Model

struct MeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "me",
    _superCommandName: "imagefeed",
    abstract: localized("Print who is signed in.", "Напечатать, чей аккаунт используется.")
  )

  @Flag(help: .text("Print one JSON object.", "Вывести один объект JSON."))
  var json = false

  @OptionGroup var source: SourceOptions

  /// Prints the signed-in user: a table on a terminal, otherwise user name and name, separated by a
  /// tab, or one JSON object.
  func run() {
    source.run { [json] context throws(ShellMessage) in
      let person = try await context.me()
      if json {
        Output.print(RecordPrinter.json(person.json))
      } else if isatty(STDOUT_FILENO) == 1 {
        Output.print(FactSheet(context.texts).text(of: person))
      } else {
        let cells = [person.username, person.name].map { TextSanitizer.printed($0) }
        Output.write(cells.joined(separator: "\t") + "\n")
      }
      return .done
    }
  }
}

extension Person {
  /// The person in the output of commands.
  var json: JSONRecord {
    JSONRecord([
      ("username", username), ("name", name), ("bio", bio), ("location", location),
      ("total_likes", totalLikes), ("total_photos", totalPhotos),
      ("links", JSONRecord.links(pageURL)),
    ])
  }
}
