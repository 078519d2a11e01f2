import ArgumentParser

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Show or clear the cached pictures and lists.",
      "Показать размер кэша изображений и списков или очистить его."
    ),
    subcommands: [Size.self, Clear.self]
  )

  struct Size: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "size",
      abstract: localized(
        "Print how much is cached: files, bytes and lists.",
        "Напечатать, сколько в кэше файлов, байтов и списков."
      )
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
      commandName: "clear",
      abstract: localized(
        "Delete cached pictures and lists. The session, unsent likes and the gallery stay.",
        "Удалить изображения и списки из кэша. Сеанс, неотправленные лайки и галерея остаются."
      )
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
    abstract: localized(
      "Sign out; remove the session, cached lists, unsent likes and the history.",
      "Выйти из аккаунта; удалить сеанс, списки в кэше, неотправленные лайки и историю."
    )
  )

  @OptionGroup var source: SourceOptions

  func run() {
    let texts = source.texts
    source.run(needsService: false) { context throws(CommandFailure) in
      try await context.showSignOut(texts)
    }
  }
}
