import Accounts
import Canvas
import Glibc
import Localization

// The output of the commands for the account and the cache.
extension CommandContext {
  /// Prints the signed-in user: user name and name, separated by a tab, or one JSON object.
  func showPerson(asJSON: Bool) async throws(CommandFailure) -> CommandStatus {
    let person = PersonRecord(try await me())
    if asJSON {
      Output.print(RecordPrinter.json(person))
    } else {
      let cells = [person.username, person.name].map { TextSanitizer.printed($0) }
      Output.write(Array((cells.joined(separator: "\t") + "\n").utf8))
    }
    return .done
  }

  /// Signs out, and reports the number of unsent likes that were lost.
  func showSignOut(_ texts: Texts) async throws(CommandFailure) -> CommandStatus {
    let lostLikes = try await signOut()
    Output.printError(texts.shell(.signedOut(lostLikes: lostLikes)))
    if let sessionKey, credentials.hasLeftover(sessionKey) {
      Output.printError(texts.shell(.tokenInKeyring))
    }
    return .done
  }
}

extension CacheCommands {
  /// Prints the usage of the caches: a sentence on a terminal, otherwise numbers separated by tabs.
  func showUsage(_ texts: Texts) async throws(CommandFailure) -> CommandStatus {
    let usage = try await usage()
    if isatty(STDOUT_FILENO) == 1 {
      let (files, bytes, lists) = (usage.files, usage.bytes, usage.lists)
      Output.print(texts.shell(.cacheSize(files: files, bytes: bytes, lists: lists)))
    } else {
      Output.write(Array("\(usage.files)\t\(usage.bytes)\t\(usage.lists)\n".utf8))
    }
    return .done
  }

  /// Clears the caches, and reports the freed bytes.
  func showClearing(_ texts: Texts) async throws(CommandFailure) -> CommandStatus {
    try await clear { bytes in
      Output.printError(texts.shell(.cacheCleared(bytes: bytes)))
    }
    return .done
  }
}
