import Files
import Glibc
import Logging
import Model
import Platform
import ServiceAPI
import Storage

// Reports of downloads, for services that require them.
extension DownloadCoordinator {
  /// Sends the pending reports one after another.
  ///
  /// Stops at the first failure that may be temporary; that report and later ones stay pending.
  ///
  /// Only one instance of imagefeed sends reports at a time, so that none is sent twice.
  package func track() async {
    guard let store, service is any DownloadTrackingSource else { return }
    guard let lock = try? RegularFile.openOwn(gallery + ".lock", O_RDWR) else { return }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
    defer { flock(lock, LOCK_UN) }
    let pending: [Photo]
    do throws(StorageError) { pending = try await store.pendingReports(of: service.id) } catch {
      log.warning("could not read pending reports", metadata: ["error": "\(error)"])
      return
    }
    for photo in pending where service.serves(photo) {
      // A report that has been started is completed, even if this task is cancelled. An interrupted
      // one would be sent again.
      guard !Task.isCancelled, await Task(operation: { await sendReport(of: photo) }).value else {
        return
      }
    }
  }

  /// Whether the service requires a report of the download.
  func needsReport(_ photo: Photo) -> Bool {
    service is any DownloadTrackingSource && photo.downloadLocation != nil
  }

  /// Sends the report of a photo, and removes it from the pending ones.
  ///
  /// - Returns: Whether to continue with the next report.
  @discardableResult
  func sendReport(of photo: Photo) async -> Bool {
    guard let service = service as? any DownloadTrackingSource else { return false }
    do throws(Problem) { try await service.trackDownload(backend.renewed(photo)) } catch {
      log.warning("download not reported", metadata: ["cause": "\(error.cause)"])
      switch error.cause {
      // The service no longer has the photo, or its URL for reports is unusable. The report isn't
      // repeated.
      case .notFound, .gone, .notOffered, .refusedAddress: break
      default: return false
      }
    }
    do throws(StorageError) { try await store?.tracked(photo.id) } catch {
      log.warning("a reported download is still pending", metadata: ["error": "\(error)"])
      return false
    }
    return true
  }

  /// Returns the report of a photo's download; `nil` if the service requires none.
  package func report(of photo: Photo, _ breaker: ReportCircuitBreaker) -> DownloadReport? {
    guard needsReport(photo) else { return nil }
    return DownloadReport(breaker) { await sendReport(of: photo) }
  }

  /// Downloads a photo to a folder other than the gallery and the pictures folder, and reports the
  /// download meanwhile.
  ///
  /// A report that isn't sent in time becomes a pending one.
  ///
  /// - Parameter download: Sends `.requested` before the file is requested.
  package func reporting(
    _ photo: Photo,
    _ breaker: ReportCircuitBreaker,
    _ observe: @escaping DownloadObserver,
    _ download: (@escaping DownloadObserver) async throws(Problem) -> String
  ) async throws(Problem) -> String {
    guard let report = report(of: photo, breaker) else { return try await download(observe) }
    let isRequested = Lock(false)
    let path = try await download { event in
      if case .requested = event {
        isRequested.withLock { $0 = true }
        report.begin()
      }
      observe(event)
    }
    if isRequested.withLock({ $0 }), await !report.isDone() {
      // The download succeeded, even if the pending report can't be stored.
      try? await store?.addPendingReport(of: photo)
    }
    return path
  }
}
