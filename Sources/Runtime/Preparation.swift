import AppCore
import Dispatch
import FoundationEssentials
import Imaging
import Localization
import Model
import Pictures
import Platform
import Screens
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
  }

  /// What the pictures of the first screen are made for; the terminal may turn out otherwise.
  struct Expected: Sendable {
    var state: AppState
    var context: RenderContext
    var output: PictureOutput
  }

  private let result = Lock<Result?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(
    _ services: ProgramServices,
    backend: Backend,
    configuration: Configuration,
    pool: ImagingPool,
    mailbox: Mailbox,
    store: StoreOpening?,
    trace: Trace?,
    expecting expected: Expected
  ) {
    DispatchQueue.global(qos: .userInteractive).async { [self] in
      let performer = services.performer(
        backend: backend,
        pool: pool,
        texts: Language.allCases.map(Texts.init),
        configuration: configuration,
        store: store?.finish()
      )
      let pictures = PictureStore(
        output: expected.output,
        cache: services.pictureCache(configuration),
        transport: services.transport,
        pool: pool,
        performer: performer,
        mailbox: mailbox,
        trace: trace
      )
      let beginning = performer.resume(expected.state) ?? .started
      result.withLock {
        $0 = Result(performer: performer, pictures: pictures, beginning: beginning)
      }
      Self.begin(pictures, beginning, expected)
      isDone.signal()
    }
  }

  /// Waits until everything is ready.
  func finish() -> Result? {
    isDone.wait()
    return result.withLock { $0 }
  }

  /// Has the pictures made that the first screen will show.
  private static func begin(_ pictures: PictureStore, _ action: AppAction, _ expected: Expected) {
    guard case .resumed = action else { return }
    var state = expected.state
    _ = AppReducer.reduce(&state, action)
    let frame = Screens.render(state, expected.context)
    let wanted = PictureBridge.requests(frame, [], state, expected.output)
    pictures.want(visible: wanted.compactMap(\.self), ahead: [])
  }
}

extension Performer {
  /// The start with what is kept of the feed; nil where nothing is, or nobody is signed in.
  ///
  /// The demo service has to run before anything is known of its account.
  fileprivate func resume(_ state: AppState) -> AppAction? {
    guard let store = environment.store, !state.isDemo else { return nil }
    let now = environment.now()
    guard let kept = try? environment.credentials.session(for: backend.key), kept.isValid(at: now),
      let list = try? store.list(.feed, of: accountKey), !list.photos.isEmpty
    else {
      // What is wrong is told by who reads it again.
      return nil
    }
    session.current = kept
    var modes: [FeedID: FeedMode] = [:]
    for list in FeedID.allCases { modes[list] = (try? store.mode(of: list)) ?? nil }
    return .resumed(
      Account(username: kept.username),
      list,
      age: age(of: list.time),
      modes: modes
    )
  }
}

extension Store {
  /// The name of the setting with the way a list was shown last.
  static func modeSetting(_ list: FeedID) -> String { "view.\(list.rawValue)" }

  /// How a list was shown last; nil where it never was shown otherwise than at first.
  func mode(of list: FeedID) throws(StorageError) -> FeedMode? {
    try setting(Self.modeSetting(list)).flatMap(FeedMode.init)
  }
}
