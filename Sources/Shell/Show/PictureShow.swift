import Canvas
import Imaging
import Localization
import Model
import Terminal

/// The command that prints photos as pictures, several in a grid with captions.
struct PictureShow: Sendable {
  private enum Item: Sendable {
    case file(String)
    case photo(String)
  }

  private let items: [Item]
  /// The status of the arguments.
  private let given: CommandStatus
  private let grid: Grid
  private let style: PictureStyle
  private let texts: Texts

  /// Parses the arguments.
  ///
  /// Ends the process if the size is invalid, or an argument isn't a photo.
  ///
  /// - Parameters:
  ///   - arguments: Paths, which contain a slash or a dot; IDs; or `-` for IDs from standard input.
  ///   - size: The size of each picture in cells, such as `40x20`; `nil` to fit the terminal.
  init(_ arguments: [String], size: String?, style: PictureStyle, _ texts: Texts) {
    var items: [Item] = []
    var given = CommandStatus.done
    for item in arguments {
      if item != "-", item.contains("/") || item.contains(".") {
        items.append(.file(item))
      } else {
        let photos = PhotoIDList([item], texts)
        items += photos.ids.map(Item.photo)
        given = given.and(photos.status)
      }
    }
    self.items = items
    self.given = given
    self.style = style
    self.texts = texts
    grid = Self.grid(count: items.count, size: size, style, texts)
  }

  /// Whether the items include photos, and not only files.
  var needsService: Bool {
    !items.allSatisfy { if case .file = $0 { true } else { false } }
  }

  /// Prints the pictures row by row.
  func run(in context: CommandContext) async -> CommandStatus {
    let ids = items.compactMap { if case .photo(let id) = $0 { id } else { nil } }
    let files = await context.galleryFiles(of: ids)
    var status = given
    for start in stride(from: 0, to: items.count, by: grid.columns) {
      guard !Task.isCancelled else { return status.and(.interrupted) }
      let row = items[start..<min(items.count, start + grid.columns)]
      let drawn = await Self.drawn(Array(row), in: context, files, grid.box, style)
      // A blank line separates captions from the pictures below.
      let isBelow = start > 0 && drawn.contains { (try? $0.get()) != nil }
      if isBelow { Output.write("\n") }
      status = Self.show(drawn, grid, style, texts).and(status)
    }
    return status
  }

  private struct Grid: Sendable {
    var columns: Int
    /// The size of each picture in cells.
    var box: Size
  }

  /// Returns a grid with as many columns as the terminal has space for.
  ///
  /// Ends the process if the size is invalid.
  private static func grid(
    count: Int,
    size: String?,
    _ style: PictureStyle,
    _ texts: Texts
  ) -> Grid {
    let window = RenderJob.terminalCells
    let width = window?.width ?? Output.columns
    if let size {
      guard let box = RenderJob.box(size) else {
        Output.fail(texts.cli(.badSize(size)), status: CommandStatus.usage.rawValue)
      }
      let columns = min(count, max(1, (width + gap) / (box.width + gap)))
      return Grid(columns: max(1, columns), box: box)
    }
    let least = 30
    let columns = max(1, min(count, (width + gap) / (least + gap)))
    let tile = (width + gap) / columns - gap
    // The height is for the shape of most photos. A single picture uses the whole window except the
    // prompt and the caption.
    let rows = columns > 1 ? Int(Double(tile) * style.aspect * 0.75) : (window?.height ?? 24) - 3
    let most = (window?.height ?? 99) - 3
    return Grid(columns: columns, box: Size(max(1, tile), max(1, min(rows, most))))
  }

  /// The number of columns between pictures.
  private static let gap = 2

  /// A drawn image and its caption.
  private struct CaptionedPicture: Sendable {
    var picture: DrawnPicture
    /// The caption without control characters.
    var caption: String
    /// The path of a damaged file that is shown in part; `nil` for a whole one.
    var damaged: String?
  }

  private typealias DrawingResult = Result<CaptionedPicture, ShellMessage>

  /// Draws the items in parallel.
  ///
  /// - Parameter files: The paths of the photos in the gallery, by ID.
  private static func drawn(
    _ items: [Item],
    in context: CommandContext,
    _ files: [String: String],
    _ box: Size,
    _ style: PictureStyle
  ) async -> [DrawingResult] {
    await withTaskGroup(of: (Int, DrawingResult).self) { group in
      for (index, item) in items.enumerated() {
        group.addTask { await (index, draw(item, in: context, files, box, style)) }
      }
      var results: [Int: DrawingResult] = [:]
      for await (index, result) in group { results[index] = result }
      return items.indices.compactMap { results[$0] }
    }
  }

  private static func draw(
    _ item: Item,
    in context: CommandContext,
    _ files: [String: String],
    _ box: Size,
    _ style: PictureStyle
  ) async -> DrawingResult {
    switch item {
    case .file(let path):
      let name = path.split(separator: "/").last.map(String.init) ?? path
      var isPartial = false
      do throws(ImagingError) {
        let picture = try style.draw(file: path, box: box) { _ in isPartial = true }
        return .success(
          CaptionedPicture(
            picture: picture,
            caption: TextSanitizer.line(name),
            damaged: isPartial ? path : nil
          )
        )
      } catch {
        return .failure(error.failure(path))
      }
    case .photo(let id):
      let loader = PictureLoader(context)
      do throws(ShellMessage) {
        let photo = try await loader.photo(id)
        let width = style.pixels(box)
        let source = try await loader.picture(of: photo, width: width, path: files[id])
        let picture = try style.picture(source, named: id, box: box)
        let caption = TextSanitizer.line(id) + "  " + TextSanitizer.line(photo.author.name)
        return .success(CaptionedPicture(picture: picture, caption: caption))
      } catch {
        return .failure(error.about(id))
      }
    }
  }

  /// Prints a row, and the errors of its missing pictures.
  private static func show(
    _ row: [DrawingResult],
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
      case .failure(let failure):
        Output.printError(failure, texts)
        status = status.and(failure.status)
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
      Output.printError(texts.cli(.partialPicture(path: path)))
      status = status.and(.failed)
    }
    return status
  }
}
