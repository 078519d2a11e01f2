import Model

extension Texts {
  /// What happened.
  func explanation(_ cause: Problem.Cause, _ subject: Problem.Subject) -> String {
    switch cause {
    case .unresolvedHost(let host):
      say(
        "No address was found for \(host): there is no network, or the name is wrong.",
        "Адрес сервера \(host) не найден: нет сети или имя указано неверно."
      )
    case .connectionRefused(let host):
      say(
        "\(host) refused the connection: nothing answers there now.",
        "Сервер \(host) не принял соединение: сейчас там никто не отвечает."
      )
    case .connectionLost(let host):
      say(
        "The connection to \(host) broke before the answer was complete.",
        "Соединение с сервером \(host) прервалось раньше, чем пришёл весь ответ."
      )
    case .timedOut(let host):
      say("\(host) did not answer in time.", "Сервер \(host) не ответил вовремя.")
    case .insecure(let host, let reason):
      say(
        "The connection to \(host) is not secure: \(clipped(reason)).",
        "Соединение с сервером \(host) не защищено: \(clipped(reason))."
      )
    case .proxy(let reason):
      say(
        "The proxy did not let the request through: \(clipped(reason)).",
        "Прокси-сервер не пропустил запрос: \(clipped(reason))."
      )
    case .refusedAddress(let address):
      say(
        "The address \(clipped(address)) may not be used: only https, or http on this computer.",
        "Адрес \(clipped(address)) недопустим: только https или http на этом компьютере."
      )
    case .transfer(let host, let reason):
      say(
        "The exchange\(host.isEmpty ? "" : " with \(host)") failed: \(knownReason(reason)).",
        "Сбой при обмене данными\(host.isEmpty ? "" : " с \(host)"): \(knownReason(reason))."
      )

    case .badRequest(let message):
      say(
        "The service did not accept the request\(quoted(message)).",
        "Сервис не принял запрос\(quoted(message))."
      )
    case .unauthorized:
      subject == .signIn
        ? say("The service turned the sign-in down.", "Сервис отклонил вход.")
        : say("The service no longer accepts this session.", "Сервис больше не принимает сеанс.")
    case .forbidden(let message):
      say(
        "The service does not allow this\(quoted(message)).",
        "Сервис не разрешает это действие\(quoted(message))."
      )
    case .gone where subject == .search:
      say(
        "The service takes this query for spam and does not search for it.",
        "Сервис счёл этот запрос спамом и не стал искать."
      )
    case .notFound, .gone: missing(subject)
    case .rateLimited:
      say(
        "The service's limit of requests for this hour is used up.",
        "Лимит запросов к сервису на этот час исчерпан."
      )
    case .server(let status):
      say(
        "The service itself failed (code \(status)).",
        "Ошибка на стороне сервиса (код \(status))."
      )
    case .unexpectedStatus(let status):
      say(
        "The service gave an answer nobody expected (code \(status)).",
        "Сервис дал неожиданный ответ (код \(status))."
      )
    case .notOffered:
      switch subject {
      case .like, .unlike, .favourites:
        say("The service no longer offers likes.", "В этом сервисе больше нет лайков.")
      default:
        say("The service no longer offers this.", "Сервис больше этого не предлагает.")
      }

    case .tooLarge(let limit):
      subject.isPicture
        ? say(
          "The picture is larger than the limit of \(bytes(Int64(limit))).",
          "Изображение больше допустимого: предел \(bytes(Int64(limit)))."
        )
        : say(
          "The answer is larger than the limit of \(bytes(Int64(limit))).",
          "Ответ больше допустимого: предел \(bytes(Int64(limit)))."
        )
    case .htmlInsteadOfData(let host):
      say(
        "A web page came instead of data from \(host): the login page of a network, or a check "
          + "for robots.",
        "Вместо данных с \(host) пришла веб-страница: вход в сеть или проверка на робота."
      )
    case .malformedAnswer:
      say("The service's answer could not be understood.", "Ответ сервиса не удалось разобрать.")
    case .undecodablePicture:
      say(
        "What came is not a picture that can be shown.",
        "Полученный файл не является изображением, которое можно показать."
      )
    case .truncatedPicture:
      say("Only a part of the picture came.", "Изображение пришло не полностью.")
    case .hugePicture(let megapixels):
      say(
        "The picture is too large to show here: \(megapixels) megapixels.",
        "Изображение слишком большое, чтобы показать его здесь: \(megapixels) Мп."
      )

    case .notConfigured:
      say(
        "The service's access_key and secret_key are missing in config.toml.",
        "В файле config.toml нет ключей сервиса access_key и secret_key."
      )
    case .accessDenied:
      say(
        "Access was declined on the service's page.",
        "На странице сервиса доступ не был разрешён."
      )
    case .stateMismatch:
      say(
        "The answer belongs to another sign-in and was not used.",
        "Ответ относится к другой попытке входа и не был использован."
      )
    case .invalidClient:
      say(
        "The service does not know this access_key and secret_key.",
        "Сервис не узнал ключи access_key и secret_key."
      )
    case .invalidGrant:
      say(
        "The code was not accepted: it is old, used, or meant for another address.",
        "Код не принят: он устарел, уже использован или выдан для другого адреса."
      )
    case .signInTimedOut:
      say("No answer came from the browser in time.", "Ответ из браузера не пришёл вовремя.")
    case .portBusy(let port):
      subject == .signIn
        ? say(
          "Another program uses port \(port), so the browser cannot return here.",
          "Порт \(port) занят другой программой: браузер не сможет сюда вернуться."
        )
        : say("Another program uses port \(port).", "Порт \(port) занят другой программой.")
    case .portUnusable(let port, let reason):
      say(
        "Port \(port) cannot be used (\(knownReason(reason))), so the browser cannot return here.",
        "Порт \(port) недоступен (\(knownReason(reason))): браузер не сможет сюда вернуться."
      )
    case .notACallback:
      say(
        "This is neither the address the browser ended at nor a code.",
        "Это не адрес, на котором остановился браузер, и не код."
      )
    case .signInFailed(let message):
      say(
        "The service did not complete the sign-in\(quoted(message)).",
        "Сервис не завершил вход\(quoted(message))."
      )

    case .missingLibrary(let name, let reason):
      say(
        "\(name) cannot be loaded: \(clipped(reason)).",
        "Не удалось загрузить \(name): \(clipped(reason))."
      )
    case .diskFull(let path):
      say(
        "There is no space left to write \(path).",
        "На диске не хватает места, чтобы записать \(path)."
      )
    case .notPermitted(let path):
      say("imagefeed has no permission for \(path).", "Нет прав доступа: \(path).")
    case .readOnly(let path):
      say("\(path) is on a read-only disk.", "\(path) находится на диске только для чтения.")
    case .disk(let path, let reason):
      say("\(path): \(knownReason(reason)).", "\(path): \(knownReason(reason)).")
    case .notAFile(let path):
      say(
        "\(path) is not a file, but a folder, a pipe or something else.",
        "\(path) — не файл, а папка, канал или что-то другое."
      )
    case .missingFile(let path):
      say("\(path) is no longer there.", "Файла \(path) больше нет.")
    case .inUse(let path):
      say(
        "Another running imagefeed works with \(path).",
        "С этим файлом работает другая запущенная копия программы: \(path)."
      )
    case .noBrowser:
      say("No browser was found on this computer.", "На этом компьютере не найден браузер.")
    case .commandFailed(let command):
      say(
        "The command \"\(clipped(command))\" failed.",
        "Команда «\(clipped(command))» завершилась с ошибкой."
      )
    case .noProgram(let name):
      say(
        "There is no program \(clipped(name)) on this computer.",
        "На этом компьютере нет программы \(clipped(name))."
      )
    case .configurationSyntax(let path, let line, let detail):
      say(
        "\(path), line \(line): \(clipped(detail)).",
        "\(path), строка \(line): ошибка синтаксиса (\(clipped(detail)))."
      )
    case .configurationKey(let path, let key, let line):
      "\(place(path, line))\(unknownKey(key))."
    case .configurationType(_, let key, line: ...0, let expected):
      "\(wrongVariable(key, expected))."
    case .configurationType(let path, let key, let line, let expected):
      "\(place(path, line))\(wrongValue(key, expected))."
    }
  }

