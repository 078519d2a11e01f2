import ArgumentParser
import Canvas
import Model
import Platform
import Shell

/// What shells offer for arguments that are cached on this machine.
enum Completion {
  static let photos = CompletionKind.custom { words, _, prefix in
    source(words)?.photoIDs(beginningWith: prefix) ?? []
  }
  /// The file system is for words that no id begins with.
  static let photosAndFiles = CompletionKind.custom { words, _, prefix in
    let ids = source(words)?.photoIDs(beginningWith: prefix) ?? []
    return ids + FileNames.beginning(with: prefix)
  }
  static let users = CompletionKind.custom { words, _, _ in source(words)?.usernames ?? [] }
  static let topics = CompletionKind.custom { words, _, _ in
    source(words)?.names(of: .topic) ?? []
  }
  static let collections = CompletionKind.custom { words, _, _ in
    source(words)?.names(of: .collection) ?? []
  }

  private static func source(_ words: [String]) -> CompletionSource? {
    CompletionSource(arguments: words, environment: Imagefeed.environment)
  }
}

/// Files that a shell offers beside other words.
private enum FileNames {
  static func beginning(with prefix: String) -> [String] {
    let end = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let (folder, start) = (String(prefix[..<end]), prefix[end...])
    let names = (try? Folder.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().filter { name in
      name.hasPrefix(start) && (name.hasSuffix(".jpg") || name.hasSuffix(".jpeg"))
        && InertText.line(name) == name
    }.map { folder + $0 }
  }
}
