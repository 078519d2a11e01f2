import Model
import Operations
import Storage

/// A list of photographs, from the service or from the cache.
package struct Listing: Sendable {
  package enum Source: Sendable {
    /// The cache while it is fresh or the service cannot be reached, else the service.
    case usual
    /// The cache alone: no request is made.
    case cacheOnly
    /// The service alone.
    case serviceOnly
  }

  package struct Result: Equatable, Sendable {
    package var photos: [Photo]
    /// Why the service did not answer, where older photographs from the cache stand in.
    package var staleBecause: Problem?
    /// The new beginning of the list, to be passed to `keep` once the photos are printed.
    var uncached: CachedList?
  }

  /// How old a cached list may be to be used without asking the service, in seconds.
  private static let freshness = 60.0

  private let list: ListID
  private let limit: Int
  private let firstPage: Int?
  private let source: Source

  /// - Parameters:
  ///   - limit: photographs at most.
  ///   - firstPage: the service's page to begin with; nil for the beginning, which is cached.
  package init(_ list: ListID, limit: Int, firstPage: Int?, source: Source) {
    self.list = list
    self.limit = limit
    self.firstPage = firstPage
    self.source = source
  }

  package func result(in context: CommandContext) async throws(CommandFailure) -> Result {
    if list == .favourites, context.session.current == nil { throw .notSignedIn }
    let cached = try cached(in: context)
    if source == .cacheOnly {
      guard let cached else { throw context.hasUnreadStore ? context.noStore : .notCached }
      return Result(photos: photos(of: cached, in: context))
    }
    if source == .usual, let cached, suffices(cached, in: context) {
      return Result(photos: photos(of: cached, in: context))
    }
    do throws(Problem) {
      return try await fetch(in: context)
    } catch {
      guard source == .usual, error.cause.isNoAnswer, let cached else {
        throw context.failure(error)
      }
      return Result(photos: photos(of: cached, in: context), staleBecause: error)
    }
  }

  // MARK: The cache

  /// Nil where nothing is cached, or another page is asked for than the cache begins with.
  private func cached(in context: CommandContext) throws(CommandFailure) -> CachedList? {
    guard firstPage == nil, source != .serviceOnly, let store = context.store else { return nil }
    do throws(StorageError) {
      let list = try store.list(list, of: context.account, limit: limit)
      return list.flatMap { $0.photos.isEmpty ? nil : $0 }
    } catch {
      throw .problem(Problem(.storage, error.cause))
    }
  }

  private func suffices(_ cached: CachedList, in context: CommandContext) -> Bool {
    let age = context.now() - cached.time
    return (0..<Self.freshness).contains(age)
      && (cached.photos.count >= limit || cached.next == nil)
  }

  private func photos(of cached: CachedList, in context: CommandContext) -> [Photo] {
    cached.photos.prefix(limit).map(context.backend.renewed)
  }

  // MARK: The service

  private func fetch(in context: CommandContext) async throws(Problem) -> Result {
    var photos: [Photo] = []
    var seen: Set<Photo.ID> = []
    var next = Optional(firstPage ?? 1)
    var total: Int?
    var pages = PageOrder()
    while photos.count < limit, let number = next {
      let page: Page
      do throws(Problem) {
        page = try await context.service.page(number, of: list, for: context.session)
      } catch {
        // The pages before it have come, and can be printed offline.
        if !photos.isEmpty {
          await keep(new(photos, next: next, total: total, in: context), in: context)
        }
        throw error
      }
      let isExhausted = list.kind == .random && page.photos.allSatisfy { seen.contains($0.id) }
      // Chance goes on for ever, also where there are only a few.
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

  /// - Returns: `nil` for a list that isn't cached.
  private func new(
    _ photos: [Photo],
    next: Int?,
    total: Int?,
    in context: CommandContext
  ) -> CachedList? {
    guard firstPage == nil, list.kind != .random else { return nil }
    return CachedList(photos: photos, next: next, total: total, time: context.now())
  }

  /// Caches what the service sent, for offline use; photos after it stay while the beginning is the
  /// same.
  ///
  /// Another program may hold the database: this waits for it, so the photos are printed first.
  package func keep(_ result: Result, in context: CommandContext) async {
    await keep(result.uncached, in: context)
  }

  private func keep(_ new: CachedList?, in context: CommandContext) async {
    guard let new, let store = context.store else { return }
    // Whoever has signed out meanwhile leaves no lists.
    guard (try? context.session.follow(context.credentials)) != nil else { return }
    var kept = new
    if let old = try? store.list(list, of: context.account), old.photos.count > new.photos.count,
      zip(old.photos, new.photos).allSatisfy({ $0.id == $1.id })
    {
      kept.photos += old.photos.dropFirst(new.photos.count)
      kept.next = old.next
    }
    // What was asked for is there, whether or not it can be kept.
    try? await store.keep(kept, as: list, of: context.account)
  }
}
