import AppCore
import Files
import Library
import Model

extension LiveEffectHandler {
  func perform(_ effect: ExportEffect, _ send: @escaping @Sendable (AppAction) -> Void) async {
    if case .copyFiles(let files) = effect {
      await copy(files, send)
      return
    }
    do throws(Problem) {
      let outcome = try await export(effect)
      send(.export(.finished(effect.row, outcome, nil)))
    } catch {
      send(.export(.finished(effect.row, nil, error)))
    }
  }

  private func export(_ effect: ExportEffect) async throws(Problem) -> ExportOutcome? {
    let exporter = environment.exporter
    switch effect {
    case .copyFiles: return nil
    case .copyPicture(let path):
      try await exporter.copyPicture(path)
      return .pictureCopied
    case .mail(let path):
      try await exporter.mail(path)
      return .mailing
    case .view(let path):
      try await exporter.view(path)
      return .viewing
    case .setWallpaper(let photo):
      try await setWallpaper(photo)
      return .wallpaperSet
    case .run(_, let name, let words):
      return try await exporter.run(words, named: name) ? .done(name) : .started(name)
    }
  }

  private func setWallpaper(_ photo: Photo) async throws(Problem) {
    do throws(WallpaperFailure) {
      let change = try await WallpaperChange(
        coordinator,
        environment.wallpapers,
        environment: environment.exporter.environment
      )
      defer { change.end() }
      let file = await result { () throws(Problem) in
        try await change.file(of: photo, on: change.screens())
      }
      try await change.show(file.mapError(WallpaperFailure.problem).get())
    } catch {
      throw Problem(error)
    }
  }

  /// Copies files to the pictures folder, as many as possible, and sends the last failure.
  ///
  /// Does nothing without a pictures folder.
  private func copy(_ files: [FileCopy], _ send: @Sendable (AppAction) -> Void) async {
    let pictures = pictures
    guard let folder = pictures.folder else { return }
    let copier = PictureCopier(folder: folder, style: pictures.style)
    var count = 0
    var problem: Problem?
    var plain: (path: String, CreditFault)?
    for file in files {
      do throws(Problem) {
        try await copier.copy(file.path, of: file.photo) { event in
          if case .uncredited(let path, let fault) = event { plain = (path, fault) }
        }
        count += 1
      } catch {
        problem = error
      }
    }
    let outcome = count > 0 ? ExportOutcome.copied(count, folder: folder) : nil
    send(.export(.finished(.copyFiles, outcome, problem)))
    if problem == nil, let (path, fault) = plain { send(.savedWithoutCredit(path: path, fault)) }
  }
}

extension Problem {
  /// Creates the problem for a wallpaper that the program can't set.
  init(_ failure: WallpaperFailure) {
    switch failure {
    case .problem(let problem): self = problem
    case .noProgram(let name, _): self.init(.wallpaper, .noProgram(name: name))
    case .failed(let program, _), .timedOut(let program):
      self.init(.wallpaper, .commandFailed(command: program))
    case .noDesktop, .noFormer: self.init(.wallpaper, .noProgram(name: "feh"))
    }
  }
}
