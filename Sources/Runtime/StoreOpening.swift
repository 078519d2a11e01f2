import AppCore
import Dispatch
import FoundationEssentials
import Logging
import Model
import Platform
import Storage

/// The database, opened on a thread of its own while everything else is still being found out.
///
/// What is wrong with it is told once the loop runs.
final class StoreOpening: Sendable {
  private let store = Lock<Store?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(path: String, mailbox: Mailbox, log: Logger) {
    DispatchQueue.global(qos: .userInteractive).async { [self] in
      let opened = Self.open(path, mailbox, log)
      // Reads the schema, so that the first question is answered at once.
      _ = try? opened?.mode(of: .home)
      store.withLock { $0 = opened }
      isDone.signal()
    }
  }

  /// Waits for the database; nil where it cannot be used.
  func finish() -> Store? {
    isDone.wait()
    isDone.signal()
    return store.withLock { $0 }
  }

  private static func open(_ path: String, _ mailbox: Mailbox, _ log: Logger) -> Store? {
    do throws(StorageError) {
      let opening = try Store.open(
        path: path,
        now: Date.now.timeIntervalSince1970,
        onSetAside: { mailbox.post(.kept(.databaseSetAside(path: $0))) }
      )
      if let path = opening.setAside { mailbox.post(.kept(.databaseSetAside(path: path))) }
      return opening.store
    } catch {
      log.warning("could not open the database", metadata: ["error": "\(error)"])
      mailbox.post(.kept(.databaseFailed(Problem(.storage, error.cause))))
      return nil
    }
  }
}
