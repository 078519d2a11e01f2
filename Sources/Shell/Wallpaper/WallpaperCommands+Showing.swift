import Catalogue
import Files
import Localization
import Model
import ServiceAPI

// What the command for wallpapers prints.
extension WallpaperCommands {
  /// The form of the result.
  enum Output: Sendable {
    /// The credit of the photo.
    case credit
    /// Only the path of the file, which the desktop doesn't show.
    case path
    case record(RecordPrinter)
  }

  /// Shows a photo on the desktop, and prints its credit or the path of its file.
  static func show(
    _ source: WallpaperSource,
    orientation: SearchQuery.Orientation?,
    _ output: Output,
    in context: CommandContext,
    _ texts: Texts
  ) async throws(CommandFailure) -> CommandStatus {
    let line = ProgressLine(count: 1)
    let commands = WallpaperCommands(context) {
      Shell.Output.printError(texts.shell(.waitingForWallpaper))
    } observe: { event, id in
      line.show(event, id, texts)
    }
    defer { line.clear() }
    let isShown = if case .path = output { false } else { true }
    let wallpaper: Wallpaper
    do throws(CommandFailure) {
      wallpaper = try await commands.set(source, orientation: orientation, isShown: isShown)
    } catch {
      guard case .photo(let id) = source, case .problem = error, !Task.isCancelled else {
        throw error
      }
      line.clear()
      Shell.Output.printError(texts.shell(error.message(about: id)))
      return error.status
    }
    line.clear()
    switch output {
    case .path: Shell.Output.printExactly(wallpaper.path)
    case .record(let printer):
      guard let photo = wallpaper.photo else { break }
      let record = context.record(photo, wallpaper: wallpaper.path)
      Shell.Output.write(Array(printer.text(of: [record]).utf8))
    case .credit:
      let credit = wallpaper.photo.map { photo in
        let service = context.description(of: photo.id.service)
        return ShellMessage.credit(
          author: photo.author.name.isEmpty ? photo.author.username : photo.author.name,
          site: context.isDemo ? nil : service.name,
          page: photo.pageURL.map { service.link($0).text }
        )
      }
      Shell.Output.print(texts.shell(credit ?? .wallpaperSet))
    }
    return .done
  }

  /// Brings back the former setting, and says so.
  static func showUndo(
    in context: CommandContext,
    _ texts: Texts
  ) async throws(CommandFailure) -> CommandStatus {
    let commands = WallpaperCommands(context) {
      Shell.Output.printError(texts.shell(.waitingForWallpaper))
    }
    try await commands.undo()
    Shell.Output.print(texts.shell(.wallpaperRestored))
    return .done
  }
}

extension CommandContext {
  /// Returns the description of a service, which needn't be the one in use.
  fileprivate func description(of id: ServiceID) -> ServiceDescription {
    if id == service.id { return service.description }
    let entry = ServiceCatalogue.all.first { $0.description.id == id }
    return entry?.description ?? service.description
  }
}
