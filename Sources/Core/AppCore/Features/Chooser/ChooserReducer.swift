import Model

package enum ChooserReducer {
  static func reduce(_ state: inout AppState, _ action: ChooserAction) -> [Effect] {
    switch action {
    // Only the results of the latest search stay in memory, so a late page has no place.
    case .loaded(let subject, _, _)
    where subject.words != nil && state.directory.offers[subject] == nil:
      return []
    case .opened(let subject): return state.choose(from: subject)
    case .loaded(let subject, let number, .success(let page)):
      state.directory.offers[subject, default: .init()].merge(page, number: number)
      for offer in page.offers { state.directory.store(offer) }
      return subject == .topics && state.offers(.cache) ? [.cache(.writeTopics(page.offers))] : []
    case .topicsRead(let topics):
      storeCached(&state, topics)
      return []
    case .topicsCached(let topics):
      storeCached(&state, topics)
      state.directory.offers[.topics]?.load = .idle
      return []
    case .loaded(let subject, page: _, .failure(let problem)):
      state.directory.offers[subject, default: .init()].load = .failed(problem)
      return problem.cause.endsSession ? [.event(.sessionRefused(problem.cause))] : []
    case .sourceRead(let list):
      // If the user has chosen a list since, the stored topic is ignored.
      guard state.offers(.topics), state.source == .feed, list.kind == .topic else { return [] }
      // If something is open over the feed, it stays; the topic is shown when the user returns.
      guard state.tab == .feed, state.visit == nil, state.photo == nil, state.overlays.isEmpty
      else {
        state.source = list
        return []
      }
      return [.event(.destinationChosen(.source(list)))]
    }
  }

  private static func storeCached(_ state: inout AppState, _ topics: [ListOffer]) {
    state.directory.offers[.topics, default: .init()].restore(topics)
    for topic in topics where state.directory.infos[topic.list] == nil {
      state.directory.store(topic)
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let chooser = state.chooser else { return .ignored }
    let choices = state.choices(of: chooser)
    let rows = chooser.photos.isEmpty ? [] : state.collectionEditRows(of: chooser)
    let count = chooser.photos.isEmpty ? choices.count : rows.count
    func move(to index: Int) -> CommandResult {
      state.chooser?.focus = max(0, min(count - 1, index))
      state.chooser?.hasMoved = true
      return .handled(loadMore(&state))
    }
    switch command {
    case .moveUp: return move(to: chooser.focus - 1)
    case .moveDown: return move(to: chooser.focus + 1)
    case .pageUp: return move(to: chooser.focus - Command.rowsPerPage)
    case .pageDown: return move(to: chooser.focus + Command.rowsPerPage)
    case .refresh: return .handled(retry(&state))
    case _ where !chooser.photos.isEmpty:
      return handleCollectionEdit(&state, chooser, rows, command)
    case .nextTab, .previousTab: return turn(&state, chooser.subject, command == .nextTab)
    case .open where choices.isEmpty: return .handled(retry(&state))
    case .open:
      guard choices.indices.contains(chooser.focus) else { return .done }
      return .handled(choose(&state, choices[chooser.focus].list))
    default: return .ignored
    }
  }

  static func type(_ state: inout AppState, _ edit: TextField.Edit) -> [Effect] {
    guard state.chooser != nil else { return [] }
    state.chooser?.line.apply(edit, limit: ChooserState.maxCharacters)
    state.chooser?.focus = 0
    state.chooser?.hasMoved = false
    return loadMore(&state)
  }

  /// Opens the chosen list, if the chooser still contains it.
  static func choose(_ state: inout AppState, _ list: ListID) -> [Effect] {
    guard let chooser = state.chooser, chooser.photos.isEmpty,
      state.choices(of: chooser).contains(where: { $0.list == list })
    else { return [] }
    state.chooser = nil
    return [.event(.destinationChosen(chooser.subject == .topics ? .source(list) : .list(list)))]
  }

  /// Requests the rows that failed to load.
  static func retry(_ state: inout AppState) -> [Effect] {
    guard state.isChooserShort, let subject = state.chooser?.subject else { return [] }
    let offers = state.offers(of: subject)
    return state.loadOffers(subject, page: offers.isCached ? .first : offers.next ?? .first)
  }

  /// Loads the first page, unless it was loaded in this run.
  ///
  /// Cached rows are refreshed in the background.
  static func begin(_ state: inout AppState, _ subject: OfferSubject) -> [Effect] {
    let offers = state.offers(of: subject)
    let isLoaded = offers.next != .first && !offers.isCached && offers.load == .idle
    return isLoaded ? [] : state.loadOffers(subject, page: .first)
  }

  /// Switches between the photos, photographers and collections that a search has found.
  private static func turn(
    _ state: inout AppState,
    _ subject: OfferSubject,
    _ isForward: Bool
  ) -> CommandResult {
    switch (subject, isForward) {
    case (.people(let words), true): return .handled(state.choose(from: .collectionsFound(words)))
    case (.collectionsFound(let words), false): return .handled(state.choose(from: .people(words)))
    case (.people, false), (.collectionsFound, true):
      state.chooser = nil
      return .done
    case (.topics, _), (.collections, _): return .done
    }
  }

  /// Loads the next page if few rows are left below the focused one.
  static func loadMore(_ state: inout AppState) -> [Effect] {
    guard let chooser = state.chooser else { return [] }
    let rest = state.choices(of: chooser).count - chooser.focus
    let page = state.offers(of: chooser.subject).nextPage(withRest: rest)
    return page.map { state.loadOffers(chooser.subject, page: $0) } ?? []
  }
}

extension AppState {
  /// Opens the chooser with topics, photographers or collections.
  mutating func choose(from subject: OfferSubject) -> [Effect] {
    guard offers(subject.needs), stage == .main else { return [] }
    closeOverlays()
    // Only the results of the latest search stay in memory.
    for old in directory.offers.keys
    where old.words != nil && subject.words != nil && old.words != subject.words {
      directory.offers[old] = nil
    }
    var chooser = ChooserState(subject)
    let shown = choices(of: chooser).firstIndex { $0.list == source }
    chooser.focus = subject == .topics ? shown ?? 0 : 0
    self.chooser = chooser
    return ChooserReducer.begin(&self, subject)
  }

  /// Opens the chooser with the user's collections, to add photos to them.
  ///
  /// The collections are requested by the user's name, so an unknown name is loaded first.
  mutating func chooseCollection(for ids: [Photo.ID]) -> [Effect] {
    guard offers(.collectionEdit), stage == .main else {
      return [show(.unavailable(.collect, .collectionEditIsOff))]
    }
    let own = ids.filter { serves($0) && photos[$0] != nil }
    guard !own.isEmpty else { return [show(.unavailable(.collect, .otherService))] }
    guard let collector else {
      return [show(.unavailable(.collect, .unknownCollector))] + loadProfile()
    }
    return ChooserReducer.collect(&self, own, by: collector)
  }
}

extension OfferSubject {
  /// The capabilities that the subject requires.
  fileprivate var needs: Capabilities {
    switch self {
    case .topics: .topics
    case .people: .people
    case .collections, .collectionsFound: .collections
    }
  }
}
