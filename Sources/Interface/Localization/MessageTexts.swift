import AppCore
import Canvas
import Model

extension Texts {
  /// Returns the reason why a command is unavailable, as a sentence without its full stop.
  package func reason(_ reason: UnavailableReason) -> String {
    switch reason {
    case .likeOnlyInFeed:
      say(
        "In the basic edition, you can like photos only in the feed",
        "В базовой редакции лайки ставятся только в ленте"
      )
    case .likesNotHere: say("Likes aren't available here", "Лайки здесь недоступны")
    case .likesNotOffered:
      say("The service no longer offers likes", "В сервисе больше нет лайков")
    case .nothingSelected: say("No photo selected", "Фото не выбрано")
    case .notConfigured:
      say("Add your API keys first", "Сначала добавьте ключи API")
    case .noBrowser: say("No browser found", "Браузер не найден")
    case .noPicturesFolder:
      say("Set pictures in config.toml", "Укажите pictures в config.toml")
    case .keysIncomplete: say("Enter both keys", "Введите оба ключа")
    case .noPhotographer:
      say("Not a photographer's page", "Это не страница автора")
    case .noAuthorPage:
      say("The author has no page here", "У автора нет страницы")
    case .collectionEditIsOff:
      say(
        "Set edit_collections = true under [unsplash] in config.toml, then sign out and in again",
        "Укажите edit_collections = true в разделе [unsplash] файла config.toml, затем выйдите и "
          + "войдите ещё раз"
      )
    case .unknownCollector:
      say("Your profile is loading. Try again", "Профиль загружается. Попробуйте ещё раз")
    case .otherService: say("This photo is from another service", "Это фото из другого сервиса")
    case .nothingSearched: say("Search for something first", "Сначала введите запрос")
    case .nothingToUndo:
      say("Nothing to undo", "Возвращать нечего")
    case .alreadyDownloading:
      say("This photo is already being downloaded", "Это фото уже скачивается")
    case .alreadySaving: say("This photo is already being saved", "Это фото уже сохраняется")
    case .noRoom: say("The window is too small for this", "Окно слишком маленькое")
    case .notTwoMarks: say("Mark two photos to compare", "Отметьте два фото для сравнения")
    case .noPictures: say("There are no pictures to compare", "Картинок для сравнения нет")
    case .plainLines:
      say("Lines of text have no size", "В текстовом режиме размер не меняется")
    case .detailsClosed: say("Open the details first", "Сначала откройте подробности")
    case .noDownload: say("This photo isn't being downloaded", "Это фото сейчас не скачивается")
    case .notDownloaded:
      say("Offline, and this photo isn't downloaded", "Нет сети, а это фото не скачано")
    case .notInstalled(let package): say("Install \(package)", "Установите \(package)")
    case .noProgram(let name):
      say(
        "\(name) is missing or can't be run",
        "Программа \(name) не найдена или не запускается"
      )
    }
  }

  /// Returns a short message for the hint line.
  package func notice(_ text: Notice.Text) -> String {
    switch text {
    case .unavailable(_, let reason): self.reason(reason)
    case .unknownKey: say("This key does nothing here", "Эта клавиша здесь не действует")
    case .copied: say("Copied", "Скопировано")
    case .saved(let path, count: 1): say("Saved: \(path)", "Сохранено: \(path)")
    case .savedWithoutCredit(let path, let fault): savedWithoutCredit(path, fault)
    case .saved(let path, let count): saved(count, inFolderOf: path)
    case .newPhotos(let count): newPhotos(count)
    case .upToDate: say("No new photos", "Новых фотографий нет")
    case .configurationReread: say("Configuration reloaded", "Настройки перечитаны")
    case .slideshowInterval(let seconds):
      say("\(seconds)\(numberSpace)s per photo", "\(seconds)\(numberSpace)с на фото")
    case .slideshowOrder(.listed): say("As listed", "По порядку")
    case .slideshowOrder(.shuffled): say("Shuffled", "Вперемешку")
    case .seekingRandom: say("Looking for a random photo", "Ищем случайное фото")
    case .noRandomPhotos: say("No photos to choose from", "Выбирать не из чего: фото нет")
    case .historyCleared: say("History cleared", "История очищена")
    case .unknownAddress:
      say("Not a link or photo ID that imagefeed can open", "Такую ссылку или ID открыть нельзя")
    case .slideshowEnded: say("End of the slideshow", "Слайд-шоу закончилось")
    case .likesRefused(let refused): likesRefused(refused)
    case .downloaded(_, let count): downloaded(count)
    case .inGallery: self[.inGallery]
    case .downloadingPhotos(let count, let here): downloading(count, here: here)
    case .savingPhotos(let count):
      say("Saving \(photos(count)) to Pictures", "Сохраняется в «Изображения»: \(photos(count))")
    case .likedPhotos(let count, let isLiked):
      isLiked
        ? say("\(photos(count)) liked", "Лайки поставлены: \(photos(count))")
        : say("\(photos(count)) unliked", "Лайки сняты: \(photos(count))")
    case .downloadFailed(let id, let problem): downloadFailed(id.destination, problem)
    case .likesWaitForNetwork:
      say(
        "Will be sent when you're back online",
        "Лайки отправятся, когда появится сеть"
      )
    case .likesWait(let minutes):
      say(
        "Request limit reached. Your likes will be sent \(after(minutes: minutes))",
        "Лимит запросов исчерпан. Лайки отправятся \(after(minutes: minutes))"
      )
    case .failed(let problem, let retry):
      failed(
        problem,
        title: retry?.isRefresh == true ? say("Couldn't refresh", "Не удалось обновить") : nil,
        hasRetry: retry != nil
      )
    case .newerPhotos: say("New photos available", "Есть новые фотографии")
    case .deletedPhotos(let count): say("Deleted \(photos(count))", "Удалено: \(photos(count))")
    case .shared(let outcome): shared(outcome)
    case .sessionInFile(let trouble):
      explanation(trouble) + " "
        + say(
          "Your session is kept in a file only you can read",
          "Сеанс сохранён в файле, доступном только вам"
        )
    case .sessionNotSaved(let problem):
      say(
        "Your session can't be saved and ends with the program. "
          + explanation(problem.cause, problem.subject),
        "Сеанс нельзя сохранить; он завершится вместе с программой. "
          + explanation(problem.cause, problem.subject)
      )
    case .signedOut(let service?):
      say(
        "Signed out. Your browser stays signed in at \(service)",
        "Вы вышли из аккаунта. В браузере вход в \(service) сохранён"
      )
    case .signedOut(nil): say("Signed out", "Вы вышли из аккаунта")
    case .lastStartFailed:
      say(
        "imagefeed didn't start properly last time, so saved data wasn't loaded. "
          + "Nothing was deleted",
        "В прошлый раз программа не запустилась, поэтому сохранённые данные не загружены. "
          + "Они не удалены"
      )
    case .terminalUnknown(let name, let entry):
      say(
        "This computer doesn't know the terminal \(name); \(entry) is used instead",
        "Терминала \(name) нет в базе terminfo; вместо него используется \(entry)"
      )
    case .picturesBlocked(let line):
      say(
        "tmux blocks pictures. For pixels, add to ~/.tmux.conf: \(line)",
        "tmux не пропускает изображения. Добавьте в ~/.tmux.conf: \(line)"
      )
    }
  }

