import AppCore
import Model

/// A message of a shell command, such as an error, a prompt or a result.
package enum ShellMessage: Equatable, Sendable {
  /// The service needs an application's keys, which aren't in the configuration file at this path.
  case notConfigured(path: String)
  /// The cache has nothing that `--offline` could print.
  case notCached
  case notSignedIn
  /// An argument or a folder's variable isn't valid UTF-8.
  case damagedText(String)
  /// An argument or a line of standard input can't be a photo's ID.
  case notAnID(String)
  /// Neither the arguments nor standard input contain an ID.
  case noIDs
  /// There are more IDs than this limit.
  case tooManyIDs(Int)
  case notInGallery(id: String)
  case missingFile(path: String)
  case damagedFile(path: String)
  /// The folder for a web page contains files, but no page that imagefeed wrote.
  case foreignFolder(path: String)
  /// The list is empty, so no web page was written.
  case noPhotos
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
  /// The progress of verifying all files of the gallery.
  case verifying(files: Int, allFiles: Int, bytes: Int64, allBytes: Int64)
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
  /// There are more arguments than this limit.
  case tooManyArguments(Int)
  /// The service has no sign-in; it uses the configured key only.
  case noSignIn
  /// The user has been signed out; this number of unsent likes is lost.
  case signedOut(lostLikes: Int)
  /// After signing out, the keyring may still have an older token.
  case tokenInKeyring
  case cacheSize(files: Int, bytes: Int64, lists: Int)
  case cacheCleared(bytes: Int64)
  case configuration(ConfigurationMessage)
  case commandLine(CommandLineMessage)
  /// No desktop is running whose wallpaper can be set.
  case noDesktop
  /// The program that sets the desktop's wallpaper isn't installed.
  case noWallpaperProgram(String, desktop: String)
  /// The program that sets the wallpaper failed.
  ///
  /// - Parameter message: the text that the program printed; may be empty.
  case wallpaperProgramFailed(String, message: String)
  /// The program that sets the wallpaper took too long and was ended.
  case wallpaperProgramTimedOut(String)
  /// The wallpaper to restore isn't known.
  case noFormerWallpaper(desktop: String)
  /// There are no favourites to use as a wallpaper.
  ///
  /// - Parameter isFiltered: whether only favourites of the requested orientation are missing.
  case noFavourites(isFiltered: Bool)
  /// The gallery has no photos to use as a wallpaper.
  ///
  /// - Parameter isFiltered: whether only photos of the requested orientation are missing.
  case noGalleryPhotos(isFiltered: Bool)
  /// The file isn't an image, or has a format that desktops don't show.
  case notAWallpaper(path: String)
  /// Another instance of imagefeed is setting the wallpaper; this one waits until it ends.
  case waitingForWallpaper
  /// The records of wallpapers were damaged; this is their new path.
  case wallpapersSetAside(path: String)
  case wallpaperSet
  case wallpaperRestored
  /// The photographer, the service and the page of a photo; `site` is `nil` for the demo service.
  case credit(author: String, site: String?, page: String?)
}

