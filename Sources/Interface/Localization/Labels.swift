import AppCore
import Model

/// A text on a screen that has no parameters.
package enum Label: Sendable, CaseIterable {
  // Around every screen.
  case feedTab, profileTab, searchTab, galleryTab, favourites, onThisComputer, downloadsList, demo,
    tooSmall, back,
    share
  // Launch and sign-in.
  case tagline, signIn, signInExplanation, exploreDemo, demoCommand, demoOffer, browserSignIn,
    starting
  case keysMissing, keysGoInto, stepApplication, stepAddresses, stepPermissions, stepKeys, enterKeys
  case accessKey, secretKey, keysThen
  case waiting, waitingExplanation, openAddress, codeExplanation, addressExplanation
  case codePrompt, addressPrompt
  case preparing, signingIn, checkingKeys, rereading
  // Feed.
  case loading, loadingFeed, loadingMore, moreFailed, endOfFeed
  case emptyFeed, emptyFeedAdvice, emptyListAdvice, repair
  case sponsored
  // Full screen and details.
  case fill, details, loadingDetails, uploaded, taken, size, likes, license, location, camera,
    exposure,
    views, title, credit, restrictions, tags, mainColors
  case page
  case downloads
  // Profile.
  case loadingProfile, signOut, ownCollections
  // Favourites, history, and notices.
  case emptyFavourites, emptyFavouritesAdvice, emptyHistory, emptyHistoryAdvice, offline, show
  // Help.
  case keys
  // Search.
  case searchPrompt, earlierSearches, searchIdeas, topics, photographers, searchAdvice, clearFilters
  case anyValue, colors
  case saveToGallery, inGallery, fullScreen
  // Gallery.
  case emptyGallery, emptyGalleryAdvice, readingGallery, fileMissing, fileDamaged,
    fileUnreadable
  // Share menu.
  case qrCode, linkTooLong, codeIsPicture
  // Photos as lines of text.
  case likedByYou, isDownloaded, isCollected
  // Downloads.
  case pauseDownload, resumeDownload, cancelDownload, noDownloads, noDownloadsAdvice
}

extension Texts {
  /// Returns a scale in whole percent, which may exceed 100: "125%", «125 %».
  package func percent(_ scale: Double) -> String {
    let share = Int((max(0, min(scale, 1_000)) * 100).rounded())
    return say("\(share)%", "\(share)\(numberSpace)%")
  }

