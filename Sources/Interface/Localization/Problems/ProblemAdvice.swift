import AppCore
import Model

extension Texts {
  /// Returns the advice to the user.
  func advice(_ cause: Problem.Cause, _ subject: Problem.Subject) -> String {
    switch cause {
    case .stalePage: say("Refresh the list\(hint(.refresh)).", "Обновите список\(hint(.refresh)).")
    case .unresolvedHost, .connectionLost, .timedOut, .transfer:
      say(
        "Check your connection and try again.",
        "Проверьте подключение и попробуйте ещё раз."
      )
    case .connectionRefused:
      say("Try again in a moment.", "Попробуйте ещё раз чуть позже.") + ownAddresses
    case .certificate(_, .unknownAuthority, _), .certificate(_, .selfSigned, _):
      say(
        "Nothing was sent. In a company network, name its certificate with ca_file.",
        "Данные не отправлены. В сети организации укажите её сертификат в ca_file."
      )
    case .insecure, .certificate:
      say(
        "Nothing was sent. Check this computer's clock or try another network.",
        "Данные не отправлены. Проверьте часы компьютера или смените сеть."
      )
    case .proxy:
      say(
        "Check the https_proxy and no_proxy variables.",
        "Проверьте переменные https_proxy и no_proxy."
      )
    case .refusedAddress:
      say("Correct the addresses you have set.", "Исправьте заданные вами адреса.")

    case .badRequest:
      subject == .signIn
        ? say(
          "Check your keys and the redirect URIs registered with the service.",
          "Проверьте ключи и адрес возврата, указанный в настройках сервиса."
        )
        : later
    case .unauthorized where subject != .signIn: say("Sign in again.", "Войдите ещё раз.")
    case .unauthorized, .invalidClient:
      say(
        "Compare the keys in config.toml with those of your app on the service's website.",
        "Сверьте ключи в config.toml с ключами вашего приложения на сайте сервиса."
      )
    case .forbidden where subject == .collectionEdit:
      say(
        "Tick Write collections for your app on Unsplash, then sign out and in again.",
        "Включите право Write collections в настройках приложения на Unsplash, затем выйдите и "
          + "войдите ещё раз."
      )
    case .forbidden:
      subject == .signIn
        ? say(
          "Check your app's permissions on the service's website.",
          "Проверьте права вашего приложения на сайте сервиса."
        )
        : say(
          "Tick the missing permission in your app's settings, then sign out and in again.",
          "Включите недостающее право в настройках приложения, затем выйдите и войдите ещё раз."
        )
    case .gone where subject == .search:
      say("Search for something else.", "Попробуйте другой запрос.")
    case .notFound, .gone:
      subject.isOnePhoto
        ? say(
          "Choose another one or refresh\(hint(.refresh)).",
          "Выберите другое или обновите список\(hint(.refresh))."
        )
        : [.photographer, .topic, .collection, .collectionEdit, .random].contains(subject)
          ? say("Try something else.", "Попробуйте что-нибудь другое.")
          : newerVersion + ownAddresses
    case .rateLimited(let minutes):
      say("Try again \(after(minutes: minutes)).", "Попробуйте ещё раз \(after(minutes: minutes)).")
    case .tooManyRequests(let minutes, lacksContact: true):
      say(
        "Set contact in config.toml to your website or e-mail address, or try again "
          + (minutes.map { after(minutes: $0) } ?? "in a few minutes") + ".",
        "Впишите в contact в config.toml свой сайт или почту или попробуйте ещё раз "
          + (minutes.map { after(minutes: $0) } ?? "через несколько минут") + "."
      )
    case .tooManyRequests(let minutes?, _):
      say("Try again \(after(minutes: minutes)).", "Попробуйте ещё раз \(after(minutes: minutes)).")
    case .server, .tooManyRequests:
      say("Try again in a few minutes.", "Попробуйте ещё раз через несколько минут.")
    case .unexpectedStatus, .malformedAnswer, .unconfirmed: later
    case .notOffered: newerVersion

    case .refused(let refusal): advice(refusal, subject)

    case .tooLarge, .hugePicture: subject.isOnePhoto ? elsewhere : later
    case .htmlInsteadOfData:
      say(
        "Open any page in your browser, complete the check and try again.",
        "Откройте любую страницу в браузере, пройдите проверку и попробуйте ещё раз."
      )
    case .undecodablePicture, .unsupportedPicture: subject.isOnePhoto ? elsewhere : later
    case .truncatedPicture:
      say("Try loading it again.", "Попробуйте загрузить его ещё раз.")

    case .notConfigured:
      addKeys
    case .accessDenied:
      say(
        "Sign in again and allow access.",
        "Войдите ещё раз и разрешите доступ."
      )
    case .stateMismatch:
      say(
        "Sign in again and use only the page that opens.",
        "Начните вход ещё раз и входите только на открывшейся странице."
      )
    case .invalidGrant:
      say("Sign in again to get a new one.", "Войдите ещё раз, чтобы получить новый код.")
    case .signInTimedOut:
      say("Sign in again when you're ready.", "Войдите ещё раз, когда будете готовы.")
    case .nothingPasted:
      say("Sign in again and paste it.", "Войдите ещё раз и вставьте код или адрес.")
    case .portBusy:
      subject == .signIn
        ? say(
          "Paste the code from the page, close that program, or set another redirect_port in "
            + "config.toml.",
          "Вставьте код со страницы, закройте эту программу или укажите другой redirect_port в "
            + "config.toml."
        )
        : say(
          "Close that program or choose another port.",
          "Закройте эту программу или выберите другой порт."
        )
    case .portUnusable:
      say(
        "Paste the code from the page, or set redirect_port to 1024 or higher in config.toml.",
        "Вставьте код со страницы или укажите в config.toml другой redirect_port, не меньше 1024."
      )
    case .notACallback:
      say(
        "Copy the whole URL from the browser, or the whole code if the page shows one.",
        "Скопируйте адрес из браузера целиком или код, если страница его показывает."
      )
    case .signInFailed: say("Try signing in again.", "Попробуйте войти ещё раз.")

    case .authorities(_, let setting, _):
      say(
        "Correct or remove \(setting).",
        "Исправьте или уберите \(setting)."
      )
    case .missingLibrary(let name, _):
      say(
        "Install \(name) and restart imagefeed.",
        "Установите \(name) и перезапустите программу."
      )
    case .keyring(let trouble): advice(trouble, subject)
    case .diskFull:
      say("Free up some space and try again.", "Освободите место и попробуйте ещё раз.")
    case .noMoreFiles:
      say(
        "Delete files that you don't need and try again.",
        "Удалите ненужные файлы и попробуйте ещё раз."
      )
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
      say("Move it elsewhere and try again.", "Переместите его и попробуйте ещё раз.")
    case .missingFile:
      say(
        "Download it again or put it back.",
        "Скачайте его снова или верните на место."
      )
    case .inUse:
      say(
        "Wait for it to finish or close it, then try again.",
        "Закройте её или дождитесь завершения и попробуйте ещё раз."
      )
    case .noBrowser, .commandFailed: withoutProgram(subject)
    case .noProgram:
      say(
        "Install it or correct the command in config.toml.",
        "Установите её или исправьте команду в config.toml."
      )
    case .configurationSyntax, .configurationKey, .configurationBinding,
      .configurationType(_, _, line: 1..., _):
      with(.refresh) { key in
        say(
          "Correct the line, then press \(key) or restart imagefeed.",
          "Исправьте строку, затем нажмите \(key) или перезапустите программу."
        )
      }
        ?? say(
          "Correct the line and restart imagefeed.",
          "Исправьте строку и перезапустите программу."
        )
    case .configurationType:
      say(
        "Correct the variable and restart imagefeed.",
        "Исправьте переменную и перезапустите программу."
      )
    }
  }

