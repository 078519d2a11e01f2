import AppCore
import Files
import Library
import Model
import Platform
import Storage

extension LiveEffectHandler {
  func perform(_ effect: DownloadsEffect, _ send: @escaping @Sendable (AppAction) -> Void) async {
    switch effect {
    case .restore: await restoreDownloads(send)
    case .track:
      await coordinator?.track()
      send(.downloads(.tracked))
    case .run(let photo, let destination, let origin, let position):
      let id = DownloadID(photo.id, to: destination)
      await inTurn(id, send) { coordinator in
        await run(coordinator, photo, id, origin, position, send)
      }
    case .save(let photo, let destination, let origin, let position, let intent):
      let id = DownloadID(photo.id, to: destination)
      await inTurn(id, send) { coordinator in
        do throws(Problem) {
          try await coordinator?.save(
            photo,
            to: destination,
            from: origin,
            position: position,
            intent
          )
        } catch {
          send(.downloads(.noteFailed(id, error)))
        }
      }
    case .discard(let photo, let destination):
      let id = DownloadID(photo.id, to: destination)
      await inTurn(id, send) { coordinator in
        do throws(Problem) { try await coordinator?.discard(photo, to: destination) } catch {
          send(.downloads(.noteFailed(id, error)))
        }
      }
    }
  }

  /// The coordinator of downloads; `nil` without a database or a gallery folder.
  private var coordinator: DownloadCoordinator? {
    guard let store = environment.store, let gallery = environment.galleryFolder else { return nil }
    return DownloadCoordinator(
      store: store,
      service: backend.service,
      downloader: PhotoDownloader(service: backend.service, transport: environment.transport),
      gallery: gallery,
      pictures: environment.picturesFolder,
      now: environment.now,
      log: environment.log,
      renewed: { [self] in backend.renewed($0) },
      title: { [accountKey] list in try? store.info(of: list, account: accountKey)?.title }
    )
  }

  private func restoreDownloads(_ send: @Sendable (AppAction) -> Void) async {
    // Without a database there are no stored downloads. The missing database has been reported.
    guard let coordinator else { return }
    do throws(Problem) {
      send(.downloads(.restored(.success(try await coordinator.restore()))))
    } catch {
      send(.downloads(.restored(.failure(error))))
    }
  }

  /// Performs an operation on a download after the previous one has ended.
  private func inTurn(
    _ id: DownloadID,
    _ send: @Sendable (AppAction) -> Void,
    _ body: (DownloadCoordinator?) async -> Void
  ) async {
    await downloadLock.acquire(id)
    defer { downloadLock.release(id) }
    // An effect that replaced this one in the meantime has its own turn.
    guard !Task.isCancelled else { return }
    if let outcome = downloadLock.removeOutcome(of: id) {
      send(.downloads(.ended(id, .success(outcome))))
      return
    }
    await body(coordinator)
  }

  private func run(
    _ coordinator: DownloadCoordinator?,
    _ photo: Photo,
    _ id: DownloadID,
    _ origin: ListID,
    _ position: Int,
    _ send: @escaping @Sendable (AppAction) -> Void
  ) async {
    let meter = Lock(SpeedMeter())
    let tell: @Sendable (PhotoDownloader.Progress) -> Void = { progress in
      guard let progress = meter.withLock({ $0.progress(progress, at: .now) }) else { return }
      send(.downloads(.progressed(id, progress)))
    }
    let onWait: @Sendable () -> Void = { send(.downloads(.waits(id))) }
    let outcome: DownloadOutcome
    do throws(Problem) {
      if let coordinator {
        outcome = try await coordinator.run(
          photo,
          to: id.destination,
          from: origin,
          position: position,
          onWait: onWait,
          progress: tell
        )
      } else {
        outcome = try await saveUnnoted(photo, id, onWait, tell)
      }
    } catch {
      send(.downloads(.ended(id, .failure(error))))
      return
    }
    // The download was cancelled just as it finished. The next effect on it reports the result.
    if Task.isCancelled { downloadLock.storeOutcome(outcome, of: id) }
    send(.downloads(.ended(id, .success(outcome))))
  }

  /// Saves a photo to the pictures folder without a database.
  ///
  /// Throws for the gallery, which needs one.
  private func saveUnnoted(
    _ photo: Photo,
    _ id: DownloadID,
    _ onWait: @Sendable () -> Void,
    _ progress: @escaping @Sendable (PhotoDownloader.Progress) -> Void
  ) async throws(Problem) -> DownloadOutcome {
    guard id.destination == .pictures, let folder = environment.picturesFolder else {
      throw Problem(.download, .disk(path: "imagefeed.db", reason: "no database"))
    }
    let saver = PhotoSaver(
      service: backend.service,
      transport: environment.transport,
      folder: folder,
      log: environment.log
    )
    return .saved(path: try await saver.save(photo, progress: progress, onWait: onWait))
  }
}
