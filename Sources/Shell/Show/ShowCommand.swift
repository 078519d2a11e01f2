import ArgumentParser
import Canvas
import Localization
import Runtime
import Settings

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Print photos as pictures, several in a grid with captions, or write a web page.",
      "Показать фото картинками, несколько — сеткой с подписями, или создать веб-страницу."
    ),
    discussion: localized(
      """
      An argument with a slash or a dot is a JPEG file, any other a photo ID. Photos in the \
      gallery are read from there. In a pipe, pictures are symbols, $COLUMNS or 80 columns wide.

      --html writes index.html and its photos into a folder, and prints the path of the page. The \
      page has no script and loads nothing from other computers. A page written there before is \
      replaced. Photos that aren't in the gallery are reported to the service as downloads.
      """,
      """
      Аргумент с косой чертой или точкой — файл JPEG, любой другой — ID фото. Фото из галереи \
      читаются оттуда. В конвейере фото выводятся символами; ширина — $COLUMNS или 80 столбцов.

      --html записывает в папку index.html и фотографии и выводит путь к странице. На странице \
      нет скриптов, и она ничего не загружает с других компьютеров. Прежняя страница в этой папке \
      заменяется. Фото не из галереи сервис засчитывает как скачанные.
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

  @Option(
    help: .text(
      "With --html: show the photos of this list.",
      "Вместе с --html: показать фото этого списка.",
      value: "list"
    )
  )
  var from: PageList?

  @Option(
    help: .text(
      "With --from: the maximum number of photos. Default: 30, or the whole gallery.",
      "Вместе с --from: наибольшее число фото. По умолчанию — 30 или вся галерея.",
      value: "count"
    )
  )
  var limit: Int?

  @Argument(
    help: .text(
      "Photo IDs or JPEG files; - reads IDs from standard input.",
      "ID фото или файлы JPEG; «-» — ID со стандартного ввода.",
      value: "id-or-file"
    ),
    completion: Completion.photos,
    transform: PathArgument.path
  )
  var items: [String] = []

  @OptionGroup var source: SourceOptions

  func validate() throws {
    if let html {
      if html.isEmpty {
        throw ValidationError("--html takes the name of a folder", "--html: нужно имя папки")
      }
      guard size == nil, pictures.isEmpty else {
        throw ValidationError(
          "--html can't be used with --size, --graphics, --colors, --symbols, --cell",
          "--html нельзя сочетать с --size, --graphics, --colors, --symbols, --cell"
        )
      }
      guard items.isEmpty == (from != nil) else {
        throw ValidationError(
          "--html needs either photo IDs or --from",
          "для --html нужны либо ID фото, либо --from"
        )
      }
    } else {
      guard from == nil else {
        throw ValidationError("--from needs --html", "--from работает только с --html")
      }
      guard !items.isEmpty else {
        throw ValidationError(
          "show needs photo IDs or JPEG files",
          "команде show нужны ID фото или файлы JPEG"
        )
      }
    }
    if limit != nil, from == nil {
      throw ValidationError("--limit needs --from", "--limit работает только с --from")
    }
    if let limit, !(1...10_000).contains(limit) {
      throw ValidationError(
        "--limit takes a number from 1 to 10000",
        "--limit: нужно число от 1 до 10000"
      )
    }
  }

  func run() {
    if let html { writePage(to: html) }
    let show = PictureShow(items, size: size, style: pictures.style(source), source.texts())
    source.run(needsService: show.needsService, loadsFiles: true) {
      context throws(ShellMessage) in
      await show.run(in: context)
    }
  }

  private func writePage(to folder: String) -> Never {
    let page = PageCommand(from, items, limit: limit, folder: folder, source.texts())
    let atOnce = Limits.downloads(20)
    // The report of each file needs a connection too.
    source.run(needsService: page.needsService, loadsFiles: true, connections: 2 * atOnce) {
      context throws(ShellMessage) in
      try await page.run(in: context, atOnce: atOnce)
    }
  }
}

extension PageList: ExpressibleByArgument {}

/// The options for drawing pictures.
struct PictureOptions: ParsableArguments {
  @Option(
    help: .text(
      "The output format. Default: the best the terminal supports.",
      "Формат вывода. По умолчанию — лучший из доступных в терминале."
    )
  )
  var graphics: RenderJob.Graphics?

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

  /// Whether no option is set.
  var isEmpty: Bool { graphics == nil && colors == nil && symbols == nil && cell == nil }

  func style(_ source: SourceOptions) -> PictureStyle {
    var options = source.values
    (options.colors, options.symbols, options.cell) = (colors, symbols, cell)
    return PictureStyle(options, as: graphics)
  }
}
