import ArgumentParser
import Canvas
import Glibc
import Imaging
import Localization
import Model
import Shell
import Terminal
import Settings

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    _superCommandName: "imagefeed",
    abstract: "Print photos as pictures, several in a grid with captions.",
    discussion: """
      An argument with a slash or a dot is a JPEG file, any other a photo ID. Photos in the \
      gallery are read from there. In a pipe pictures are symbols, in $COLUMNS or 80 columns.
      """
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var pictures: PictureOptions

  @Option(
    help: ArgumentHelp(
      "The size of each picture in cells. Default: what the terminal has room for.",
      valueName: "COLSxROWS"
    )
  )
  var size: String?

  @Argument(
    help: ArgumentHelp(
      "Photo IDs or JPEG files; - reads IDs from standard input.",
      valueName: "id-or-file"
    ),
    completion: Completion.photos
  )
  var items: [String]

  private enum Item: Sendable {
    case file(String)
    case photo(String)
  }

  func run() {
    let texts = source.texts
    let style = pictures.style(source)
    var items: [Item] = []
    var given = CommandStatus.done
    for item in self.items {
      if item != "-", item.contains("/") || item.contains(".") {
        items.append(.file(item))
      } else {
        let photos = GivenPhotos([item], texts)
        items += photos.ids.map(Item.photo)
        given = given.and(photos.status)
      }
    }
    let grid = grid(count: items.count, texts)
    let isFiles = items.allSatisfy { if case .file = $0 { true } else { false } }
    let (all, first) = (items, given)
    source.run(needsService: !isFiles) { place throws(CommandFailure) in
      let ids = all.compactMap { if case .photo(let id) = $0 { id } else { nil } }
      let files = await place.galleryFiles(of: ids)
      var status = first
      for start in stride(from: 0, to: all.count, by: grid.columns) {
        guard !Task.isCancelled else { return status.and(.interrupted) }
        let row = all[start..<min(all.count, start + grid.columns)]
        let drawn = await Self.drawn(Array(row), at: place, files, grid.box, style)
        // A blank line keeps captions from the pictures below them.
        let isBelow = start > 0 && drawn.contains { (try? $0.get()) != nil }
        if isBelow { Output.write(Array("\n".utf8)) }
        status = Self.print(drawn, grid, style, texts).and(status)
      }
      return status
    }
  }

  private struct Grid: Sendable {
    var columns: Int
    /// Of each picture.
    var box: Size
  }

  /// As many pictures in a row as have room for their captions.
  private func grid(count: Int, _ texts: Texts) -> Grid {
    let window = RenderJob.terminalCells
    let width = window?.width ?? Output.columns
    let style = pictures.style(source)
    if let size {
      guard let box = RenderJob.box(size) else {
        Output.fail(texts.cli(.badSize(size)), status: CommandStatus.usage.rawValue)
      }
      let columns = min(count, max(1, (width + Self.gap) / (box.width + Self.gap)))
      return Grid(columns: max(1, columns), box: box)
    }
    let least = 30
    let columns = max(1, min(count, (width + Self.gap) / (least + Self.gap)))
    let tile = (width + Self.gap) / columns - Self.gap
    // The shape of most photographs; one alone has all of the window but the prompt and its
    // caption.
    let rows = columns > 1 ? Int(Double(tile) * style.aspect * 0.75) : (window?.height ?? 24) - 3
    let most = (window?.height ?? 99) - 3
    return Grid(columns: columns, box: Size(max(1, tile), max(1, min(rows, most))))
  }

  private static let gap = 2

  private struct Shown: Sendable {
    var picture: DrawnPicture
    /// Inert.
    var caption: String
    /// The path of a file that is damaged and shown in part; `nil` for a whole one.
    var damaged: String?
  }

  private typealias Drawn = Result<Shown, DrawingFailure>

  private static func drawn(
    _ items: [Item],
    at place: Workplace,
    _ files: [String: String],
    _ box: Size,
    _ style: PictureStyle
  ) async -> [Drawn] {
    await withTaskGroup(of: (Int, Drawn).self) { group in
      for (index, item) in items.enumerated() {
        group.addTask { await (index, attempt(item, at: place, files, box, style)) }
      }
      var results: [Int: Drawn] = [:]
      for await (index, result) in group { results[index] = result }
      return items.indices.compactMap { results[$0] }
    }
  }

  private static func attempt(
    _ item: Item,
    at place: Workplace,
    _ files: [String: String],
    _ box: Size,
    _ style: PictureStyle
  ) async -> Drawn {
    do throws(DrawingFailure) {
      return .success(try await draw(item, at: place, files, box, style))
    } catch {
      return .failure(error)
    }
  }

  private static func draw(
    _ item: Item,
    at place: Workplace,
    _ files: [String: String],
    _ box: Size,
    _ style: PictureStyle
  ) async throws(DrawingFailure) -> Shown {
    switch item {
    case .file(let path):
      let name = path.split(separator: "/").last.map(String.init) ?? path
      var isPartial = false
      do throws(ImagingError) {
        let picture = try style.draw(file: path, box: box) { _ in isPartial = true }
        return Shown(
          picture: picture,
          caption: InertText.line(name),
          damaged: isPartial ? path : nil
        )
      } catch {
        throw .picture(name: path, error)
      }
    case .photo(let id):
      let loader = PictureLoader(place)
      let photo: Photo
      let source: PictureLoader.Source
      do throws(CommandFailure) {
        photo = try await loader.photo(id)
        source = try await loader.picture(of: photo, width: style.pixels(box), path: files[id])
      } catch {
        throw .command(id: id, error)
      }
      let picture = try style.picture(source, named: id, box: box)
      return Shown(
        picture: picture,
        caption: InertText.line(id) + "  " + InertText.line(photo.author.name)
      )
    }
  }

  /// Prints a row, and what is wrong with those that are missing from it.
  private static func print(
    _ row: [Drawn],
    _ grid: Grid,
    _ style: PictureStyle,
    _ texts: Texts
  ) -> CommandStatus {
    var status = CommandStatus.done
    var sheet = PictureSheet()
    var height = 0
    var captions: [(column: Int, text: String)] = []
    for result in row {
      switch result {
      case .failure(let failure): status = status.and(failure.complain(texts))
      case .success(let item):
        let column = captions.count * (grid.box.width + gap)
        sheet.add(item.picture, at: column)
        height = max(height, item.picture.height)
        let caption = TextWidth.truncate(item.caption, to: grid.box.width)
        captions.append((column, caption))
      }
    }
    guard !captions.isEmpty else { return status }
    for (column, text) in captions { sheet.add(text, row: height, column: column) }
    for bytes in sheet.bytes(height: height + 1, style.graphics) { Output.write(bytes) }
    for path in row.compactMap({ try? $0.get().damaged }) {
      Output.complain(texts.cli(.partialPicture(path: path)))
      status = status.and(.failed)
    }
    return status
  }
}

