import Library
import Model

package enum ChooserReducer {
  static func reduce(_ state: inout AppState, _ action: ChooserAction) -> [Effect] {
    switch action {
    case .topicsPressed:
      guard state.offers(.topics), state.stage == .main else { return [] }
      let offers = state.library.places.topics.all
      let current = offers.firstIndex { $0.list == state.source }.map { $0 + 1 } ?? 0
      return open(&state, ChooserState(.topics, focus: current))
    case .collectionsPressed(let name):
      guard state.offers(.collections), state.stage == .main else { return [] }
      return open(&state, ChooserState(.collections(of: name)))
    case .topicsLoaded(.success(let topics)):
      let page = OfferPage(offers: topics, next: nil)
      state.library.places.topics.take(page, number: 1)
      for topic in topics { state.library.places.take(topic) }
      return state.offers(.cache) ? [.kept(.keepTopics(topics))] : []
    case .topicsRead(let topics):
      state.library.places.topics.takeKept(topics)
      for topic in topics where state.library.places.infos[topic.list] == nil {
        state.library.places.take(topic)
      }
      return []
    case .topicsLoaded(.failure(let problem)):
      state.library.places.topics.load = .failed(problem)
      return problem.cause == .unauthorized ? [.news(.sessionRefused)] : []
    case .collectionsLoaded(let name, let number, .success(let page)):
      state.library.places.collections[name, default: .init()].take(page, number: number)
      for offer in page.offers { state.library.places.take(offer) }
      return []
    case .collectionsLoaded(let name, _, .failure(let problem)):
      state.library.places.collections[name, default: .init()].load = .failed(problem)
      return problem.cause == .unauthorized ? [.news(.sessionRefused)] : []
    case .sourceRead(let list):
      // Whoever has chosen meanwhile means that.
      guard state.offers(.topics), state.source == .feed, list.kind == .topic else { return [] }
      return [.news(.sourceChosen(list))]
    }
  }

  static func perform(_ state: inout AppState, _ command: Command) -> Handling {
    guard let chooser = state.chooser else { return .notMine }
    let choices = state.choices(of: chooser)
    func move(to index: Int) -> Handling {
      state.chooser?.focus = max(0, min(choices.count - 1, index))
      return .mine(loadMore(&state))
    }
    switch command {
    case .moveUp: return move(to: chooser.focus - 1)
    case .moveDown: return move(to: chooser.focus + 1)
    case .pageUp: return move(to: chooser.focus - PaletteState.page)
    case .pageDown: return move(to: chooser.focus + PaletteState.page)
    case .open where choices.isEmpty: return .mine(retry(&state))
    case .open:
      guard choices.indices.contains(chooser.focus) else { return .done }
      return .mine(choose(&state, choices[chooser.focus].list))
    default: return .notMine
    }
  }

  static func type(_ state: inout AppState, _ edit: TextField.Edit) -> [Effect] {
    guard let line = state.chooser?.line else { return [] }
    if case .insert(let text) = edit {
      let room = max(0, ChooserState.limit - line.text.count)
      state.chooser?.line.apply(.insert(String(text.prefix(room))))
    } else {
      state.chooser?.line.apply(edit)
    }
    state.chooser?.focus = 0
    return loadMore(&state)
  }

  /// Shows what was chosen, if it is still on offer.
  static func choose(_ state: inout AppState, _ list: ListID) -> [Effect] {
    guard let chooser = state.chooser,
      state.choices(of: chooser).contains(where: { $0.list == list })
    else { return [] }
    state.chooser = nil
    return [.news(chooser.subject == .topics ? .sourceChosen(list) : .visitWanted(list))]
  }

  /// Asks again for what did not come.
  static func retry(_ state: inout AppState) -> [Effect] {
    guard let subject = state.chooser?.subject, case .failed = state.offers(of: subject).load
    else { return [] }
    return load(&state, subject, page: 1)
  }

  private static func open(_ state: inout AppState, _ chooser: ChooserState) -> [Effect] {
    state.overlays = []
    state.chooser = chooser
    let offers = state.offers(of: chooser.subject)
    // Once in a run is enough; what is only kept is refreshed behind.
    let isLoaded = offers.next != 1 && !offers.isKept && offers.load == .idle
    return isLoaded ? [] : load(&state, chooser.subject, page: 1)
  }

  private static func loadMore(_ state: inout AppState) -> [Effect] {
    guard let chooser = state.chooser else { return [] }
    let offers = state.offers(of: chooser.subject)
    let rest = state.choices(of: chooser).count - chooser.focus
    guard offers.load == .idle, let page = offers.next, page > 1, rest <= 2 * PaletteState.page
    else { return [] }
    return load(&state, chooser.subject, page: page)
  }

  private static func load(
    _ state: inout AppState,
    _ subject: ChooserState.Subject,
    page: Int
  ) -> [Effect] {
    switch subject {
    case .topics:
      guard state.library.places.topics.load != .loading else { return [] }
      state.library.places.topics.load = .loading
      return [.chooser(.loadTopics)]
    case .collections(let name):
      guard state.offers(of: subject).load != .loading else { return [] }
      state.library.places.collections[name, default: .init()].load = .loading
      return [.chooser(.loadCollections(of: name, page: page))]
    }
  }
}
