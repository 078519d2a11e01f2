import Library
import Model

/// What happened: a person's doing, or an effect's result.
package indirect enum AppAction: Equatable, Sendable {
  case started
  /// What an earlier start has left was there before the first screen.
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
  /// There is no terminfo entry for the terminal (TERM), so that another entry is in use.
  case terminalUnknown(String, entry: String)
  /// A file was saved or exported without a credit.
  case savedWithoutCredit(path: String, CreditFault)
  /// The configuration has been read again, with these keys.
  case keysRead(KeyMap)
  /// A command was given by key, or by pressing what stands for it on the screen.
  case pressed(Command)
  /// A command was given where it cannot be used.
  case unavailable(Command, UnavailableReason)
  case count(CountAction)
  case tabPressed(AppState.Tab)
  /// The overlay that has the keyboard at this place is to be left, as by Esc.
  case overlayClosed(Place)
  case pictureChanged(PictureKey, PictureStatus)
  case budgetChanged(RateBudget)
  /// Without a network for a while: it may be back.
  case networkAwaited
  case noticeExpired(Int)
  case signIn(SignInAction)
  case feed(FeedAction, in: ListID = .feed)
  /// How a list was shown at the start before.
  case sizeRead(ListID.Kind, RowSize)
  case visits(VisitsAction)
  case chooser(ChooserAction)
  case opening(AddressInputAction)
  case check(CheckAction)
  /// A photograph that came without a colour has this one on the whole.
  case colorMeasured(Photo.ID, UInt32)
  case search(SearchAction)
  case menu(MenuAction)
  case preview(PreviewAction)
  case downloads(DownloadsAction)
  case downloadsList(DownloadsListAction)
  case gallery(GalleryAction)
  case export(ExportAction)
  case cache(CacheAction)
  case storage(StorageAction)
  case likes(LikesAction)
  case collecting(CollectionEditAction)
  case marks(MarksAction)
  case details(DetailsAction)
  case photo(PhotoAction)
  case share(ShareAction)
  case profile(ProfileAction)
  case alerts(AlertsAction)
  case help(HelpAction)
  /// An action of the overlay at this place.
  case overlay(OverlayAction, in: Place)

  /// Whether the action is ignored while nobody is signed in.
  ///
  /// It then comes from a frame or an effect from before the sign-out.
  var needsAccount: Bool {
    switch self {
    case .feed, .sizeRead, .likes, .collecting, .marks, .details, .photo, .share, .profile, .search,
      .menu, .preview, .gallery, .export, .visits, .chooser, .opening, .cache, .colorMeasured,
      .downloads(.cancelPressed):
      true
    case .started, .resumed, .sessionRead, .demoStarted, .resized, .terminalUnknown,
      .savedWithoutCredit, .keysRead, .pressed, .unavailable, .count, .tabPressed, .overlayClosed,
      .pictureChanged, .budgetChanged,
      .networkAwaited, .noticeExpired, .signIn, .check, .downloads, .downloadsList, .storage,
      .alerts, .help, .overlay:
      false
    }
  }

  /// Whether it asks again for what is shown already.
  package var isRefresh: Bool {
    switch self {
    case .feed(.refreshPressed, in: _), .profile(.refreshPressed): true
    default: false
    }
  }
}
