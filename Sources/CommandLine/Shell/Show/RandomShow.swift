import EffectHandling
import Localization
import Model
import Pictures
import ServiceAPI
import Storage

/// The command that prints a random photo with its credit.
struct RandomShow: Sendable {
  /// Whether only a photo whose picture is on this computer is shown, without a request.
  let isOffline: Bool
  let style: PictureStyle
  /// The size of the picture in cells.
  let grid: PictureShow.Grid

  func run(_ source: SourceOptions) -> Never {
    source.run(needsService: !isOffline, loadsFiles: !isOffline) {
      context throws(ShellMessage) in
      let (photo, picture) = try await choice(in: context)
      let drawn = try style.picture(picture, named: photo.id.value, box: grid.box)
      var sheet = PictureSheet()
      sheet.add(drawn, at: 0)
      sheet.print(height: drawn.height, style.graphics)
      Output.print(context.texts.shell(context.credit(of: photo)))
      return .done
    }
  }

  private func choice(
    in context: CommandContext
  ) async throws(ShellMessage) -> (Photo, PictureLoader.Source) {
    guard !isOffline else { return try await storedChoice(in: context) }
    guard let service = context.service as? any RandomSource else {
      throw .problem(Problem(.random, .notOffered))
    }
    let photos = try await context.ask { () throws(Problem) in
      try await service.randomPhotos(.all)
    }
    guard let photo = photos.randomElement() else { throw .problem(Problem(.random, .notFound)) }
    let files = await context.galleryFiles(of: [photo.id.value])
    let path = files[photo.id.value]
    let width = style.pixels(grid.box)
    return (photo, try await PictureLoader(context).picture(of: photo, width: width, path: path))
  }

  /// Returns a photo of the gallery, the feed or the history whose picture is on this computer.
  private func storedChoice(
    in context: CommandContext
  ) async throws(ShellMessage) -> (Photo, PictureLoader.Source) {
    guard let store = context.store else { throw context.noStore }
    let entries = (try? await store.gallery()) ?? []
    let lists = [ListID.feed, .favourites, .history].compactMap {
      try? store.list($0, of: context.account)?.photos
    }
    let cache = PictureFileCache(
      folder: context.pictureCache,
      limit: .max,
      log: context.downloads.log
    )
    let files = Dictionary(entries.map { ($0.photo.id, $0.fileName) }) { first, _ in first }
    for photo in (entries.map(\.photo) + lists.joined()).shuffled() {
      if let name = files[photo.id], !PictureLoader.isEmpty(context.gallery + "/" + name) {
        return (photo, .file(context.gallery + "/" + name))
      }
      if let bytes = picture(of: photo, in: cache, context) { return (photo, .bytes(bytes)) }
    }
    throw .noPictures
  }

  /// Returns the cached picture of a photo that is nearest to the needed width.
  private func picture(
    of photo: Photo,
    in cache: PictureFileCache,
    _ context: CommandContext
  ) -> [UInt8]? {
    let service = context.service
    guard photo.id.service == service.id else { return nil }
    let needed = style.pixels(grid.box)
    let steps = Array(stride(from: 100, through: 4_000, by: 100))
    let larger = steps.filter { $0 >= needed } + steps.filter { $0 < needed }.reversed()
    var seen: Set<String> = []
    for width in larger {
      let address = service.rendition(of: photo.picture, width: width, native: photo.width)
      guard let key = address?.cacheKey, seen.insert(key).inserted, cache.holds(key) else {
        continue
      }
      if let bytes = cache.bytes(for: key) { return bytes }
    }
    return nil
  }
}