  /// Returns the reason of a failed download; without a network, that it is retried automatically.
  private func downloadFailed(_ destination: Download.Destination, _ problem: Problem) -> String {
    let text = self.problem(problem)
    let what =
      switch (destination, problem.cause.isNoAnswer) {
      case (.gallery, true): say("Download waiting for the network", "Загрузка ждёт сети")
      case (.gallery, false): say("Download failed", "Не удалось скачать")
      case (.pictures, true):
        say("Saving when the network is back", "Сохранится, когда появится сеть")
      case (.pictures, false): text.title
      }
    return "\(what). \(waiting(text.explanation, problem))"
  }

  /// Returns how many downloads are in progress.
  package func downloads(_ number: String) -> String {
    say("downloading \(number)", "скачивается \(number)")
  }

  /// Returns the result of a request to download several photos.
  private func downloading(_ count: Int, here: Int) -> String {
    let isHere = { (number: Int) in
      self.say(
        "\(self.number(number)) \(number == 1 ? "is" : "are") already in the gallery",
        "уже в галерее: \(self.number(number))"
      )
    }
    guard count > 0 else { return isHere(here).prefix(1).uppercased() + isHere(here).dropFirst() }
    let started = say("Downloading \(photos(count))", "Скачивается: \(photos(count))")
    return here > 0 ? "\(started); \(isHere(here))" : started
  }

  /// Returns a failure and its explanation, and the advice unless Retry makes it obvious.
  ///
  /// - Parameter title: A title in place of the problem's own.
  private func failed(_ problem: Problem, title: String? = nil, hasRetry: Bool) -> String {
    let text = self.problem(problem)
    let message = "\(title ?? text.title). \(text.explanation)"
    return hasRetry && problem.cause.isNoAnswer ? message : "\(message) \(text.advice)"
  }

  /// Returns a message about failed likes, with the reason of the last one.
  ///
  /// A single like of the current photo has the problem's title. Otherwise the message contains the
  /// number of likes.
  ///
  /// - Parameter isShown: Whether a single failed like belongs to the current photo.
  package func likesRefused(_ refused: RefusedLikes, isShown: Bool = true) -> String {
    let problem = refused.problem
    guard refused.likes.count > 1 || !isShown else {
      return failure(problem)
    }
    let reason = explanation(problem.cause, problem.subject)
    return "\(unchangedLikes(refused.likes.count)). \(waiting(reason, problem))"
  }

  /// Returns a failure and its reason, and how long to wait if the service rejected too many
  /// requests.
  func failure(_ problem: Problem) -> String {
    let text = self.problem(problem)
    let reason = waiting(text.explanation, problem)
    // The reason "no likes" makes the title unnecessary.
    return problem.isUnofferedLike ? reason : "\(text.title). \(reason)"
  }

  /// Returns an explanation, and how long to wait if the service rejected too many requests.
  func waiting(_ explanation: String, _ problem: Problem) -> String {
    guard problem.cause.isRateLimit else { return explanation }
    return "\(explanation) \(advice(problem.cause, problem.subject))"
  }

  private func saved(_ count: Int, inFolderOf path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    return say("Saved \(photos(count)) to \(folder)", "Сохранено в \(folder): \(photos(count))")
  }

  private func downloaded(_ count: Int) -> String {
    count == 1
      ? say("Downloaded to the gallery", "Скачано в галерею")
      : say("\(photos(count)) downloaded to the gallery", "Скачано в галерею: \(photos(count))")
  }

  private func shared(_ outcome: ShareOutcome) -> String {
    switch outcome {
    case .opened(let page):
      say("Opened in the browser: \(page.text)", "Открыто в браузере: \(page.text)")
    case .imageCopied: say("Image copied", "Изображение скопировано")
    case .mailing: say("Email draft opened", "Открыт черновик письма")
    case .viewing: say("Opened in the viewer", "Открыто в просмотрщике")
    case .wallpaperSet: say("Wallpaper set", "Обои установлены")
    case .done(let name): say("Done: \(name)", "Готово: \(name)")
    case .started(let name): say("Started: \(name)", "Запущено: \(name)")
    }
  }
}
