import EffectHandling
import Localization
import Model
import Platform
import ServiceAPI
import Storage

/// The commands on photos.
///
/// The result of each photo is reported separately.
struct PhotoCommands: Sendable {
  /// The result for one photo.
  enum Outcome: Equatable, Sendable {
    /// The photo's details.
    ///
    /// - Parameter fileName: The name of its file in the gallery; `nil` if it isn't there.
    case photo(Photo, fileName: String?)
    case liked(id: String, LikeResponse)
    /// The service can't be reached; the next run of the program sends the like.
    case queued(id: String)
    case downloaded(id: String, Photo, path: String)
    case failed(id: String, ShellMessage)
  }

  let context: CommandContext
  let report: @Sendable (Outcome) -> Void

  /// Creates the commands.
  ///
  /// - Parameter report: Called for each finished photo, on any thread, one at a time.
  init(_ context: CommandContext, report: @escaping @Sendable (Outcome) -> Void) {
    self.context = context
    self.report = report
  }

  /// Creates the commands of a process, which report failures on standard error.
  ///
  /// - Parameters:
  ///   - progress: A line to clear before each report.
  ///   - show: Called for each photo, also after its failure is reported.
  init(
    reportingIn context: CommandContext,
    _ progress: ProgressLine? = nil,
    show: @escaping @Sendable (Outcome) -> Void
  ) {
    self.init(context) { outcome in
      let report = {
        if case .failed(let id, let failure) = outcome { context.report(failure.about(id)) }
        show(outcome)
      }
      if let progress { progress.finishOne(report) } else { report() }
    }
  }

  /// Requests all details of photos from the service, or reads what is stored if it can't be
  /// reached.
  func show(_ ids: [String]) async -> CommandStatus {
    await each(ids) { id throws(ShellMessage) in
      if context.unconfigured != nil, let stored = await context.cached(id) {
        return .photo(stored, fileName: try? await context.store?.galleryEntry(of: id)?.fileName)
      }
      let photo = try await context.ask { () throws(Problem) in
        do throws(Problem) {
          return try await context.backend.photo(id, context.store)
        } catch {
          guard error.cause.isNoAnswer, let stored = await context.cached(id) else { throw error }
          context.report(.stale(error))
          return stored
        }
      }
      // The service's details are shown even if the gallery can't be read.
      let entry = try? await context.store?.galleryEntry(of: photo.id)
      return .photo(photo, fileName: entry?.fileName)
    }
  }

  /// Likes or unlikes photos.
  ///
  /// Each is reported once the service has confirmed it.
  func setLikes(_ ids: [String], to isLiked: Bool) async -> CommandStatus {
    guard context.service.description.hasAccounts else {
      return await each(ids) { id throws(ShellMessage) in try await writeLike(isLiked, of: id) }
    }
    guard context.personalSession != nil else {
      if let id = ids.first { report(.failed(id: id, .notSignedIn)) }
      return .notSignedIn
    }
    return await each(ids) { id throws(ShellMessage) in
      try await context.ask { () throws(Problem) in
        guard let service = context.service as? any LikingSource else {
          throw Problem(isLiked ? .like : .unlike, .notOffered)
        }
        do throws(Problem) {
          return .liked(id: id.value, try await service.setLike(id, liked: isLiked))
        } catch {
          guard error.cause.isNoAnswer, await queue(isLiked, of: id) else { throw error }
          return .queued(id: id.value)
        }
      }
    }
  }

  /// Writes a like on this computer, because the service has no accounts.
  private func writeLike(_ isLiked: Bool, of id: Photo.ID) async throws(ShellMessage) -> Outcome {
    var photo = await context.cached(id)
    // A photo that isn't stored isn't liked.
    if photo == nil, isLiked {
      photo = try await context.ask { () throws(Problem) in try await context.service.photo(id) }
    }
    if let photo {
      try await context.read { store throws(StorageError) in
        try await store.setOwnLike(of: photo, isLiked, at: context.now)
      }
    }
    return .liked(id: id.value, LikeResponse(isLiked: isLiked, likes: photo?.likes))
  }

  /// Saves a like for the next run of the program; returns false if the photo isn't stored.
  private func queue(_ isLiked: Bool, of id: Photo.ID) async -> Bool {
    guard var photo = await context.cached(id), let store = context.store else { return false }
    if photo.isLiked != isLiked {
      photo.likes = photo.likes.map { $0.adding(count: isLiked ? 1 : -1) }
    }
    photo.isLiked = isLiked
    return (try? await store.setPending(isLiked, of: photo, account: context.account)) != nil
  }

  /// Runs a function for each photo.
  ///
  /// Stops at a failure that affects all of them.
  private func each(
    _ ids: [String],
    _ body: (Photo.ID) async throws(ShellMessage) -> Outcome
  ) async -> CommandStatus {
    var status = CommandStatus.done
    for id in ids {
      guard !Task.isCancelled else { return status.and(.interrupted) }
      do throws(ShellMessage) {
        report(try await body(Photo.ID(service: context.service.id, value: id)))
      } catch {
        guard !Task.isCancelled else { return status.and(.interrupted) }
        report(.failed(id: id, error))
        status = status.and(error.status)
        guard error.status != .rateLimited, error.status != .notSignedIn else { return status }
      }
    }
    return status
  }
}
