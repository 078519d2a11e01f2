import Model

extension Texts {
  /// Returns the reason why the desktop's keyring can't be used.
  func explanation(_ trouble: KeyringError) -> String {
    switch trouble {
    case .noDesktop:
      say(
        "There's no keyring outside a desktop session.",
        "Вне сеанса рабочего стола связка ключей недоступна."
      )
    case .noLibrary(let reason):
      say(
        "Can't load libsecret: \(sentence(reason)).",
        "Не удалось загрузить libsecret: \(sentence(reason))."
      )
    case .absent: say("No keyring is running.", "Служба связки ключей не запущена.")
    case .locked:
      say("The keyring is locked or not set up.", "Связка ключей заблокирована или не создана.")
    case .refused(let reason):
      say("The keyring failed: \(sentence(reason)).", "Сбой связки ключей: \(sentence(reason)).")
    case .noAnswer:
      say("The keyring didn't answer in time.", "Связка ключей не ответила вовремя.")
    }
  }

  /// Returns the advice to the user, which depends on the failed action.
  func advice(_ trouble: KeyringError, _ subject: Problem.Subject) -> String {
    switch (subject, trouble) {
    case (.signIn, .noDesktop), (.signIn, .absent):
      say(
        "Set credentials = \"auto\" in config.toml to use a file instead.",
        "Чтобы хранить сеанс в файле, укажите credentials = \"auto\" в config.toml."
      )
    case (_, .noDesktop):
      say(
        "Sign in again, or start imagefeed on your desktop.",
        "Войдите ещё раз или запустите программу в сеансе рабочего стола."
      )
    case (_, .noLibrary):
      say(
        "Install libsecret and restart imagefeed.",
        "Установите libsecret и перезапустите программу."
      )
    case (.signOut, .absent):
      say(
        "Start a keyring and sign out again.",
        "Запустите службу связки ключей и попробуйте выйти ещё раз."
      )
    case (.signOut, _):
      say(
        "Unlock it and sign out again.",
        "Разблокируйте связку ключей и попробуйте выйти ещё раз."
      )
    case (_, .absent):
      say(
        "Start a keyring and restart imagefeed, or sign in again.",
        "Запустите службу связки ключей и перезапустите программу или войдите ещё раз."
      )
    case (_, .locked), (_, .refused), (_, .noAnswer):
      say(
        "Unlock it and restart imagefeed, or sign in again.",
        "Разблокируйте связку ключей и перезапустите программу или войдите ещё раз."
      )
    }
  }

  /// Returns the text of `imagefeed doctor` about the storage of the tokens.
  ///
  /// - Parameter file: the path of the session file.
  package func doctor(_ place: DoctorCredentials, file: String) -> String {
    switch place {
    case .keyring: say("keyring", "связка ключей")
    case .file(nil): file
    case .file(let trouble?): "\(file) (\(phrase(trouble)))"
    case .nowhere(let trouble): phrase(trouble)
    }
  }

  /// Returns the explanation without its capital letter and full stop, as a part of a sentence.
  private func phrase(_ trouble: KeyringError) -> String {
    let sentence = explanation(trouble)
    return sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast()
  }
}

/// The storage of the tokens.
package enum DoctorCredentials: Equatable, Sendable {
  case keyring
  /// The session file, with the reason if the keyring can't be used.
  case file(KeyringError?)
  /// No storage, because the configuration requires the keyring, which can't be used.
  case nowhere(KeyringError)

  /// The name in machine-readable output, which isn't translated.
  package var name: String {
    switch self {
    case .keyring: "keyring"
    case .file: "file"
    case .nowhere: "none"
    }
  }
}
