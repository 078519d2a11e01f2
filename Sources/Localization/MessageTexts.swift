import AppCore
import Canvas
import Library
import Model

/// An alert in words; its buttons have their own.
package struct AlertText: Equatable, Sendable {
  package let title: String
  package let body: String
}

extension Texts {
  /// Why a command cannot be used now, as a sentence without its full stop.
  package func reason(_ reason: UnavailableReason) -> String {
    switch reason {
    case .likeOnlyInFeed:
      say("In the basic edition, likes are given in the feed", "В базовой версии лайки — в ленте")
    case .likesNotOffered: say("The service no longer offers likes", "В сервисе больше нет лайков")
    case .nothingSelected: say("No photo is selected", "Фото не выбрано")
    case .notConfigured:
      say("Add the service's keys to config.toml first", "Сначала добавьте ключи в config.toml")
    case .noBrowser: say("No browser was found here", "Браузер здесь не найден")
    case .noPicturesFolder:
      say("No pictures folder: set pictures in config.toml", "Укажите папку pictures в config.toml")
    case .noAuthorPage:
      say("The service tells no page of the author", "Сервис не сообщает страницу автора")
    case .noPage: say("There is no link to this photo", "На это фото нет ссылки")
    case .nothingSearched: say("Search for something first", "Сначала найдите что-нибудь")
    case .nothingToUndo:
      say("Nothing has left your favourites", "Из избранного ничего не убрано")
    case .alreadySaving: say("This photo is being saved already", "Это фото уже сохраняется")
    case .noDownload: say("This photo is not being downloaded", "Это фото сейчас не скачивается")
    case .notKept: say("Its file is not in the gallery", "Файла этого фото нет в галерее")
    case .onePhotoOnly: say("For one photo at a time", "Только для одного фото")
    case .noClipboardProgram:
      say("Neither wl-copy nor xclip works here", "Нет ни wl-copy, ни xclip")
    case .noMailProgram: say("xdg-email was not found", "Программа xdg-email не найдена")
    case .noViewer: say("xdg-open was not found", "Программа xdg-open не найдена")
    case .noWallpaperProgram:
      say("No desktop that shows wallpapers was found", "Не найден рабочий стол с обоями")
    case .noProgram(let name):
      say(
        "\(name) is not there, or cannot be run",
        "Программы \(name) нет, или её нельзя запустить"
      )
    }
  }

  /// A short message for the hint line.
  package func notice(_ text: Notice.Text) -> String {
    switch text {
    case .unavailable(_, let reason): self.reason(reason)
    // A terminal never says whether it took the text, so the text itself is shown as well.
    case .copied(let text):
      say(
        "Copied, if the terminal allows it: \(text.text)",
        "Скопировано, если терминал разрешил: \(text.text)"
      )
    case .copiedCredit(let format, let text):
      say(
        "Copied as \(name(format)), if the terminal allows it: \(text.text)",
        "Скопировано как \(name(format)), если терминал разрешил: \(text.text)"
      )
    case .openedInBrowser(let page):
      say("Opened in the browser: \(page.text)", "Открыто в браузере: \(page.text)")
    case .saved(let path): say("Saved: \(path)", "Сохранено: \(path)")
    case .newPhotos(let count): newPhotos(count)
    case .upToDate: say("No new photos", "Новых фотографий нет")
    case .configurationReread: say("The configuration was read again", "Настройки прочитаны заново")
    case .nothingToRetry: say("Everything here is loaded", "Здесь всё загружено")
    case .likesRefused(let refused): likesRefused(refused)
    case .kept: kept(key: "4")
    case .downloadFailed(_, let problem):
      // What the network has failed is tried again by itself.
      (problem.cause.isNoAnswer
        ? say("The download waits for the network. ", "Загрузка ждёт сеть. ")
        : say("The download failed. ", "Загрузка прервалась. ")) + self.problem(problem).explanation
    case .likesWait(let minutes):
      say(
        "The hour's requests are used up; your likes are sent \(after(minutes: minutes))",
        "Запросы на этот час исчерпаны; лайки уйдут \(after(minutes: minutes))"
      )
    case .notRefreshed(let problem, _):
      "\(self.problem(problem).explanation) \(self.problem(problem).advice)"
    case .newerPhotos: say("There are newer photos", "Есть новые фотографии")
    case .deletedPhotos(let count): say("Deleted: \(photos(count))", "Удалено: \(photos(count))")
    case .exported(let outcome): exported(outcome)
    case .lastStartFailed:
      say(
        "The last start failed: began without saved data, nothing is deleted",
        "Прошлый запуск не удался: сохранённое не загружено, но не удалено"
      )
    }
  }

  /// One like by its name, several by their number; why, of the last one.
  private func likesRefused(_ refused: RefusedLikes) -> String {
    guard refused.likes.count > 1 else { return self.problem(refused.problem).explanation }
    let reason = explanation(refused.problem.cause, refused.problem.subject)
    return "\(unchangedLikes(refused.likes.count)). \(reason)"
  }

