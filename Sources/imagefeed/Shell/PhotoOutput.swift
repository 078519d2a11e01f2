import ArgumentParser
import Glibc
import Localization
import Shell

/// How photographs are printed.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON Lines: an object for each photo.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print a line for each photo, such as '{id} {author}'; see the manual for all names.",
      valueName: "template"
    )
  )
  var format: String?

  /// Whether the output goes to a terminal, in no format meant for programs.
  var isForPeople: Bool { !json && format == nil && isatty(STDOUT_FILENO) == 1 }

  func validate() throws {
    if json, format != nil { throw ValidationError("--json and --format can't be used together") }
  }

  /// A table on a terminal, else columns divided by tabs.
  ///
  /// Ends the process where the template makes no sense.
  func printer(_ texts: Texts) -> RecordPrinter {
    RecordPrinter(json: json, template: format, texts)
  }
}

/// Photographs named by ids.
struct PhotoArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Photo IDs; - reads them from standard input.", valueName: "id"),
    completion: Completion.photos
  )
  var ids: [String]

  /// Reads the ids; see `PhotoIDList`.
  func list(_ texts: Texts) -> PhotoIDList { PhotoIDList(ids, texts) }
}
