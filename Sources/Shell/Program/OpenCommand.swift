import ArgumentParser
import Runtime

/// The command that starts the program at a photo, photographer, topic or collection.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Start at a photo, photographer, topic or collection.",
      "Открыть в программе фото, автора, тему или подборку."
    )
  )

  @Argument(
    help: .text(
      "A link to the service's site, a photographer's @NAME, or a photo's ID.",
      "Ссылка на сайт сервиса, @ИМЯ автора или ID фото."
    )
  )
  var address: String

  @OptionGroup var options: CommonOptions

  func run() {
    var all = options.programOptions
    all.address = address
    ProgramRun(options: all, texts: options.texts(), opening: nil).run()
  }
}
