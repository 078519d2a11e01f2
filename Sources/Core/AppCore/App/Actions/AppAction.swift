import Canvas
import Model

/// An event that the reducers handle: a command, a press, or the result of an effect.
package indirect enum AppAction: Equatable, Sendable {
  case started
  /// Cached data of the previous session was read before the first frame.
  case resumed(
    Account,
    CachedList,
    of: ListID = .feed,
    age: Duration,
    sizes: [ListID.Kind: RowSize]
  )
  case sessionRead(Result<Account?, Problem>)
  case demoStarted(Result<Launch, Problem>)
  case resized(Viewport)
  /// The terminal's name (`TERM`) has no terminfo entry, so another entry is used.
  case terminalUnknown(String, entry: String)
  /// tmux blocks pictures; this line of its configuration allows them.
  case picturesBlocked(line: String)
  /// A file was saved without a credit.
  case savedWithoutCredit(path: String, CreditFault)
  /// The configuration was read again; these are its keys.
  case keysRead(KeyMap)
  /// The user gave a command by its key or by pressing its label on the screen.
  case pressed(Command)
  /// The user gave a command that can't be used here.
  case unavailable(Command, UnavailableReason)
  /// A key that has no meaning at the place was pressed.
  case unknownKeyPressed
  case count(CountAction)
  case tabPressed(AppState.Tab)
  /// Closes the overlay at this place, as Esc does.
  case overlayClosed(Place)
  case pictureChanged(PictureKey, PictureStatus)
  /// The rest of the hour's quota of requests changed; `nil` after an hour without a response.
  case budgetChanged(RateBudget?)
  /// The computer was suspended until now.
  case suspensionEnded
  /// Enough time has passed since a request failed without a response; the network is tried again.
  case networkAwaited
  case noticeExpired(Int)
  case signIn(SignInAction)
  case feed(FeedAction, in: ListID = .feed)
  /// The stored row size of a kind of list was read.
  case sizeRead(ListID.Kind, RowSize)
  case visits(VisitsAction)
  case chooser(ChooserAction)
  case addressInput(AddressInputAction)
  case check(CheckAction)
  /// A photo's main colours were found, and its mean colour if the service sent none.
  case colorsMeasured(Photo.ID, mean: Color?, main: [MainColor])
  case search(SearchAction)
  case menu(MenuAction)
  case downloads(DownloadsAction)
  case downloadsList(DownloadsListAction)
  case gallery(GalleryAction)
  case cache(CacheAction)
  case dataFile(DataFileAction)
  case likes(LikesAction)
  case collectionEdit(CollectionEditAction)
  case marks(MarksAction)
  case details(DetailsAction)
  case photo(PhotoAction)
  case share(ShareAction)
  case profile(ProfileAction)
  case alerts(AlertsAction)
  case help(HelpAction)
  /// An action for the overlay at this place.
  case overlay(OverlayAction, in: Place)

  /// Returns the action of a timer that fired late by some time.
  package func delayed(by time: Duration) -> AppAction {
    switch self {
    case .cache(.minutesPassed(let count)):
      .cache(.minutesPassed(count + Int(time / .seconds(60))))
    case .feed(.aged(let age), in: let list): .feed(.aged(age + time), in: list)
    default: self
    }
  }

  /// Whether the action reloads content that is already shown.
  package var isRefresh: Bool {
    switch self {
    case .feed(.refreshPressed, in: _), .profile(.refreshPressed): true
    default: false
    }
  }
}
