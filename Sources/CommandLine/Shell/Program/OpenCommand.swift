import ArgumentParser
import Localization
import Model
import Runtime
import ServiceAPI
import Settings

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
      "A link to a service's site, a photographer's @NAME, or a photo's ID.",
      "Ссылка на сайт сервиса, @ИМЯ автора или ID фото."
    ),
    completion: Completion.photos,
    transform: DashedID.shown
  )
  var address: String

  @OptionGroup var source: SourceOptions
  @OptionGroup var screen: ScreenOptions

  func run() {
    let texts = source.texts()
    var options = screen.options(source)
    options.address = address
    let links = Links(options)
    if links.isReadable {
      guard let (_, setup) = links.target(of: address) else {
        Output.fail(.notALink(address, wanted: .any), texts)
      }
      let service = setup.description
      if !links.isUsed(service.id) {
        guard setup.isComplete else {
          let path = XDG(environment: ThisProcess.environment).configFile
          let file = options.configurationPath ?? path
          Output.fail(.notConfigured(path: file, service: service.name), texts)
        }
        options.service = service.id
      }
    }
    ProgramRun(options: options, texts: texts, opening: nil).run()
  }
}
