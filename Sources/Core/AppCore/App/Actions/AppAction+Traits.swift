import Model

extension AppAction {
  /// The properties of an action that others than its own reducer ask for.
  package struct Traits: Equatable, Sendable {
    /// The part of the frame that an action may change.
    package enum Change: Equatable, Sendable {
      case everything
      case picture(PictureSource)
      case nothing
    }

    /// Whether the action is ignored while the user is signed out.
    ///
    /// A frame or an effect of the ended session may still send such an action.
    package var needsAccount = false
    /// Whether the action ends a count, even if it doesn't use it.
    var endsCount = false
    /// Whether the age of cached data may be visible afterwards, so that a timer must update it.
    var showsAges = false
    /// The action's evidence about the connection to the service; `nil` if it has none.
    var reachability: ServiceReachability?
    package var change = Change.everything

    fileprivate static let account = Traits(needsAccount: true)

    /// The traits of the response to a request of the account.
    fileprivate static func response<Value>(
      _ result: Result<Value, Problem>,
      showsAges: Bool = false
    ) -> Traits {
      Traits(
        needsAccount: true,
        showsAges: showsAges,
        reachability: ServiceReachability(result)
      )
    }
  }

  package var traits: Traits {
    switch self {
    // Responses of the service.
    case .feed(.pageLoaded(_, .failure(let problem)), in: _):
      .response(Result<Page, Problem>.failure(problem), showsAges: true)
    case .feed(.pageLoaded(_, let result), in: _): .response(result)
    case .details(.loaded(_, let result)): .response(result)
    case .profile(.loaded(.failure(let problem))):
      .response(Result<Person, Problem>.failure(problem), showsAges: true)
    case .profile(.loaded(let result)): .response(result)
    case .likes(.answered(_, liked: _, let result)): .response(result)
    case .collectionEdit(.answered(_, let result)): .response(result)
    case .collectionEdit(.made(_, let result)): .response(result)
    // Some services create the header of an untitled list without a request.
    case .visits(.infoLoaded(_, .success(let offer))) where offer.info.title.isEmpty: .account
    case .visits(.infoLoaded(_, let result)): .response(result)
    case .visits(.personLoaded(_, let result)): .response(result)
    case .chooser(.loaded(_, page: _, let result)): .response(result)
    case .addressInput(.photoLoaded(let result)): .response(result)

    case .feed(.aged, in: _), .cache(.listRead), .cache(.profileRead), .cache(.minutesPassed):
      Traits(needsAccount: true, showsAges: true)
    case .resumed: Traits(showsAges: true)
    case .pressed, .unavailable, .tabPressed, .overlayClosed: Traits(endsCount: true)
    case .pictureChanged(let key, _): Traits(change: .picture(key.source))
    // The placeholder's colour isn't visible once the picture itself is shown, and the picture that
    // the main colours were found in is about to be shown.
    case .colorsMeasured: Traits(needsAccount: true, change: .nothing)

    // Other input of the user, timers, and data of this computer.
    case .feed, .sizeRead, .likes, .collectionEdit, .marks, .details, .photo, .share, .profile,
      .search, .menu, .gallery, .visits, .chooser, .addressInput, .cache,
      .downloads(.cancelPressed):
      .account
    // Files are loaded from other servers, and the budget is also reported without a response.
    case .started, .sessionRead, .demoStarted, .resized, .terminalUnknown, .picturesBlocked,
      .savedWithoutCredit, .keysRead, .unknownKeyPressed, .count, .budgetChanged, .suspensionEnded,
      .networkAwaited, .noticeExpired, .signIn, .check, .downloads, .downloadsList, .dataFile,
      .alerts, .help, .overlay:
      Traits()
    }
  }
}
