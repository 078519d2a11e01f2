import Model

extension Texts {
  func explanation(_ refusal: ServiceRefusal) -> String {
    switch refusal {
    case .application:
      say("The service has disabled this application.", "Сервис отключил это приложение.")
    case .tooFast:
      say(
        "The service gets too many requests a second.",
        "К сервису приходит слишком много запросов в секунду."
      )
    case .flood:
      say(
        "The service takes this for flooding: the same was asked for too often.",
        "Сервис счёл это флудом: одно и то же запрошено слишком много раз."
      )
    case .quota:
      say(
        "The service's quota for this kind of request is used up.",
        "Квота сервиса на такие запросы исчерпана."
      )
    case .noAccess(let message):
      say(
        "The service gives no access to this\(quoted(message)).",
        "Сервис не даёт к этому доступа\(quoted(message))."
      )
    case .wrongKey:
      say("This needs another kind of key.", "Для этого нужен ключ другого вида.")
    case .robotCheck:
      say("The service asks for a check for robots.", "Сервис просит пройти проверку на робота.")
    case .confirmation:
      say("The service asks for a confirmation.", "Сервис просит подтвердить действие.")
    case .ownerGone:
      say(
        "Whoever owns these photos is deleted or blocked.",
        "Владелец этих фотографий удалён или заблокирован."
      )
    case .setting(let name):
      say(
        "The service does not know what \(name) in config.toml names.",
        "Сервис не знает того, что указано в \(name) в config.toml."
      )
    }
  }

  func advice(_ refusal: ServiceRefusal) -> String {
    switch refusal {
    case .application:
      say(
        "See the application's page on the service's site.",
        "Откройте страницу приложения на сайте сервиса."
      )
    case .tooFast: say("Try again in a moment.", "Попробуйте ещё раз чуть позже.")
    case .flood: say("Try again in a few minutes.", "Попробуйте ещё раз через несколько минут.")
    case .quota:
      say("Try again in a few hours.", "Попробуйте ещё раз через несколько часов.")
    case .noAccess, .ownerGone:
      say(
        "Choose another owner or album in config.toml.",
        "Укажите другого владельца или альбом в config.toml."
      )
    case .wrongKey:
      say(
        "Compare the key in config.toml with those on the service's site.",
        "Сверьте ключ в config.toml с ключами на сайте сервиса."
      )
    case .robotCheck(let page), .confirmation(let page):
      if let page {
        say(
          "Open \(clipped(page)) in the browser, then try again.",
          "Откройте \(clipped(page)) в браузере и попробуйте ещё раз."
        )
      } else {
        say(
          "Open the service's site in the browser, then try again.",
          "Откройте сайт сервиса в браузере и попробуйте ещё раз."
        )
      }
    case .setting(let name):
      say("Correct \(name), then press R.", "Исправьте \(name) и нажмите R.")
    }
  }
}