/// Why a picture could not be printed.
enum DrawingFailure: Error {
  case command(id: String, CommandFailure)
  case picture(name: String, ImagingError)

  /// Says so on standard error.
  func complain(_ texts: Texts) -> CommandStatus {
    switch self {
    case .command(let id, let failure):
      Output.complain(texts.shell(failure.message(about: id)))
      return failure.status
    case .picture(let name, let error):
      Output.complain(texts.cli(error.message(name)))
      if case .file(_, ENOENT) = error { return .notFound }
      return .failed
    }
  }
}

extension PictureStyle {
  func picture(
    _ source: PictureLoader.Source,
    named name: String,
    box: Size
  ) throws(DrawingFailure) -> DrawnPicture {
    do throws(ImagingError) {
      switch source {
      case .file(let path): return try draw(file: path, box: box)
      case .bytes(let bytes): return try draw(bytes, box: box)
      }
    } catch {
      throw .picture(name: name, error)
    }
  }
}

/// How pictures are drawn.
struct PictureOptions: ParsableArguments {
  @Option(
    help: "The output format. Default: the best the terminal supports."
  )
  var graphics: RenderJob.Graphics?

  @Option(help: "How many colours to use. Default: the terminal's.")
  var colors: ColorDepth?

  @Option(help: "The symbols to draw with.")
  var symbols: SymbolSet?

  @Option(help: .cellSize)
  var cell: Configuration.CellSize?

  func style(_ source: SourceOptions) -> PictureStyle {
    PictureStyle(
      graphics,
      colors: colors,
      symbols: symbols,
      cell: cell ?? source.configuredCell,
      environment: Imagefeed.environment
    )
  }
}
