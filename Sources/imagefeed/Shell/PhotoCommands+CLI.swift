import ArgumentParser
import Canvas
import Glibc
import Localization
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
    source.run { place throws(CommandFailure) in
      let status = await PhotoCommands(place) { outcome in
        switch outcome {
        case .photo(let photo, let fileName):
          if isForPeople {
            Output.print(FactSheet(texts).text(of: photo))
          } else {
            let record = place.record(photo, fileName: fileName)
            Output.write(Array(printer.text(of: [record]).utf8))
          }
        case .failed(let id, let failure): Output.complain(texts.shell(failure.message(about: id)))
        case .liked, .downloaded: break
        }
      }.show(given.ids)
      return status.and(given.status)
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
  source.run { place throws(CommandFailure) in
    let status = await PhotoCommands(place) { outcome in
      switch outcome {
      case .liked(let id, _): Output.print(id)
      case .failed(let id, let failure): Output.complain(texts.shell(failure.message(about: id)))
      case .photo, .downloaded: break
      }
    }.setLikes(given.ids, to: isLiked)
    return status.and(given.status)
  }
}
