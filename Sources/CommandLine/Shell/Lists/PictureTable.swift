import Canvas
import Files
import Localization
import Model

/// A list of photos with thumbnails beside the texts, for `--pictures`.
struct PictureTable: Sendable {
  private let context: CommandContext
  private let style: PictureStyle
  /// Whether requests are forbidden, so that only the gallery's files are shown.
  private let isOffline: Bool

  /// The size of a thumbnail in cells.
  private static let box = Size(12, 4)
  /// The number of columns between thumbnail and text.
  private static let gap = 2
  /// The maximum number of parallel downloads.
  private static let atOnce = 6

  init(_ context: CommandContext, style: PictureStyle, isOffline: Bool) {
    self.context = context
    self.style = style
    self.isOffline = isOffline
  }

  /// Prints photos in order, and the error of the first picture that isn't available.
  func show(_ photos: [Photo]) async {
    let records = await context.records(photos)
    var hasPrintedError = false
    for start in stride(from: 0, to: photos.count, by: Self.atOnce) {
      guard !Task.isCancelled else { return }
      let range = start..<min(photos.count, start + Self.atOnce)
      let pictures = await pictures(of: range.map { (photos[$0], records[$0].path) })
      for (index, picture) in zip(range, pictures) {
        if case .failure(let failure)? = picture, !hasPrintedError {
          hasPrintedError = true
          context.report(failure)
        }
        // A blank line separates the thumbnails.
        if index > 0 { Output.write("\n") }
        show(records[index], try? picture?.get())
      }
    }
  }

  private typealias DrawingResult = Result<DrawnPicture, ShellMessage>

  private func pictures(of photos: [(Photo, path: String?)]) async -> [DrawingResult?] {
    await withTaskGroup(of: (Int, DrawingResult?).self) { group in
      for (index, (photo, path)) in photos.enumerated() {
        group.addTask {
          guard !isOffline || path != nil else { return (index, nil) }
          return await (index, draw(photo, path))
        }
      }
      var results = [DrawingResult?](repeating: nil, count: photos.count)
      for await (index, result) in group { results[index] = result }
      return results
    }
  }

  private func draw(_ photo: Photo, _ path: String?) async -> DrawingResult {
    let id = photo.id.value
    do throws(ShellMessage) {
      let width = style.pixels(Self.box)
      let source = try await PictureLoader(context).picture(of: photo, width: width, path: path)
      return .success(try style.picture(source, named: id, box: Self.box))
    } catch {
      return .failure(error.about(id))
    }
  }

  private func show(_ record: PhotoFields, _ picture: DrawnPicture?) {
    var sheet = PictureSheet()
    if let picture { sheet.add(picture, at: 0) }
    let column = Self.box.width + Self.gap
    let photo = record.photo
    let size = photo.isMeasured ? ["\(photo.width)\(Output.times)\(photo.height)"] : []
    let likes = photo.likes.map { ["\(context.texts.heading(.likes)): \($0)"] } ?? []
    let lines = [
      [photo.id.value, photo.author.name], size + likes, [photo.caption].compactMap(\.self),
    ]
    for (row, line) in lines.enumerated() {
      let text = Output.truncated(
        line.map { TextSanitizer.line($0) }.joined(separator: "  "),
        to: max(1, Output.columns - column)
      )
      if !text.isEmpty { sheet.add(text, row: row, column: column) }
    }
    sheet.print(height: Self.box.height, style.graphics)
  }
}
