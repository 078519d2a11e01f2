import ArgumentParser
import Model

/// The values that shells offer for arguments, from the cache of this computer.
///
/// `CompletionScript` adds the names of files.
enum Completion {
  static let photos = CompletionKind.custom { words, _, prefix in
    source(words)?.photoIDs(beginningWith: prefix) ?? []
  }
  static let users = CompletionKind.custom { words, _, _ in source(words)?.usernames ?? [] }
  static let topics = CompletionKind.custom { words, _, _ in
    source(words)?.names(of: .topic) ?? []
  }
  static let collections = CompletionKind.custom { words, _, _ in
    source(words)?.names(of: .collection) ?? []
  }

  private static func source(_ words: [String]) -> CompletionSource? {
    CompletionSource(arguments: words, environment: ThisProcess.environment)
  }
}
