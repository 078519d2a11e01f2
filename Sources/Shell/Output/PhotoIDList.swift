import Glibc
import Localization

/// Photo ids as arguments and standard input give them, each once and in their order.
///
/// A text that cannot be an id is reported and left out.
package struct PhotoIDList: Sendable {
  package private(set) var ids: [String] = []
  /// `usage` if something was left out.
  package private(set) var status = CommandStatus.done

  /// The most ids that are read: far more than any list has.
  private static let limit = 200_000

  /// Ends the process if there is no id at all, or if there are too many.
  package init(_ arguments: [String], _ texts: Texts) {
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
      Output.printError(texts.shell(.notAnID(line)))
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
