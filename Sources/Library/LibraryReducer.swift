import Model

/// The root reducer of the library: the only code that knows more than one part of it.
package enum LibraryReducer {
  package static func reduce(_ library: inout Library, _ action: LibraryAction) -> [LibraryEffect] {
    switch action {
    case .likes(let action): LikesReducer.reduce(&library, action)
    case .collectionEdit(let action): CollectionEditReducer.reduce(&library, action)
    case .downloads(let action): DownloadsReducer.reduce(&library, action)
    case .reachability(let reachability): connectionChanged(&library, reachability)
    case .minutesPassed(let count): AgeReducer.minutesPassed(&library, count)
    case .agesShown: AgeReducer.start(&library)
    }
  }

  /// Records whether the service responds, then starts what waited for a response.
  private static func connectionChanged(
    _ library: inout Library,
    _ reachability: ServiceReachability
  ) -> [LibraryEffect] {
    let wasOffline = library.isOffline
    let events = ConnectionReducer.reduce(&library, reachability)
    let likes: [LibraryEffect]
    switch reachability {
    case .noResponse: return events
    case .response(nil): likes = LikesReducer.sendWaiting(&library)
    // The service would only refuse them.
    case .response(.reached(let minutes)?): likes = LikesReducer.pause(&library, minutes: minutes)
    }
    return likes + (wasOffline ? DownloadsReducer.networkIsBack(&library) : []) + events
  }
}
