import ArgumentParser
import Shell

struct PhotoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo",
    _superCommandName: "imagefeed",
    abstract: "Print everything the service knows about photos."
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var photos: PhotoArguments

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
    abstract: "Like photos; each ID is printed once the service has confirmed it."
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var photos: PhotoArguments

  func run() { setLikes(of: photos, to: true, source) }
}

struct UnlikeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlike",
    _superCommandName: "imagefeed",
    abstract: "Unlike photos; each ID is printed once the service has confirmed it."
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var photos: PhotoArguments

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
