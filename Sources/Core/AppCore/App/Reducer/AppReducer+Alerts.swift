import Model

extension AppReducer {
  /// Performs the action of an alert's button that the user pressed.
  static func answered(
    _ state: inout AppState,
    _ question: Alert.Kind,
    _ button: Alert.Button
  ) -> [Effect] {
    switch (question, button) {
    case (.problem(_, let retry?), .retry): reduce(&state, retry)
    case (.confirmSignOut, .yes), (.confirmSignOutLosing, .yes): [.session(.remove)]
    case (.confirmCancelSignIn, .yes): SignInReducer.cancel(&state)
    case (.confirmDelete(let ids, _), .yes): GalleryReducer.reduce(&state, .deleteConfirmed(ids))
    case (.confirmClearHistory, .yes): HistoryReducer.clear(&state)
    case (.problem, _), (.confirmSignOut, _), (.confirmSignOutLosing, _), (.confirmCancelSignIn, _),
      (.confirmDelete, _), (.signedOut, _), (.saved, _), (.databaseSetAside, _),
      (.sessionExposed, _), (.tokenInKeyring, _), (.confirmClearHistory, _):
      []
    }
  }
}
