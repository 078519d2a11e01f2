import ArgumentParser
import Localization

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

  /// Prints the details of photos: for people as a fact sheet.
  func run() {
    let printer = output.isForPeople ? nil : output.printer(source.texts())
    let given = photos.list(source.texts())
    source.run { context throws(ShellMessage) in
      let commands = PhotoCommands(reportingIn: context) { outcome in
        guard case .photo(let photo, let fileName) = outcome else { return }
        if let printer {
          Output.write(printer.text(of: [context.record(photo, fileName: fileName)]))
        } else {
          Output.print(FactSheet(context.texts).text(of: photo))
        }
      }
      return await commands.show(given.ids).and(given.status)
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

/// Prints the IDs of the photos whose likes the service has confirmed.
private func setLikes(of photos: PhotoArguments, to isLiked: Bool, _ source: SourceOptions) -> Never
{
  let given = photos.list(source.texts())
  source.run { context throws(ShellMessage) in
    let commands = PhotoCommands(reportingIn: context) { outcome in
      if case .liked(let id, _) = outcome { Output.print(id) }
    }
    return await commands.setLikes(given.ids, to: isLiked).and(given.status)
  }
}