extension Texts {
  /// Returns a message without a trailing line break.
  package func shell(_ message: ShellMessage) -> String {
    switch message {
    case .notConfigured(let path):
      say(
        "imagefeed: add your app's keys to \(path), or try --demo.",
        "imagefeed: добавьте ключи приложения в \(path) или попробуйте --demo."
      )
    case .notCached:
      say(
        "imagefeed: nothing is cached for this; run it once without --offline.",
        "imagefeed: в кэше этого нет; запустите команду один раз без --offline."
      )
    case .notSignedIn:
      say(
        "imagefeed: not signed in; run \(loginCommand).",
        "imagefeed: вы не вошли в аккаунт; выполните \(loginCommand)."
      )
    case .damagedText(let text):
      say("imagefeed: \"\(text)\" is not valid UTF-8.", "imagefeed: «\(text)» — не UTF-8.")
    case .notAnID(let text):
      say(
        "imagefeed: \"\(clipped(text))\" is not a photo ID.",
        "imagefeed: «\(clipped(text))» — не ID фотографии."
      )
    case .noIDs:
      say(
        "imagefeed: no photo IDs; pass them as arguments, or - to read them from standard input.",
        "imagefeed: не указаны ID фотографий; передайте их аргументами или укажите -, "
          + "чтобы читать их со стандартного ввода."
      )
    case .tooManyIDs(let limit):
      say(
        "imagefeed: more than \(number(limit)) photo IDs; nothing was done. Pass fewer at a time.",
        "imagefeed: больше \(number(limit)) ID фотографий; ничего не сделано. "
          + "Передайте их частями."
      )
    case .tooManyArguments(let limit):
      say(
        "imagefeed: more than \(number(limit)) arguments; nothing was done. Write photo IDs to "
          + "standard input instead, with -.",
        "imagefeed: больше \(number(limit)) аргументов; ничего не сделано. Передайте ID фотографий "
          + "через стандартный ввод, указав -."
      )
    case .noAlbums(let service):
      say(
        "imagefeed: \(service) has no albums.",
        "imagefeed: у сервиса \(service) нет альбомов."
      )
    case .notInGallery(let id):
      say("imagefeed: \(id) is not in the gallery.", "imagefeed: \(id) нет в галерее.")
    case .missingFile(let path):
      say("imagefeed: \(path) is missing.", "imagefeed: файл \(path) отсутствует.")
    case .damagedFile(let path):
      say("imagefeed: \(path) is damaged.", "imagefeed: файл \(path) повреждён.")
    case .foreignFolder(let path):
      say(
        "imagefeed: \(path) has other files; nothing was written. Use a new or empty folder.",
        "imagefeed: в папке \(path) есть другие файлы; ничего не записано. "
          + "Укажите новую или пустую папку."
      )
    case .noPhotos:
      say(
        "imagefeed: the list is empty; no page was written.",
        "imagefeed: список пуст, страница не создана."
      )
    case .unknownName(let name, let option, let known):
      say(
        "imagefeed: \(option) has no {\(name)}; it has \(known.joined(separator: ", ")).",
        "imagefeed: \(option): нет поля {\(name)}; есть \(known.joined(separator: ", "))."
      )
    case .openBrace(let option):
      say(
        "imagefeed: a { in \(option) has no }; write {{ for the brace itself.",
        "imagefeed: в \(option) не закрыта {; чтобы вывести скобку, пишите {{."
      )
    case .newDatabase(let path): "imagefeed: \(inOneLine(.databaseSetAside(path: path)))"
    case .sessionExposed(let path, let exposure):
      "imagefeed: \(inOneLine(.sessionExposed(path: path, exposure)))"
    case .sessionInFile(let trouble): "imagefeed: \(notice(.sessionInFile(trouble)))."
    case .stale(let problem):
      say(
        "imagefeed: showing cached photos. \(happened(problem))",
        "imagefeed: показаны фотографии из кэша. \(happened(problem))"
      )
    case .problem(let problem): "imagefeed: \(happened(problem))"
    case .about(let id, let problem): "imagefeed: \(id): \(happened(problem))"
    case .verifying(let files, let allFiles, let bytes, let allBytes):
      "\(number(files))/\(number(allFiles))  \(self.bytes(bytes))/\(self.bytes(allBytes))"
    case .waitingForOther(let id):
      say(
        "imagefeed: \(id): another imagefeed is downloading this photo; waiting for it",
        "imagefeed: \(id): это фото уже скачивает другая копия imagefeed, ждём её"
      )
    case .withoutCredit(let path, let fault):
      "imagefeed: \(savedWithoutCredit(path, fault))."
    case .verified(let count):
      say("\(photos(count)) checked", "Проверено: \(photos(count))")
    case .confirmRemoval(let count):
      say(
        "Delete \(photos(count)) from this computer? [y/N] ",
        "Удалить \(photos(count)) с этого компьютера? [y/N] "
      )
    case .needsYes:
      say(
        "imagefeed: standard input isn't a terminal; use --yes to delete without confirmation.",
        "imagefeed: стандартный ввод — не терминал; чтобы удалить без подтверждения, укажите "
          + "--yes."
      )
    case .signedIn, .signInPage, .signInCode, .signInAddress, .askCode, .askAddress, .askToken,
      .noToken, .refusedToken, .noSignIn:
      signingIn(message)
    case .configuration(let message): configuration(message)
    case .signedOut(let lostLikes):
      lostLikes == 0
        ? say("Signed out", "Вы вышли из аккаунта")
        : say(
          "Signed out; unsent likes lost: \(number(lostLikes))",
          "Вы вышли из аккаунта; неотправленные лайки потеряны: \(number(lostLikes))"
        )
    case .tokenInKeyring: "imagefeed: \(tokenInKeyring)"
    case .cacheSize(let files, let bytes, let lists):
      say(
        "Pictures: \(number(files)), \(self.bytes(bytes))\nLists: \(number(lists))",
        "Изображения: \(number(files)), \(self.bytes(bytes))\nСписки: \(number(lists))"
      )
    case .cacheCleared(let bytes):
      say("Freed \(self.bytes(bytes))", "Освобождено \(self.bytes(bytes))")
    case .commandLine(let message): cli(message)
    case .noDesktop, .noWallpaperProgram, .wallpaperProgramFailed, .wallpaperProgramTimedOut,
      .noFormerWallpaper, .noFavourites, .noGalleryPhotos, .notAWallpaper, .waitingForWallpaper,
      .wallpapersSetAside, .wallpaperSet, .wallpaperRestored, .credit:
      wallpaper(message)
    }
  }

