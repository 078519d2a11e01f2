import ArgumentParser
import Files
import Localization
import Model

/// The options for file names and credits in the user's folders.
struct FileOptions: CheckedArguments {
  @Option(
    help: .text(
      "With a folder: the names of files, such as '{author} - {title} - {id}'.",
      "При сохранении в папку: имена файлов, например '{author} - {title} - {id}'.",
      value: "template"
    )
  )
  var name: String?

  @Flag(
    help: .text(
      "With a folder: write no photographer, title and page into the files.",
      "При сохранении в папку не записывать в файлы автора, название и страницу."
    )
  )
  var noMetadata = false

  /// Whether any of these options is given.
  var isUsed: Bool { name != nil || noMetadata }

  func check() throws {
    if let name, name.isEmpty {
      throw ValidationError(
        "--name takes a template, such as '{id}'",
        "--name: нужен шаблон, например '{id}'"
      )
    }
  }

  /// Returns the options; ends the process with a message if the template is invalid.
  func choice(_ texts: Texts) -> FileChoice {
    let template = name.map { PhotoTemplate($0, of: "--name", PhotoTemplate.fileNames, texts) }
    return FileChoice(name: template, isPlain: noMetadata)
  }
}

/// The command-line options for file names and credits, which override the configuration.
struct FileChoice: Equatable, Sendable {
  /// The template of file names; `nil` for the configured one.
  var name: PhotoTemplate?
  /// Whether to add no credits.
  var isPlain = false

  func applied(to style: FileStyle) -> FileStyle {
    FileStyle(name: name ?? style.name, credited: isPlain ? [] : style.credited)
  }
}
