import Glibc
import Localization

/// The photo IDs of the arguments and standard input, without duplicates and in order.
///
/// An invalid ID is reported and omitted.
struct PhotoIDList: Sendable {
  private(set) var ids: [String] = []
  /// `usage` if an ID was omitted, otherwise `done`.
  private(set) var status = CommandStatus.done

  /// The maximum number of IDs, far more than any list has.
  private static let maxIDs = 200_000

  /// Reads the IDs.
  ///
  /// Ends the process if there are none or too many.
  ///
  /// - Parameter arguments: IDs in the forms of `PhotoArgument`; `-` reads lines of standard input.
  init(_ arguments: [String], _ texts: Texts) {
    var seen: Set<String> = []
    for argument in arguments {
      guard argument == "-" else {
        add(argument, &seen, texts)
        continue
      }
      // Signals end the process until all lines are read.
      CommandRun.interruptibly {
        InputLines.read(atMost: PhotoArgument.lineLimit) { add($0, &seen, texts) }
      }
    }
    guard ids.isEmpty else { return }
    guard status == .done else { _exit(status.rawValue) }
    Output.fail(.noIDs, texts)
  }

  private mutating func add(_ line: String, _ seen: inout Set<String>, _ texts: Texts) {
    guard let id = PhotoArgument.id(in: line) else {
      Output.printError(.notAnID(line), texts)
      status = .usage
      return
    }
    guard seen.insert(id).inserted else { return }
    guard ids.count < Self.maxIDs else {
      Output.fail(.tooManyIDs(Self.maxIDs), texts)
    }
    ids.append(id)
  }
}
