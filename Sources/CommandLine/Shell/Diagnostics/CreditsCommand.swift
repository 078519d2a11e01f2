import ArgumentParser
import EffectHandling
import Localization
import Platform

/// The command that prints the authors and licences of the demo photos.
struct CreditsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "credits",
    abstract: localized(
      "Print the authors and licences of the demo photographs.",
      "Вывести авторов и лицензии демофотографий."
    )
  )

  func run() throws {
    let environment = ThisProcess.environment
    let texts = Texts(Language(environment: environment))
    guard let folder = DataFolder.find(environment: environment) else {
      Output.fail(
        texts.cli(.dataNotFound(searched: DataFolder.places(environment: environment)))
      )
    }
    let path = folder + "/CREDITS.md"
    let text: String
    do throws(DescriptorError) { text = try DataFolder.text(of: path) } catch {
      Output.fail(texts.cli(.fileNotReadable(path: path, reason: error.reason)))
    }
    Output.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}
