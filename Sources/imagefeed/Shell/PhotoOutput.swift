import ArgumentParser
import Glibc
import Localization
import Model
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
    if json { return RecordPrinter(.json) }
    if let format {
      do throws(RecordTemplate.Mistake) {
        return RecordPrinter(.template(try RecordTemplate(format)))
      } catch {
        let message: ShellMessage =
          switch error {
          case .unknownName(let name):
            .unknownName(name, known: RecordTemplate.Name.allCases.map(\.rawValue))
          case .openBrace: .openBrace
          }
        Output.fail(texts.shell(message), status: CommandStatus.usage.rawValue)
      }
    }
    return RecordPrinter(.lines(Self.linePrinter(texts)))
  }

  private static func linePrinter(_ texts: Texts) -> LinePrinter {
    guard isatty(STDOUT_FILENO) == 1 else { return LinePrinter(.tabs) }
    return LinePrinter(.table(columns: Output.columns, headings: texts.photoHeadings))
  }
}

/// Photographs named by ids.
struct PhotoArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Photo IDs; - reads them from standard input.", valueName: "id"),
    completion: Completion.photos
  )
  var ids: [String]

  /// Bytes of standard input at most: more than any list has.
  private static let inputLimit = 1 << 26

  /// The ids, each once, in the order they were given.
  ///
  /// Ends the process where one cannot be an id.
  func list(_ texts: Texts) -> [String] { Self.list(ids, texts) }

  /// The same for arguments of a command with others.
  static func list(_ ids: [String], _ texts: Texts) -> [String] {
    var seen: Set<String> = []
    var result: [String] = []
    func add(_ line: String) {
      guard let id = PhotoArgument.id(in: line) else {
        Output.fail(texts.shell(.notAnID(line)), status: CommandStatus.usage.rawValue)
      }
      if seen.insert(id).inserted { result.append(id) }
    }
    for argument in ids {
      guard argument == "-" else {
        add(argument)
        continue
      }
      let input = CommandRun.interruptibly {
        Imagefeed.readAll(STDIN_FILENO, atMost: inputLimit)
      }
      for line in String(decoding: input, as: UTF8.self).split(whereSeparator: \.isNewline)
      where !line.allSatisfy(\.isWhitespace) {
        add(String(line))
      }
    }
    guard !result.isEmpty else {
      Output.fail(texts.shell(.noIDs), status: CommandStatus.usage.rawValue)
    }
    return result
  }
}

extension CommandFailure {
  func message(about id: String? = nil) -> ShellMessage {
    switch self {
    case .problem(let problem): id.map { .about(id: $0, problem) } ?? .problem(problem)
    case .notConfigured(let path): .notConfigured(path: path)
    case .notCached: .notCached
    case .notSignedIn: .notSignedIn
    case .noSignIn: .noSignIn
    case .noToken: .noToken
    case .notAnID(let text): .notAnID(text)
    case .notInGallery(let id): .notInGallery(id: id)
    case .damagedFile(let path): .damagedFile(path: path)
    case .missingFile(let path): .missingFile(path: path)
    }
  }
}
