import AppCore
import Model

/// The kind of a link's target.
package enum LinkKind: Equatable, Sendable {
  case photo
  case list(ListID.Kind)
  /// Anything that the program can open.
  case any
}

/// A message of a shell command: a failure, which the command throws, or a prompt or a result.
package enum ShellMessage: Error, Equatable, Sendable {
  /// The service needs an application's keys, which aren't in the configuration file at this path.
  ///
  /// - Parameter service: The service's name, if the user has chosen it.
  case notConfigured(path: String, service: String? = nil)
  /// The cache has nothing that `--offline` could print.
  case notCached
  /// No picture is on this computer.
  case noPictures
  case notSignedIn
  /// An argument or a folder's variable isn't valid UTF-8.
  case damagedText(String)
  /// An argument or a line of standard input can't be a photo's ID.
  case notAnID(String)
  /// A link leads to nothing that imagefeed shows, or an argument is neither link nor ID.
  case notALink(String, wanted: LinkKind)
  /// A link leads to something else than the command needs.
  case wrongLink(String, LinkKind, wanted: LinkKind)
  /// There is no command of this name; the most similar one.
  case unknownCommand(String, nearest: String?)
  /// The service has no topic of this name; the most similar one.
  case unknownTopic(String, nearest: String)
  /// A list is empty.
  case nothingFound
  /// A command waits for text that the user types.
  case readsInput
  /// There are more IDs than this limit.
  case tooManyIDs(Int)
  case notInGallery(id: String)
  case missingFile(path: String)
  case damagedFile(path: String)
  /// The folder for a web page contains files, but no page that imagefeed wrote.
  case foreignFolder(path: String)
  /// The template of an option contains an unknown field name; `known` are the valid ones.
  case unknownName(String, option: String, known: [String])
  /// The template of an option has an opening brace without a closing one.
  case openBrace(option: String)
  /// The database couldn't be used and was replaced by a new one.
  case newDatabase(oldPath: String)
  /// Other users of this computer could read the session file.
  case sessionExposed(path: String, Exposure)
  /// The session is stored in the file, because the keyring doesn't work.
  case sessionInFile(KeyringError)
  /// The output comes from the cache, because the service didn't respond.
  case stale(Problem)
  case problem(Problem)
  /// An action failed for the photo with this ID.
  case about(id: String, Problem)
  /// The progress of several files; `allBytes` is `nil` if it isn't known.
  case progress(files: Int, allFiles: Int, bytes: Int64, allBytes: Int64?, percent: Int)
  /// The verified files are undamaged.
  case verified(count: Int)
  /// Another instance of imagefeed is downloading the photo; this one waits for it.
  case waitingForOther(id: String)
  /// A file was written without a credit.
  case withoutCredit(path: String, CreditFault)
  /// The question whether to remove photos and their files.
  case confirmRemoval(count: Int)
  /// A confirmation is needed, but there is no terminal to show a question.
  case needsYes
  /// The service can't be reached; the next run of the program sends the like of this photo.
  case likeQueued(id: String)
  case signedIn(name: String?)
  /// The page to sign in at; the browser returns automatically.
  case signInPage(String)
  /// The page to sign in at; it ends with a code that the user must paste.
  case signInCode(String)
  /// The page to sign in at; the user must paste the URL that it ends at.
  case signInAddress(String)
  case askCode
  case askAddress
  case askToken
  /// The text given as a token is empty, too long, or has spaces or other invalid characters.
  case noToken
  /// The service doesn't accept the token of standard input.
  case refusedToken
  /// The service with this name has no albums.
  case noAlbums(service: String)
  /// The service's pages have no numbers.
  case noPageNumbers(service: String)
  /// There are more arguments than this limit.
  case tooManyArguments(Int)
  /// The service has no sign-in; it uses the configured key only.
  case noSignIn
  /// Filters of a search that the service doesn't have.
  case noFilter(Capabilities, service: String)
  /// A command about an account, for a service without accounts.
  case noAccounts(service: String)
  /// The user has been signed out; this number of unsent likes is lost.
  case signedOut(lostLikes: Int)
  /// After signing out, the keyring may still have an older token.
  case tokenInKeyring
  case cacheSize(files: Int, bytes: Int64, lists: Int)
  case cacheCleared(bytes: Int64)
  case configuration(ConfigurationMessage)
  /// A picture can't be shown.
  ///
  /// - Parameter isMissing: Whether its file doesn't exist.
  case picture(CommandLineMessage, isMissing: Bool)
  case wallpaper(WallpaperFailure)
  /// There are no favourites to use as a wallpaper, or none of this orientation.
  case noFavourites(SearchQuery.Orientation?)
  /// The gallery has no photos to use as a wallpaper, or none of this orientation.
  case noGalleryPhotos(SearchQuery.Orientation?)
  /// The file isn't an image, or has a format that desktops don't show.
  case notAWallpaper(path: String)
  /// Another instance of imagefeed is setting the wallpaper; this one waits until it ends.
  case waitingForWallpaper
  /// The records of wallpapers were damaged; this is their new path.
  case wallpapersSetAside(path: String)
  case wallpaperSet
  case wallpaperRestored
  /// The credit and the page of a photo whose edges the desktop may cut off.
  case credit(Credit, isDemo: Bool, page: String?)

  /// Returns the message with a photo's ID if it reports a problem; otherwise the same message.
  package func about(_ id: String) -> ShellMessage {
    if case .problem(let problem) = self { .about(id: id, problem) } else { self }
  }
}
