import Files
import Localization

// The output of the commands for single photos.
extension PhotoCommands {
  /// Prints the details of photos.
  ///
  /// - Parameter printer: A printer for programs; `nil` for a readable fact sheet.
  static func showPhotos(
    _ given: PhotoIDList,
    in context: CommandContext,
    _ printer: RecordPrinter?,
    _ texts: Texts
  ) async -> CommandStatus {
    let status = await PhotoCommands(context) { outcome in
      switch outcome {
      case .photo(let photo, let fileName):
        if let printer {
          let record = context.record(photo, fileName: fileName)
          Output.write(Array(printer.text(of: [record]).utf8))
        } else {
          Output.print(FactSheet(texts).text(of: photo))
        }
      case .failed(let id, let failure): Output.printError(texts.shell(failure.message(about: id)))
      case .liked, .downloaded: break
      }
    }.show(given.ids)
    return status.and(given.status)
  }

  /// Prints the IDs of the photos whose likes the service has confirmed.
  static func showLikes(
    of given: PhotoIDList,
    to isLiked: Bool,
    in context: CommandContext,
    _ texts: Texts
  ) async -> CommandStatus {
    let status = await PhotoCommands(context) { outcome in
      switch outcome {
      case .liked(let id, _): Output.print(id)
      case .failed(let id, let failure): Output.printError(texts.shell(failure.message(about: id)))
      case .photo, .downloaded: break
      }
    }.setLikes(given.ids, to: isLiked)
    return status.and(given.status)
  }

  /// Prints the path of each downloaded file, and the progress on a terminal.
  ///
  /// - Parameter atOnce: The maximum number of parallel downloads.
  static func showDownloads(
    of given: PhotoIDList,
    to destination: Destination,
    atOnce: Int,
    in context: CommandContext,
    _ texts: Texts
  ) async -> CommandStatus {
    let progress = ProgressLine(count: given.ids.count)
    let status = await PhotoCommands(context) { outcome in
      progress.finishOne {
        switch outcome {
        case .downloaded(_, _, let path): Output.printExactly(path)
        case .failed(let id, let failure):
          Output.printError(texts.shell(failure.message(about: id)))
        case .photo, .liked: break
        }
      }
    }.download(
      given.ids,
      to: destination,
      atOnce: atOnce
    ) { event, id in
      progress.show(event, id, texts)
    }
    progress.clear()
    return status.and(given.status)
  }
}
