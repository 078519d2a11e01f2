import ArgumentParser
import Canvas
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

  /// Prints the details of photos, by default as a fact sheet.
  func run() {
    let printer = output.isRecord ? output.printer(source.texts()) : nil
    source.run(for: photos.list(source, output.end), usesStored: true) {
      context,
      ids throws(ShellMessage) in
      let commands = PhotoCommands(reportingIn: context) { outcome in
        guard case .photo(let photo, let fileName) = outcome else { return }
        if let printer {
          Output.write(printer.text(of: [context.record(photo, fileName: fileName)]))
        } else {
          let sheet = FactSheet(context.texts).text(of: photo)
          if output.end.null {
            Output.write(TextSanitizer.printed(sheet, keepingLines: true) + "\0")
          } else {
            Output.print(sheet)
          }
        }
      }
      return await commands.show(ids)
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
  @OptionGroup var end: LineEnd
  @OptionGroup var source: SourceOptions

  func run() { setLikes(of: photos, to: true, end, source) }
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
  @OptionGroup var end: LineEnd
  @OptionGroup var source: SourceOptions

  func run() { setLikes(of: photos, to: false, end, source) }
}

/// Prints the IDs of the photos whose likes the service has confirmed.
private func setLikes(
  of photos: PhotoArguments,
  to isLiked: Bool,
  _ end: LineEnd,
  _ source: SourceOptions
) -> Never {
  source.run(for: photos.list(source, end)) { context, ids throws(ShellMessage) in
    let commands = PhotoCommands(reportingIn: context) { outcome in
      switch outcome {
      case .liked(let id, _): Output.printExactly(id, end: end.character)
      case .queued(let id): context.report(.likeQueued(id: id))
      default: break
      }
    }
    return await commands.setLikes(ids, to: isLiked)
  }
}
