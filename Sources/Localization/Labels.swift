/// A text that stands on a screen and depends on nothing.
package enum Label: Sendable, CaseIterable {
  // Around every screen.
  case feedTab, profileTab, searchTab, galleryTab, favourites, downloadsList, demo, tooSmall, back,
    share
  // Start and sign-in.
  case tagline, signIn, signInExplanation, browserless, demoOffer, demoSignIn, starting
  case keysMissing, keysGoInto, keysThen, yourAccessKey, yourSecretKey
  case waiting, waitingExplanation, openAddress, codeExplanation, inputPrompt
  case preparing, signingIn, rereading
  // Feed.
  case loadingFeed, loadingMore, endOfFeed, emptyFeed, emptyFeedAdvice, sponsored
  // Full screen and details.
  case fill, details, loadingDetails, uploaded, size, likes, license, place, camera, exposure, views
  case downloads
  // Profile.
  case loadingProfile, signOut
  // Favourites, and what is kept.
  case emptyFavourites, emptyFavouritesAdvice, offline, show
  // Help.
  case keys
  // Search.
  case searchPrompt, earlierSearches, searchAdvice, clearFilters, anyValue, colors
  case saveToGallery, inGallery, exportPhoto, fullScreen
  // Gallery.
  case emptyGallery, emptyGalleryAdvice, readingGallery, fileMissing, fileDamaged, export
  // Share sheet.
  case qrCode, linkTooLong
  // Downloads.
  case pauseDownload, resumeDownload, cancelDownload, noDownloads, noDownloadsAdvice
}

extension Texts {
  /// A scale in whole percent, also beyond 100: "125%", «125 %».
  package func percent(_ scale: Double) -> String {
    let share = Int((max(0, min(scale, 1_000)) * 100).rounded())
    return say("\(share)%", "\(share) %")
  }

