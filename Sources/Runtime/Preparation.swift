import AppCore
import Dispatch
import FoundationEssentials
import Imaging
import Library
import Localization
import Model
import Operations
import Pictures
import Platform
import Services
import Storage

/// What does not need the terminal, made ready on a thread of its own while that is set up.
///
/// Starting ncurses takes longer than opening the database, reading what is kept of the feed and
/// decoding the pictures it begins with: so they are there as soon as the first frame is.
final class Preparation: Sendable {
  struct Result: Sendable {
    var performer: Performer
    var pictures: PictureStore
    /// The action that the program begins with.
    var beginning: AppAction
    /// Where that has led; nil where pictures have to be waited for.
    var rehearsal: Rehearsal?

    /// Keeps what is drawn of the pictures that the next start will begin with.
    func keepFirstScreen(_ expected: Rehearsal.Expected, in folder: String) {
      guard pictures.isCachedOnDisk, let store = performer.environment.store else { return }
      guard let action = performer.resume(expected.state, from: nil, sizes: store.sizes) else {
        return
      }
      let requests = Rehearsal(of: action, expected).requests
      pictures.drawn(requests, for: expected.output).write(to: folder)
    }
  }

  private let result = Lock<Result?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(
    _ services: ServiceOpening,
    backend: Backend,
    configuration: Configuration,
    pool: ImagingPool,
    mailbox: Mailbox,
    store: StoreOpening?,
    trace: Trace?,
    expecting expected: Rehearsal.Expected
  ) {
    DispatchQueue.global(qos: .userInteractive).async { [self] in
      let found = store?.finish()
      let performer = services.performer(
        backend: backend,
        pool: pool,
        pages: CallbackPages(Language.allCases.map(Texts.init)),
        configuration: configuration,
        keyMap: { keys throws(Problem) in try keys.keyMap() },
        store: found?.store
      )
      let readsCached = store.map { $0.mark.caution == .nothing } ?? true
      let pictures = PictureStore(
        output: expected.output,
        cache: readsCached ? services.pictureCache(configuration) : nil,
        transport: services.transport,
        pool: pool,
        performer: performer,
        mailbox: mailbox,
        trace: trace
      )
      let resumed =
        readsCached
        ? performer.resume(expected.state, from: found?.feed, sizes: found?.sizes ?? [:]) : nil
      let beginning = resumed ?? .started
      var rehearsal: Rehearsal?
      if case .resumed = beginning {
        let played = Rehearsal(of: beginning, expected)
        let drawn = pictures.isCachedOnDisk ? found?.drawn : nil
        let isComplete = pictures.take(drawn ?? DrawnPictures(), for: played.requests)
        pictures.want(visible: played.requests, ahead: [])
        if isComplete { rehearsal = played }
      }
      let ready = Result(
        performer: performer,
        pictures: pictures,
        beginning: beginning,
        rehearsal: rehearsal
      )
      result.withLock { $0 = ready }
      isDone.signal()
    }
  }

  /// Waits until everything is ready.
  func finish() -> Result? {
    isDone.wait()
    return result.withLock { $0 }
  }
}