  private func name(_ format: Credit.Format) -> String {
    switch format {
    case .markdown: "Markdown"
    case .html: "HTML"
    }
  }

  /// That a photograph has arrived, and the key that leads to it, where one does.
  package func kept(key: String?) -> String {
    let message = say("The photo is in the gallery now", "Фото теперь в галерее")
    return key.map { message + say(": press \($0)", ": клавиша \($0)") } ?? message
  }

  private func exported(_ outcome: ExportOutcome) -> String {
    switch outcome {
    case .copied(let count, let folder):
      say("Copied to \(folder): \(photos(count))", "Скопировано в \(folder): \(photos(count))")
    case .pictureCopied: say("The picture is in the clipboard", "Изображение в буфере обмена")
    case .mailing: say("A letter with the photo was begun", "Создано письмо с этим фото")
    case .viewing: say("Opened in the viewer", "Открыто в просмотрщике")
    case .wallpaperSet: say("The wallpaper was set", "Обои установлены")
    case .done(let name): say("Done: \(name)", "Выполнено: \(name)")
    case .started(let name): say("Started: \(name)", "Запущено: \(name)")
    }
  }

  /// The title and the message of an alert.
  package func alert(_ kind: Alert.Kind) -> AlertText {
    switch kind {
    case .problem(let problem, _):
      let text = self.problem(problem)
      return AlertText(title: text.title, body: "\(text.explanation) \(text.advice)")
    case .confirmSignOut:
      return AlertText(
        title: say("Sign out?", "Выйти из учётной записи?"),
        body: say(
          "The session and what was kept of your account are removed from this computer. Photos "
            + "you saved stay.",
          "Сеанс и сохранённые данные учётной записи будут удалены с этого компьютера. Ваши "
            + "фотографии останутся."
        )
      )
    case .confirmSignOutLosing(let likes):
      let count = self.likes(likes)
      return AlertText(
        title: say("Sign out and lose likes?", "Выйти и потерять лайки?"),
        body: say(
          "\(count) not yet sent to the service will be lost. The session and what was kept of "
            + "your account are removed from this computer. Photos you saved stay.",
          "Ещё не отправлено и пропадёт: \(count). Сеанс и сохранённые данные учётной записи "
            + "будут удалены с этого компьютера. Ваши фотографии останутся."
        )
      )
    case .confirmCancelSignIn:
      return AlertText(
        title: say("Cancel sign-in?", "Отменить вход?"),
        body: say(
          "imagefeed stops waiting for the browser.",
          "Программа перестанет ждать ответа из браузера."
        )
      )
    case .confirmDelete(let ids, let bytes):
      return AlertText(
        title: say("Delete \(photos(ids.count))?", "Удалить \(photos(ids.count))?"),
        body: say(
          "\(self.bytes(bytes)) leave the gallery on this computer. The service and copies in other "
            + "folders are not touched.",
          "Из галереи на этом компьютере будет удалено \(self.bytes(bytes)). Сервис и копии в "
            + "других папках не изменятся."
        )
      )
    case .signedOut:
      return AlertText(
        title: say("You have to sign in again", "Нужно войти ещё раз"),
        body: say(
          "The service no longer accepts this session: it has expired or was revoked.",
          "Сервис больше не принимает этот сеанс: он истёк или был отозван."
        )
      )
    case .databaseSetAside(let path):
      return AlertText(
        title: say("The database was set aside", "База данных отложена"),
        body: say(
          "It was damaged, or written by a newer imagefeed, and is now \(path). A new one was begun.",
          "Она повреждена или записана более новой версией; теперь это \(path). Начата новая."
        )
      )
    case .sessionExposed(let path, let isLasting):
      let end =
        isLasting
        ? say(
          "Allow only yourself to read and write it.",
          "Разрешите читать и менять его только себе."
        )
        : say(
          "Now only you can. If you don't trust them, sign out and in again.",
          "Теперь доступ есть только у вас. Если вы им не доверяете, выйдите и войдите снова."
        )
      return AlertText(
        title: isLasting
          ? say("Your session is not private", "Доступ к сеансу открыт")
          : say("Your session was not private", "Доступ к сеансу был открыт"),
        body: say(
          "Other people on this computer could read or change \(path). \(end)",
          "Другие пользователи этого компьютера могли прочитать или изменить \(path). \(end)"
        )
      )
    case .browserStaysSignedIn:
      return AlertText(
        title: say("You are signed out", "Вы вышли из учётной записи"),
        body: say(
          "The session was removed from this computer. A browser you signed in with stays signed "
            + "in at the service: to change that, sign out on its site.",
          "Сеанс удалён с этого компьютера. Браузер, через который вы входили, остаётся в учётной "
            + "записи: выйти из неё можно на сайте сервиса."
        )
      )
    }
  }

  package func button(_ button: Alert.Button) -> String {
    switch button {
    case .ok: say("OK", "ОК")
    case .retry: say("Retry", "Повторить")
    case .cancel: say("Cancel", "Отмена")
    case .yes: say("Yes", "Да")
    case .no: say("No", "Нет")
    }
  }
}
