import AppCore
import Disk
import Dispatch
import EffectHandling
import Logging
import Model
import Pictures
import Platform
import Settings
import Storage

/// The opening of the database on a separate thread during the launch.
///
/// The data of the most likely first frame is read as well.
///
/// Problems with the database are reported once the loop runs.
package final class StoreOpener: Sendable {
  private enum Event {
    case setAside(path: String)
    case failed(StorageError)
    case exposed(path: String, Exposure)
  }

  /// The data that was read for the first frame.
  struct LaunchData: Sendable {
    /// The database; `nil` if it can't be used.
    var store: Store?
    /// The reason why the database can't be opened.
    var storeProblem: Problem.Cause?
    /// The row size that each kind of list had last.
    var sizes: [ListID.Kind: RowSize]
    /// The cached feed of the default account; `nil` if it isn't cached.
    var feed: CachedFeed?
    var drawn: DrawnPictures
  }

  private struct State {
    var found: LaunchData?
    /// The events that haven't been reported yet.
    var events: [Event] = []
    var listener: (@Sendable (Event) -> Void)?
  }

  private let state = Lock(State())
  private let isDone = DispatchSemaphore(value: 0)
  /// The launch guard, active before the first access to the disk.
  package let launchGuard: LaunchGuard

  /// Starts opening the database of the user with this environment.
  ///
  /// In safe mode, no cached data is read.
  ///
  /// - Parameter isDemo: Whether the database is the demo's.
  package init(environment: [String: String], isDemo: Bool) {
    let xdg = XDG(environment: environment, isDemo: isDemo)
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
      let (store, problem) =
        launchGuard.safeMode == .skipCache ? open(xdg) : (nil, nil)
      return LaunchData(
        store: store,
        storeProblem: problem,
        sizes: [:],
        feed: nil,
        drawn: DrawnPictures()
      )
    }
    let (store, problem) = open(xdg)
    return LaunchData(
      store: store,
      storeProblem: problem,
      sizes: store?.sizes ?? [:],
      feed: store.flatMap { store in
        CachedFeed(in: store, xdg, environment) { [self] in
          emit(.exposed(path: xdg.credentialsFile, $0))
        }
      },
      drawn: DrawnPictures(from: xdg.pictureCacheFolder)
    )
  }

  /// Waits for the database and returns the data that was read.
  func finish() -> LaunchData? {
    isDone.wait()
    isDone.signal()
    return state.withLock { $0.found }
  }

  /// Releases the database, which holds a reference to this object while it is open.
  func releaseStore() {
    state.withLock { state in
      state.found = nil
      state.listener = nil
    }
  }

  /// Reports past and future events of the database to the mailbox.
  func report(to mailbox: Mailbox, _ log: Logger) {
    let listener: @Sendable (Event) -> Void = { event in
      switch event {
      case .setAside(let path): mailbox.post(.dataFile(.databaseSetAside(path: path)))
      case .exposed(let path, let exposure):
        mailbox.post(.dataFile(.sessionExposed(path: path, exposure)))
      case .failed(let error):
        log.warning("could not open the database", metadata: ["error": "\(error)"])
        mailbox.post(.dataFile(.databaseFailed(Problem(.storage, error.cause))))
      }
    }
    let events = state.withLock { state in
      state.listener = listener
      defer { state.events = [] }
      return state.events
    }
    for event in events { listener(event) }
  }

  private func emit(_ event: Event) {
    let listener = state.withLock { state in
      if state.listener == nil { state.events.append(event) }
      return state.listener
    }
    listener?(event)
  }

  /// Opens the database; returns the problem if that fails.
  private func open(_ xdg: XDG) -> (Store?, Problem.Cause?) {
    do throws(StorageError) {
      return (try Store.open(xdg) { [self] in emit(.setAside(path: $0)) }, nil)
    } catch {
      emit(.failed(error))
      return (nil, error.cause)
    }
  }
}
