import AppCore
import Glibc
import Library
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
    guard let service = service as? any DownloadTrackingSource else { return }
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
      guard !Task.isCancelled,
        await Task(operation: { await sendReport(to: service, of: photo) }).value
      else {
        return
      }
    }
  }

  /// Sends the report of a photo, and removes it from the pending ones.
  ///
  /// - Returns: whether to continue with the next report.
  func sendReport(to service: any DownloadTrackingSource, of photo: Photo) async -> Bool {
    do throws(Problem) { try await service.trackDownload(renewed(photo)) } catch {
      log.warning("download not reported", metadata: ["cause": "\(error.cause)"])
      switch error.cause {
      // The service no longer has the photo, or its URL for reports is unusable. The report isn't
      // repeated.
      case .notFound, .gone, .notOffered, .refusedAddress: break
      default: return false
      }
    }
    do throws(StorageError) { try await store.tracked(photo.id) } catch {
      log.warning("a reported download is still pending", metadata: ["error": "\(error)"])
      return false
    }
    return true
  }
}
