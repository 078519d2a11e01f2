import Model

extension AppState {
  /// The time after loading during which a list is shown without a refresh.
  package static let refreshAge = Duration.seconds(300)

  /// Starts the timers after which a list is out of date, and looks for new photos.
  func ages(_ list: ListID) -> [Effect] {
    guard list.hasNews else { return [] }
    let name = "\(list.kind.rawValue) \(list.name ?? "")"
    let (visit, hour) = (Effect.ID(.app, "age of \(name)"), Effect.ID(.app, "hour of \(name)"))
    return
      (list.kind.traits.isVisited ? [.after(visit, Self.refreshAge, .visits(.aged(list)))] : [])
      + (offers(.cache) ? [.after(hour, .hour, .feed(.aged(.hour), in: list))] : [])
  }
}

extension Duration {
  static let hour = Duration.seconds(3600)
}

extension ListID {
  /// Whether new photos may appear in the list without the user.
  var hasNews: Bool { canBeAsked && kind != .random && kind != .search }
}
