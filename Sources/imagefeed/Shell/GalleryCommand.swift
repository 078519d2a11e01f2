import ArgumentParser
import Shell

/// The commands for downloaded photos.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    _superCommandName: "imagefeed",
    abstract: "List, copy, check or delete downloaded photos.",
    subcommands: [List.self, Path.self, Export.self, Verify.self, Remove.self],
    defaultSubcommand: List.self
  )

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the photos, newest first.")

    @OptionGroup var source: SourceOptions
    @OptionGroup var output: OutputOptions

    func run() {
      let printer = output.printer(source.texts)
      source.run(needsService: false) { context throws(CommandFailure) in
        try await GalleryCommands(context).showList(printer)
      }
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the paths of photos' files.")

    @OptionGroup var source: SourceOptions
    @OptionGroup var photos: PhotoArguments

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
      abstract: "Copy photos into a folder; the path of each copy is printed."
    )

    @OptionGroup var source: SourceOptions

    @Argument(
      help: "The folder, created if necessary.",
      completion: .directory,
      transform: PathArgument.path
    )
    var folder: String

    @Argument(
      help: ArgumentHelp(
        "Photo IDs; - reads them from standard input. Default: all of the gallery.",
        valueName: "id"
      ),
      completion: Completion.photos
    )
    var ids: [String] = []

    @OptionGroup var form: FileOptions

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
      abstract: "Check every file, and report damaged and missing ones."
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
      abstract: "Delete photos from the gallery, with their files."
    )

    @OptionGroup var source: SourceOptions
    @OptionGroup var photos: PhotoArguments

    @Flag(help: "Delete without asking.")
    var yes = false

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
