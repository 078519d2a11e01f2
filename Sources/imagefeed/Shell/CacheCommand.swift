import ArgumentParser
import Shell

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    _superCommandName: "imagefeed",
    abstract: "Show or clear the cached pictures and lists.",
    subcommands: [Size.self, Clear.self]
  )

  struct Size: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print how much is cached: files, bytes and lists."
    )

    @OptionGroup var source: SourceOptions

    func run() {
      let texts = source.texts
      source.run(needsService: false) { context throws(CommandFailure) in
        try await CacheCommands(context).showUsage(texts)
      }
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete cached pictures and lists. The session, unsent likes and the gallery stay."
    )

    @OptionGroup var source: SourceOptions

    func run() {
      let texts = source.texts
      source.run(needsService: false) { context throws(CommandFailure) in
        try await CacheCommands(context).showClearing(texts)
      }
    }
  }
}

/// The command that removes the session, like signing out in the program.
///
/// Like `gh auth logout`, the command shows no prompt.
struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    _superCommandName: "imagefeed",
    abstract: "Sign out; remove the session, cached lists, unsent likes and the history."
  )

  @OptionGroup var source: SourceOptions

  func run() {
    let texts = source.texts
    source.run(needsService: false) { context throws(CommandFailure) in
      try await context.showSignOut(texts)
    }
  }
}