  /// Returns a command's key in parentheses: " (R)"; empty if it has none.
  private func hint(_ command: Command) -> String { with(command) { " (\($0))" } ?? "" }

  private var addKeys: String {
    say(
      "Add them and reload\(hint(.refresh)), or explore the demo\(hint(.tryDemo)).",
      "Добавьте их и перечитайте настройки\(hint(.refresh)) или посмотрите демо\(hint(.tryDemo))."
    )
  }

  private var later: String {
    say(
      "Try again later. If this keeps happening, check for a newer version of imagefeed.",
      "Попробуйте позже. Если не поможет, проверьте, нет ли новой версии программы."
    )
  }

  private var newerVersion: String {
    say("Check for a newer version of imagefeed.", "Проверьте, нет ли новой версии программы.")
  }

  /// The advice about configured URLs; empty unless the user has set them and can correct them.
  private var ownAddresses: String {
    guard hasOwnAddresses else { return "" }
    return say(
      " If this keeps happening, check the addresses you have set.",
      " Если не поможет, проверьте заданные вами адреса."
    )
  }

  private var elsewhere: String {
    say(
      "Open it in your browser instead\(hint(.share)).",
      "Откройте его в браузере\(hint(.share))."
    )
  }

  private var otherFolder: String {
    say(
      "Fix this or set another pictures folder in config.toml.",
      "Устраните причину или укажите другую папку изображений в config.toml."
    )
  }

  /// Returns the advice if another program was missing or failed.
  private func withoutProgram(_ subject: Problem.Subject) -> String {
    switch subject {
    case .clipboard:
      say("Select the text with the mouse instead.", "Выделите текст мышью.")
    case .share, .wallpaper:
      say(
        "Run the command in a shell to see what's wrong.",
        "Выполните команду в терминале, чтобы узнать причину."
      )
    default:
      say(
        "Copy the link and open it yourself, or set the BROWSER variable.",
        "Скопируйте ссылку и откройте её сами или задайте переменную BROWSER."
      )
    }
  }
}
