import ArgumentParser

/// The commands for downloaded photos.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    _superCommandName: "imagefeed",
    abstract: localized(
      "List, copy, check or delete downloaded photos.",
      "Вывести список, скопировать, проверить или удалить скачанные фото."
    ),
    subcommands: [List.self, Path.self, Export.self, Verify.self, Remove.self],
    defaultSubcommand: List.self
  )

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: localized("List the photos, newest first.", "Вывести список фото, начиная с новых.")
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var source: SourceOptions

    func run() {
      let printer = output.printer(source.texts)
      source.run(needsService: false) { context throws(CommandFailure) in
        try await GalleryCommands(context).showList(printer)
      }
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "path",
      abstract: localized("Print the paths of photos' files.", "Вывести пути к файлам фото.")
    )

    @OptionGroup var photos: PhotoArguments
    @OptionGroup var source: SourceOptions

    func run() {
      let texts = source.texts
      let given = photos.list(texts)
      source.run(needsService: false) { context throws(CommandFailure) in
        try await GalleryCommands(context).showPaths(given, texts)
      }
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: localized(
        "Copy photos into a folder; the path of each copy is printed.",
        "Скопировать фото в папку; выводится путь каждой копии."
      )
    )

    @Argument(
      help: .text("The folder, created if necessary.", "Папка; создаётся, если её нет."),
      completion: .directory,
      transform: PathArgument.folder
    )
    var folder: String

    @Argument(
      help: .text(
        "Photo IDs; - reads them from standard input. Default: all of the gallery.",
        "ID фото; «-» — со стандартного ввода. По умолчанию — вся галерея.",
        value: "id"
      ),
      completion: Completion.photos
    )
    var ids: [String] = []

    @OptionGroup var form: FileOptions
    @OptionGroup var source: SourceOptions

    func validate() throws {
      if folder.isEmpty {
        throw ValidationError("<folder> takes the name of a folder", "<folder>: нужно имя папки")
      }
    }

    func run() {
      let texts = source.texts
      let choice = form.choice(texts)
      let given = ids.isEmpty ? nil : PhotoIDList(ids, texts)
      let folder = folder
      source.run(needsService: false) { context throws(CommandFailure) in
        try await GalleryCommands(context).showExport(given, to: folder, choice, texts)
      }
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: localized(
        "Check every file, and report damaged and missing ones.",
        "Проверить все файлы и сообщить о повреждённых и пропавших."
      )
    )

    @OptionGroup var source: SourceOptions

    func run() {
      let texts = source.texts
      source.run(needsService: false) { context throws(CommandFailure) in
        try await GalleryCommands(context).showVerification(texts)
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: localized(
        "Delete photos from the gallery, with their files.",
        "Удалить фото из галереи вместе с файлами."
      )
    )

    @OptionGroup var photos: PhotoArguments

    @Flag(help: .text("Delete without asking.", "Удалить без подтверждения."))
    var yes = false

    @OptionGroup var source: SourceOptions

    func run() {
      let texts = source.texts
      let given = photos.list(texts)
      let isAsked = !yes
      if isAsked { GalleryCommands.requireSomebody(readsInput: photos.ids.contains("-"), texts) }
      source.run(needsService: false) { context throws(CommandFailure) in
        try await GalleryCommands(context).showRemoval(given, isAsked: isAsked, texts)
      }
    }
  }
}
