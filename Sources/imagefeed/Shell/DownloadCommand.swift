import ArgumentParser
import Files
import Localization
import Shell

struct DownloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download",
    _superCommandName: "imagefeed",
    abstract: "Download photos to the gallery, or save them to a folder; prints each file's path."
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var photos: PhotoArguments

  @Option(
    help: ArgumentHelp(
      "Save to this folder, not to the gallery; existing files are kept.",
      valueName: "folder"
    ),
    completion: .directory,
    transform: PathArgument.path
  )
  var to: String?

  @Option(
    help: ArgumentHelp(
      "With --to: the width in pixels, instead of full size.",
      valueName: "pixels"
    )
  )
  var width: Int?

  @OptionGroup var form: FileOptions

  @Option(
    help: ArgumentHelp(
      "The maximum number of parallel downloads; fewer if few files may be open.",
      valueName: "count"
    )
  )
  var parallel = 20

  func validate() throws {
    if let to, to.isEmpty { throw ValidationError("--to takes the name of a folder") }
    if let width, !(1...100_000).contains(width) {
      throw ValidationError("--width takes a number from 1 to 100000")
    }
    if width != nil, to == nil {
      throw ValidationError("--width needs --to: the gallery keeps photos at full size")
    }
    if form.isUsed, to == nil {
      throw ValidationError("--name and --no-metadata need --to: the gallery changes no file")
    }
    guard (1...50).contains(parallel) else {
      throw ValidationError("--parallel takes a number from 1 to 50")
    }
  }

  private func destination(_ texts: Texts) -> PhotoCommands.Destination {
    guard var folder = to else { return .gallery }
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return .folder(folder, width: width, form.choice(texts))
  }

  func run() {
    let texts = source.texts
    // An invalid template is reported before standard input is read.
    let (destination, atOnce) = (destination(texts), Limits.downloads(parallel))
    let given = photos.list(texts)
    // The report of each file needs a connection too.
    source.run(connections: 2 * atOnce) { context throws(CommandFailure) in
      await PhotoCommands.showDownloads(
        of: given,
        to: destination,
        atOnce: atOnce,
        in: context,
        texts
      )
    }
  }
}
