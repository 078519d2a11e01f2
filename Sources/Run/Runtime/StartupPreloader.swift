import Accounts
import AppCore
import Dispatch
import EffectHandling
import FoundationEssentials
import Imaging
import Localization
import Model
import Pictures
import Platform
import Settings
import Storage

/// Work of the launch that doesn't need the terminal, done on another thread.
///
/// Initializing ncurses takes longer than opening the database, reading the cached feed and
/// decoding its first images. All of these are therefore ready before the first frame.
final class StartupPreloader: Sendable {
  struct Result: Sendable {
    var effectHandler: LiveEffectHandler
    var pictures: PictureStore
    /// The first action of the program.
    var firstAction: AppAction

    /// Saves the symbols of the pictures on the first screen of the next launch.
    ///
    /// Does nothing if the next launch has no cached feed to show.
    func saveSymbols(_ first: FirstScreen, in folder: String) {
      guard pictures.isCachedOnDisk, let store = effectHandler.environment.store else { return }
      guard let action = effectHandler.resume(first.state, from: nil, sizes: store.sizes) else {
        return
      }
      pictures.drawn(first.requests(after: action), for: first.output).write(to: folder)
    }
  }

  private let result = Lock<Result?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts the work on another thread.
  ///
  /// - Parameters:
  ///   - store: The database that is being opened; `nil` if the edition has none.
  ///   - first: The first screen, before the cached feed is known.
  init(
    _ assembly: Assembly,
    backend: Backend,
    pool: ImagingPool,
    mailbox: Mailbox,
    store: StoreOpener?,
    trace: Trace?,
    first: FirstScreen
  ) {
    DispatchQueue.global(qos: .userInteractive).async { [self] in
      let found = store?.finish()
      let effectHandler = assembly.effectHandler(
        backend: backend,
        pool: pool,
        store: found?.store,
        storeProblem: found?.storeProblem
      )
      let readsCached = store.map { $0.launchGuard.safeMode == .off } ?? true
      let pictures = PictureStore(
        output: first.output,
        cache: readsCached ? assembly.pictureCache : nil,
        transport: assembly.transport,
        pool: pool,
        effectHandler: effectHandler,
        mailbox: mailbox,
        trace: trace
      )
      let resumed =
        readsCached
        ? effectHandler.resume(first.state, from: found?.feed, sizes: found?.sizes ?? [:]) : nil
      let beginning = resumed ?? .started
      if case .resumed = beginning {
        let requests = first.requests(after: beginning)
        if pictures.isCachedOnDisk, let drawn = found?.drawn {
          pictures.restore(drawn, for: requests)
        }
        pictures.setRequests(visible: requests, ahead: [])
      }
      let ready = Result(effectHandler: effectHandler, pictures: pictures, firstAction: beginning)
      result.withLock { $0 = ready }
      isDone.signal()
    }
  }

  /// Waits until everything is ready, and returns it; must be called once.
  func finish() -> Result? {
    isDone.wait()
    return result.withLock { $0 }
  }
}
