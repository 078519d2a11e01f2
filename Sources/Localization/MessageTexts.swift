import AppCore
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
    case .alreadySaving: say("This photo is being saved already", "Это фото уже сохраняется")
    }
  }

  /// A short message for the hint line.
  package func notice(_ text: Notice.Text) -> String {
    switch text {
    case .unavailable(_, let reason): self.reason(reason)
    // A terminal never says whether it took the text, so the text itself is shown as well.
    case .copied(let url):
      say(
        "Copied, if the terminal allows it: \(url)",
        "Скопировано, если терминал разрешил: \(url)"
      )
    case .copiedCredit(let format, let text):
      say(
        "Copied as \(name(format)), if the terminal allows it: \(text)",
        "Скопировано как \(name(format)), если терминал разрешил: \(text)"
      )
    case .openedInBrowser(let url):
      say("Opened in the browser: \(url)", "Открыто в браузере: \(url)")
    case .saved(let path): say("Saved: \(path)", "Сохранено: \(path)")
    case .newPhotos(let count): newPhotos(count)
    case .upToDate: say("No new photos", "Новых фотографий нет")
    case .configurationReread: say("The configuration was read again", "Настройки прочитаны заново")
    case .nothingToRetry: say("Everything here is loaded", "Здесь всё загружено")
    case .likesRefused(let refused): likesRefused(refused)
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
          "The session and its cached pictures are removed from this computer. Saved photos stay.",
          "Сеанс и кэш будут удалены с этого компьютера. Сохранённые фотографии останутся."
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
    case .signedOut:
      return AlertText(
        title: say("You have to sign in again", "Нужно войти ещё раз"),
        body: say(
          "The service no longer accepts this session: it has expired or was revoked.",
          "Сервис больше не принимает этот сеанс: он истёк или был отозван."
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
