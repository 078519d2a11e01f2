import Model

extension Texts {
  func explanation(_ refusal: ServiceRefusal) -> String {
    switch refusal {
    case .application:
      say("The service has disabled this app.", "Сервис отключил это приложение.")
    case .tooFast:
      say(
        "Too many requests per second.",
        "Слишком много запросов в секунду."
      )
    case .flood:
      say(
        "The service rejected repeated requests as flooding.",
        "Сервис счёл это флудом: слишком много одинаковых запросов."
      )
    case .quota:
      say(
        "The service's quota for this kind of request is used up.",
        "Квота сервиса на такие запросы исчерпана."
      )
    case .noAccess(let message):
      say(
        "The service denied access\(quoted(message)).",
        "Сервис не предоставил доступ\(quoted(message))."
      )
    case .wrongKey:
      say("This requires a different kind of key.", "Нужен ключ другого типа.")
    case .robotCheck:
      say("The service requires a robot check.", "Сервис просит пройти проверку на робота.")
    case .confirmation:
      say("The service requires confirmation.", "Сервис просит подтвердить действие.")
    case .ownerGone:
      say(
        "The owner of these photos has been deleted or blocked.",
        "Владелец этих фотографий удалён или заблокирован."
      )
    case .signInClosed:
      say(
        "The service no longer lets this app sign in this way.",
        "Сервис больше не даёт этому приложению входить таким способом."
      )
    case .redirect:
      say(
        "The redirect URI isn't the one registered with the service.",
        "Адрес возврата не совпадает с указанным в настройках сервиса."
      )
    case .serviceKey:
      say("The service rejected the service key.", "Сервис не принял сервисный ключ.")
    case .sessionExpired: say("Your session has expired.", "Сеанс истёк.")
    case .sessionElsewhere:
      say(
        "Your session was issued to another IP address and works only there.",
        "Сеанс выдан для другого IP-адреса и здесь не действует."
      )
    case .accountBlocked:
      say("The service has blocked your account.", "Сервис заблокировал ваш аккаунт.")
    case .setting(let name):
      say(
        "The service can't find what \(name) in config.toml refers to.",
        "Сервис не нашёл того, что указано в \(name) (config.toml)."
      )
    }
  }

  func advice(_ refusal: ServiceRefusal, _ subject: Problem.Subject) -> String {
    switch refusal {
    case .application:
      say(
        "See the app's page on the service's website.",
        "Откройте страницу приложения на сайте сервиса."
      )
    case .tooFast: say("Try again in a moment.", "Попробуйте ещё раз чуть позже.")
    case .flood: say("Try again in a few minutes.", "Попробуйте ещё раз через несколько минут.")
    case .quota:
      say("Try again in a few hours.", "Попробуйте ещё раз через несколько часов.")
    case .noAccess where subject == .topic, .ownerGone where subject == .topic:
      say("Choose another album.", "Выберите другой альбом.")
    case .noAccess where subject.isOnePhoto, .ownerGone where subject.isOnePhoto:
      say("Choose another photo.", "Выберите другое фото.")
    case .noAccess, .ownerGone:
      say(
        "Choose another owner or album in config.toml and restart imagefeed.",
        "Укажите другого владельца или альбом в config.toml и перезапустите программу."
      )
    case .wrongKey, .serviceKey:
      say(
        "Compare the key in config.toml with those on the service's website.",
        "Сверьте ключ в config.toml с ключами на сайте сервиса."
      )
    case .robotCheck(let page), .confirmation(let page):
      if let page {
        say(
          "Open \(page.text) in your browser, then try again.",
          "Откройте \(page.text) в браузере и попробуйте ещё раз."
        )
      } else {
        say(
          "Open the service's website in your browser, then try again.",
          "Откройте сайт сервиса в браузере и попробуйте ещё раз."
        )
      }
    case .signInClosed:
      say(
        "Set sign_in = \"vkid\" or a service key in config.toml.",
        "Укажите в config.toml sign_in = \"vkid\" или сервисный ключ."
      )
    case .redirect:
      say(
        "Set redirect_uri in config.toml exactly as registered.",
        "Укажите redirect_uri в config.toml так, как он зарегистрирован."
      )
    case .sessionExpired, .sessionElsewhere: say("Sign in again.", "Войдите ещё раз.")
    case .accountBlocked:
      say(
        "Open the service's website in your browser to see what to do.",
        "Откройте сайт сервиса в браузере: там сказано, что делать."
      )
    case .setting(let name):
      say(
        "Correct \(name) in config.toml and restart imagefeed.",
        "Исправьте \(name) в config.toml и перезапустите программу."
      )
    }
  }
}
