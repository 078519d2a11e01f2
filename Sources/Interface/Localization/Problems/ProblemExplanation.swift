import Model

extension Texts {
  /// Returns the explanation of a cause.
  func explanation(_ cause: Problem.Cause, _ subject: Problem.Subject) -> String {
    switch cause {
    case .stalePage:
      say("The service has lost the place in this list.", "Сервис потерял место в этом списке.")
    case .unresolvedHost(let host):
      say(
        "Can't find \(host). You may be offline.",
        "Сервер \(host) не найден. Возможно, нет сети."
      )
    case .connectionRefused(let host):
      say(
        "\(host) refuses connections or can't be reached.",
        "Сервер \(host) не принимает соединения или недоступен."
      )
    case .connectionLost(let host):
      say(
        "The connection to \(host) was lost.",
        "Соединение с сервером \(host) прервалось."
      )
    case .timedOut(let host):
      say("\(host) took too long to respond.", "Сервер \(host) не ответил вовремя.")
    case .insecure(let host, let reason):
      say(
        "The connection to \(host) isn't secure: \(sentence(reason)).",
        "Соединение с сервером \(host) не защищено: \(sentence(reason))."
      )
    case .certificate(let host, let fault, let authorities):
      say(
        "\(host) has a certificate that isn't trusted: \(reason(fault))\(checked(authorities)).",
        "Сертификат сервера \(host) не принят: \(reason(fault))\(checked(authorities))."
      )
    case .proxy(let reason):
      say(
        "Can't connect through the proxy: \(sentence(reason)).",
        "Не удалось подключиться через прокси-сервер: \(sentence(reason))."
      )
    case .refusedAddress(let address):
      say(
        "\(clipped(address)) isn't allowed: use https, or http on this computer only.",
        "Адрес \(clipped(address)) не подходит: нужен https (http — только на этом компьютере)."
      )
    case .transfer(let host, let reason):
      say(
        "The transfer\(host.isEmpty ? "" : " from \(host)") failed: \(knownReason(reason)).",
        "Сбой при передаче данных\(host.isEmpty ? "" : " с \(host)"): \(knownReason(reason))."
      )

    case .badRequest(let message):
      say(
        "The service rejected the request\(quoted(message)).",
        "Сервис отклонил запрос\(quoted(message))."
      )
    case .unauthorized:
      subject == .signIn
        ? say("The service rejected the sign-in.", "Сервис отклонил вход.")
        : say("Your session has expired or was revoked.", "Сеанс истёк, или доступ отозван.")
    case .forbidden where subject == .collectionEdit:
      say(
        "This session can't change collections.",
        "Нет разрешения на изменение подборок."
      )
    case .forbidden(let message):
      say(
        "The service doesn't allow this\(quoted(message)).",
        "Сервис не разрешает это действие\(quoted(message))."
      )
    case .gone where subject == .search:
      say(
        "The service rejected this search as spam.",
        "Сервис счёл этот запрос спамом."
      )
    case .notFound, .gone: missing(subject)
    case .rateLimited:
      say(
        "The hourly request limit has been reached.",
        "Лимит запросов на этот час исчерпан."
      )
    case .tooManyRequests(_, lacksContact: true):
      say(
        "The service allows only a few requests a minute to a program without a contact.",
        "Программе без контакта сервис разрешает лишь несколько запросов в минуту."
      )
    case .tooManyRequests:
      say(
        "The service is asking for a pause: too many requests.",
        "Слишком много запросов, сервис просит подождать."
      )
    case .server(let status):
      say(
        "The service is having problems (code \(status)).",
        "Сбой на стороне сервиса (код \(status))."
      )
    case .unexpectedStatus(let status):
      say(
        "The service sent an unexpected response (code \(status)).",
        "Неожиданный ответ сервиса (код \(status))."
      )
    case .notOffered:
      switch subject {
      case .favourites:
        say("The service doesn't list likes.", "Сервис не показывает список лайков.")
      case .like, .unlike:
        say("Likes aren't available here.", "Лайки здесь недоступны.")
      case .demo:
        say(
          "This service has no demo. Use --demo without --service.",
          "У этого сервиса нет демо. Укажите --demo без --service."
        )
      default:
        say("The service doesn't support this.", "Сервис это не поддерживает.")
      }

    case .refused(let refusal): explanation(refusal)

    case .tooLarge(let limit):
      subject.isPicture
        ? say(
          "This image is too large: the limit is \(bytes(Int64(limit))).",
          "Изображение слишком большое: предел \(bytes(Int64(limit)))."
        )
        : say(
          "The response is too large: the limit is \(bytes(Int64(limit))).",
          "Ответ слишком большой: предел \(bytes(Int64(limit)))."
        )
    case .htmlInsteadOfData(let host):
      say(
        "\(host) sent a web page instead of data, perhaps a network login or a robot check.",
        "Вместо данных с \(host) пришла веб-страница. Возможно, это вход в сеть или проверка на "
          + "робота."
      )
    case .malformedAnswer:
      say("The service's response couldn't be read.", "Не удалось разобрать ответ сервиса.")
    case .unconfirmed:
      say(
        "The service's response doesn't confirm the change.",
        "Ответ сервиса не подтверждает изменение."
      )
    case .undecodablePicture:
      say(
        "This image can't be shown.",
        "Это изображение нельзя показать."
      )
    case .truncatedPicture:
      say("The image is incomplete.", "Изображение загружено не полностью.")
    case .unsupportedPicture(let name):
      say(
        "This image can't be shown: its format is \(format(name)).",
        "Это изображение нельзя показать: формат файла — \(format(name))."
      )
    case .hugePicture(let megapixels):
      say(
        "This image is too large to show: \(megapixels) megapixels.",
        "Изображение слишком большое для показа: \(megapixels)\(numberSpace)Мп."
      )

    case .notConfigured:
      say(
        "Your app's keys are missing from config.toml.",
        "В config.toml нет ключей приложения."
      )
    case .accessDenied:
      say(
        "Access was declined on the service's page.",
        "Вы не разрешили доступ на странице сервиса."
      )
    case .stateMismatch:
      say(
        "This response belongs to another sign-in.",
        "Это ответ на другую попытку входа."
      )
    case .invalidClient:
      say(
        "The service doesn't recognise these keys.",
        "Сервис не распознал эти ключи."
      )
    case .invalidGrant:
      say(
        "This code has expired, was already used or is for another address.",
        "Код устарел, уже использован или выдан для другого адреса."
      )
    case .signInTimedOut:
      say("Sign-in timed out.", "Время ожидания входа истекло.")
    case .nothingPasted:
      say(
        "The input ended before a code or URL was pasted.",
        "Ввод закончился, а код или адрес так и не вставлен."
      )
    case .portBusy(let port):
      subject == .signIn
        ? say(
          "Port \(port) is used by another program, so the browser can't return here.",
          "Порт \(port) занят другой программой, поэтому вход не завершится автоматически."
        )
        : say("Port \(port) is used by another program.", "Порт \(port) занят другой программой.")
    case .portUnusable(let port, let reason):
      say(
        "Port \(port) can't be used (\(knownReason(reason))), so the browser can't return here.",
        "Порт \(port) недоступен (\(knownReason(reason))), поэтому вход не завершится "
          + "автоматически."
      )
    case .notACallback:
      say(
        "This isn't a code or a sign-in URL.",
        "Это не код и не адрес страницы после входа."
      )
    case .signInFailed(let message):
      say(
        "The service couldn't complete the sign-in\(quoted(message)).",
        "Сервис не завершил вход\(quoted(message))."
      )

    case .authorities(let path, let setting, let fault):
      say(
        "The trusted certificates in \(path) (from \(setting)) can't be used: \(reason(fault)).",
        "Доверенные сертификаты из \(path) (\(setting)) не подходят: \(reason(fault))."
      )
    case .missingLibrary(let name, let reason):
      say(
        "Can't load \(name): \(sentence(reason)).",
        "Не удалось загрузить \(name): \(sentence(reason))."
      )
    case .keyring(let trouble): explanation(trouble)
    case .diskFull(let path):
      say(
        "Not enough disk space for \(path).",
        "Не хватает места на диске: \(path)."
      )
    case .noMoreFiles(let path):
      say(
        "The disk has no room for more files: \(path).",
        "На диске больше нет места для новых файлов: \(path)."
      )
    case .notPermitted(let path):
      say("Permission denied: \(path).", "Нет прав доступа: \(path).")
    case .readOnly(let path):
      say(
        "\(path) is read-only.",
        "Доступно только для чтения: \(path)."
      )
    case .disk(let path, let reason):
      say("\(path): \(knownReason(reason)).", "\(path): \(knownReason(reason)).")
    case .notAFile(let path):
      say(
        "\(path) is not a regular file.",
        "\(path) — не обычный файл."
      )
    case .missingFile(let path):
      say("\(path) no longer exists.", "Файла \(path) больше нет.")
    case .inUse(let path):
      say(
        "Another imagefeed is using \(path).",
        "Файл занят другой копией программы: \(path)."
      )
    case .noBrowser:
      say("No browser found.", "Браузер не найден.")
    case .commandFailed(let command):
      say(
        "The command \(quote(clipped(command))) failed.",
        "Команда \(quote(clipped(command))) завершилась с ошибкой."
      )
    case .noProgram(let name):
      say(
        "\(clipped(name)) isn't installed.",
        "Программа \(clipped(name)) не установлена."
      )
    case .configurationSyntax(let path, let line, let mistake):
      "\(place(path, line))\(self.mistake(mistake))."
    case .configurationKey(let path, let key, let line):
      "\(place(path, line))\(unknownKey(key))."
    case .configurationBinding(let path, let line, let mistake):
      "\(place(path, line))\(wrongBinding(mistake))."
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
        "This photo doesn't exist or has been removed.",
        "Такого фото нет, или оно удалено."
      )
    }
    switch subject {
    case .profile, .favourites:
      return say("This profile no longer exists.", "Этот профиль больше не доступен.")
    case .photographer:
      return say("There is no such photographer.", "Такого автора нет.")
    case .topic:
      return topical(
        say("There is no such topic.", "Такой темы нет."),
        albums: say("There is no such album.", "Такого альбома нет.")
      )
    case .collection:
      return say("There is no such collection.", "Такой подборки нет.")
    case .collectionEdit:
      return say(
        "The collection or the photo no longer exists.",
        "Подборка или фото больше не доступны."
      )
    case .random: return say("Nothing found.", "Ничего не найдено.")
    case .avatar:
      return say("This avatar no longer exists.", "Этот аватар больше не доступен.")
    default:
      return say(
        "The service doesn't recognise this request.",
        "Сервис не распознал запрос."
      )
    }
  }

  /// Returns the name of an image file format.
  func format(_ name: String) -> String {
    switch name {
    case "12-bit JPEG": say(name, "12-битный JPEG")
    case "lossless JPEG": say(name, "JPEG без потерь")
    case "hierarchical JPEG": say(name, "иерархический JPEG")
    default: name
    }
  }

  /// Returns a service's message after a colon; empty if there is none.
  func quoted(_ message: String?) -> String {
    let message = clipped(withoutFullStop(message ?? ""))
    guard !message.isEmpty else { return "" }
    return ": \(quote(message))"
  }

  /// Returns a reason of a library or the system, translated if it is a common one.
  func knownReason(_ reason: String) -> String {
    switch reason {
    case "no database": say("the database isn't open", "база данных не открыта")
    case "database is locked":
      say("the database is in use by another program", "база данных занята другой программой")
    case "cancelled": say("cancelled", "отменено")
    case "more than 256 KiB of headers": say(reason, "больше 256 КиБ заголовков")
    case "an empty answer came": say("the answer is empty", "пришёл пустой ответ")
    case "not a credentials file": say(reason, "это не файл с данными для входа")
    case "too many redirects": say("too many redirects", "слишком много перенаправлений")
    case "another part of the file came":
      say("the file changed on the server", "файл на сервере изменился")
    case "Permission denied": say(reason, "нет прав доступа")
    case "no such file", "No such file or directory":
      say("no such file or folder", "такого файла или папки нет")
    case "No such device or address", "not a file": say("not a file", "не файл")
    case "not a file, - reads pipes":
      say(
        "not a file; - reads standard input",
        "не файл; чтобы читать стандартный ввод, укажите «-»"
      )
    case "Is a directory": say("it's a folder", "это папка")
    case "Not a directory": say("part of the path is not a folder", "часть пути — не папка")
    case "File exists": say("the file already exists", "такой файл уже есть")
    case "File name too long": say("the name is too long", "слишком длинное имя")
    case "Input/output error": say("disk failure", "сбой диска")
    case "Too many open files": say("too many open files", "открыто слишком много файлов")
    case "No space left on device": say("the disk is full", "на диске нет места")
    case "Bad file descriptor": say("the file is closed", "файл закрыт")
    case "File too large": say("the file is too large", "файл слишком большой")
    case "Too many levels of symbolic links":
      say("symbolic links form a loop", "символические ссылки образуют цикл")
    case "No locks available":
      say("the file system refuses locks", "файловая система не поддерживает блокировки")
    default: sentence(reason)
    }
  }
}
