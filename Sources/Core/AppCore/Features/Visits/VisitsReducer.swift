import Model

/// The reducer of visits, which are lists opened from other places, and of the headers above lists.
package enum VisitsReducer {
  static func reduce(_ state: inout AppState, _ action: VisitsAction) -> [Effect] {
    switch action {
    case .authorPressed(let id): return state.openAuthor(of: id)
    case .opened(let list): return [.event(.destinationChosen(.list(list)))]
    case .sectionPressed(let section): return show(&state, section)
    case .backPressed: return state.visit == nil ? [] : [.event(.destinationChosen(.back))]
    case .aged(let list):
      if state.openLists.contains(list) {
        state[list].isOld = true
      } else {
        state.removeWithHeader(list)
      }
      return []
    case .personLoaded(let name, .success(let person)):
      state.directory.store(person)
      guard state.offers(.cache), person.username == name else { return [] }
      return [.cache(.writePerson(person))]
    case .personRead(let person):
      state.directory.add(person)
      return []
    case .infoLoaded(let list, .success(let offer)):
      // A topic requested by its ID is returned with its slug; the requested list is stored.
      state.directory.store(ListOffer(list, offer.info))
      return state.offers(.cache) ? [.cache(.writeInfo(list, offer.info))] : []
    case .infoRead(let offer):
      if state.directory.infos[offer.list] == nil { state.directory.store(offer) }
      return []
    case .personLoaded(_, .failure(let problem)), .infoLoaded(_, .failure(let problem)):
      // The list below shows the failure.
      return problem.cause.endsSession ? [.event(.sessionRefused(problem.cause))] : []
    }
  }

  /// Handles the commands of a list opened from another place.
  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .back where state.visit != nil && !state.showsDetails:
      return .handled([.event(.destinationChosen(.back))])
    case .collections:
      return .handled(
        state.collectionsOwner.map { [.event(.destinationChosen(.chooser(.collections(of: $0))))] }
          ?? []
      )
    case .nextTab, .previousTab:
      guard let section = state.visit.flatMap({ PersonSection($0.list) }) else { return .ignored }
      return .handled(show(&state, section == .photos ? .likes : .photos))
    default: return .ignored
    }
  }

  /// Shows the other list on a photographer's page.
  private static func show(_ state: inout AppState, _ section: PersonSection) -> [Effect] {
    guard let old = state.visit?.list, let name = old.person, old != section.list(of: name),
      section.isOffered(in: state)
    else { return [] }
    let list = section.list(of: name)
    state.visits[state.visits.count - 1].list = list
    // Leaving the other list has cancelled the request for the profile.
    return [.event(.listLeft(old)), .event(.listShown(list))] + loadHead(state, of: list)
  }

  /// Loads the header of a list or the profile of its photographer, unless it has been loaded.
  static func loadHead(_ state: AppState, of list: ListID) -> [Effect] {
    let head = list.kind.traits.head
    if head == .person, let name = list.person, !state.directory.isLoaded(name) {
      return [.visits(.loadPerson(name))]
    }
    let hasInfo = head == .info || list == .feed && state.launch.service.hasAlbums
    return hasInfo && state.directory.infos[list] == nil ? [.visits(.loadInfo(list))] : []
  }
}

extension AppState {
  /// Whether a photo's photographer has a page here.
  package func hasAuthorPage(of id: Photo.ID) -> Bool {
    offers(.people) && photos[id]?.author.username.isEmpty == false
  }

  /// Opens the page of a photo's photographer, if the service offers people.
  mutating func openAuthor(of id: Photo.ID) -> [Effect] {
    guard offers(.people), let author = photos[id]?.author else { return [] }
    guard serves(id) else { return [show(.unavailable(.author, .otherService))] }
    guard hasAuthorPage(of: id) else { return [show(.unavailable(.author, .noAuthorPage))] }
    directory.add(author)
    return [.event(.destinationChosen(.list(.photographer(author.username))))]
  }
}
