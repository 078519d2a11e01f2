import Canvas
import Library
import Model

/// The export menu: commands for photos' files.
package struct ExportState: Equatable, Sendable {
  package enum Row: Hashable, Sendable {
    /// Downloads the photos whose files aren't on this computer.
    case download
    case copyFiles, copyPath, copyPicture, mail, view, wallpaper
    /// A custom command, given by its position in the configuration.
    case command(Int)
  }

  /// The photo, or several marked ones.
  package let photos: [Photo.ID]
  package var focus: Row
  /// The row whose command is running.
  package var running: Row?

  package init(photos: [Photo.ID], focus: Row = .copyFiles) {
    self.photos = photos
    self.focus = focus
  }

  /// The photo, or the first of several.
  package var photo: Photo.ID? { photos.first }
}

/// The result of a command for a photo's file.
package enum ExportOutcome: Equatable, Sendable {
  /// The number of files copied to the pictures folder.
  case copied(Int, folder: String)
  case pictureCopied
  case mailing
  case viewing
  case wallpaperSet
  /// A custom command finished, given by its name.
  case done(String)
  /// A custom command is still running after some time and is no longer watched.
  case started(String)
}

package enum ExportAction: Equatable, Sendable {
  case openPressed([Photo.ID])
  case rowPressed(ExportState.Row)
  /// A command finished.
  ///
  /// After copying several files, both are set if only some could be copied.
  case finished(ExportState.Row, ExportOutcome?, Problem?)
}

/// A gallery file to copy, and the photo that determines the copy's name.
package struct FileCopy: Equatable, Sendable {
  package let path: String
  package let photo: Photo

  package init(path: String, photo: Photo) {
    self.path = path
    self.photo = photo
  }
}

package enum ExportEffect: Equatable, Sendable {
  /// Copies files to the pictures folder.
  case copyFiles([FileCopy])
  case copyPicture(path: String)
  case mail(path: String)
  case view(path: String)
  /// Shows a photo on the desktop.
  case setWallpaper(Photo)
  /// Runs a custom command with its arguments.
  case run(Int, name: String, [String])

  package var id: Effect.ID {
    switch self {
    case .copyFiles: Effect.ID(.export, "copy")
    case .copyPicture: Effect.ID(.export, "clipboard")
    case .mail: Effect.ID(.export, "mail")
    case .view: Effect.ID(.export, "view")
    case .setWallpaper: Effect.ID(.export, "wallpaper")
    case .run(let index, _, _): Effect.ID(.export, "command \(index)")
    }
  }

  /// The row that starts this effect.
  package var row: ExportState.Row {
    switch self {
    case .copyFiles: .copyFiles
    case .copyPicture: .copyPicture
    case .mail: .mail
    case .view: .view
    case .setWallpaper: .wallpaper
    case .run(let index, _, _): .command(index)
    }
  }
}

extension AppState {
  /// The rows of the open menu, in order.
  package var exportRows: [ExportState.Row] {
    guard let export else { return [] }
    let needed = !export.photos.allSatisfy(isUsable)
    return (needed ? [.download] : [])
      + [.copyFiles, .copyPath, .copyPicture, .mail, .view, .wallpaper]
      + launch.preferences.shareCommands.indices.map { .command($0) }
  }

  /// The focused row of the open menu.
  ///
  /// The first row, if the focused one has disappeared because its download has finished.
  package var exportFocus: ExportState.Row? {
    guard let focus = export?.focus else { return nil }
    return exportRows.contains(focus) ? focus : exportRows.first
  }

  /// Whether a photo's file is on this computer and not known to be unusable.
  fileprivate func isUsable(_ id: Photo.ID) -> Bool { localFile(of: id) != nil }
}

