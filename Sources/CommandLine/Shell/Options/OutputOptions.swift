import ArgumentParser
import Glibc
import Localization
import Model

/// The options for the output format of photos.
struct OutputOptions: CheckedArguments {
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

  @OptionGroup var end: LineEnd

  /// Whether the output is in a format for programs.
  var isRecord: Bool { json || format != nil }
  /// Whether the output goes to a terminal and isn't in a format for programs.
  var isForPeople: Bool { !isRecord && isatty(STDOUT_FILENO) == 1 }

  func check() throws {
    if json, format != nil {
      throw ValidationError("--json", without: "--format")
    }
  }

  /// Returns the printer for these options.
  ///
  /// The default is a table on a terminal, otherwise columns separated by tabs. Ends the process if
  /// the template is invalid.
  func printer(_ texts: Texts) -> RecordPrinter {
    if json { return RecordPrinter(.json, end: end.character) }
    if let format {
      return RecordPrinter(
        .template(
          PhotoTemplate(format, of: "--format", members: PhotoTemplate.Member.allCases, texts)
        ),
        end: end.character
      )
    }
    return .usual(texts, end: end.character)
  }
}

extension RecordPrinter {
  /// Returns the printer of a table on a terminal, otherwise of columns separated by tabs.
  static func usual(_ texts: Texts, end: Character = "\n") -> RecordPrinter {
    guard isatty(STDOUT_FILENO) == 1 else {
      return RecordPrinter(.lines(LinePrinter(.tabs, end: end)))
    }
    return RecordPrinter(.lines(.table(PhotoColumn.allCases.map(texts.heading))))
  }
}

/// The option for the ends of lines.
struct LineEnd: ParsableArguments {
  @Flag(
    name: [.customShort("0"), .long],
    help: .text(
      "End lines with NUL instead of a line break, in standard input too.",
      "Завершать строки символом NUL вместо перевода строки, и на стандартном вводе."
    )
  )
  var null = false

  var character: Character { null ? "\0" : "\n" }
}

/// The arguments that name photos.
struct PhotoArguments: ParsableArguments {
  @Argument(
    help: .text(
      "Photo IDs or links; - reads them from standard input.",
      "ID или ссылки на фото; «-» — со стандартного ввода.",
      value: "id"
    ),
    completion: Completion.photos,
    transform: DashedID.shown
  )
  var ids: [String]

  /// Reads the photos; see `PhotoIDList`.
  func list(_ source: SourceOptions, _ end: LineEnd = LineEnd()) -> PhotoIDList {
    PhotoIDList(ids, source, separator: end.null ? 0 : UInt8(ascii: "\n"))
  }
}
