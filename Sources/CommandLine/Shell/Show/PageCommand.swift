import Canvas
import Catalogue
import EffectHandling
import Files
import Imaging
import Localization
import Model
import Platform
import ServiceAPI

/// The command that writes a web page with photos into a folder.
final class PageCommand: Sendable {
  /// The width of images from the service in pixels.
  ///
  /// Enough for the widest column on a screen with two pixels per CSS pixel.
  private static let width = 1600

  private let folder: PageFolder
  private let isDemo: Bool
  private let texts: Texts
  private let items = Lock<[PhotoPage.Item]>([])

  /// Opens the folder of a page.
  init(folder: String, isDemo: Bool, _ texts: Texts) throws(ShellMessage) {
    self.folder = try PageFolder(folder)
    (self.isDemo, self.texts) = (isDemo, texts)
  }

  /// Copies or downloads the images of a service's photos, and reports those that fail.
  ///
  /// - Parameter atOnce: The maximum number of parallel downloads.
  func add(_ ids: [String], in context: CommandContext, atOnce: Int) async -> CommandStatus {
    let found = Lock<[String: PhotoPage.Item]>([:])
    let progress = ProgressLine(count: ids.count, texts)
    let status = await PhotoCommands(reportingIn: context, progress) { [folder] outcome in
      guard case .downloaded(let id, let photo, let path) = outcome else { return }
      let item = Self.item(photo, path, in: context)
      found.withLock { $0[id] = item }
      folder.add(item.fileName)
    }.download(
      ids,
      to: .page(folder: folder.photos, width: Self.width),
      atOnce: atOnce
    ) { event, id in
      // The page itself names the author of each photo.
      if case .uncredited = event { return }
      progress.show(event, id)
    }
    progress.clear()
    let items = found.withLock { found in ids.compactMap { found[$0] } }
    self.items.withLock { $0 += items }
    return status
  }

  /// Writes the page and prints its path.
  ///
  /// Without any photo, an earlier page stays.
  ///
  /// - Parameter status: The worst status of the photos.
  func finish(_ status: CommandStatus) throws(ShellMessage) -> CommandStatus {
    let items = items.withLock { $0 }
    let names = Set(items.map(\.fileName))
    guard status != .interrupted, !items.isEmpty else {
      folder.retainPage(adding: names)
      return status
    }
    let page = PhotoPage(title: texts.pageTitle, items, isDemo: isDemo, texts)
    do throws(ShellMessage) {
      try folder.replacePage(with: page.html(), photos: names)
    } catch {
      folder.retainPage(adding: names)
      throw error
    }
    Output.printExactly(folder.index)
    return status
  }

  private static func item(
    _ photo: Photo,
    _ path: String,
    in context: CommandContext
  ) -> PhotoPage.Item {
    PhotoPage.Item(
      photo: photo,
      fileName: path.split(separator: "/").last.map(String.init) ?? path,
      size: (try? JPEG.check(file: path).orientedSize) ?? Size(photo.width, photo.height),
      service: context.description(of: photo)
    )
  }
}
