import ArgumentParser

struct MeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "me",
    _superCommandName: "imagefeed",
    abstract: localized("Print who is signed in.", "Напечатать, чей аккаунт используется.")
  )

  @Flag(help: .text("Print one JSON object.", "Вывести один объект JSON."))
  var json = false

  @OptionGroup var source: SourceOptions

  func run() {
    let isJSON = json
    source.run { context throws(CommandFailure) in
      try await context.showPerson(asJSON: isJSON)
    }
  }
}
