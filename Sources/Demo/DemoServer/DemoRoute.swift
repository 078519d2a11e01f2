/// The routes that are counted, and that faults can be limited to.
package enum DemoRoute: String, CaseIterable, Codable, Hashable, Sendable {
  case photos, photo, download, like, me, user, likes, search
  case userPhotos = "user-photos"
  case userCollections = "user-collections"
  case searchUsers = "search-users"
  case searchCollections = "search-collections"
  /// Creating and changing collections.
  case collect
  case topics, topic, collection, random
  case topicPhotos = "topic-photos"
  case collectionPhotos = "collection-photos"
  case authorize, token, image, avatar

  /// Whether the route belongs to the API proper, which requires a key and has a budget.
  package var isAPI: Bool {
    switch self {
    case .authorize, .token, .image, .avatar: false
    default: true
    }
  }

  package var isPicture: Bool { self == .image || self == .avatar }
}

/// A call of a route, with the ID, slug or user name in its path.
struct Call {
  let route: DemoRoute
  let name: String

  /// Identifies a request; returns `nil` for pages and unknown paths.
  init?(method: String, path: [String]) {
    let route: DemoRoute? =
      switch (method, path.count, path.first, path.last) {
      case ("GET", 1, "photos", _): .photos
      case ("GET", 2, "photos", "random"): .random
      case ("GET", 2, "photos", _): .photo
      case ("GET", 3, "photos", "download"): .download
      case ("POST", 3, "photos", "like"), ("DELETE", 3, "photos", "like"): .like
      case ("GET", 1, "me", _): .me
      case ("GET", 2, "users", _): .user
      case ("GET", 3, "users", "likes"): .likes
      case ("GET", 3, "users", "photos"): .userPhotos
      case ("GET", 3, "users", "collections"): .userCollections
      case ("GET", 1, "topics", _): .topics
      case ("GET", 2, "topics", _): .topic
      case ("GET", 3, "topics", "photos"): .topicPhotos
      case ("GET", 2, "collections", _): .collection
      case ("GET", 3, "collections", "photos"): .collectionPhotos
      case ("POST", 1, "collections", _), ("POST", 3, "collections", "add"),
        ("DELETE", 3, "collections", "remove"):
        .collect
      case ("GET", 2, "search", "photos"): .search
      case ("GET", 2, "search", "users"): .searchUsers
      case ("GET", 2, "search", "collections"): .searchCollections
      case ("GET", 2, "oauth", "authorize"), ("POST", 2, "oauth", "authorize"): .authorize
      case ("GET", 3, "oauth", "native") where path[1] == "authorize": .authorize
      case ("POST", 2, "oauth", "token"): .token
      case ("GET", 1, let name?, _) where name.hasPrefix("photo-"): .image
      case ("GET", 1, let name?, _) where name.hasPrefix("profile-"): .avatar
      default: nil
      }
    guard let route else { return nil }
    self.route = route
    let first = path.first ?? ""
    // The names of pictures are `photo-ID` and `profile-NUMBER`.
    name = path.count > 1 ? path[1] : String(first.drop { $0 != "-" }.dropFirst())
  }
}

/// A request for one of the routes, with what is known about it.
struct DemoCall {
  let route: DemoRoute
  /// The ID, slug or user name in the path.
  let name: String
  let request: DemoRequest
  let faults: CallFaults
  /// The client or the user, once the call is authenticated.
  var caller = DemoService.Caller.client

  /// Whether the call likes or adds something, rather than removing it.
  var isPost: Bool { request.method == "POST" }
}
