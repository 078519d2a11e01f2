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
    let pictures = pictures
    return DownloadCoordinator(
      store: store,
      service: backend.service,
      downloader: PhotoDownloader(service: backend.service, transport: environment.transport),
      gallery: gallery,
      pictures: pictures.folder,
      style: pictures.style,
      now: environment.now,
      log: environment.log,
      renewed: { [self] in backend.renewed($0) },
      title: { [account] list in try? store.info(of: list, account: account)?.title }
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
  ///
  /// If the previous one was cancelled too late, the download is complete. Its result is then sent,
  /// and the operation isn't performed.
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
    let reportProgress: @Sendable (PhotoDownloader.Progress) -> Void = { progress in
      guard let progress = meter.withLock({ $0.progress(progress, at: .now) }) else { return }
      send(.downloads(.progressed(id, progress)))
    }
    let onWait: @Sendable () -> Void = { send(.downloads(.waits(id))) }
    let plain = Lock<(path: String, CreditFault)?>(nil)
    let outcome: DownloadOutcome
    do throws(Problem) {
      if var coordinator {
        coordinator.onPlain = { path, fault in plain.withLock { $0 = (path, fault) } }
        outcome = try await coordinator.run(
          photo,
          to: id.destination,
          from: origin,
          position: position,
          onWait: onWait,
          progress: reportProgress
        )
      } else {
        outcome = try await saveUnnoted(photo, id, onWait, reportProgress) { path, fault in
          plain.withLock { $0 = (path, fault) }
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
    if let (path, fault) = plain.withLock({ $0 }) { send(.savedWithoutCredit(path: path, fault)) }
  }

  /// Saves a photo to the pictures folder without a database.
  ///
  /// - Parameter onPlain: Called with the path if the credit couldn't be added to the file.
  /// - Throws: Also if the destination is the gallery, which requires a database.
  private func saveUnnoted(
    _ photo: Photo,
    _ id: DownloadID,
    _ onWait: @Sendable () -> Void,
    _ progress: @escaping @Sendable (PhotoDownloader.Progress) -> Void,
    onPlain: @Sendable (_ path: String, CreditFault) -> Void
  ) async throws(Problem) -> DownloadOutcome {
    let pictures = pictures
    guard id.destination == .pictures, let folder = pictures.folder else {
      throw Problem(.download, environment.noStore)
    }
    let saver = PhotoSaver(
      service: backend.service,
      transport: environment.transport,
      folder: folder,
      style: pictures.style,
      log: environment.log
    )
    let plain = Lock<CreditFault?>(nil)
    let path = try await saver.save(
      photo,
      progress: progress,
      onWait: onWait,
      onPlain: { fault in plain.withLock { $0 = fault } }
    )
    if let fault = plain.withLock({ $0 }) { onPlain(path, fault) }
    return .saved(path: path)
  }
}
