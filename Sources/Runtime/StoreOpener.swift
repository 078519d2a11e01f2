import AppCore
import Disk
import Dispatch
import FoundationEssentials
import Library
import Logging
import Model
import Operations
import Pictures
import Platform
import Settings
import Storage

/// The database, opened on a thread of its own while everything else is still being found out, and
/// what lies on disk for the first frame of the start that is most likely.
///
/// Problems with the database are reported once the loop runs.
package final class StoreOpener: Sendable {
  private enum Event {
    case setAside(path: String)
    case failed(StorageError)
    case exposed(path: String, Exposure)
  }

  struct LaunchData: Sendable {
    /// Nil where the database cannot be used.
    var store: Store?
    /// The sizes lists were shown in last.
    var sizes: [ListID.Kind: RowSize]
    /// The feed of the usual account; nil where nothing is kept of it.
    var feed: CachedFeed?
    var drawn: DrawnPictures
  }

  private struct State {
    var found: LaunchData?
    /// What has not been reported yet.
    var events: [Event] = []
    var listener: (@Sendable (Event) -> Void)?
  }

  private let state = Lock(State())
  private let isDone = DispatchSemaphore(value: 0)
  /// Stands from before the first look at the disk.
  package let launchGuard: LaunchGuard

  /// Opens the database of whoever has this environment.
  ///
  /// Where the last start failed, nothing is read that this one can do without.
  package init(environment: [String: String]) {
    let xdg = XDG(environment: environment)
    launchGuard = LaunchGuard(path: xdg.startFile)
    DispatchQueue.global(qos: .userInteractive).async { [self] in
      let found = find(xdg, environment)
      state.withLock { $0.found = found }
      isDone.signal()
    }
  }

  private func find(_ xdg: XDG, _ environment: [String: String]) -> LaunchData {
    guard launchGuard.safeMode == .off else {
      DrawnPictures.discard(in: xdg.pictureCacheFolder)
      let store = launchGuard.safeMode == .skipCache ? open(xdg.databaseFile) : nil
      return LaunchData(store: store, sizes: [:], feed: nil, drawn: DrawnPictures())
    }
    let store = open(xdg.databaseFile)
    return LaunchData(
      store: store,
      sizes: store?.sizes ?? [:],
      feed: store.flatMap { store in
        CachedFeed(in: store, xdg, environment) { [self] in
          tell(.exposed(path: xdg.credentialsFile, $0))
        }
      },
      drawn: DrawnPictures(from: xdg.pictureCacheFolder)
    )
  }

  /// Waits for the database; nil, should there be nothing to wait for.
  func finish() -> LaunchData? {
    isDone.wait()
    isDone.signal()
    return state.withLock { $0.found }
  }

  /// Lets go of the database, which has hold of this as long as it is open.
  func letGo() {
    state.withLock { state in
      state.found = nil
      state.listener = nil
    }
  }

  /// Tells what has happened to the database, and what will.
  func report(to mailbox: Mailbox, _ log: Logger) {
    let listener: @Sendable (Event) -> Void = { event in
      switch event {
      case .setAside(let path): mailbox.post(.storage(.databaseSetAside(path: path)))
      case .exposed(let path, let exposure):
        mailbox.post(.storage(.sessionExposed(path: path, isLasting: exposure == .lasting)))
      case .failed(let error):
        log.warning("could not open the database", metadata: ["error": "\(error)"])
        mailbox.post(.storage(.databaseFailed(Problem(.storage, error.cause))))
      }
    }
    let events = state.withLock { state in
      state.listener = listener
      defer { state.events = [] }
      return state.events
    }
    for event in events { listener(event) }
  }

  private func tell(_ event: Event) {
    let listener = state.withLock { state in
      if state.listener == nil { state.events.append(event) }
      return state.listener
    }
    listener?(event)
  }

  /// How long the first frame waits for other programs that use the database.
  private static let lockTimeout = Duration.seconds(2)

  private func open(_ path: String) -> Store? {
    do throws(StorageError) {
      let opening = try Store.open(
        path: path,
        now: Date.now.timeIntervalSince1970,
        lockTimeout: Self.lockTimeout,
        onSetAside: { [self] in tell(.setAside(path: $0)) }
      )
      if let path = opening.setAside { tell(.setAside(path: path)) }
      return opening.store
    } catch {
      tell(.failed(error))
      return nil
    }
  }
}
