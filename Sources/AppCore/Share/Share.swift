import Model

/// The sheet with all that can be done with a photograph's link and bytes.
package struct ShareState: Equatable, Sendable {
  package enum Row: Int, Equatable, Sendable, CaseIterable {
    case copyLink
    case openInBrowser
    case save
  }

  package let photo: Photo.ID
  package var focus: Row = .copyLink

  package init(photo: Photo.ID) { self.photo = photo }
}

/// Bytes written so far and, where the server tells, of how many.
package struct SaveProgress: Equatable, Sendable {
  package var received: Int64
  package var expected: Int64?

  package init(received: Int64, expected: Int64?) {
    self.received = received
    self.expected = expected
  }
}

package enum ShareAction: Equatable, Sendable {
  case rowPressed(ShareState.Row)
  case closePressed
  case browserOpened(Photo.ID, Result<String, Problem>)
  case saveProgressed(Photo.ID, SaveProgress)
  case saved(Photo.ID, Result<String, Problem>)
  case saveRetried(Photo.ID)
}

package enum ShareEffect: Equatable, Sendable {
  case openInBrowser(Photo.ID, url: String)
  case save(Photo.ID)

  package var id: Effect.ID {
    switch self {
    case .openInBrowser: Effect.ID(.share, "browser")
    case .save(let id): Effect.ID(.share, "save \(id.service.name) \(id.value)")
    }
  }
}

package enum ShareReducer {
  package static func reduce(_ state: inout AppState, _ action: ShareAction) -> [Effect] {
    switch action {
    case .rowPressed(let row):
      state.share?.focus = row
      return perform(&state, row)
    case .closePressed:
      state.share = nil
      return []
    case .browserOpened(let id, .success(let url)):
      close(&state, id)
      return [state.show(.openedInBrowser(url))]
    case .browserOpened(_, .failure(let problem)):
      state.alert(.problem(problem, retry: nil))
      return []
    case .saveProgressed(let id, let progress):
      guard state.saves[id] != nil else { return [] }
      state.saves[id] = progress
      return []
    case .saved(let id, _) where state.saves[id] == nil:
      return []
    case .saved(let id, .success(let path)):
      state.saves[id] = nil
      close(&state, id)
      return [state.show(.saved(path: path))]
    case .saved(let id, .failure(let problem)):
      state.saves[id] = nil
      if problem.cause == .unauthorized { return AppReducer.sessionRefused(&state) }
      state.alert(.problem(problem, retry: .share(.saveRetried(id))))
      return []
    case .saveRetried(let id):
      return save(&state, id)
    }
  }

  /// Why a row cannot be used now; nil when it can.
  package static func reason(_ state: AppState, _ row: ShareState.Row) -> UnavailableReason? {
    switch row {
    case .copyLink: nil
    case .openInBrowser: state.launch.hasBrowser ? nil : .noBrowser
    case .save:
      if let photo = state.share?.photo, state.saves[photo] != nil {
        .alreadySaving
      } else {
        state.launch.picturesFolder == nil ? .noPicturesFolder : nil
      }
    }
  }

  static func move(_ state: inout AppState, by step: Int) {
    guard let share = state.share else { return }
    let rows = ShareState.Row.allCases
    let next = max(0, min(rows.count - 1, share.focus.rawValue + step))
    state.share?.focus = rows[next]
  }

  private static func perform(_ state: inout AppState, _ row: ShareState.Row) -> [Effect] {
    guard let share = state.share, let photo = state.photos[share.photo] else { return [] }
    if let reason = reason(state, row) { return [state.show(.unavailable(.share, reason))] }
    switch row {
    case .copyLink:
      let url = Attribution.link(photo.pageURL)
      state.share = nil
      return [.terminal(.copy(url)), state.show(.copied(url))]
    case .openInBrowser:
      return [.share(.openInBrowser(photo.id, url: Attribution.link(photo.pageURL)))]
    case .save:
      return save(&state, photo.id)
    }
  }

  private static func save(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard state.saves[id] == nil else { return [] }
    state.saves[id] = SaveProgress(received: 0, expected: nil)
    return [.share(.save(id))]
  }

  private static func close(_ state: inout AppState, _ id: Photo.ID) {
    if state.share?.photo == id { state.share = nil }
  }
}
