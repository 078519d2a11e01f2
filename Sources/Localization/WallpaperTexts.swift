import Model

extension Texts {
  /// Returns a message of the command for wallpapers.
  func wallpaper(_ message: ShellMessage) -> String {
    switch message {
    case .noDesktop:
      say(
        "imagefeed: found no desktop whose wallpaper can be set; use --print to get only the "
          + "path of the file.",
        "imagefeed: не найдена среда рабочего стола, где можно сменить обои; чтобы получить только "
          + "путь к файлу, укажите --print."
      )
    case .noWallpaperProgram(let program, let desktop):
      say(
        "imagefeed: \(program), which sets the wallpaper of \(desktop), isn't installed.",
        "imagefeed: чтобы сменить обои \(desktop), нужна программа \(program); она не установлена."
      )
    case .wallpaperProgramFailed(let program, let text):
      text.isEmpty
        ? say(
          "imagefeed: couldn't set the wallpaper: \(program) failed.",
          "imagefeed: не удалось сменить обои: программа \(program) завершилась с ошибкой."
        )
        : say(
          "imagefeed: couldn't set the wallpaper: \(program): \(sentence(text)).",
          "imagefeed: не удалось сменить обои: \(program): \(sentence(text))."
        )
    case .wallpaperProgramTimedOut(let program):
      say(
        "imagefeed: couldn't set the wallpaper: \(program) didn't respond and was stopped.",
        "imagefeed: не удалось сменить обои: программа \(program) не ответила и была остановлена."
      )
    case .noFormerWallpaper(let desktop):
      say(
        "imagefeed: there is no earlier wallpaper of \(desktop) to bring back.",
        "imagefeed: прежние обои \(desktop) неизвестны, возвращать нечего."
      )
    case .noFavourites(let isFiltered):
      isFiltered
        ? say(
          "imagefeed: none of your favourites has this orientation.",
          "imagefeed: в избранном нет фото с такой ориентацией."
        )
        : say("imagefeed: you have no favourites.", "imagefeed: в избранном нет фото.")
    case .noGalleryPhotos(let isFiltered):
      isFiltered
        ? say(
          "imagefeed: no photo in the gallery has this orientation.",
          "imagefeed: в галерее нет фото с такой ориентацией."
        )
        : say("imagefeed: the gallery has no photos.", "imagefeed: в галерее нет фото.")
    case .notAWallpaper(let path):
      say(
        "imagefeed: \(path) is not a JPEG, PNG, WebP, AVIF or JPEG XL picture.",
        "imagefeed: \(path) — не изображение JPEG, PNG, WebP, AVIF или JPEG XL."
      )
    case .waitingForWallpaper:
      say(
        "imagefeed: another imagefeed is setting the wallpaper; waiting for it",
        "imagefeed: обои сейчас меняет другая копия imagefeed, ждём её"
      )
    case .wallpapersSetAside(let path):
      say(
        "imagefeed: the list of earlier wallpapers is damaged; it was saved as \(path).",
        "imagefeed: список прежних обоев повреждён; он сохранён как \(path)."
      )
    case .wallpaperSet: say("Wallpaper set", "Обои установлены")
    case .wallpaperRestored: say("Former wallpaper restored", "Прежние обои возвращены")
    case .credit(let author, let site, let page):
      pageCredit(author: author, site: site ?? demoSiteName) + (page.map { "\n" + $0 } ?? "")
    default: ""
    }
  }
}
