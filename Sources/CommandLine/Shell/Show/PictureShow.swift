import Canvas
import Glibc
import Imaging
import Localization
import Model
import Runtime
import Settings
import Terminal

/// The command that prints photos as pictures, several in a grid with captions.
struct PictureShow: Sendable {
  enum Item: Sendable {
    case file(String)
    /// The bytes of a file on standard input.
    case input([UInt8])
    case photo(String)
  }

  /// The items by the service of photos; `nil` is the service in use.
  private var groups: [(service: ServiceID?, items: [Item])] = []
  /// The status of the arguments.
  private var given = CommandStatus.done
  private let grid: Grid
  private let style: PictureStyle
  private let source: SourceOptions
  private let texts: Texts

  /// Parses the arguments.
  ///
  /// Ends the process if the size is invalid, or an argument isn't a photo.
  ///
  /// - Parameters:
  ///   - arguments: Paths, which contain a slash or a dot; links; IDs; or `-` for a picture or a
  ///     list on standard input.
  ///   - size: The size of each picture in cells, such as `40x20`; `nil` to fit the terminal.
  init(_ arguments: [String], size: String?, style: PictureStyle, _ source: SourceOptions) {
    (self.style, self.source, texts) = (style, source, source.texts())
    var groups: [(service: ServiceID?, items: [Item])] = []
    func add(_ items: [Item], of service: ServiceID?) {
      if let index = groups.firstIndex(where: { $0.service == service }) {
        groups[index].items += items
      } else {
        groups.append((service, items))
      }
    }
    for argument in arguments {
      if Links.isFile(argument, source) {
        add([.file(argument)], of: nil)
      } else if argument == "-", StandardInput.current.isJPEG {
        add([.input(StandardInput.current.all(atMost: JPEGPlan.budget))], of: nil)
      } else {
        let photos = PhotoIDList([argument], source)
        for group in photos.groups { add(group.ids.map(Item.photo), of: group.service) }
        given = given.and(photos.status)
      }
    }
    self.groups = groups
    grid = Self.grid(count: groups.reduce(0) { $0 + $1.items.count }, size: size, style, texts)
  }

  /// Prints the pictures and ends the process.
  ///
  /// Files need neither the configuration nor the database.
  func run() -> Never {
    let hasPhotos = groups.contains { group in
      group.items.contains { if case .photo = $0 { true } else { false } }
    }
    guard hasPhotos else {
      Limits.require(Limits.rendering, texts)
      CommandRun.finish { await show(groups.flatMap(\.items), in: nil).and(given) }
    }
    source.run(in: groups.map(\.service), usesStored: true, loadsFiles: true) {
      context,
      index throws(ShellMessage) in
      var (items, status) = ([Item](), given)
      for item in groups[index].items {
        guard case .photo(let id) = item else {
          items.append(item)
          continue
        }
        let resolved = await context.resolved([id])
        items += resolved.ids.map(Item.photo)
        status = status.and(resolved.status)
      }
      return await show(items, in: context).and(status)
    }
  }

  /// Prints items row by row.
  ///
  /// - Parameter context: `nil` for files.
  private func show(_ items: [Item], in context: CommandContext?) async -> CommandStatus {
    let ids = items.compactMap { if case .photo(let id) = $0 { id } else { nil } }
    let files = await context?.galleryFiles(of: ids) ?? [:]
    var status = CommandStatus.done
    for start in stride(from: 0, to: items.count, by: grid.columns) {
      guard !Task.isCancelled else { return status.and(.interrupted) }
      let row = items[start..<min(items.count, start + grid.columns)]
      let drawn = await drawn(Array(row), in: context, files)
      // A blank line separates captions from the pictures below.
      let isBelow = start > 0 && drawn.contains { (try? $0.get()) != nil }
      if isBelow { Output.write("\n") }
      status = Self.show(drawn, grid, style, texts).and(status)
    }
    return status
  }

  // MARK: The grid

  struct Grid: Sendable {
    var columns: Int
    /// The size of each picture in cells.
    var box: Size
  }

