import Library
import Model
import Operations
import Platform
import Services

/// Commands on photographs, each of which is reported by itself.
package struct PhotoCommands: Sendable {
  /// What became of one photograph.
  package enum Outcome: Equatable, Sendable {
    case photo(Photo)
    case liked(id: String, LikeAnswer)
    case downloaded(id: String, path: String)
    case failed(id: String, CommandFailure)
  }

  private let place: Workplace
  private let report: @Sendable (Outcome) -> Void

  /// - Parameter report: called for each photograph when it is done, on any thread, one at a time.
  package init(_ place: Workplace, report: @escaping @Sendable (Outcome) -> Void) {
    self.place = place
    self.report = report
  }

  /// Asks for everything that the service knows of photographs.
  package func show(_ ids: [String]) async -> CommandStatus {
    await each(ids) { id throws(CommandFailure) in
      .photo(try await place.ask { () throws(Problem) in try await place.service.photo(id) })
    }
  }

  /// Likes or unlikes; each is reported once the service has confirmed it.
  package func setLikes(_ ids: [String], to isLiked: Bool) async -> CommandStatus {
    guard place.session.current != nil else {
      for id in ids { report(.failed(id: id, .notSignedIn)) }
      return .notSignedIn
    }
    return await each(ids) { id throws(CommandFailure) in
      .liked(
        id: id.value,
        try await place.ask { () throws(Problem) in
          guard let service = place.service as? any LikingSource else {
            throw Problem(isLiked ? .like : .unlike, .notOffered)
          }
          return try await service.setLike(id, liked: isLiked)
        }
      )
    }
  }

  /// Does something to each photograph, and stops at a failure that would hit all of them.
  private func each(
    _ ids: [String],
    _ body: (Photo.ID) async throws(CommandFailure) -> Outcome
  ) async -> CommandStatus {
    var status = CommandStatus.done
    for id in ids {
      guard !Task.isCancelled else { return status.and(.interrupted) }
      do throws(CommandFailure) {
        report(try await body(Photo.ID(service: place.service.id, value: id)))
      } catch {
        report(.failed(id: id, error))
        status = status.and(error.status)
        guard error.status != .rateLimited, error.status != .notSignedIn else { return status }
      }
    }
    return status
  }
}

// MARK: Downloads

extension PhotoCommands {
  /// Brings photographs into the gallery, a few at a time.
  ///
  /// One that is there already is whole or is brought again; one that stops half-way goes on where
  /// it was, by the next `download` or in the program.
  package func download(
    _ ids: [String],
    progress: @escaping @Sendable (_ id: String, PhotoDownloader.Progress) -> Void
  ) async -> CommandStatus {
    guard let desk = place.desk else {
      for id in ids { report(.failed(id: id, place.noStore)) }
      return place.noStore.status
    }
    let reports = Lock(())
    return await withTaskGroup(of: CommandStatus.self) { group in
      var waiting = ids.enumerated().makeIterator()
      func begin() {
        guard let (index, id) = waiting.next() else { return }
        group.addTask { [self] in
          let (outcome, status) = await download(id, number: index + 1, desk, progress)
          reports.withLock { _ in report(outcome) }
          return status
        }
      }
      for _ in 0..<max(1, place.atOnce) { begin() }
      var status = CommandStatus.done
      var isStopped = false
      for await one in group {
        status = status.and(one)
        // All others would be refused, too.
        isStopped = isStopped || one == .rateLimited || one == .notSignedIn
        if Task.isCancelled { status = .interrupted } else if !isStopped { begin() }
      }
      return status
    }
  }

  private func download(
    _ id: String,
    number: Int,
    _ desk: DownloadDesk,
    _ progress: @escaping @Sendable (_ id: String, PhotoDownloader.Progress) -> Void
  ) async -> (Outcome, CommandStatus) {
    do throws(Problem) {
      let photo = try await place.service.photo(
        Photo.ID(service: place.service.id, value: id)
      )
      let outcome = try await desk.run(
        photo,
        to: .gallery,
        from: .feed,
        place: number
      ) { progress(id, $0) }
      switch outcome {
      case .downloaded(let entry):
        return (.downloaded(id: id, path: place.gallery + "/" + entry.fileName), .done)
      case .saved(let path): return (.downloaded(id: id, path: path), .done)
      }
    } catch {
      let failure = CommandFailure.problem(error)
      return (.failed(id: id, failure), Task.isCancelled ? .interrupted : failure.status)
    }
  }
}
