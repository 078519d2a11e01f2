import ArgumentParser
import Canvas
import Localization
import Runtime
import Settings

struct ShowCommand: ParsableCommand, CheckedArguments {
  static let name = "show"
  static let configuration = CommandConfiguration(
    commandName: name,
    _superCommandName: "imagefeed",
    abstract: localized(
      "Print photos as pictures, several in a grid with captions, or write a web page.",
      "Показать фото картинками, несколько — сеткой с подписями, или создать веб-страницу."
    ),
    discussion: localized(
      """
      An argument with a slash or a dot is a JPEG file unless it is a link, any other a photo ID. \
      Photos in the gallery are read from there. In a pipe, pictures are symbols, $COLUMNS or 80 \
      columns wide.

      --html writes index.html and its photos into a folder, and prints the path of the page. The \
      page has no script and loads nothing from other computers. A page written there before is \
      replaced. Photos that aren't in the gallery are reported to the service as downloads. A list \
      becomes a page like this: imagefeed gallery --json | imagefeed show --html page -
      """,
      """
      Аргумент с косой чертой или точкой, если это не ссылка, — файл JPEG, любой другой — ID фото. \
      Фото из галереи читаются оттуда. В конвейере фото выводятся символами; ширина — $COLUMNS или \
      80 столбцов.

      --html записывает в папку index.html и фотографии и выводит путь к странице. На странице \
      нет скриптов, и она ничего не загружает с других компьютеров. Прежняя страница в этой папке \
      заменяется. Фото не из галереи сервис засчитывает как скачанные. Чтобы показать список, \
      передайте его через стандартный ввод: imagefeed gallery --json | imagefeed show --html page -
      """
    )
  )

  @OptionGroup var pictures: PictureOptions

  @Option(
    help: .text(
      "The size of each picture in cells. Default: what the terminal has room for.",
      "Размер каждого изображения в ячейках. По умолчанию — сколько помещается в терминал.",
      value: "COLSxROWS"
    )
  )
  var size: String?

  @Option(
    help: .text(
      "Write a web page into this folder: a new one, an empty one or an earlier page's.",
      "Записать веб-страницу в эту папку: новую, пустую или с прежней страницей.",
      value: "folder"
    ),
    completion: .directory,
    transform: PathArgument.folder
  )
  var html: String?

  @Flag(
    help: .text(
      "Show a random photo with its credit.",
      "Показать случайное фото с указанием автора."
    )
  )
  var random = false

  @Flag(
    help: .text(
      "With --random: only photos whose pictures are on this computer; don't connect.",
      "С --random: только фото, которые уже есть на этом компьютере, без сети."
    )
  )
  var offline = false

  @Argument(
    help: .text(
      "Photo IDs, links or JPEG files; - reads a JPEG file or a list from standard input.",
      "ID, ссылки на фото или файлы JPEG; «-» — файл JPEG или список со стандартного ввода.",
      value: "id-or-file"
    ),
    completion: Completion.photos,
    transform: { PathArgument.path(DashedID.shown($0)) }
  )
  var items: [String] = []

  @OptionGroup var source: SourceOptions

  func check() throws {
    guard random == items.isEmpty else {
      throw ValidationError(
        "give IDs, links or files, or --random alone",
        "укажите ID, ссылки или файлы либо только --random"
      )
    }
    if offline, !random {
      throw ValidationError("--offline needs --random", "--offline: нужен и --random")
    }
    if random, html != nil { throw ValidationError("--random", without: "--html") }
    guard let html else { return }
    if html.isEmpty {
      throw ValidationError("--html takes the name of a folder", "--html: нужно имя папки")
    }
    guard size == nil, pictures.isEmpty else {
      throw ValidationError(
        "--html",
        without: "--size, --graphics, --colors, --symbols, --cell, --dither"
      )
    }
  }

  func run() {
    if let html { writePage(to: html) }
    let style = pictures.style(source)
    if random {
      let grid = PictureShow.grid(count: 1, size: size, style, source.texts())
      RandomShow(isOffline: offline, style: style, grid: grid).run(source)
    }
    PictureShow(items, size: size, style: style, source).run()
  }

  private func writePage(to folder: String) -> Never {
    let photos = PhotoIDList(items, source)
    let page: PageCommand
    do throws(ShellMessage) {
      page = try PageCommand(folder: folder, isDemo: source.demo, source.texts())
    } catch {
      Output.fail(error, source.texts())
    }
    let atOnce = Limits.downloads(20)
    // The report of each file needs a connection too.
    source.run(
      in: photos.groups.map(\.service),
      usesStored: true,
      loadsFiles: true,
      connections: 2 * atOnce
    ) { context, index throws(ShellMessage) in
      let (ids, status) = await context.resolved(photos.groups[index].ids)
      return await page.add(ids, in: context, atOnce: atOnce).and(status)
    } finally: { status throws(ShellMessage) in
      try page.finish(status.and(photos.status))
    }
  }
}

/// The options for drawing pictures.
struct PictureOptions: CheckedArguments {
  @Option(
    help: .text(
      "The output format. Default: the best the terminal supports.",
      "Формат вывода. По умолчанию — лучший из доступных в терминале."
    )
  )
  var graphics: PictureFormat?

  @Option(
    help: .text(
      "How many colours to use. Default: the terminal's.",
      "Сколько цветов использовать. По умолчанию — как у терминала."
    )
  )
  var colors: ColorDepth?

  @Option(help: .text("The symbols to draw with.", "Символы для рисования."))
  var symbols: SymbolSet?

  @Option(help: .cellSize)
  var cell: Configuration.CellSize?

  @Option(
    help: .text(
      "The strength of dithering in few colours; 0 for none. Default: 1.",
      "Сила дизеринга при малом числе цветов; 0 — без него. По умолчанию — 1.",
      value: "0…1"
    )
  )
  var dither: Float?

  /// Whether no option is set.
  var isEmpty: Bool {
    graphics == nil && colors == nil && symbols == nil && cell == nil && dither == nil
  }

  func check() throws {
    guard (0...1).contains(dither ?? 1) else {
      throw ValidationError(
        "--dither takes a number from 0 to 1",
        "--dither: нужно число от 0 до 1"
      )
    }
  }

  func style(_ source: SourceOptions) -> PictureStyle {
    var options = source.values
    (options.colors, options.symbols, options.cell) = (colors, symbols, cell)
    return PictureStyle(options, as: graphics, dithering: dither ?? 1)
  }
}

extension PictureFormat: ExpressibleByArgument {}
extension SymbolSet: ExpressibleByArgument {}
