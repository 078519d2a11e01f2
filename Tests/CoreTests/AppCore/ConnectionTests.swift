import AppCore
import Harness
import Model
import Testing

/// The evidence that results contain about the connection to the service.
@Suite struct ConnectionTests {
  private let person = Person(username: "ann", name: "Ann Lee", totalPhotos: 7)
  private let fog = ListOffer(.topic("fog"), ListInfo(title: "Fog"))

  private func state(isOffline: Bool) -> AppState {
    var state = Given.feed(30, next: nil).extended
    state.isOffline = isOffline
    return state
  }

  @Test func `responses about photographers, topics and URLs end the offline state`() {
    let actions: [AppAction] = [
      .visits(.personLoaded("ann", .success(person))),
      .visits(.infoLoaded(fog.list, .success(fog))),
      .visits(.infoLoaded(fog.list, .failure(Problem(.topic, .notFound)))),
      .chooser(.loaded(.topics, page: 1, .success(OfferPage(offers: [fog], next: nil)))),
      .addressInput(.photoLoaded(.success(Given.photo(77)))),
    ]
    for action in actions {
      var state = state(isOffline: true)
      let effects = AppReducer.reduce(&state, action)
      #expect(!state.isOffline && effects.contains(Given.isBack), "\(action)")
    }
  }

  @Test func `requests about photographers, topics and URLs notice a missing network`() {
    let actions: [AppAction] = [
      .visits(.personLoaded("ann", .failure(Given.timeout))),
      .visits(.infoLoaded(fog.list, .failure(Given.timeout))),
      .chooser(.loaded(.topics, page: 1, .failure(Given.timeout))),
      .addressInput(.photoLoaded(.failure(Given.timeout))),
    ]
    for action in actions {
      var state = state(isOffline: false)
      let effects = AppReducer.reduce(&state, action)
      #expect(state.isOffline && effects.contains(Given.tryLater), "\(action)")
    }
  }

  @Test func `cached data and headers created without a request are no responses`() {
    let untitled = ListOffer(.topic("-1"), ListInfo(title: ""))
    let actions: [AppAction] = [
      .visits(.personRead(person)), .visits(.infoRead(fog)), .chooser(.topicsRead([fog])),
      .visits(.infoLoaded(untitled.list, .success(untitled))), .chooser(.topicsCached([fog])),
      .addressInput(.photoNamed(Given.id(5))), .addressInput(.unknown),
    ]
    for action in actions {
      var state = state(isOffline: true)
      let effects = AppReducer.reduce(&state, action)
      #expect(state.isOffline && !effects.contains(Given.isBack), "\(action)")
    }
  }
}