package enum ExportReducer {
  package static func reduce(_ state: inout AppState, _ action: ExportAction) -> [Effect] {
    guard state.offers(.gallery) else { return [] }
    switch action {
    case .openPressed(let ids):
      state.export = ExportState(photos: ids)
      // If any of the photos is on this computer, the copy command stays focused.
      if !ids.contains(where: state.isUsable) { state.export?.focus = .download }
      return []
    case .rowPressed(let row):
      guard state.exportRows.contains(row) else { return [] }
      state.export?.focus = row
      return handle(&state, row)
    case .finished(let row, let outcome, let problem):
      if state.export?.running == row {
        // After a failure the menu stays open for another command.
        if problem == nil { state.export = nil } else { state.export?.running = nil }
      }
      switch (outcome, problem) {
      case (let outcome?, let problem?): return [state.show(.exportedPartly(outcome, problem))]
      case (let outcome?, nil): return [state.show(.exported(outcome))]
      case (nil, let problem?): return [state.show(.failed(problem, retry: nil))]
      case (nil, nil): return []
      }
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .moveUp: move(&state, by: -1)
    case .moveDown: move(&state, by: 1)
    case .open: .handled(state.exportFocus.map { reduce(&state, .rowPressed($0)) } ?? [])
    default: .ignored
    }
  }

  /// Returns the reason a row can't be used now; `nil` if it can.
  package static func reason(_ state: AppState, _ row: ExportState.Row) -> UnavailableReason? {
    guard let export = state.export else { return .nothingSelected }
    let tools = state.launch.desktop
    switch row {
    case .download: return nil
    case .copyFiles:
      if state.launch.picturesFolder == nil { return .noPicturesFolder }
      return export.photos.contains(where: state.isUsable) ? nil : .notDownloaded
    case .copyPath: break
    case .copyPicture: if tools.clipboard == nil { return .noClipboardProgram }
    case .mail: if !tools.canMail { return .noMailProgram }
    case .view: if !tools.canView { return .noViewer }
    case .wallpaper:
      if tools.wallpaper == nil { return .noWallpaperProgram }
      return export.photos.count == 1 ? nil : .onePhotoOnly
    case .command(let index):
      guard state.launch.preferences.shareCommands.indices.contains(index) else {
        return .nothingSelected
      }
      let command = state.launch.preferences.shareCommands[index]
      if tools.missing.contains(command.program) { return .noProgram(command.program) }
      let first = export.photos.first.flatMap { state.photos[$0] }
      if command.needsPage, export.photos.count == 1, first?.pageURL == nil { return .noPage }
      if !command.needsFile {
        return export.photos.count == 1 ? nil : .onePhotoOnly
      }
    }
    guard let id = export.photos.first, export.photos.count == 1 else { return .onePhotoOnly }
    return state.isUsable(id) ? nil : .notDownloaded
  }

  private static func move(_ state: inout AppState, by step: Int) -> CommandResult {
    let rows = state.exportRows
    guard let focus = state.exportFocus, let index = rows.firstIndex(of: focus) else {
      return .done
    }
    state.export?.focus = rows[max(0, min(rows.count - 1, index + step))]
    return .done
  }

  private static func handle(_ state: inout AppState, _ row: ExportState.Row) -> [Effect] {
    guard let export = state.export, let id = export.photos.first, export.running == nil else {
      return []
    }
    if let reason = reason(state, row) { return [state.show(.unavailable(.export, reason))] }
    let path = state.localFile(of: id) ?? ""
    switch row {
    case .download:
      state.export = nil
      return export.photos.count > 1 ? state.download(export.photos) : state.fetch(id)
    case .copyPath:
      state.export = nil
      let text = ClipboardText(path)
      return [.terminal(.copy(text)), state.show(.copied(text))]
    case .copyFiles:
      let files = export.photos.filter(state.isUsable).compactMap { id in
        state.galleryFile(of: id).flatMap { file in
          state.photos[id].map { FileCopy(path: file.path, photo: $0) }
        }
      }
      return start(&state, .copyFiles(files))
    case .copyPicture: return start(&state, .copyPicture(path: path))
    case .mail: return start(&state, .mail(path: path))
    case .view: return start(&state, .view(path: path))
    case .wallpaper: return state.photos[id].map { start(&state, .setWallpaper($0)) } ?? []
    case .command(let index):
      let command = state.launch.preferences.shareCommands[index]
      let page = (state.photos[id]?.pageURL).map { state.launch.link($0, of: id) }
      let words = command.words(file: state.localFile(of: id), page: page)
      return start(&state, .run(index, name: command.name, words))
    }
  }

  private static func start(_ state: inout AppState, _ effect: ExportEffect) -> [Effect] {
    state.export?.running = effect.row
    return [.export(effect)]
  }
}
