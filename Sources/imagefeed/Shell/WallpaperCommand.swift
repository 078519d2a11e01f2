import ArgumentParser
import Model
import Shell

struct WallpaperCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallpaper",
    _superCommandName: "imagefeed",
    abstract: "Show a photo as the desktop's wallpaper; prints the photo's credit.",
    discussion: """
      An argument with a slash or a dot is a file, any other a photo ID. Photos are downloaded in \
      the size of the screens. See the manual for desktops and for a wallpaper that changes daily.
      """
  )

  /// The lists that a photo can be picked from.
  enum List: String, ExpressibleByArgument, CaseIterable {
    case favourites, gallery
  }

  @OptionGroup var source: SourceOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Pick a random photo.")
  var random = false

  @OptionGroup var choice: RandomOptions

  @Option(help: "Pick a photo from your favourites or from the gallery.")
  var from: List?

  @Flag(help: "Only print the path of the photo's file; the wallpaper stays.")
  var print = false

  @Flag(help: "Bring back the wallpaper before the last one.")
  var undo = false

  @Argument(
    help: ArgumentHelp(
      "A photo ID or a picture file; - reads the ID from standard input.",
      valueName: "id-or-file"
    ),
    completion: Completion.photos,
    transform: PathArgument.path
  )
  var item: String?

  func validate() throws {
    let ways = [item != nil, random, from != nil, undo]
    guard ways.count(where: { $0 }) == 1 else {
      throw ValidationError("give one of an ID or a file, --random, --from and --undo")
    }
    if !random, choice.choice != RandomChoice(orientation: choice.orientation) {
      throw ValidationError("--topic, --collection, --user and --query need --random")
    }
    if choice.orientation != nil, !random, from == nil {
      throw ValidationError("--orientation needs --random or --from")
    }
    let hasRecord = output.json || output.format != nil
    if hasRecord, print || undo {
      throw ValidationError("--json and --format can't be used with --print or --undo")
    }
    if print, undo { throw ValidationError("--print and --undo can't be used together") }
    if hasRecord, let item, WallpaperSource(file: item) != nil {
      throw ValidationError("--json and --format need a photo, not a file")
    }
  }

  func run() {
    let texts = source.texts
    if undo {
      source.run(needsService: false) { context throws(CommandFailure) in
        try await WallpaperCommands.showUndo(in: context, texts)
      }
    }
    let hasRecord = output.json || output.format != nil
    let form: WallpaperCommands.Output =
      hasRecord ? .record(output.printer(texts)) : print ? .path : .credit
    let (wallpaper, orientation) = (wallpaper, choice.orientation)
    source.run(needsService: wallpaper.needsService) { context throws(CommandFailure) in
      try await WallpaperCommands.show(
        wallpaper,
        orientation: orientation,
        form,
        in: context,
        texts
      )
    }
  }

  private var wallpaper: WallpaperSource {
    switch from {
    case .favourites: return .favourites
    case .gallery: return .gallery
    case nil: break
    }
    guard let item else { return .random(choice.choice) }
    if let file = WallpaperSource(file: item) { return file }
    return .photo(id: PhotoIDList([item], source.texts).ids[0])
  }
}
