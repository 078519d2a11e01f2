import ArgumentParser

struct PhotoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Print everything the service knows about photos.",
      "Вывести всё, что сервис знает о фото."
    )
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var photos: PhotoArguments
  @OptionGroup var source: SourceOptions

  func run() {
    let texts = source.texts
    let printer = output.printer(texts)
    let given = photos.list(texts)
    let isForPeople = output.isForPeople
    source.run { context throws(CommandFailure) in
      await PhotoCommands.showPhotos(given, in: context, isForPeople ? nil : printer, texts)
    }
  }
}

struct LikeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "like",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Like photos; each ID is printed once the service has confirmed it.",
      "Поставить лайки; ID выводится, когда сервис подтвердит лайк."
    ),
    discussion: localized(
      "Needs a session: sign in with imagefeed login. The like is public.",
      "Нужно войти в аккаунт: imagefeed login. Лайк видят все."
    )
  )

  @OptionGroup var photos: PhotoArguments
  @OptionGroup var source: SourceOptions

  func run() { setLikes(of: photos, to: true, source) }
}

struct UnlikeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlike",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Unlike photos; each ID is printed once the service has confirmed it.",
      "Снять лайки; ID выводится, когда сервис это подтвердит."
    ),
    discussion: localized(
      "Needs a session: sign in with imagefeed login.",
      "Нужно войти в аккаунт: imagefeed login."
    )
  )

  @OptionGroup var photos: PhotoArguments
  @OptionGroup var source: SourceOptions

  func run() { setLikes(of: photos, to: false, source) }
}

private func setLikes(of photos: PhotoArguments, to isLiked: Bool, _ source: SourceOptions) -> Never
{
  let texts = source.texts
  let given = photos.list(texts)
  source.run { context throws(CommandFailure) in
    await PhotoCommands.showLikes(of: given, to: isLiked, in: context, texts)
  }
}
