import ArgumentParser
import Localization
import Model
import Shell

/// The options for file names and credits in the user's folders.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The names of files in a folder, such as '{author} - {title} - {id}'.",
      valueName: "template"
    )
  )
  var name: String?

  @Flag(help: "Write no photographer, title and page into files in a folder.")
  var noMetadata = false

  /// Whether any of these options is given.
  var isUsed: Bool { name != nil || noMetadata }

  func validate() throws {
    if let name, name.isEmpty { throw ValidationError("--name takes a template, such as '{id}'") }
  }

  /// Returns the options; ends the process with a message if the template is invalid.
  func choice(_ texts: Texts) -> FileChoice {
    let template = name.map { PhotoTemplate($0, of: "--name", PhotoTemplate.fileNames, texts) }
    return FileChoice(name: template, isPlain: noMetadata)
  }
}
