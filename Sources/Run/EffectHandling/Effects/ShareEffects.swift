import AppCore
import Files
import Imaging
import Model
import ServiceAPI

extension LiveEffectHandler {
  func perform(_ effect: ShareEffect, _ send: @escaping @Sendable (AppAction) -> Void) async {
    if case .makeCode(let id, let link) = effect {
      send(.share(.codeMade(id, QREncoder.encode(link.text))))
      return
    }
    send(.share(.finished(effect.row, await result(try await share(effect)))))
  }

  private func share(_ effect: ShareEffect) async throws(Problem) -> ShareOutcome {
    let sharer = environment.sharer
    switch effect {
    case .makeCode(_, let link), .open(let link, _):
      try await environment.browser.open(link)
      return .opened(link)
    case .copyImage(let path):
      try await sharer.copyPicture(path)
      return .imageCopied
    case .mail(let path):
      try await sharer.mail(path)
      return .mailing
    case .view(let path):
      try await sharer.view(path)
      return .viewing
    case .setWallpaper(let photo):
      try await setWallpaper(photo)
      return .wallpaperSet
    case .run(_, let command, let photo, let file, let page):
      let fields = PhotoFields(
        photo,
        of: backend.service.description,
        isDemo: backend.demoOrigin != nil,
        image: backend.service.original(of: photo).url,
        path: file
      )
      let words = command.words { part in
        switch part {
        case .name(.url): page?.text ?? ""
        // A path is passed as it is.
        case .name(.path): file ?? ""
        default: fields.line(of: part)
        }
      }
      let name = command.name
      return try await sharer.run(words, named: name) ? .done(name) : .started(name)
    }
  }

  private func setWallpaper(_ photo: Photo) async throws(Problem) {
    do throws(WallpaperFailure) {
      let change = try await WallpaperChange(
        coordinator,
        environment.wallpapers,
        environment: environment.sharer.environment
      )
      defer { change.end() }
      let file = await result(try await change.file(of: photo, on: change.monitors()))
      try await change.show(file.mapError(WallpaperFailure.problem).get())
    } catch {
      throw Problem(error)
    }
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