  package subscript(_ label: Label) -> String {
    switch label {
    case .feedTab: say("Feed", "Лента")
    case .profileTab: say("Profile", "Профиль")
    case .searchTab: say("Search", "Поиск")
    case .galleryTab: say("Gallery", "Галерея")
    case .favourites: say("Favourites", "Избранное")
    case .onThisComputer: say("On this computer", "На этом компьютере")
    case .ownCollections: say("Collections", "Подборки")
    case .downloadsList: say("Downloads", "Загрузки")
    case .demo: say("demo", "демо")
    case .tooSmall: say("terminal too small", "терминал слишком мал")
    case .back: say("Back", "Назад")
    case .share: say("Share", "Поделиться")

    case .tagline: say("Photographs, right in your terminal", "Фотографии прямо в терминале")
    case .signIn: say("Sign in", "Войти")
    case .signInExplanation:
      say(
        "You sign in on the service's website, in your browser.",
        "Войти нужно на сайте сервиса, в браузере."
      )
    case .exploreDemo: say("Explore the demo", "Посмотреть демо")
    case .demoCommand:
      say("imagefeed --demo works without a network.", "imagefeed --demo работает без сети.")
    case .demoOffer:
      say("Explore the demo, no account needed", "Посмотреть демо без регистрации")
    case .browserSignIn: say("Sign in with your browser", "Войти через браузер")
    case .starting: say("Starting", "Запуск")

    case .keysMissing: say("Add your API keys", "Добавьте ключи API")
    case .keysGoInto:
      say("Put them in the configuration file:", "Впишите их в файл настроек:")
    case .stepApplication: say("Create an app on this page:", "Создайте приложение на странице:")
    case .stepAddresses:
      say(
        "Paste both lines under \(quote("Redirect URI")):",
        "Вставьте обе строки в поле \(quote("Redirect URI")):"
      )
    case .stepPermissions: say("Tick", "Отметьте")
    case .stepKeys:
      say("Enter the app's two keys here:", "Введите сюда два ключа приложения:")
    case .enterKeys: say("Enter the app's keys", "Ввести ключи приложения")
    case .accessKey: say("Access Key", "Ключ доступа (Access Key)")
    case .secretKey: say("Secret Key", "Секретный ключ (Secret Key)")
    case .keysThen: say("Reload the configuration", "Перечитать настройки")

    case .waiting: say("Waiting for your browser", "Ожидание входа в браузере")
    case .waitingExplanation:
      say(
        "Continue in your browser. If it didn't open, use this link:",
        "Войдите в браузере: вход завершится автоматически. Если браузер не открылся, "
          + "откройте ссылку:"
      )
    case .openAddress:
      say("Open this link in a browser and sign in:", "Откройте эту ссылку в браузере и войдите:")
    case .codeExplanation:
      say(
        "Sign in on this page in any browser, then paste the code it shows:",
        "Войдите на этой странице в любом браузере и вставьте показанный код:"
      )
    case .addressExplanation:
      say(
        "Sign in on this page in your browser. Then copy the final URL, even if "
          + "that page is empty, warns you or shows an error, and paste it here:",
        "Войдите на этой странице в браузере. Затем скопируйте адрес последней страницы, даже если "
          + "она пустая, с предупреждением или ошибкой, и вставьте его сюда:"
      )
    case .codePrompt:
      say("Paste the code or the final URL", "Код или адрес последней страницы")
    case .addressPrompt: say("Paste the final URL", "Адрес последней страницы")
    case .preparing: say("Preparing sign-in", "Подготовка входа")
    case .signingIn: say("Signing in", "Выполняется вход")
    case .checkingKeys: say("Checking the keys", "Проверка ключей")
    case .rereading: say("Reloading the configuration", "Чтение настроек")

    case .loading: say("Loading", "Загрузка")
    case .loadingFeed: say("Loading photos", "Загрузка фотографий")
    case .loadingMore: say("Loading more photos", "Загрузка фотографий")
    case .moreFailed: say("Couldn't load more photos", "Не удалось загрузить ещё фото")
    case .endOfFeed: say("You've reached the end", "Больше фотографий нет")
    case .emptyFeed: say("No photos yet", "Фотографий пока нет")
    case .emptyFeedAdvice:
      topical(
        say("The feed is empty right now.", "Сейчас лента пуста."),
        albums: say("The album is empty right now.", "Сейчас альбом пуст.")
      )
    case .emptyListAdvice:
      say("There is nothing here right now.", "Сейчас здесь ничего нет.")
    case .repair: say("Repair", "Восстановить")
    case .sponsored: say("Sponsored", "Реклама")

    case .fill: say("fill", "заполнение")
    case .details: say("Details", "Подробности")
    case .loadingDetails: say("Loading details", "Загрузка подробностей")
    case .uploaded: say("Uploaded", "Загружено")
    case .taken: say("Taken", "Снято")
    case .size: say("Size", "Размер")
    case .likes: say("Likes", "Лайки")
    case .location: say("Place", "Место")
    case .camera: say("Camera", "Камера")
    case .exposure: say("Exposure", "Съёмка")
    case .views: say("Views", "Просмотры")
    case .page: say("Page", "Страница")
    case .license: say("Licence", "Лицензия")
    case .title: say("Title", "Название")
    case .credit: say("Credit", "Указание автора")
    case .restrictions: say("Restrictions", "Ограничения")
    case .tags: say("Tags", "Метки")
    case .downloads: say("Downloads", "Скачивания")

    case .loadingProfile: say("Loading profile", "Загрузка профиля")
    case .signOut: say("Sign out", "Выйти")

    case .emptyHistory: say("Nothing opened yet", "Вы пока ничего не открывали")
    case .emptyHistoryAdvice:
      say(
        "Photos you open in full screen appear here, on this computer only.",
        "Здесь появятся фото, открытые на весь экран. История хранится только на этом компьютере."
      )
    case .emptyFavourites: say("No favourites yet", "В избранном пока пусто")
    case .emptyFavouritesAdvice:
      with(.like) { key in
        say(
          "Press \(key) on a photo to like it. Photos you like appear here.",
          "Нажмите \(key) на фото, чтобы поставить лайк. Понравившиеся фото появятся здесь."
        )
      }
        ?? say("Photos you like appear here.", "Понравившиеся фото появятся здесь.")
    case .offline: say("offline", "нет сети")
    case .show: say("Show", "Показать")

    case .keys: say("Keys", "Клавиши")

    case .searchPrompt: say("Search for photos", "Поиск фотографий")
    case .earlierSearches: say("Recent searches", "Недавние запросы")
    case .searchIdeas: say("Ideas", "Идеи")
    case .photographers: say("Photographers", "Авторы")
    case .topics: topical(say("Topics", "Темы"), albums: say("Albums", "Альбомы"))
    case .searchAdvice: say("Try fewer or different words.", "Попробуйте другие слова.")
    case .clearFilters: say("Clear filters", "Сбросить фильтры")
    case .anyValue: say("any", "все")
    case .colors: say("Colour", "Цвет")
    case .mainColors: say("Main colours", "Основные цвета")
    case .saveToGallery: say("Download", "Скачать")
    case .inGallery: say("In the gallery", "В галерее")
    case .fullScreen: say("Full screen", "На весь экран")
    case .emptyGallery: say("No photos in the gallery yet", "В галерее пока пусто")
    case .emptyGalleryAdvice:
      with(.download) { key in
        say(
          "Press \(key) on a photo to download it for offline viewing.",
          "Нажмите \(key) на фото, чтобы скачать его и смотреть без сети."
        )
      }
        ?? say(
          "Photos you download appear here, available offline.",
          "Скачанные фото появятся здесь и будут доступны без сети."
        )
    case .readingGallery: say("Loading the gallery", "Загрузка галереи")
    case .fileMissing: say("File is missing", "Файл не найден")
    case .fileDamaged: say("File is damaged", "Файл повреждён")
    case .fileUnreadable: say("File can't be read", "Файл не читается")

    case .qrCode: say("QR code", "QR-код")
    case .codeIsPicture:
      say(
        "A QR code is a picture. This is the link it stands for:",
        "QR-код — картинка. В нём эта ссылка:"
      )
    case .likedByYou: say("liked", "ваш лайк")
    case .isDownloaded: say("downloaded", "скачано")
    case .isCollected: say("added", "добавлено")
    case .linkTooLong:
      say("This link is too long for a QR code.", "Ссылка слишком длинная для QR-кода.")

    case .pauseDownload: say("Pause", "Пауза")
    case .resumeDownload: say("Resume", "Продолжить")
    case .cancelDownload: say("Cancel", "Отмена")
    case .noDownloads: say("No downloads", "Загрузок нет")
    case .noDownloadsAdvice:
      with(.download) { key in
        say("Press \(key) on a photo to download it.", "Нажмите \(key) на фото, чтобы скачать его.")
      } ?? say("Photos you download are listed here.", "Здесь появятся загрузки.")
    }
  }
}

