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

  /// Reads the ids; see `GivenPhotos`.
  func list(_ texts: Texts) -> GivenPhotos { GivenPhotos(ids, texts) }
}

/// Photo ids as arguments and standard input give them, each once and in their order.
///
/// A text that cannot be an id is reported and left out.
struct GivenPhotos: Sendable {
  private(set) var ids: [String] = []
  /// `usage` if something was left out.
  private(set) var status = CommandStatus.done

  /// The most ids that are read: far more than any list has.
  private static let limit = 200_000

  /// Ends the process if there is no id at all, or if there are too many.
  init(_ arguments: [String], _ texts: Texts) {
    var seen: Set<String> = []
    var last = ""
    for argument in arguments {
      guard argument == "-" else {
        add(argument, &seen, texts)
        continue
      }
      // Signals end the process until the last line is understood.
      CommandRun.interruptibly {
        InputLines.read(atMost: PhotoArgument.lineLimit) { line in
          // A line that is repeated says nothing new.
          guard line != last else { return }
          last = line
          add(line, &seen, texts)
        }
      }
    }
    guard ids.isEmpty else { return }
    guard status == .done else { _exit(status.rawValue) }
    Output.fail(texts.shell(.noIDs), status: CommandStatus.usage.rawValue)
  }

  private mutating func add(_ line: String, _ seen: inout Set<String>, _ texts: Texts) {
    guard let id = PhotoArgument.id(in: line) else {
      Output.complain(texts.shell(.notAnID(line)))
      status = .usage
      return
    }
    guard seen.insert(id).inserted else { return }
    guard ids.count < Self.limit else {
      Output.fail(texts.shell(.tooManyIDs(Self.limit)), status: CommandStatus.usage.rawValue)
    }
    ids.append(id)
  }
}

/// Standard input line by line, however long it is altogether.
enum InputLines {
  /// Calls a function with each line that is not blank.
  ///
  /// - Parameter limit: bytes of a line. A longer one is cut there, one byte beyond the limit, and
  ///   what is left of it is skipped.
  static func read(atMost limit: Int, _ take: (String) -> Void) {
    var line: [UInt8] = []
    func end() {
      let text = String(decoding: line, as: UTF8.self)
      line.removeAll(keepingCapacity: true)
      if text.contains(where: { !$0.isWhitespace }) { take(text) }
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      var rest = chunk[..<count]
      while !rest.isEmpty {
        let stop = rest.firstIndex(of: UInt8(ascii: "\n"))
        line += rest[..<(stop ?? rest.endIndex)].prefix(max(0, limit + 1 - line.count))
        rest = stop.map { rest[($0 + 1)...] } ?? []
        if stop != nil { end() }
      }
    }
    end()
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
