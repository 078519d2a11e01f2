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
    case .setWallpaper(let path):
      try await exporter.setWallpaper(path)
      return .wallpaperSet
    case .run(_, let name, let words):
      return try await exporter.run(words, named: name) ? .done(name) : .started(name)
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
        var fault: CreditFault?
        let path = try await copier.copy(file.path, of: file.photo) { fault = $0 }
        if let fault { plain = (path, fault) }
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
