import AppCore
import Model

/// A message of the executable outside of its screens.
package enum CommandLineMessage: Equatable, Sendable {
  /// Input or output isn't a terminal.
  case notATerminal
  /// The terminal's description is missing; `nil` if `TERM` isn't set.
  case unknownTerminal(String?)
  /// The demo photos are in none of these folders.
  case dataNotFound(searched: [String])
  case fileNotReadable(path: String, reason: String)
  case fileNotWritable(path: String, reason: String)
  /// Writing to standard output failed.
  case outputFailed(reason: String)
  /// The program exited before this was written to the database, because another program was using
  /// it or the disk was slow.
  case notWritten([Effect.WriteKind], path: String)
  case notAPicture(path: String)
  /// The format of a picture isn't supported.
  case unsupportedPicture(path: String, format: String)
  /// A picture is truncated or can't be decoded.
  case damagedPicture(path: String)
  /// A damaged picture was printed in part.
  case partialPicture(path: String)
  /// A picture exceeds the limit for decoding; in millions of pixels, rounded up.
  case pictureTooLarge(path: String, megapixels: Int)
  /// The value of `--size` is invalid.
  case badSize(String)
  case portBusy(Int)
  /// The value of `--fault` is invalid.
  case badFault(String)
  /// The system allows the process fewer open files than it needs.
  case tooFewDescriptors(limit: Int, needed: Int)
  /// The system allows the process less memory than it needs, in bytes.
  ///
  /// `option` is the letter of the limit in `ulimit`.
  case tooLittleMemory(limit: Int, needed: Int, option: Character)
  case problem(Problem)
  case creditsHeading
}

/// A page that the sign-in listener shows in the browser.
package enum CallbackPage: Sendable, CaseIterable {
  /// The code has been received.
  case received
  /// The user declined access.
  case declined
  /// The service reported an error.
  case failed
  /// The request belongs to another sign-in and was ignored.
  case ignored
  /// The page passes its URL on to the terminal, which takes a moment.
  case relaying
}

/// The text of a small web page.
package struct PageText: Equatable, Sendable {
  package let title: String
  package let body: String
}

extension Texts {
  /// Returns a message on standard error or output, without a trailing line break.
  package func cli(_ message: CommandLineMessage) -> String {
    switch message {
    case .notATerminal:
      say(
        "imagefeed: standard input and output must be a terminal.",
        "imagefeed: стандартный ввод или вывод — не терминал."
      )
    case .unknownTerminal(let name?):
      say(
        "imagefeed: the terminal \"\(name)\" (TERM) is unknown here, and so are similar ones; "
          + "install the terminfo database.",
        "imagefeed: терминала «\(name)» (TERM) и похожих нет в базе terminfo; установите её."
      )
    case .unknownTerminal(nil):
      say(
        "imagefeed: the variable TERM is not set; try TERM=xterm-256color.",
        "imagefeed: переменная TERM не задана; попробуйте TERM=xterm-256color."
      )
    case .dataNotFound(let searched):
      say(
        "imagefeed: demo photos not found. Searched: \(list(searched)).",
        "imagefeed: фотографии демосервиса не найдены. Искали здесь: \(list(searched))."
      )
    case .fileNotReadable(let path, let reason):
      say(
        "imagefeed: can't read \(path): \(knownReason(reason)).",
        "imagefeed: не удалось прочитать \(path): \(knownReason(reason))."
      )
    case .fileNotWritable(let path, let reason):
      say(
        "imagefeed: can't write \(path): \(knownReason(reason)).",
        "imagefeed: не удалось записать \(path): \(knownReason(reason))."
      )
    case .outputFailed(let reason):
      say(
        "imagefeed: can't write to standard output: \(knownReason(reason)).",
        "imagefeed: не удалось записать в стандартный вывод: \(knownReason(reason))."
      )
    case .notWritten(let written, let path):
      say(
        "imagefeed: not saved: \(names(written)). Another program is using \(path), or the disk "
          + "is slow.",
        "imagefeed: не сохранено: \(names(written)). \(path) использует другая программа, или диск "
          + "не отвечает."
      )
    case .notAPicture(let path):
      say(
        "imagefeed: \(path) is not a JPEG image.",
        "imagefeed: \(path) — не изображение JPEG."
      )
    case .unsupportedPicture(let path, let name):
      say(
        "imagefeed: \(path) can't be shown: its format is \(format(name)).",
        "imagefeed: \(path) нельзя показать: формат файла — \(format(name))."
      )
    case .damagedPicture(let path):
      say(
        "imagefeed: \(path) is damaged and can't be shown.",
        "imagefeed: файл \(path) повреждён, показать его нельзя."
      )
    case .partialPicture(let path):
      say(
        "imagefeed: \(path) is damaged: only a part of it is shown.",
        "imagefeed: файл \(path) повреждён, показана только часть."
      )
    case .pictureTooLarge(let path, let megapixels):
      say(
        "imagefeed: \(path) is too large to show: \(megapixels) megapixels.",
        "imagefeed: файл \(path) слишком большой для показа: \(megapixels) Мп."
      )
    case .badSize(let text):
      say(
        "imagefeed: \"\(text)\" is not a size; use columns by rows, such as 100x40.",
        "imagefeed: «\(text)» — не размер; укажите столбцы и строки, например 100x40."
      )
    case .portBusy(let port):
      say(
        "imagefeed: port \(port) is used by another program.",
        "imagefeed: порт \(port) занят другой программой."
      )
    case .badFault(let text):
      say(
        "imagefeed: unknown fault \(text); use NAME=VALUE@ROUTE*COUNT.",
        "imagefeed: неизвестный сбой \(text); формат: NAME=VALUE@ROUTE*COUNT."
      )
    case .tooFewDescriptors(let limit, let needed):
      say(
        "imagefeed: only \(limit) files may be open at a time and \(needed) are needed; "
          + "raise the limit with ulimit -n \(needed).",
        "imagefeed: лимит открытых файлов — \(limit), а нужно \(needed); увеличьте его командой "
          + "ulimit -n \(needed)."
      )
    case .tooLittleMemory(let limit, let needed, let option):
      say(
        "imagefeed: only \(limit >> 20) MiB of memory are allowed and \(needed >> 20) MiB are "
          + "needed; raise the limit with ulimit -\(option) \(needed >> 10).",
        "imagefeed: доступно только \(limit >> 20) МиБ памяти, а нужно \(needed >> 20) МиБ; "
          + "увеличьте лимит командой ulimit -\(option) \(needed >> 10)."
      )
    case .problem(let problem):
      "imagefeed: \(diagnostic(problem))"
    case .creditsHeading:
      say("Photos of the demo service", "Фотографии демосервиса")
    }
  }

