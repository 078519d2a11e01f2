import AppCore
import Model

/// The text of an alert without its buttons.
package struct AlertText: Equatable, Sendable {
  package let title: String
  package let body: String
}

extension Texts {
  /// Returns the title and the message of an alert.
  package func alert(_ kind: Alert.Kind) -> AlertText {
    switch kind {
    case .problem(let problem, _):
      let text = self.problem(problem)
      return AlertText(title: text.title, body: text.body)
    case .confirmSignOut:
      return AlertText(
        title: say("Sign out?", "Выйти из аккаунта?"),
        body: accountRemoved
      )
    case .confirmSignOutLosing(let likes):
      return AlertText(
        title: say("Sign out and lose likes?", "Выйти и потерять лайки?"),
        body: say(
          "\(self.likes(likes)) not sent yet will be lost. ",
          "Неотправленные лайки пропадут: \(number(likes)). "
        ) + accountRemoved
      )
    case .confirmCancelSignIn:
      return AlertText(
        title: say("Cancel sign-in?", "Отменить вход?"),
        body: ""
      )
    case .confirmDelete(let ids, let bytes):
      return AlertText(
        title: say("Delete \(photos(ids.count))?", "Удалить \(photos(ids.count))?"),
        body: say(
          "Frees \(self.bytes(bytes)). Copies elsewhere are kept.",
          "Освободится \(self.bytes(bytes)). Копии в других местах останутся."
        )
      )
    case .confirmClearHistory:
      return AlertText(
        title: say("Clear the history?", "Очистить историю?"),
        body: say(
          "This clears the list of photos you opened. Downloads and likes are kept.",
          "Список открытых фотографий будет очищен. Скачанные фото и лайки останутся."
        )
      )
    case .signedOut:
      return AlertText(
        title: say("You need to sign in again", "Нужно войти ещё раз"),
        body: say(
          "Your session has expired or was revoked.",
          "Сеанс истёк, или доступ отозван."
        )
      )
    case .saved(let path):
      return AlertText(
        title: say("Photo saved", "Фото сохранено"),
        body: say("File: \(path).", "Файл: \(path).")
      )
    case .databaseSetAside(let path):
      return AlertText(
        title: say("A new database was created", "Создана новая база данных"),
        body: say(
          "The old one was damaged or written by another version. It was saved as \(path).",
          "Прежняя повреждена или записана другой версией. Она сохранена как \(path)."
        )
      )
    case .tokenInKeyring:
      return AlertText(
        title: say("A token may be left", "Мог остаться токен"),
        body: tokenInKeyring
      )
    case .sessionExposed(let path, let exposure):
      let others = say(
        "Other users of this computer could read and change \(path). ",
        "Другие пользователи этого компьютера могли читать и менять \(path). "
      )
      let (title, body) =
        switch exposure {
        case .ended:
          (
            say("Your session wasn't private", "Сеанс не был защищён"),
            others
              + say(
                "Access is now limited to you. If someone may have copied the session, sign out "
                  + "and sign in again.",
                "Доступ теперь только у вас. Если сеанс могли скопировать, выйдите и войдите снова."
              )
          )
        case .lasting:
          (
            say("Your session isn't private", "Сеанс не защищён"),
            others + say("Restrict access to it.", "Закройте доступ к нему.")
          )
        case .permanent:
          (
            say("Your session can't be protected", "Сеанс нельзя защитить"),
            say(
              "Other users may have access to \(path): its file system has no permissions.",
              "\(path) может быть доступен другим: в этой файловой системе нет прав доступа."
            )
          )
        }
      return AlertText(title: title, body: body)
    }
  }

  /// The consequences of signing out.
  private var accountRemoved: String {
    say(
      "Your session and account data will be removed from this computer. Downloaded photos are "
        + "kept.",
      "Сеанс и данные аккаунта будут удалены с этого компьютера. Скачанные фото останутся."
    )
  }

  /// Returns a button of an alert; the buttons of questions name their actions.
  package func button(_ button: Alert.Button, of kind: Alert.Kind) -> String {
    switch (kind, button) {
    case (.confirmSignOut, .yes), (.confirmSignOutLosing, .yes):
      say("Yes, sign out", "Да, выйти")
    case (.confirmCancelSignIn, .yes): say("Cancel sign-in", "Отменить вход")
    case (.confirmCancelSignIn, .no): say("Keep waiting", "Ждать дальше")
    case (.confirmDelete, .yes): say("Delete", "Удалить")
    case (.confirmDelete, .no), (.confirmClearHistory, .no): say("Keep", "Оставить")
    case (.confirmClearHistory, .yes): say("Clear", "Очистить")
    default: self.button(button)
    }
  }

  /// The message that the keyring may still have an older token.
  var tokenInKeyring: String {
    say(
      "The keyring may have an older token. It will be deleted once the keyring is unlocked.",
      "В связке ключей мог остаться прежний токен. Он будет удалён, когда её разблокируют."
    )
  }

  /// Returns the general name of an alert's button.
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