  /// Returns a grid with as many columns as the terminal has space for.
  ///
  /// Ends the process if the size is invalid.
  static func grid(
    count: Int,
    size: String?,
    _ style: PictureStyle,
    _ texts: @autoclosure () -> Texts
  ) -> Grid {
    let box = size.flatMap(box)
    if let size, box == nil {
      Output.fail(texts().cli(.badSize(size)), status: CommandStatus.usage.rawValue)
    }
    return grid(count: count, box: box, TerminalWindow.cells, Output.columns, style.aspect)
  }

  /// Returns a grid with as many columns as a window has space for.
  ///
  /// - Parameters:
  ///   - box: The size of each picture; `nil` to fit the window.
  ///   - window: The terminal's size in cells; `nil` without a terminal.
  ///   - textWidth: The width of texts, used if there is no terminal.
  ///   - aspect: The width of a cell divided by its height.
  static func grid(
    count: Int,
    box: Size?,
    _ window: Size?,
    _ textWidth: Int,
    _ aspect: Double
  ) -> Grid {
    let width = window?.width ?? textWidth
    if let box {
      let columns = min(count, max(1, (width + gap) / (box.width + gap)))
      return Grid(columns: max(1, columns), box: box)
    }
    let least = 30
    let columns = max(1, min(count, (width + gap) / (least + gap)))
    let tile = (width + gap) / columns - gap
    // The height is for the shape of most photos. A single picture uses the whole window except the
    // prompt and the caption.
    let rows = columns > 1 ? Int(Double(tile) * aspect * 0.75) : (window?.height ?? 24) - 3
    let most = (window?.height ?? 99) - 3
    return Grid(columns: columns, box: Size(max(1, tile), max(1, min(rows, most))))
  }

