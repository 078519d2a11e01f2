import Model

extension Texts {
  /// Returns the message of a command that can't set the wallpaper.
  func wallpaper(_ failure: WallpaperFailure) -> String {
    switch failure {
    case .noDesktop:
      say(
        "imagefeed: found no desktop whose wallpaper can be set; use --print to get only the "
          + "path of the file.",
        "imagefeed: не найдена среда рабочего стола, где можно сменить обои; чтобы получить только "
          + "путь к файлу, укажите --print."
      )
    case .noProgram(let program, let desktop):
      say(
        "imagefeed: \(program), which sets the wallpaper of \(desktop), isn't installed.",
        "imagefeed: чтобы сменить обои \(desktop), нужна программа \(program); она не установлена."
      )
    case .failed(let program, let text):
      text.isEmpty
        ? say(
          "imagefeed: couldn't set the wallpaper: \(program) failed.",
          "imagefeed: не удалось сменить обои: программа \(program) завершилась с ошибкой."
        )
        : say(
          "imagefeed: couldn't set the wallpaper: \(program): \(sentence(text)).",
          "imagefeed: не удалось сменить обои: \(program): \(sentence(text))."
        )
    case .timedOut(let program):
      say(
        "imagefeed: couldn't set the wallpaper: \(program) didn't respond and was stopped.",
        "imagefeed: не удалось сменить обои: программа \(program) не ответила и была остановлена."
      )
    case .noFormer(let desktop):
      say(
        "imagefeed: there is no earlier wallpaper of \(desktop) to bring back.",
        "imagefeed: прежние обои \(desktop) неизвестны, возвращать нечего."
      )
    case .problem(let problem): shell(.problem(problem))
    }
  }
}
