import AppCore
import Files
import Imaging
import Library
import Model

extension LiveEffectHandler {
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
    }
  }
}
