import AppCore
import Files
import Model
import Platform

extension LiveEffectHandler {
  func perform(_ effect: DownloadsEffect, _ send: @escaping @Sendable (AppAction) -> Void) async {
    switch effect {
    case .restore:
      // Without a database there are no stored downloads. The missing database has been reported.
      guard environment.store != nil else { return }
      let restored = await result(try await coordinator.restore())
      send(.downloads(.restored(restored)))
    case .track:
      await coordinator.track()
      send(.downloads(.tracked))
    case .run(let photo, let destination, let origin, let position):
      let id = DownloadID(photo.id, to: destination)
      await inTurn(id, send) { await run(photo, id, origin, position, send) }
    case .save(let photo, let destination, let origin, let position, let intent):
      await inTurn(DownloadID(photo.id, to: destination), send) { () throws(Problem) in
        try await coordinator.save(
          photo,
          to: destination,
          from: origin,
          position: position,
          intent
        )
      }
    case .discard(let photo, let destination):
      await inTurn(DownloadID(photo.id, to: destination), send) { () throws(Problem) in
        try await coordinator.discard(photo, to: destination)
      }
    }
  }

  var coordinator: DownloadCoordinator {
    DownloadCoordinator(
      backend: backend,
      transport: environment.transport,
      store: environment.store,
      gallery: environment.galleryFolder,
      pictures: pictures,
      now: environment.now,
      log: environment.log
    )
  }

  /// Performs an operation on a download after the previous one has ended.
  ///
  /// If the previous one was cancelled too late, the download is complete. Its result is then sent,
  /// and the operation isn't performed.
  private func inTurn(
    _ id: DownloadID,
    _ send: @Sendable (AppAction) -> Void,
    _ body: () async throws(Problem) -> Void
  ) async {
    await downloadLock.acquire(id)
    defer { downloadLock.release(id) }
    // An effect that replaced this one in the meantime has its own turn.
    guard !Task.isCancelled else { return }
    if let outcome = downloadLock.removeOutcome(of: id) {
      send(.downloads(.ended(id, .success(outcome))))
      return
    }
    do throws(Problem) { try await body() } catch { send(.downloads(.noteFailed(id, error))) }
  }

  private func run(
    _ photo: Photo,
    _ id: DownloadID,
    _ origin: ListID,
    _ position: Int,
    _ send: @escaping @Sendable (AppAction) -> Void
  ) async {
    let meter = Lock(SpeedMeter())
    let uncredited = Lock<AppAction?>(nil)
    let outcome: DownloadOutcome
    do throws(Problem) {
      guard id.destination == .pictures || environment.store != nil else {
        throw Problem(.download, environment.noStore)
      }
      outcome = try await coordinator.run(
        photo,
        to: id.destination,
        from: origin,
        position: position
      ) { event in
        switch event {
        case .requested: break
        case .waits: send(.downloads(.waits(id)))
        case .progressed(let progress):
          guard let progress = meter.withLock({ $0.progress(progress, at: .now) }) else { return }
          send(.downloads(.progressed(id, progress)))
        case .uncredited(let path, let fault):
          uncredited.withLock { $0 = .savedWithoutCredit(path: path, fault) }
        }
      }
    } catch {
      send(.downloads(.ended(id, .failure(error))))
      return
    }
    // The download was cancelled just as it finished. The next effect on it reports the result.
    if Task.isCancelled { downloadLock.storeOutcome(outcome, of: id) }
    send(.downloads(.ended(id, .success(outcome))))
    // Sent last, because its notice replaces the one that the file was saved.
    if let action = uncredited.withLock({ $0 }) { send(action) }
  }
}
