import Localization
import Model

/// The exit status of a command.
enum CommandStatus: Int32, Sendable, CaseIterable {
  case done = 0
  /// A failure without a specific status, such as a full disk, a damaged file or an unexpected
  /// response.
  case failed = 1
  /// The arguments or the configuration are invalid.
  case usage = 2
  case notSignedIn = 3
  case notFound = 4
  case rateLimited = 5
  /// The service can't be reached, and no cached data is available.
  case offline = 6
  /// Interrupted by Ctrl+C: 128 plus the signal's number.
  case interrupted = 130

  init(_ problem: Problem) {
    self =
      switch problem.cause {
      case .notConfigured, .configurationSyntax, .configurationKey, .configurationType,
        .invalidClient, .refused(.serviceKey):
        .usage
      // For example, a named configuration file that doesn't exist.
      case _ where problem.subject == .configuration: .usage
      case _ where problem.cause.endsSession: .notSignedIn
      case .notFound, .gone, .missingFile: .notFound
      case .rateLimited, .tooManyRequests, .refused(.tooFast), .refused(.flood),
        .refused(.quota):
        .rateLimited
      case let cause where cause.isNoAnswer: .offline
      default: .failed
      }
  }

  /// Returns the status of two results combined.
  ///
  /// A failure that affects everything has priority over one that affects a single photo.
  func and(_ other: CommandStatus) -> CommandStatus {
    severity >= other.severity ? self : other
  }

  private var severity: Int {
    switch self {
    case .done: 0
    case .notFound: 1
    case .failed: 2
    case .offline: 3
    case .rateLimited: 4
    case .notSignedIn: 5
    case .usage: 6
    case .interrupted: 7
    }
  }
}

extension ShellMessage {
  /// The exit status of a command that ends with this message.
  var status: CommandStatus {
    switch self {
    case .problem(let problem), .about(_, let problem), .wallpaper(.problem(let problem)):
      CommandStatus(problem)
    case .notCached, .noPictures: .offline
    case .notSignedIn, .refusedToken: .notSignedIn
    case .notConfigured, .notAnID, .unknownCommand, .notALink, .wrongLink, .tooManyIDs,
      .tooManyArguments, .damagedText, .unknownName, .openBrace, .noSignIn, .noAccounts, .noFilter,
      .noToken, .noAlbums,
      .noPageNumbers,
      .foreignFolder, .needsYes:
      .usage
    case .unknownTopic, .notInGallery, .missingFile, .noFavourites, .noGalleryPhotos,
      .picture(_, isMissing: true):
      .notFound
    case .damagedFile, .picture, .notAWallpaper, .wallpaper: .failed
    case .configuration(let message): message.status
    case .newDatabase, .nothingFound, .readsInput, .likeQueued, .sessionExposed, .sessionInFile,
      .stale, .progress, .verified,
      .waitingForOther, .withoutCredit, .confirmRemoval, .signedIn, .signInPage, .signInCode,
      .signInAddress, .askCode, .askAddress, .askToken, .signedOut, .tokenInKeyring, .cacheSize,
      .cacheCleared, .waitingForWallpaper, .wallpapersSetAside, .wallpaperSet, .wallpaperRestored,
      .credit:
      .done
    }
  }
}

extension ConfigurationMessage {
  fileprivate var status: CommandStatus {
    switch self {
    case .isFine, .noFile, .overridden, .stillSet: .done
    case .notSet: .notFound
    case .noValue, .longValue, .unknownKey, .wrongValue, .noPlace, .sharedLine: .usage
    }
  }
}
