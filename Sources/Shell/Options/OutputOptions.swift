import ArgumentParser
import Glibc
import Localization
import Model

/// The options for the output format of photos.
struct OutputOptions: ParsableArguments {
  @Flag(
    help: .text(
      "Print JSON Lines: an object for each photo.",
      "Вывести JSON Lines: по объекту на фото."
    )
  )
  var json = false

  @Option(
    help: .text(
      "Print a line for each photo, such as '{id} {author}'; see the manual for all names.",
      "Вывести строку для каждого фото, например '{id} {author}'; все поля — в руководстве.",
      value: "template"
    )
  )
  var format: String?

  /// Whether the output is in a format for programs.
  var isRecord: Bool { json || format != nil }
  /// Whether the output goes to a terminal and isn't in a format for programs.
  var isForPeople: Bool { !isRecord && isatty(STDOUT_FILENO) == 1 }

  func validate() throws {
    if json, format != nil {
      throw ValidationError(
        "--json and --format can't be used together",
        "--json и --format нельзя сочетать"
      )
    }
  }

  /// Returns the printer for these options.
  ///
  /// The default is a table on a terminal, otherwise columns separated by tabs. Ends the process if
  /// the template is invalid.
  func printer(_ texts: Texts) -> RecordPrinter {
    if json { return RecordPrinter(.json) }
    if let format {
      let names = PhotoTemplate.Name.allCases
      return RecordPrinter(.template(PhotoTemplate(format, of: "--format", names, texts)))
    }
    guard isatty(STDOUT_FILENO) == 1 else { return RecordPrinter(.lines(LinePrinter(.tabs))) }
    let headings = PhotoColumn.allCases.map(texts.heading)
    return RecordPrinter(.lines(LinePrinter(.table(columns: Output.columns, headings: headings))))
  }
}

/// The arguments that name photos by their IDs.
struct PhotoArguments: ParsableArguments {
  @Argument(
    help: .text(
      "Photo IDs; - reads them from standard input.",
      "ID фото; «-» — со стандартного ввода.",
      value: "id"
    ),
    completion: Completion.photos
  )
  var ids: [String]

  /// Reads the IDs; see `PhotoIDList`.
  func list(_ texts: Texts) -> PhotoIDList { PhotoIDList(ids, texts) }
}
