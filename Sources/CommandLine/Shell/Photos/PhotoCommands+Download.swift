import EffectHandling
import Files
import Model
import Platform
import ServiceAPI
import Storage

extension PhotoCommands {
  /// A function that receives the steps of several downloads.
  typealias Observer = @Sendable (DownloadEvent, _ id: String) -> Void
  /// A function that downloads or copies a photo and returns its path.
  private typealias Fetch =
    @Sendable (Photo, _ number: Int, @escaping DownloadObserver) async throws(Problem) -> String

  /// The destination of downloads.
  enum Destination: Equatable, Sendable {
    case gallery
    /// A folder.
    ///
    /// - Parameters:
    ///   - width: The width of the files in pixels; `nil` for the full size.
    ///   - choice: The command-line options for the files.
    case folder(String, width: Int?, FileChoice)
    /// The folder of a web page's images.
    ///
    /// - Parameter width: The width of the downloaded files in pixels.
    case page(folder: String, width: Int)
  }

  /// Downloads photos, several in parallel.
  ///
  /// An existing file is checked, and downloaded again if it is damaged. The next `download` or the
  /// program continues an interrupted download. Cached photos need no API request before their
  /// files are requested. Downloads are reported to the service in parallel with the files.
  ///
  /// - Parameters:
  ///   - atOnce: The maximum number of parallel downloads.
  func download(
    _ ids: [String],
    to destination: Destination,
    atOnce: Int,
    observe: @escaping Observer
  ) async -> CommandStatus {
    let breaker = ReportCircuitBreaker()
    let fetch: Fetch
    // Files of the gallery are copied instead of downloaded, unless another width is wanted.
    var files: [String: String] = [:]
    switch destination {
    case .folder(_, width: nil, _), .page: files = await context.wholeGalleryFiles(of: ids)
    case .gallery, .folder: break
    }
    switch destination {
    case .gallery:
      guard context.store != nil else {
        for id in ids { report(.failed(id: id, context.noStore)) }
        return context.noStore.status
      }
      fetch = { [context] photo, number, observe throws(Problem) in
        let outcome = try await context.downloads.run(
          photo,
          to: .gallery,
          from: .feed,
          position: number,
          report: context.downloads.report(of: photo, breaker),
          observe
        )
        return switch outcome {
        case .downloaded(let entry): context.gallery + "/" + entry.fileName
        case .saved(let path): path
        }
      }
    case .folder(let folder, let width, let choice):
      let style = choice.applied(to: context.fileStyle)
      fetch = save(to: folder, width, style, breaker, copying: files)
    case .page(let folder, let width):
      let style = FileStyle(credited: context.fileStyle.credited)
      fetch = save(to: folder, width, style, breaker, copying: files)
    }
    return await each(ids, atOnce: atOnce) { [self, files] number, id in
      if let failure = context.unconfigured, files[id] == nil {
        return (.failed(id: id, failure), failure.status)
      }
      return await download(id) { photo throws(Problem) in
        try await fetch(photo, number) { observe($0, id) }
      }
    }
  }

  /// Returns a function that downloads a photo into a folder and reports the download.
  ///
  /// - Parameter files: The files to copy instead, by the IDs of their photos.
  private func save(
    to folder: String,
    _ width: Int?,
    _ style: FileStyle,
    _ breaker: ReportCircuitBreaker,
    copying files: [String: String] = [:]
  ) -> Fetch {
    let downloads = context.downloads
    let downloader = FolderDownloader(
      downloads.downloader,
      folder: folder,
      width: width,
      style: style
    )
    return { photo, _, observe throws(Problem) in
      if let file = files[photo.id.value] {
        return try await PictureCopier(folder: folder, style: style).copy(file, of: photo)
      }
      return try await downloads.reporting(photo, breaker, observe) { observe throws(Problem) in
        try await downloader.download(photo, observe)
      }
    }
  }

  /// Runs a function for each photo, several in parallel.
  ///
  /// Starts no more after a failure that affects all of them.
  private func each(
    _ ids: [String],
    atOnce: Int,
    _ body: @escaping @Sendable (_ number: Int, _ id: String) async -> (Outcome, CommandStatus)
  ) async -> CommandStatus {
    let reports = Lock(())
    return await withTaskGroup(of: CommandStatus.self) { group in
      var waiting = ids.enumerated().makeIterator()
      func begin() {
        guard let (index, id) = waiting.next() else { return }
        group.addTask { [self] in
          let (outcome, status) = await body(index + 1, id)
          // A cancelled download isn't a failure.
          if status != .interrupted { reports.withLock { _ in report(outcome) } }
          return status
        }
      }
      for _ in 0..<max(1, atOnce) { begin() }
      var status = CommandStatus.done
      var isStopped = false
      for await one in group {
        status = status.and(one)
        isStopped = isStopped || one == .rateLimited || one == .notSignedIn
        if Task.isCancelled { status = .interrupted } else if !isStopped { begin() }
      }
      return status
    }
  }

  private func download(
    _ id: String,
    _ fetch: (Photo) async throws(Problem) -> String
  ) async -> (Outcome, CommandStatus) {
    let photoID = Photo.ID(service: context.service.id, value: id)
    do throws(Problem) {
      let (photo, path) = try await context.withPhoto(photoID) {
        photo throws(Problem) in (photo, try await fetch(photo))
      }
      return (.downloaded(id: id, photo, path: path), .done)
    } catch {
      let failure = context.failure(error)
      return (.failed(id: id, failure), Task.isCancelled ? .interrupted : failure.status)
    }
  }
}

extension CommandContext {
  /// Calls a function with the cached photo, and again with the service's if a URL has changed.
  func withPhoto<Value>(
    _ id: Photo.ID,
    known: Photo? = nil,
    _ use: (Photo) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    var cached = known
    if cached == nil { cached = await self.cached(id) }
    if let cached {
      do throws(Problem) { return try await use(cached) } catch {
        // The URL may have changed since the photo was cached.
        guard error.cause.isOfAddress, !Task.isCancelled else { throw error }
      }
    }
    return try await use(try await service.photo(id))
  }
}

extension Problem.Cause {
  /// Whether the failure concerns the URL, so that a new one may help.
  fileprivate var isOfAddress: Bool {
    switch self {
    case .notFound, .gone, .forbidden, .badRequest, .unauthorized, .refusedAddress: true
    default: false
    }
  }
}
