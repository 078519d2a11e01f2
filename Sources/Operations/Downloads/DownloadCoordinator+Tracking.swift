import AppCore
import Glibc
import Library
import Logging
import Model
import Platform
import ServiceAPI
import Storage

// The service wants every download reported.
extension DownloadCoordinator {
  /// Tells the service what it is owed, one after another; what fails stays owed.
  ///
  /// One window of the program does so at a time, so that nothing is reported twice.
  package func track() async {
    guard let service = service as? any DownloadTrackingSource else { return }
    guard let lock = try? RegularFile.openOwn(gallery + ".lock", O_RDWR) else { return }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
    defer { flock(lock, LOCK_UN) }
    let pending: [Photo]
    do throws(StorageError) { pending = try await store.pendingReports(of: service.id) } catch {
      log.warning("downloads pending are not known", metadata: ["error": "\(error)"])
      return
    }
    for photo in pending where service.serves(photo) {
      // What has been begun is ended: a call whose answer is not waited for would be made again.
      guard !Task.isCancelled,
        await Task(operation: { await sendReport(to: service, of: photo) }).value
      else {
        return
      }
    }
  }

  /// - Returns: whether it makes sense to report the next one.
  func sendReport(to service: any DownloadTrackingSource, of photo: Photo) async -> Bool {
    do throws(Problem) { try await service.trackDownload(renewed(photo)) } catch {
      log.warning("download not reported", metadata: ["cause": "\(error.cause)"])
      switch error.cause {
      // The service has no such photograph any more, or nothing to call for it.
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
