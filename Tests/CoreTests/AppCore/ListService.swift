import AppCore
import Model
import Testing
import Unsplash

/// A service's list of photos, which may change between two requests.
struct ListService {
  /// The numbers of the photos, in the service's order.
  var photos: [Int]
  /// The photos that the service counts but that can't be displayed.
  var hidden: Set<Int> = []
  var hasTotal = true
  var paging = ServiceDescription.Pagination.numbers
  var size = ServiceDescription.unsplash.pageSize

  /// The displayable photos.
  var shown: [Int] { photos.filter { !hidden.contains($0) } }

  func page(_ number: Int) -> Page {
    let offset = paging == .numbers ? (number - 1) * size : number - 1
    let rest = photos.dropFirst(offset)
    return Page(
      photos: rest.prefix(size).filter { !hidden.contains($0) }.map { Given.photo($0) },
      next: rest.count > size ? PageToken(paging == .numbers ? number + 1 : number + size) : nil,
      total: hasTotal ? photos.count : nil
    )
  }

  /// Answers the requests for pages until there is none, and returns their numbers.
  func answer(_ state: inout AppState, _ effects: [Effect], in list: ListID = .feed) -> [Int] {
    var (asked, effects): ([Int], [Effect]) = ([], effects)
    while let number = effects.lazy.compactMap({ $0.page(of: list) }).first, asked.count < 50 {
      asked.append(number)
      effects = AppReducer.reduce(
        &state,
        .feed(.pageLoaded(PageToken(number), .success(page(number))), in: list)
      )
      checkFeed(state)
    }
    return asked
  }

  /// Moves through the whole list, answers its requests, and returns their numbers.
  func scroll(_ state: inout AppState, in list: ListID = .feed) -> [Int] {
    var asked = answer(&state, AppReducer.reduce(&state, .pressed(.first)), in: list)
    while state.views[list].selection < state[list].order.count - 1, asked.count < 200 {
      let before = state.views[list].selection
      let pages = answer(&state, AppReducer.reduce(&state, .pressed(.moveRight)), in: list)
      guard state.views[list].selection != before || !pages.isEmpty else { break }
      asked += pages
    }
    return asked
  }
}

extension Effect {
  /// The number of the requested page of a list; `nil` for any other effect.
  func page(of list: ListID) -> Int? {
    if case .feed(.loadPage(let page, of: list)) = self { page.number } else { nil }
  }
}