  /// Parses a box of cells in columns by rows, limited to the maximum size of a terminal.
  static func box(_ text: String) -> Size? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], columns > 0, rows > 0
    else { return nil }
    return Size(min(columns, TerminalSize.maximum.width), min(rows, TerminalSize.maximum.height))
  }

  /// The number of columns between pictures.
  private static let gap = 2

  // MARK: The pictures

  /// A drawn image and its caption.
  private struct CaptionedPicture: Sendable {
    var picture: DrawnPicture
    /// The caption without control characters; empty for standard input.
    var caption: String
    /// The path of a damaged file that is shown in part; `nil` for a whole one.
    var damaged: String?
  }

  private typealias DrawingResult = Result<CaptionedPicture, ShellMessage>

  /// Draws items in parallel.
  ///
  /// - Parameter files: The paths of the photos in the gallery, by ID.
  private func drawn(
    _ items: [Item],
    in context: CommandContext?,
    _ files: [String: String]
  ) async -> [DrawingResult] {
    await withTaskGroup(of: (Int, DrawingResult).self) { group in
      for (index, item) in items.enumerated() {
        group.addTask { await (index, draw(item, in: context, files)) }
      }
      var results: [Int: DrawingResult] = [:]
      for await (index, result) in group { results[index] = result }
      return items.indices.compactMap { results[$0] }
    }
  }

  private func draw(
    _ item: Item,
    in context: CommandContext?,
    _ files: [String: String]
  ) async -> DrawingResult {
    guard case .photo(let id) = item, let context else {
      return Self.draw(item, grid.box, style)
    }
    let loader = PictureLoader(context)
    do throws(ShellMessage) {
      let photo = try await loader.photo(id)
      let width = style.pixels(grid.box)
      let source = try await loader.picture(of: photo, width: width, path: files[id])
      let picture = try style.picture(source, named: id, box: grid.box)
      let caption = TextSanitizer.line(id) + "  " + TextSanitizer.line(photo.author.name)
      return .success(CaptionedPicture(picture: picture, caption: caption))
    } catch {
      return .failure(error.about(id))
    }
  }

  /// Draws a file.
  private static func draw(_ item: Item, _ box: Size, _ style: PictureStyle) -> DrawingResult {
    var path = "-"
    var caption = ""
    var isPartial = false
    do throws(ImagingError) {
      let picture: DrawnPicture
      switch item {
      case .file(let file):
        path = file
        caption = TextSanitizer.line(file.split(separator: "/").last.map(String.init) ?? file)
        picture = try style.draw(.file(file), box: box) { _ in isPartial = true }
      case .input(let bytes):
        picture = try style.draw(.bytes(bytes), box: box) { _ in isPartial = true }
      case .photo(let id): throw .file(path: id, errno: ENOENT)
      }
      return .success(
        CaptionedPicture(picture: picture, caption: caption, damaged: isPartial ? path : nil)
      )
    } catch {
      return .failure(error.failure(path))
    }
  }

  /// Prints a row, and the errors of its missing pictures.
  private static func show(
    _ row: [DrawingResult],
    _ grid: Grid,
    _ style: PictureStyle,
    _ texts: @autoclosure () -> Texts
  ) -> CommandStatus {
    var status = CommandStatus.done
    var sheet = PictureSheet()
    var height = 0
    var captions: [(column: Int, text: String)] = []
    for result in row {
      switch result {
      case .failure(let failure):
        Output.printError(failure, texts())
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
    let hasCaptions = captions.contains { !$0.text.isEmpty }
    for (column, text) in captions where hasCaptions {
      sheet.add(text, row: height, column: column)
    }
    sheet.print(height: height + (hasCaptions ? 1 : 0), style.graphics)
    for path in row.compactMap({ try? $0.get().damaged }) {
      Output.printError(texts().cli(.partialPicture(path: path)))
      status = status.and(.failed)
    }
    return status
  }
}

// One file, without the parser and other threads.
extension PictureShow {
  /// Prints a picture and ends the process, if the arguments are one file and options with separate
  /// values; otherwise does nothing.
  ///
  /// The argument parser inspects a command by reflection. That takes a quarter of the time of a
  /// small picture, and a few MiB. The texts are created only for errors: they would take a tenth.
  static func runPlain(_ arguments: ArraySlice<String>) {
    var (files, options): ([String], [String: String]) = ([], [:])
    var rest = arguments
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        files.append(PathArgument.path(argument))
        continue
      }
      guard let value = rest.popFirst(), !value.hasPrefix("-"),
        options.updateValue(value, forKey: argument) == nil
      else { return }
    }
    guard files.count == 1, let file = files.first, let style = PictureStyle(plain: &options),
      options.keys.allSatisfy({ $0 == "--size" })
    else { return }
    let size = options["--size"]
    let box = size.flatMap(box)
    guard size == nil || box != nil else { return }
    let item: Item
    if file == "-" {
      guard StandardInput.current.isJPEG else { return }
      item = .input(StandardInput.current.all(atMost: JPEGPlan.budget))
    } else {
      guard file.contains("/") || file.contains("."), access(file, R_OK) == 0 else { return }
      item = .file(file)
    }
    Limits.require(Limits.rendering, Output.texts)
    let grid = grid(count: 1, box: box, TerminalWindow.cells, Output.columns, style.aspect)
    let drawn = draw(item, grid.box, style)
    _exit(show([drawn], grid, style, Output.texts).rawValue)
  }
}

extension PictureStyle {
  /// Takes the options of a style from arguments; `nil` for invalid values, which the parser
  /// reports.
  fileprivate init?(plain arguments: inout [String: String]) {
    /// Returns `nil` for an invalid value, and an empty optional without the option.
    func value<Value>(_ name: String, _ parse: (String) -> Value?) -> Value?? {
      guard let text = arguments.removeValue(forKey: name) else { return .some(nil) }
      return parse(text).map(Optional.some)
    }
    guard let graphics = value("--graphics", PictureFormat.init),
      let colors = value("--colors", ColorDepth.init),
      let symbols = value("--symbols", SymbolSet.init),
      let cell = value("--cell", { Configuration.CellSize($0) }),
      let dithering = value("--dither", { Float($0) }), (0...1).contains(dithering ?? 1)
    else { return nil }
    var options = Program.Options()
    (options.colors, options.symbols, options.cell) = (colors, symbols, cell)
    self.init(options, as: graphics, dithering: dithering ?? 1)
  }
}