  package subscript(_ label: Label) -> String {
    switch label {
    case .feedTab: say("Feed", "Лента")
    case .profileTab: say("Profile", "Профиль")
    case .searchTab: say("Search", "Поиск")
    case .galleryTab: say("Gallery", "Галерея")
    case .favourites: say("Favourites", "Избранное")
    case .downloadsList: say("Downloads", "Загрузки")
    case .demo: say("demo", "демо")
    case .tooSmall: say("terminal too small", "терминал слишком мал")
    case .back: say("Back", "Назад")
    case .share: say("Share", "Поделиться")

    case .tagline: say("Photographs, right in your terminal", "Фотографии прямо в терминале")
    case .signIn: say("Sign in", "Войти")
    case .signInExplanation:
      say(
        "You log in on the service's own page, in your browser.",
        "Вы входите на странице самого сервиса, в браузере."
      )
    case .browserless:
      say("No browser is needed in the demo:", "В демонстрации браузер не нужен:")
    case .demoOffer:
      say("try the demo: no account, no network", "демонстрация: без регистрации и сети")
    case .demoSignIn: say("sign in without a browser", "войти без браузера")
    case .starting: say("Starting", "Запуск")

    case .keysMissing: say("The service's keys are missing", "Нет ключей сервиса")
    case .keysGoInto:
      say("Add your keys to the configuration:", "Добавьте свои ключи в файл настроек:")
    case .keysThen: say("read the configuration again", "перечитать настройки")
    case .yourAccessKey: say("your access key", "ваш ключ доступа")
    case .yourSecretKey: say("your secret key", "ваш секретный ключ")

    case .waiting: say("Waiting for the browser", "Ожидание браузера")
    case .waitingExplanation:
      say(
        "Log in on the page that has opened; this goes on by itself. Its address:",
        "Войдите на открывшейся странице, дальше всё произойдёт само. Её адрес:"
      )
    case .openAddress:
      say("Open this address in a browser and log in:", "Откройте этот адрес в браузере и войдите:")
    case .codeExplanation:
      say(
        "Log in on this page in any browser, then paste the code it shows:",
        "Войдите на этой странице в любом браузере и вставьте код с неё:"
      )
    case .inputPrompt:
      say(
        "Address of the last page, or the code",
        "Адрес из строки браузера или код"
      )
    case .preparing: say("Preparing the sign-in", "Подготовка входа")
    case .signingIn: say("Signing in", "Выполняется вход")
    case .rereading: say("Reading the configuration", "Чтение настроек")

    case .loadingFeed: say("Loading photos", "Загрузка фотографий")
    case .loadingMore: say("Loading more", "Загрузка следующих")
    case .endOfFeed: say("That's all", "Это всё")
    case .emptyFeed: say("No photos yet", "Фотографий пока нет")
    case .emptyFeedAdvice:
      say("The service sent an empty feed.", "Сервис прислал пустую ленту.")
    case .sponsored: say("Sponsored", "Реклама")

    case .fill: say("fill", "заполнение")
    case .details: say("Details", "Подробности")
    case .loadingDetails: say("Loading the rest", "Загрузка остального")
    case .uploaded: say("Uploaded", "Загружено")
    case .size: say("Size", "Размер")
    case .likes: say("Likes", "Лайки")
    case .place: say("Place", "Место")
    case .camera: say("Camera", "Камера")
    case .exposure: say("Exposure", "Съёмка")
    case .views: say("Views", "Просмотры")
    case .license: say("Licence", "Лицензия")
    case .downloads: say("Downloads", "Загрузки")

    case .loadingProfile: say("Loading the profile", "Загрузка профиля")
    case .signOut: say("Sign out", "Выйти")

    case .emptyFavourites: say("No favourites yet", "В избранном пока пусто")
    case .emptyFavouritesAdvice:
      say(
        "Press f on a photo, or its heart: everything you like is listed here.",
        "Нажмите f на фотографии или её сердечко: здесь будет всё, что вам понравилось."
      )
    case .offline: say("offline", "нет сети")
    case .show: say("Show", "Показать")

    case .keys: say("Keys", "Клавиши")

    case .searchPrompt: say("Search for photos", "Поиск фотографий")
    case .earlierSearches: say("Earlier searches", "Недавние запросы")
    case .searchAdvice: say("Try fewer or other words.", "Попробуйте другие слова.")
    case .clearFilters: say("Clear filters", "Снять фильтры")
    case .anyValue: say("any", "все")
    case .colors: say("Colour", "Цвет")
    case .saveToGallery: say("Save", "Сохранить")
    case .inGallery: say("Gallery", "В галерее")
    case .exportPhoto: say("Export", "Экспорт")
    case .fullScreen: say("Full screen", "Весь экран")
    case .emptyGallery: say("Nothing is kept yet", "Пока ничего не сохранено")
    case .emptyGalleryAdvice:
      say(
        "Press d on a photo: it is kept here, to be seen without a network as well.",
        "Нажмите d на фото: оно сохранится здесь и будет доступно без сети."
      )
    case .readingGallery: say("Reading the gallery", "Чтение галереи")
    case .fileMissing: say("The file is missing", "Файл не найден")
    case .fileDamaged: say("The file is damaged", "Файл повреждён")
    case .export: say("Export", "Экспорт")

    case .qrCode: say("QR code", "QR-код")
    case .linkTooLong:
      say("This link is too long for a QR code.", "Эта ссылка слишком длинна для QR-кода.")

    case .pauseDownload: say("Pause", "Пауза")
    case .resumeDownload: say("Go on", "Продолжить")
    case .cancelDownload: say("Cancel", "Отменить")
    case .noDownloads: say("Nothing is being downloaded", "Сейчас ничего не скачивается")
    case .noDownloadsAdvice:
      say(
        "Press d on a photo to download it to the gallery.",
        "Клавиша d скачивает фотографию в галерею."
      )
    }
  }
}
