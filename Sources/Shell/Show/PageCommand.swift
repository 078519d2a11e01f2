import Canvas
import Catalogue
import EffectHandling
import Files
import Imaging
import Localization
import Model
import Platform
import ServiceAPI
import Storage

/// A list whose photos a web page can show.
enum PageList: String, CaseIterable, Sendable {
  case feed, favourites, gallery
}

/// The command that writes a web page with photos into a folder.
struct PageCommand: Sendable {
  private enum Source: Sendable {
    case photos(PhotoIDList)
    case list(ListID, limit: Int)
    case gallery(limit: Int?)
  }

  /// The photos of a page, as chosen by the user.
  private struct Choice {
    var ids: [String]
    /// The photos that are known already.
    var photos: [String: Photo] = [:]
    /// The whole files of the gallery.
    var files: [String: String] = [:]
    var status = CommandStatus.done
  }

  /// The width of images from the service in pixels.
  ///
  /// Enough for the widest column on a screen with two pixels per CSS pixel.
  private static let width = 1600
  /// The number of photos of a list by default, as in other commands.
  private static let listLimit = 30

  private let source: Source
  private let folder: String
  private let texts: Texts

  /// Parses the arguments.
  ///
  /// Ends the process if they name no photo.
  ///
  /// - Parameters:
  ///   - list: The list to show; `nil` for the photos of the arguments.
  ///   - arguments: IDs, or - for IDs from standard input.
  ///   - limit: The maximum number of photos; `nil` for 30 of a list of the service, or for the
  ///     whole gallery.
  init(
    _ list: PageList?,
    _ arguments: [String],
    limit: Int?,
    folder: String,
    _ texts: Texts
  ) {
    source =
      switch list {
      case nil: .photos(PhotoIDList(arguments, texts))
      case .feed: .list(.feed, limit: limit ?? Self.listLimit)
      case .favourites: .list(.favourites, limit: limit ?? Self.listLimit)
      case .gallery: .gallery(limit: limit)
      }
    self.folder = folder
    self.texts = texts
  }

  /// Whether requests may be necessary; not for the gallery.
  var needsService: Bool { if case .gallery = source { false } else { true } }

  private var title: String {
    switch source {
    case .photos: texts.pageTitle
    case .list(let list, _): texts.origin(list)
    case .gallery: texts[.galleryTab]
    }
  }

  /// Writes the page and prints its path.
  ///
  /// Photos that fail are reported and left out. Without any photo, an earlier page stays.
  ///
  /// - Parameter atOnce: The maximum number of parallel downloads.
  func run(
    in context: CommandContext,
    atOnce: Int
  ) async throws(ShellMessage) -> CommandStatus {
    let choice = try await choice(in: context)
    guard !choice.ids.isEmpty else {
      guard choice.status == .done else { return choice.status }
      throw .noPhotos
    }
    let folder = try PageFolder(folder)
    let (items, status) = await items(of: choice, in: context, folder, atOnce: atOnce)
    let names = Set(items.map(\.fileName))
    guard status != .interrupted, !items.isEmpty else {
      folder.retainPage(adding: names)
      return status.and(choice.status)
    }
    let page = PhotoPage(title: title, items, isDemo: context.isDemo, texts)
    do throws(ShellMessage) {
      try folder.replacePage(with: page.html(), photos: names)
    } catch {
      folder.retainPage(adding: names)
      throw error
    }
    Output.printExactly(folder.index)
    return status.and(choice.status)
  }

  // MARK: The photos

  private func choice(in context: CommandContext) async throws(ShellMessage) -> Choice {
    switch source {
    case .photos(let given):
      return Choice(
        ids: given.ids,
        files: await context.wholeGalleryFiles(of: given.ids),
        status: given.status
      )
    case .list(let list, let limit):
      let listing = Listing(list, limit: limit, firstPage: nil, source: .usual)
      let result = try await listing.result(in: context)
      await listing.cache(result, in: context)
      if let problem = result.staleBecause { context.report(.stale(problem)) }
      let ids = result.photos.map(\.id.value)
      return Choice(
        ids: ids,
        photos: Dictionary(zip(ids, result.photos)) { first, _ in first },
        files: await context.wholeGalleryFiles(of: ids)
      )
    case .gallery(let limit):
      return try await galleryChoice(limit, in: context)
    }
  }

  /// Returns the photos of the gallery, newest first, and reports damaged and missing files.
  private func galleryChoice(
    _ limit: Int?,
    in context: CommandContext
  ) async throws(ShellMessage) -> Choice {
    let entries = try await context.read { store throws(StorageError) in try await store.gallery() }
    var choice = Choice(ids: [])
    for entry in entries.prefix(limit ?? .max) where !Task.isCancelled {
      let path = context.gallery + "/" + entry.fileName
      let failure: ShellMessage
      switch await GalleryFolder.verify(path, size: entry.size, hash: entry.hash) {
      case .whole:
        let id = entry.photo.id.value
        choice.ids.append(id)
        choice.photos[id] = context.backend.renewed(entry.photo)
        choice.files[id] = path
        continue
      case .missing: failure = .missingFile(path: path)
      case .damaged: failure = .damagedFile(path: path)
      case .unreadable(let cause): failure = .problem(Problem(.webPage, cause))
      }
      context.report(failure)
      choice.status = choice.status.and(failure.status)
    }
    return choice
  }

  /// Copies or downloads the images, and reports those that fail.
  private func items(
    of choice: Choice,
    in context: CommandContext,
    _ folder: PageFolder,
    atOnce: Int
  ) async -> ([PhotoPage.Item], CommandStatus) {
    let items = Lock<[String: PhotoPage.Item]>([:])
    let progress = ProgressLine(count: choice.ids.count, texts)
    let status = await PhotoCommands(reportingIn: context, progress) { outcome in
      guard case .downloaded(let id, let photo, let path) = outcome else { return }
      let item = Self.item(photo, path, in: context)
      items.withLock { $0[id] = item }
      folder.add(item.fileName)
    }.download(
      choice.ids,
      known: choice.photos,
      to: .page(folder: folder.photos, width: Self.width, files: choice.files),
      atOnce: atOnce
    ) { event, id in
      // The page itself names the author of each photo.
      if case .uncredited = event { return }
      progress.show(event, id)
    }
    progress.clear()
    return items.withLock { items in (choice.ids.compactMap { items[$0] }, status) }
  }

  private static func item(
    _ photo: Photo,
    _ path: String,
    in context: CommandContext
  ) -> PhotoPage.Item {
    let known = ServiceCatalogue.all.map(\.description).first { $0.id == photo.id.service }
    return PhotoPage.Item(
      photo: photo,
      fileName: path.split(separator: "/").last.map(String.init) ?? path,
      size: (try? JPEG.check(file: path).orientedSize) ?? Size(photo.width, photo.height),
      service: known ?? context.service.description
    )
  }
}

extension CommandContext {
  /// Returns the paths of the photos with an undamaged file in the gallery, by ID.
  fileprivate func wholeGalleryFiles(of ids: [String]) async -> [String: String] {
    var files: [String: String] = [:]
    for (id, entry) in await galleryEntries(of: ids) {
      let path = gallery + "/" + entry.fileName
      guard await GalleryFolder.verify(path, size: entry.size, hash: entry.hash) == .whole else {
        continue
      }
      files[id] = path
    }
    return files
  }
}
