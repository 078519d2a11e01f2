import AppCore
import Imaging
import Library
import Model
import Services

extension Performer {
  func perform(_ effect: ShareEffect, _ send: @escaping @Sendable (AppAction) -> Void) async {
    switch effect {
    case .openInBrowser(let id, let url):
      do throws(Problem) {
        try await environment.browser.open(url)
        send(.share(.browserOpened(id, .success(url))))
      } catch {
        send(.share(.browserOpened(id, .failure(Problem(.browser, error.cause)))))
      }
    case .makeCode(let id, let link):
      send(.share(.codeMade(id, QREncoder.encode(link.text))))
    case .save(let id):
      guard let photo = photos[id], let folder = environment.picturesFolder else { return }
      let saver = PhotoSaver(
        service: backend.service,
        transport: environment.transport,
        folder: folder,
        log: environment.log
      )
      do throws(Problem) {
        let path = try await saver.save(photo) { progress in
          let progress = SaveProgress(received: progress.received, expected: progress.expected)
          send(.share(.saveProgressed(id, progress)))
        }
        send(.share(.saved(id, .success(path))))
      } catch {
        send(.share(.saved(id, .failure(error))))
      }
    }
  }
}
