import ArgumentParser
import Catalogue
import Localization
import Model
import ServiceAPI

struct WallpaperCommand: ParsableCommand, CheckedArguments {
  static let configuration = CommandConfiguration(
    commandName: "wallpaper",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Show a photo as the desktop's wallpaper; prints the photo's credit.",
      "Сделать фото обоями рабочего стола; выводится имя автора."
    ),
    discussion: localized(
      """
      An argument with a slash or a dot is a file, any other a photo ID. Photos are downloaded in \
      the size of the screens, and each download is reported to the service. The manual lists the \
      desktops, and how to change the wallpaper every day.
      """,
      """
      Аргумент с косой чертой или точкой — файл, любой другой — ID фото. Фото скачиваются в \
      размере экранов, и сервис засчитывает скачивание. В руководстве перечислены среды рабочего \
      стола и сказано, как менять обои каждый день.
      """
    )
  )

  /// The lists that a photo can be picked from.
  enum List: String, ExpressibleByArgument, CaseIterable {
    case favourites, favorites, gallery
  }

  @OptionGroup var output: OutputOptions

  @Flag(help: .text("Pick a random photo.", "Выбрать случайное фото."))
  var random = false

  @OptionGroup var choice: RandomOptions

  @Option(
    help: .text(
      "Pick a photo from your favourites or from the gallery.",
      "Выбрать фото из избранного или из галереи."
    )
  )
  var from: List?

  @Flag(
    help: .text(
      "Only print the path of the photo's file; the wallpaper stays.",
      "Только вывести путь к файлу; обои не меняются."
    )
  )
  var print = false

  @Flag(help: .text("Restore the previous wallpaper.", "Вернуть прежние обои."))
  var undo = false

  @Argument(
    help: .text(
      "A photo's ID or link, or a picture file; - reads the ID from standard input.",
      "ID или ссылка на фото либо файл с изображением; «-» — ID со стандартного ввода.",
      value: "id-or-file"
    ),
    completion: Completion.photos,
    transform: { PathArgument.path(DashedID.shown($0)) }
  )
  var item: String?

  @OptionGroup var source: SourceOptions

  func check() throws {
    let ways = [item != nil, random, from != nil, undo]
    guard ways.count(where: { $0 }) == 1 else {
      throw ValidationError(
        "give exactly one: an ID or file, --random, --from or --undo",
        "укажите что-то одно: ID или файл, --random, --from или --undo"
      )
    }
    if !random, choice.isNarrow {
      throw ValidationError(
        "--topic, --collection, --user and --query need --random",
        "--topic, --collection, --user и --query работают только с --random"
      )
    }
    if choice.orientation != nil, !random, from == nil {
      throw ValidationError(
        "--orientation needs --random or --from",
        "--orientation работает только с --random или --from"
      )
    }
    if output.isRecord, print || undo {
      throw ValidationError("--json, --format", without: "--print, --undo")
    }
    if print, undo {
      throw ValidationError("--print", without: "--undo")
    }
    if output.isRecord, let item, Links.isFile(item, source) {
      throw ValidationError(
        "--json and --format need a photo, not a file",
        "--json и --format работают только с фото, не с файлом"
      )
    }
  }

  func run() {
    let texts = source.texts()
    if undo {
      source.run(needsService: false) { context throws(ShellMessage) in
        try await WallpaperCommands(context) { context.report(.waitingForWallpaper) }.undo()
        Output.print(texts.shell(.wallpaperRestored))
        return .done
      }
    }
    let printer = output.isRecord ? output.printer(texts) : nil
    var source = source
    let ((wallpaper, status), orientation) = (wallpaper(&source), choice.orientation)
    source.run(needsService: wallpaper.needsService, loadsFiles: true) {
      [print] context throws(ShellMessage) in
      let line = ProgressLine(count: 1, texts)
      defer { line.clear() }
      let commands = WallpaperCommands(context) {
        context.report(.waitingForWallpaper)
      } observe: {
        line.show($0, $1)
      }
      let result: WallpaperCommands.Wallpaper
      var wallpaper = wallpaper
      if case .photo(let id) = wallpaper {
        let (ids, status) = await context.resolved([id])
        guard let id = ids.first else { return status }
        wallpaper = .photo(id: id)
      }
      do throws(ShellMessage) {
        result = try await commands.set(wallpaper, orientation: orientation, isShown: !print)
      } catch {
        guard case .photo(let id) = wallpaper, case .problem = error, !Task.isCancelled else {
          throw error
        }
        line.clear()
        context.report(error.about(id))
        return error.status.and(status)
      }
      line.clear()
      if print {
        Output.printExactly(result.path)
      } else if let printer {
        let record = result.photo.map { context.record($0, path: result.path) }
        Output.write(printer.text(of: [record].compactMap(\.self)))
      } else {
        Output.print(texts.shell(result.photo.map(context.credit) ?? .wallpaperSet))
      }
      return status
    }
  }

  /// The picture, and the status of reading its ID from standard input.
  private func wallpaper(_ source: inout SourceOptions) -> (WallpaperSource, CommandStatus) {
    switch from {
    case .favourites, .favorites: return (.favourites, .done)
    case .gallery: return (.gallery, .done)
    case nil: break
    }
    guard let item else { return (.random(choice.choice(&source)), .done) }
    if Links.isFile(item, source) { return (.file(item), .done) }
    let given = PhotoIDList([item], source)
    source.service = given.groups[0].service ?? source.service
    return (.photo(id: given.ids[0]), given.status)
  }
}