extension Texts {
  /// Returns the button that opens a service's own login page.
  package func signIn(via service: String) -> String {
    say("Login via \(service)", "Вход через \(service)")
  }

  /// Returns the button that opens the setup steps for an account of a service.
  package func useAccount(of service: String) -> String {
    say("Use my \(service) account", "У меня есть аккаунт \(service)")
  }

  /// The description of the command that opens a page to sign in.
  var signInOffer: String {
    switch signInOption {
    case .browser: self[.browserSignIn]
    case .keys: say("Open in browser", "Открыть в браузере")
    case .setup(let service): useAccount(of: service)
    case .service(let service): signIn(via: service)
    }
  }

  /// Returns the button that switches to another service.
  package func browsing(_ service: String) -> String {
    say("Browse \(service)", "Смотреть \(service)")
  }

  package func switching(to service: String) -> String {
    say("Switch to \(service)", "Перейти к \(service)")
  }

  /// Returns the ways from the favourites of this computer to an account and to the demo.
  package func waysToAccount(_ service: String) -> String {
    say(
      "Switch to \(service), where you can sign in, or try imagefeed --demo",
      "Перейти к \(service), где есть аккаунты; демо: imagefeed --demo"
    )
  }

  /// Returns the hint that only apps from before mid-2024 can use the implicit flow.
  package func oldApplicationsOnly(_ service: String) -> String {
    say(
      "\(service) grants this way of signing in only to apps made before mid-2024. Newer ones sign "
        + "in with sign_in = \"vkid\".",
      "\(service) разрешает такой вход только приложениям, созданным до середины 2024 года. Для "
        + "новых укажите sign_in = \"vkid\"."
    )
  }

  /// Returns the placeholder for a value that the user gets from a service.
  package func placeholder(_ value: SetupValue) -> String {
    switch value {
    case .accessKey: say("your access key", "ваш ключ доступа")
    case .secretKey: say("your secret key", "ваш секретный ключ")
    case .serviceKey: say("your service key", "ваш сервисный ключ")
    case .applicationID: say("your app ID", "ID вашего приложения")
    }
  }
}