  private func place(_ path: String, _ line: Int) -> String {
    say("\(path), line \(line): ", "\(path), строка \(line): ")
  }

  private func missing(_ subject: Problem.Subject) -> String {
    if subject.isOnePhoto {
      return say(
        "The service no longer has this photo: it may have been removed.",
        "В сервисе больше нет этой фотографии: возможно, её удалили."
      )
    }
    switch subject {
    case .profile, .favourites:
      return say("The service no longer has this profile.", "В сервисе больше нет этого профиля.")
    case .avatar:
      return say("The service no longer has this avatar.", "В сервисе больше нет этого аватара.")
    default:
      return say(
        "The service does not know the address that was asked for.",
        "Сервис не знает запрошенного адреса."
      )
    }
  }

  /// A service's own words behind a colon; nothing where it had none.
  func quoted(_ message: String?) -> String {
    let message = clipped(message ?? "")
    guard !message.isEmpty else { return "" }
    return say(": \"\(message)\"", ": «\(message)»")
  }

  /// A library's or the system's reason, in the person's language where it is a common one.
  func knownReason(_ reason: String) -> String {
    switch reason {
    case "no database": say("the database is not open", "база данных не открыта")
    case "database is locked":
      say("another program uses it", "её использует другая программа")
    case "cancelled": say("cancelled", "отменено")
    case "too many redirects": say("too many redirects", "слишком много перенаправлений")
    case "another part of the file came":
      say("another part of the file came", "пришла другая часть файла")
    case "Permission denied": say(reason, "нет прав доступа")
    case "no such file", "No such file or directory":
      say("there is no such file or folder", "такого файла или папки нет")
    case "No such device or address", "not a file": say("it is not a file", "это не файл")
    case "not a file, - reads pipes":
      say("it is not a file; - reads standard input", "это не файл; стандартный ввод — это -")
    case "Is a directory": say("it is a folder", "это папка")
    case "Not a directory": say("a part of it is not a folder", "часть пути не является папкой")
    case "File exists": say("the file is there already", "такой файл уже есть")
    case "File name too long": say("the name is too long", "слишком длинное имя")
    case "Input/output error": say("the disk failed", "сбой диска")
    case "Too many open files": say("too many files are open", "открыто слишком много файлов")
    case "No space left on device": say("the disk is full", "на диске нет места")
    case "Bad file descriptor": say("it is closed", "он закрыт")
    case "File too large": say("the file is too large", "файл слишком большой")
    case "Too many levels of symbolic links": say("links go in a circle", "ссылки идут по кругу")
    default: clipped(reason)
    }
  }
}
