import ArgumentParser
import Model
import Platform
import Runtime

/// The command without a subcommand, which starts the program, and the list of subcommands.
struct Imagefeed: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imagefeed",
    abstract: localized(
      "An endless feed of photographs in your terminal.",
      "Бесконечная лента фотографий в терминале."
    ),
    discussion: localized(
      "Run it without a subcommand to open the feed; imagefeed keys lists its keys.",
      "Без команды открывается лента; её клавиши перечисляет imagefeed keys."
    ),
    version: Build.version,
    groupedSubcommands: [
      CommandGroup(name: localized("Browse", "Просмотр"), subcommands: browsing),
      CommandGroup(name: localized("Photos", "Фото"), subcommands: photos),
      CommandGroup(name: localized("Account", "Аккаунт"), subcommands: account),
      CommandGroup(
        name: localized("Settings", "Настройки"),
        subcommands: settings + [KeysCommand.self]
      ),
      CommandGroup(
        name: localized("Diagnostics", "Диагностика"),
        subcommands: [
          DoctorCommand.self, CreditsCommand.self, DemoServerCommand.self,
        ]
      ),
    ]
  )

  private static let browsing: [any ParsableCommand.Type] = [
    FeedCommand.self, SearchCommand.self, FavouritesCommand.self, UserCommand.self,
    TopicCommand.self, TopicsCommand.self, AlbumCommand.self, CollectionCommand.self,
    CollectionsCommand.self, RandomCommand.self, HistoryCommand.self, OpenCommand.self,
  ]
  private static let photos: [any ParsableCommand.Type] = [
    PhotoCommand.self, ShowCommand.self, LikeCommand.self, UnlikeCommand.self,
    DownloadCommand.self, WallpaperCommand.self, GalleryCommand.self,
  ]
  private static let account: [any ParsableCommand.Type] = [
    MeCommand.self, LoginCommand.self, LogoutCommand.self,
  ]
  private static let settings: [any ParsableCommand.Type] = [
    ConfigCommand.self, CacheCommand.self,
  ]
  /// The commands with separate options, parsed without the program's options.
  static let ownCommands = browsing + photos + account + settings

  @OptionGroup var source: SourceOptions
  @OptionGroup var screen: ScreenOptions

  func run() {
    if ThisProcess.isOnDumbTerminal {
      Listing(.feed, limit: ListOptions.usualLimit, firstPage: nil, source: .usual)
        .run(source, .usual(source.texts()))
    }
    ProgramRun(
      options: screen.options(source),
      texts: source.texts(),
      opening: EntryPoint.opening
    ).run()
  }
}
