import Model

extension Texts {
  /// What the person can do.
  func advice(_ cause: Problem.Cause, _ subject: Problem.Subject) -> String {
    switch cause {
    case .unresolvedHost, .connectionLost, .timedOut, .transfer:
      say(
        "Check the network connection and try again.",
        "Проверьте подключение к сети и попробуйте ещё раз."
      )
    case .connectionRefused:
      say(
        "Try again in a moment. If it stays so, check the addresses in config.toml.",
        "Попробуйте ещё раз чуть позже. Если не поможет, проверьте адреса в config.toml."
      )
    case .insecure:
      say(
        "Nothing was sent. Check the clock of this computer, or use another network.",
        "Данные не отправлены. Проверьте часы компьютера или смените сеть."
      )
    case .proxy:
      say(
        "Check the variables https_proxy and no_proxy.",
        "Проверьте переменные https_proxy и no_proxy."
      )
    case .refusedAddress:
      say("Correct the addresses in config.toml.", "Исправьте адреса в config.toml.")

    case .badRequest:
      subject == .signIn
        ? say(
          "Check the keys and the redirect address registered at the service.",
          "Проверьте ключи и адрес возврата, указанный в настройках сервиса."
        )
        : later
    case .unauthorized where subject != .signIn: say("Sign in again.", "Войдите ещё раз.")
    case .unauthorized, .invalidClient:
      say(
        "Compare the keys in config.toml with those of your application on the service's site.",
        "Сверьте ключи в config.toml с ключами вашего приложения на сайте сервиса."
      )
    case .forbidden:
      subject == .signIn
        ? say(
          "Check the permissions of your application on the service's site.",
          "Проверьте права вашего приложения на сайте сервиса."
        )
        : say(
          "Sign out, sign in again and allow everything that is asked for.",
          "Выйдите, войдите снова и разрешите всё, что запрашивается."
        )
    case .gone where subject == .search:
      say("Search for something else.", "Попробуйте другой запрос.")
    case .notFound, .gone:
      subject.isOnePhoto
        ? say(
          "Choose another one, or refresh the feed: press R.",
          "Выберите другую или обновите ленту: клавиша R."
        )
        : say(
          "Check the addresses in config.toml, and whether there is a newer imagefeed.",
          "Проверьте адреса в config.toml и нет ли новой версии программы."
        )
    case .rateLimited(let minutes):
      say("Try again \(after(minutes: minutes)).", "Попробуйте ещё раз \(after(minutes: minutes)).")
    case .server:
      say("Try again in a few minutes.", "Попробуйте ещё раз через несколько минут.")
    case .unexpectedStatus, .malformedAnswer: later
    case .notOffered:
      say("See whether there is a newer imagefeed.", "Проверьте, нет ли новой версии программы.")

    case .tooLarge, .hugePicture: subject.isOnePhoto ? elsewhere : later
    case .htmlInsteadOfData:
      say(
        "Open any page in the browser, go through what it asks for, then try again.",
        "Откройте любую страницу в браузере, пройдите проверку и попробуйте ещё раз."
      )
    case .undecodablePicture: subject.isOnePhoto ? elsewhere : later
    case .truncatedPicture:
      say("Try to load it again.", "Попробуйте загрузить его ещё раз.")

    case .notConfigured:
      say(
        "Add them and press R, or try the demo service: press d.",
        "Добавьте их и нажмите R. Или нажмите d: откроется демонстрация."
      )
    case .accessDenied:
      say(
        "To go on, sign in again and allow access.",
        "Чтобы продолжить, войдите ещё раз и разрешите доступ."
      )
    case .stateMismatch:
      say(
        "Sign in again and use only the page that opens then.",
        "Войдите ещё раз и пользуйтесь только той страницей, которая откроется."
      )
    case .invalidGrant: say("Sign in again to get a new one.", "Войдите ещё раз: придёт новый код.")
    case .signInTimedOut:
      say("Sign in again when you are ready.", "Войдите ещё раз, когда будете готовы.")
    case .portBusy:
      subject == .signIn
        ? say(
          "Paste the code from the page. Or close that program, or set another redirect_port in "
            + "config.toml.",
          "Вставьте код со страницы, закройте ту программу или укажите другой redirect_port в "
            + "config.toml."
        )
        : say(
          "Close that program or choose another port.",
          "Закройте ту программу или выберите другой порт."
        )
    case .portUnusable:
      say(
        "Paste the code from the page. Or set another redirect_port, from 1024 on, in config.toml.",
        "Вставьте код со страницы или укажите в config.toml другой redirect_port, не меньше 1024."
      )
    case .notACallback:
      say(
        "Copy the whole address from the browser, or the whole code from the page.",
        "Скопируйте из браузера весь адрес целиком или весь код со страницы."
      )
    case .signInFailed: say("Try to sign in again.", "Попробуйте войти ещё раз.")

    case .missingLibrary(let name, _):
      say(
        "Install \(name), then start imagefeed again.",
        "Установите \(name) и запустите программу ещё раз."
      )
    case .diskFull:
      say("Free some space and try again.", "Освободите место и попробуйте ещё раз.")
    case .notPermitted:
      subject == .save
        ? otherFolder
        : say(
          "Change its permissions and try again.",
          "Измените права доступа и попробуйте ещё раз."
        )
    case .readOnly, .disk:
      subject == .save
        ? otherFolder
        : say(
          "Check the folder and the disk, then try again.",
          "Проверьте папку и диск и попробуйте ещё раз."
        )
    case .notAFile:
      say("Move it away and try again.", "Уберите это оттуда и попробуйте ещё раз.")
    case .missingFile:
      say(
        "Bring it back to its place, or download it again.",
        "Верните его на место или скачайте снова."
      )
    case .inUse:
      say(
        "Wait until it is done there, or close it, then try again.",
        "Дождитесь, пока она закончит, или закройте её и попробуйте ещё раз."
      )
    case .noBrowser, .commandFailed: withoutProgram(subject)
    case .noProgram:
      say(
        "Install it, or correct the command in config.toml.",
        "Установите её или исправьте команду в config.toml."
      )
    case .configurationSyntax, .configurationKey, .configurationType(_, _, line: 1..., _):
      say(
        "Correct the line, then press R or start imagefeed again.",
        "Исправьте строку, затем нажмите R или запустите программу ещё раз."
      )
    case .configurationType:
      say(
        "Correct the variable and start imagefeed again.",
        "Исправьте переменную и запустите программу ещё раз."
      )
    }
  }

  private var later: String {
    say(
      "Try again later. If it stays so, see whether there is a newer imagefeed.",
      "Попробуйте позже. Если не поможет, проверьте, нет ли новой версии программы."
    )
  }

  private var elsewhere: String {
    say(
      "Open it in the browser instead: press s.",
      "Откройте его в браузере: клавиша s."
    )
  }

  private var otherFolder: String {
    say(
      "Correct that, or set another folder as pictures in config.toml.",
      "Исправьте это или укажите другую папку pictures в config.toml."
    )
  }

  /// What to do where another program did not help.
  private func withoutProgram(_ subject: Problem.Subject) -> String {
    switch subject {
    case .clipboard:
      say("Select the text with the mouse instead.", "Выделите текст мышью.")
    case .export:
      say(
        "Try the command in a shell: there it says what is wrong.",
        "Выполните команду в оболочке: там видно, что не так."
      )
    default:
      say(
        "Copy the address and open it yourself, or name a browser in the variable BROWSER.",
        "Скопируйте адрес и откройте его сами или укажите браузер в переменной BROWSER."
      )
    }
  }
}
