import AppCore
import Model

extension Texts {
  /// Returns a message without a trailing line break.
  package func shell(_ message: ShellMessage) -> String {
    switch message {
    case .notConfigured(let path, let service?):
      say(
        "imagefeed: \(service) isn't configured; add your app's keys to \(path), or try --demo.",
        "imagefeed: сервис \(service) не настроен; добавьте ключи приложения в \(path) "
          + "или попробуйте --demo."
      )
    case .notConfigured(let path, nil):
      say(
        "imagefeed: add your app's keys to \(path), or try --demo.",
        "imagefeed: добавьте ключи приложения в \(path) или попробуйте --demo."
      )
    case .notCached:
      say(
        "imagefeed: nothing is cached for this; run it once without --offline.",
        "imagefeed: в кэше этого нет; запустите команду один раз без --offline."
      )
    case .noPictures:
      say(
        "imagefeed: no photo is on this computer yet; open imagefeed once, or download one.",
        "imagefeed: на этом компьютере ещё нет фото; откройте imagefeed или скачайте фото."
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
    case .notALink(let text, .any):
      say(
        "imagefeed: \"\(clipped(text))\" is neither a link to a photo or list nor an ID.",
        "imagefeed: «\(clipped(text))» — не ссылка на фото или список и не ID."
      )
    case .notALink(let text, let wanted):
      say(
        "imagefeed: \"\(clipped(text))\" is not a link to \(link(wanted)).",
        "imagefeed: «\(clipped(text))» — не ссылка на \(link(wanted))."
      )
    case .wrongLink(let text, let kind, let wanted):
      say(
        "imagefeed: \"\(clipped(text))\" leads to \(link(kind)), not to \(link(wanted)).",
        "imagefeed: «\(clipped(text))» ведёт на \(link(kind)), а нужна ссылка на \(link(wanted))."
      )
    case .unknownCommand(let name, let nearest):
      say(
        "imagefeed: there is no command \(clipped(name))",
        "imagefeed: нет команды \(clipped(name))"
      ) + guess(nearest)
        + (nearest == nil
          ? say("; imagefeed help lists all of them.", "; все команды перечисляет imagefeed help.")
          : "")
    case .unknownTopic(let name, let nearest):
      say(
        "imagefeed: there is no topic \(clipped(name))",
        "imagefeed: нет темы \(clipped(name))"
      ) + guess(nearest)
    case .nothingFound: say("Nothing found", "Ничего не найдено")
    case .readsInput:
      say(
        "Reading photo IDs from the terminal; Ctrl+D ends the list",
        "Жду ID фотографий с терминала; Ctrl+D — конец списка"
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
    case .noPageNumbers(let service):
      say(
        "imagefeed: the pages of \(service) have no numbers: leave out --page",
        "imagefeed: у страниц \(service) нет номеров: уберите --page"
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
    case .unknownName(let name, let option, let known):
      say("imagefeed: \(option) has no {\(name)}", "imagefeed: в \(option) нет поля {\(name)}")
        + guess(known.nearest(to: name).map { "{\($0)}" }, of: known)
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
    case .progress(let files, let allFiles, let bytes, let allBytes, let percent):
      "\(number(files))/\(number(allFiles))  \(self.bytes(bytes))"
        + (allBytes.map { "/" + self.bytes($0) } ?? "") + "  \(percent)\(say("%", " %"))"
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
    case .likeQueued(let id):
      say(
        "imagefeed: \(id): no connection; the next run of the program sends it.",
        "imagefeed: \(id): нет связи; отправится при следующем запуске программы."
      )
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
    case .noFilter(let filters, let service): noFilter(filters, service)
    case .noAccounts(let service):
      say(
        "imagefeed: \(service) needs no sign-in; likes stay on this computer.",
        "imagefeed: для \(service) вход не нужен; лайки остаются на этом компьютере."
      )
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
    case .picture(let message, isMissing: _): cli(message)
    case .wallpaper(let failure): wallpaper(failure)
    case .noFavourites(let orientation):
      orientation != nil
        ? say(
          "imagefeed: none of your favourites has this orientation.",
          "imagefeed: в избранном нет фото с такой ориентацией."
        )
        : say("imagefeed: you have no favourites.", "imagefeed: в избранном нет фото.")
    case .noGalleryPhotos(let orientation):
      orientation != nil
        ? say(
          "imagefeed: no photo in the gallery has this orientation.",
          "imagefeed: в галерее нет фото с такой ориентацией."
        )
        : say("imagefeed: the gallery has no photos.", "imagefeed: в галерее нет фото.")
    case .notAWallpaper(let path):
      say(
        "imagefeed: \(path) is not a JPEG, PNG, WebP, AVIF or JPEG XL picture.",
        "imagefeed: \(path) — не изображение JPEG, PNG, WebP, AVIF или JPEG XL."
      )
    case .waitingForWallpaper:
      say(
        "imagefeed: another imagefeed is setting the wallpaper; waiting for it",
        "imagefeed: обои сейчас меняет другая копия imagefeed, ждём её"
      )
    case .wallpapersSetAside(let path):
      say(
        "imagefeed: the list of earlier wallpapers is damaged; it was saved as \(path).",
        "imagefeed: список прежних обоев повреждён; он сохранён как \(path)."
      )
    case .wallpaperSet: say("Wallpaper set", "Обои установлены")
    case .wallpaperRestored: say("Former wallpaper restored", "Прежние обои возвращены")
    case .credit(let credit, let isDemo, let page):
      self.credit(credit, site: isDemo ? demoSiteName : credit.site)
        + (credit.asksForChanges ? say(", cropped", ", обрезано") : "")
        + (page.map { "\n" + $0 } ?? "")
    }
  }

  private func noFilter(_ filters: Capabilities, _ service: String) -> String {
    let all: [(Capabilities, String)] = [
      (.orientationFilter, "--orientation"), (.colorFilter, "--color"), (.sorting, "--sort"),
      (.scopeFilter, "--scope"),
    ]
    let options = all.filter { filters.contains($0.0) }.map(\.1).joined(separator: ", ")
    return say(
      "imagefeed: the search of \(service) has no \(options).",
      "imagefeed: в поиске \(service) нет \(options)."
    )
  }

  /// Returns the end of a sentence about an unknown word: the most similar one, or all of them.
  func guess(_ nearest: String?, of known: [String] = []) -> String {
    if let nearest { return say("; did you mean \(nearest)?", "; может быть, \(nearest)?") }
    guard !known.isEmpty else { return "" }
    let words = known.joined(separator: ", ")
    return say("; it is one of \(words).", "; есть \(words).")
  }

  /// Returns what a link leads to, in Russian in the accusative.
  private func link(_ kind: LinkKind) -> String {
    switch kind {
    case .photo, .any: say("a photo", "фото")
    case .list(.photographer): say("a photographer", "автора")
    case .list(.likes): say("a photographer's likes", "лайки автора")
    case .list(.topic): hasAlbums ? say("an album", "альбом") : say("a topic", "тему")
    case .list(.collection): say("a collection", "подборку")
    case .list(.search): say("a search", "поиск")
    case .list: say("a list", "список")
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
    if problem.cause.needsAdvice { return self.problem(problem).inOneLine }
    let mustSignIn = [.unauthorized, .refused(.sessionExpired), .refused(.sessionElsewhere)]
      .contains(problem.cause)
    guard mustSignIn else { return failure(problem) }
    return failure(problem) + " " + say("Run \(loginCommand).", "Выполните \(loginCommand).")
  }

  /// Returns a failure without the program's name, for JSON.
  package func reason(of failure: ShellMessage) -> String {
    String(shell(failure).trimmingPrefix("imagefeed: "))
  }

  /// Returns the heading of a column in a table of photos.
  package func heading(_ column: PhotoColumn) -> String {
    switch column {
    case .id: "ID"
    case .photographer: say("Photographer", "Автор")
    case .size: say("Size", "Размер")
    case .likes: say("Likes", "Лайки")
    case .description: say("Description", "Описание")
    }
  }
}

/// A column in a table of photos, in the order of the columns.
package enum PhotoColumn: CaseIterable {
  case id, photographer, size, likes, description
}

extension Problem.Cause {
  /// Whether the message includes the advice: if only that names a page or a setting, or if no
  /// server responded.
  fileprivate var needsAdvice: Bool {
    switch self {
    case .refused(.robotCheck), .refused(.confirmation), .certificate: true
    default: isNoAnswer
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
