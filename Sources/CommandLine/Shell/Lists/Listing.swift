import EffectHandling
import Localization
import Model
import ServiceAPI
import Storage

/// A list of photos, from the service or from the cache.
struct Listing: Sendable {
  enum Source: Sendable {
    /// The cache if it is fresh or the service can't be reached, otherwise the service.
    case usual
    /// The cache only; no request is sent.
    case cacheOnly
    /// The service only.
    case serviceOnly
  }

  struct Result: Equatable, Sendable {
    var photos: [Photo]
    /// The reason why the service did not respond, if the photos are older ones from the cache.
    var staleBecause: Problem?
    /// The new beginning of the list, to pass to `cache` after the photos are printed.
    var uncached: CachedList?
  }

  /// The maximum age in seconds of a cached list that is used without a request.
  private static let maxCacheAge = 60.0

  private let list: ListID
  private let limit: Int
  private let firstPage: Int?
  private let isAlbum: Bool
  private let source: Source

  /// Creates a listing.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of photos.
  ///   - firstPage: The first page to request; `nil` for the beginning, which is cached.
  ///   - isAlbum: Whether the list exists only if the service has albums.
  init(
    _ list: ListID,
    limit: Int,
    firstPage: Int?,
    isAlbum: Bool = false,
    source: Source
  ) {
    self.list = list
    self.limit = limit
    self.firstPage = firstPage
    self.isAlbum = isAlbum
    self.source = source
  }

  /// Prints the list and ends the process.
  ///
  /// - Parameter style: The style of thumbnails; `nil` for lines of text.
  func run(_ options: SourceOptions, _ printer: RecordPrinter, _ style: PictureStyle? = nil)
    -> Never
  {
    let isOffline = source == .cacheOnly
    options.run(needsService: !isOffline, loadsFiles: style != nil) {
      context throws(ShellMessage) in
      let result = try await result(in: context)
      if let style {
        await PictureTable(context, style: style, isOffline: isOffline).show(result.photos)
      } else {
        Output.write(printer.text(of: await context.records(result.photos)))
      }
      if result.photos.isEmpty { Output.printNothingFound(context.texts) }
      await cache(result, in: context)
      if let problem = result.staleBecause { context.report(.stale(problem)) }
      return .done
    }
  }

  func result(in context: CommandContext) async throws(ShellMessage) -> Result {
    let service = context.service.description
    if isAlbum, !service.hasAlbums { throw .noAlbums(service: service.name) }
    if firstPage != nil, service.paging == .tokens { throw .noPageNumbers(service: service.name) }
    if let query = list.query, !service.searchFilters.isSuperset(of: query.filters) {
      throw .noFilter(query.filters.subtracting(service.searchFilters), service: service.name)
    }
    if list == .favourites, !service.hasAccounts {
      return Result(photos: Array(try await context.ownLikes().prefix(limit)))
    }
    if list == .favourites, context.session.current == nil { throw .notSignedIn }
    let cached = try cached(in: context)
    if source == .cacheOnly {
      guard let cached else {
        if context.hasUnreadStore { throw context.noStore }
        guard list == .history else { throw .notCached }
        return Result(photos: [])
      }
      return Result(photos: photos(of: cached, in: context))
    }
    if source == .usual, let cached, suffices(cached, in: context) {
      return Result(photos: photos(of: cached, in: context))
    }
    do throws(Problem) {
      return try await fetch(in: context)
    } catch {
      guard source == .usual, error.cause.isNoAnswer, let cached else {
        throw await context.suggestion(for: list, error) ?? context.failure(error)
      }
      return Result(photos: photos(of: cached, in: context), staleBecause: error)
    }
  }

  // MARK: The cache

  /// Returns the cached list; `nil` if it isn't cached, or the listing doesn't begin with the first
  /// page.
  private func cached(in context: CommandContext) throws(ShellMessage) -> CachedList? {
    guard firstPage == nil, source != .serviceOnly, let store = context.store else { return nil }
    do throws(StorageError) {
      let list = try store.list(list, of: context.account, limit: limit)
      return list.flatMap { $0.photos.isEmpty ? nil : $0 }
    } catch {
      throw .problem(Problem(.storage, error.cause))
    }
  }

  private func suffices(_ cached: CachedList, in context: CommandContext) -> Bool {
    let age = context.now - cached.time
    return (0..<Self.maxCacheAge).contains(age)
      && (cached.photos.count >= limit || cached.next == nil)
  }

  private func photos(of cached: CachedList, in context: CommandContext) -> [Photo] {
    cached.photos.prefix(limit).map(context.backend.renewed)
  }

  // MARK: The service

  private func fetch(in context: CommandContext) async throws(Problem) -> Result {
    var photos: [Photo] = []
    var seen: Set<Photo.ID> = []
    var next = Optional(PageToken(firstPage ?? 1))
    var total: Int?
    var pages = PageOrder()
    while photos.count < limit, let number = next {
      let page: Page
      do throws(Problem) {
        page = try await context.page(number, of: list)
      } catch {
        // The pages before it were received, and are cached for offline use.
        if !photos.isEmpty {
          await cache(new(photos, next: next, total: total, in: context), in: context)
        }
        throw error
      }
      let isExhausted = list.kind == .random && page.photos.allSatisfy { seen.contains($0.id) }
      // Random lists never end, even if there are only a few photos.
      if isExhausted { break }
      let fresh = page.photos.filter { seen.insert($0.id).inserted }
      photos += fresh
      total = page.total ?? total
      next = pages.next(page.next, hasNewItems: !fresh.isEmpty)
    }
    var result = Result(photos: Array(photos.prefix(limit)))
    result.uncached = new(photos, next: next, total: total, in: context)
    return result
  }

  /// Returns the list to cache; `nil` for a list that isn't cached.
  private func new(
    _ photos: [Photo],
    next: PageToken?,
    total: Int?,
    in context: CommandContext
  ) -> CachedList? {
    guard firstPage == nil, list.kind != .random else { return nil }
    return CachedList(photos: photos, next: next, total: total, time: context.now)
  }

  /// Caches the received photos for offline use.
  ///
  /// Cached photos after them are kept if the beginning is unchanged. This waits while another
  /// process locks the database, so print the photos first.
  func cache(_ result: Result, in context: CommandContext) async {
    await cache(result.uncached, in: context)
  }

  private func cache(_ new: CachedList?, in context: CommandContext) async {
    guard let new, let store = context.store else { return }
    // After a sign-out in the meantime, no list is cached.
    guard (try? context.session.adoptChanges(in: context.credentials)) != nil else { return }
    var kept = new
    if let old = try? store.list(list, of: context.account), old.photos.count > new.photos.count,
      zip(old.photos, new.photos).allSatisfy({ $0.id == $1.id })
    {
      kept.photos += old.photos.dropFirst(new.photos.count)
      kept.next = old.next
    }
    // The photos were received, so a failure to cache them isn't reported.
    try? await store.save(kept, as: list, of: context.account)
  }
}

extension CommandContext {
  /// Returns the failure that names the most similar topic, if a topic isn't found.
  fileprivate func suggestion(for list: ListID, _ problem: Problem) async -> ShellMessage? {
    guard case .topic(let name) = list, problem.cause == .notFound,
      let topics = try? await (service as? any TopicsSource)?.topics(),
      let nearest = topics.compactMap(\.list.name).nearest(to: name)
    else { return nil }
    return .unknownTopic(name, nearest: nearest)
  }
}