  private func signingIn(_ message: ShellMessage) -> String {
    switch message {
    case .signedIn(let name):
      name.map { say("Signed in as @\($0)", "Вы вошли как @\($0)") }
        ?? say("Signed in", "Вы вошли в аккаунт")
    case .signInPage(let url):
      say(
        "Finish signing in in your browser. If it didn't open, use this link:\n\(url)",
        "Завершите вход в браузере. Если он не открылся, перейдите по ссылке:\n\(url)"
      )
    case .signInCode(let url):
      say(
        "Sign in at this link, then paste the code here:\n\(url)",
        "Войдите по этой ссылке и вставьте сюда код:\n\(url)"
      )
    case .signInAddress(let url):
      say(
        "Sign in at this link, then paste the final URL here:\n\(url)",
        "Войдите по этой ссылке и вставьте сюда адрес последней страницы:\n\(url)"
      )
    case .askCode: say("Code or final URL: ", "Код или адрес последней страницы: ")
    case .askAddress: say("Final URL: ", "Адрес последней страницы: ")
    case .askToken: say("Token: ", "Токен: ")
    case .noToken:
      say(
        "imagefeed: standard input has no token, or not a valid one.",
        "imagefeed: на стандартном вводе нет токена, или он недопустимый."
      )
    case .refusedToken:
      say(
        "imagefeed: the service doesn't accept this token.",
        "imagefeed: сервис не принимает этот токен."
      )
    case .noSignIn:
      say(
        "imagefeed: a service key is configured, so there's no need to sign in.",
        "imagefeed: настроен сервисный ключ; с ним вход не нужен."
      )
    default: ""
    }
  }

  /// Returns the text of an alert in one line.
  private func inOneLine(_ kind: Alert.Kind) -> String {
    let text = alert(kind)
    return "\(text.title). \(text.body)"
  }

  /// Returns the failed action and its reason, with the waiting time or the page to open if known.
  ///
  /// Other advice is omitted, because it mentions keys of the interactive program.
  private func happened(_ problem: Problem) -> String {
    if problem.subject == .configuration { return diagnostic(problem) }
    let text = self.problem(problem)
    return problem.cause.needsAdvice
      ? "\(text.title). \(text.explanation) \(text.advice)" : failure(problem)
  }

  /// The headings of a table of photos.
  package var photoHeadings: [String] {
    [
      "ID", say("Photographer", "Автор"), say("Size", "Размер"), say("Likes", "Лайки"),
      say("Description", "Описание"),
    ]
  }
}

extension Problem.Cause {
  /// Whether the message includes the advice, because only the advice names a page or a setting.
  fileprivate var needsAdvice: Bool {
    switch self {
    case .refused(.robotCheck), .refused(.confirmation), .certificate: true
    default: false
    }
  }

  /// Whether the service rejected the request because there were too many, so that waiting helps.
  var isRateLimit: Bool {
    switch self {
    case .rateLimited, .tooManyRequests, .refused(.tooFast), .refused(.flood), .refused(.quota):
      true
    default: false
    }
  }
}