  /// Returns the names of kinds of data that weren't written, each once: one like is several
  /// writes.
  private func names(_ written: [Effect.WriteKind]) -> String {
    list(
      Effect.WriteKind.allCases.filter(written.contains).map { kind in
        switch kind {
        case .like: say("likes", "лайки")
        case .collection: say("changes to collections", "изменения подборок")
        case .download: say("downloads", "загрузки")
        case .list: say("lists", "списки")
        case .profile: say("profile", "профиль")
        case .search: say("search history", "история поиска")
        case .view: say("view settings", "вид списков")
        case .signOut:
          say("removal of account data", "удаление данных аккаунта")
        }
      }
    )
  }

  private func list(_ paths: [String]) -> String { paths.joined(separator: ", ") }

  /// Returns the text of a page of the sign-in listener.
  package func page(_ page: CallbackPage) -> PageText {
    switch page {
    case .received:
      PageText(
        title: say("Back to the terminal", "Вернитесь в терминал"),
        body: say(
          "imagefeed is finishing sign-in there. You can close this tab.",
          "Вход завершится там автоматически. Эту вкладку можно закрыть."
        )
      )
    case .declined:
      PageText(
        title: say("Access declined", "Доступ не предоставлен"),
        body: say(
          "imagefeed was not given access. You can close this tab.",
          "Вы не разрешили доступ. Эту вкладку можно закрыть."
        )
      )
    case .failed:
      PageText(
        title: say("Sign-in failed", "Не удалось войти"),
        body: say(
          "The terminal shows why. You can close this tab.",
          "Причина указана в терминале. Эту вкладку можно закрыть."
        )
      )
    case .relaying:
      PageText(
        title: say("One moment", "Секунду"),
        body: say(
          "If this page stays, copy its whole address and paste it into the terminal.",
          "Если эта страница не сменится, скопируйте её адрес целиком и вставьте в терминал."
        )
      )
    case .ignored:
      PageText(
        title: say("This link has expired", "Ссылка устарела"),
        body: say(
          "It belongs to an earlier sign-in. You can close this tab. If you were signing in, open "
            + "the sign-in page again from the terminal.",
          "Она от прежней попытки входа. Эту вкладку можно закрыть. Если вы ещё не вошли, откройте "
            + "страницу входа из терминала ещё раз."
        )
      )
    }
  }
}
