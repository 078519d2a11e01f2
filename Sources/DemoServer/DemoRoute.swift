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
  var isAPI: Bool {
    switch self {
    case .authorize, .token, .image, .avatar: false
    default: true
    }
  }

  var isPicture: Bool { self == .image || self == .avatar }
}

/// A request, identified by method and path.
enum Call: Equatable {
  case photos
  case photo(String)
  case download(String)
  case like(String)
  case unlike(String)
  case me
  case user(String)
  case userLikes(String)
  case userPhotos(String)
  case userCollections(String)
  case topics
  case topic(String)
  case topicPhotos(String)
  case collection(String)
  case collectionPhotos(String)
  case makeCollection
  case collect(String)
  case uncollect(String)
  case random
  case searchUsers, searchCollections
  case search
  case authorizePage, authorizeDecision, codePage
  case token
  case image(String)
  case avatar(String)
  /// A page of the website, for browsers.
  case view(String)
  case profile(String)
  /// The website's bot check, in place of an image.
  case wall
  case control(String)
  case unknown

  init(method: String, path: [String]) {
    switch (method, path.count, path.first) {
    case ("GET", 1, "photos"): self = .photos
    case ("GET", 2, "photos") where path[1] == "random": self = .random
    case ("GET", 2, "photos"): self = .photo(path[1])
    case ("GET", 3, "photos") where path[2] == "download": self = .download(path[1])
    case ("POST", 3, "photos") where path[2] == "like": self = .like(path[1])
    case ("DELETE", 3, "photos") where path[2] == "like": self = .unlike(path[1])
    case ("GET", 1, "me"): self = .me
    case ("GET", 2, "users"): self = .user(path[1])
    case ("GET", 3, "users") where path[2] == "likes": self = .userLikes(path[1])
    case ("GET", 3, "users") where path[2] == "photos": self = .userPhotos(path[1])
    case ("GET", 3, "users") where path[2] == "collections": self = .userCollections(path[1])
    case ("GET", 1, "topics"): self = .topics
    case ("GET", 2, "topics"): self = .topic(path[1])
    case ("GET", 3, "topics") where path[2] == "photos": self = .topicPhotos(path[1])
    case ("GET", 2, "collections"): self = .collection(path[1])
    case ("GET", 3, "collections") where path[2] == "photos": self = .collectionPhotos(path[1])
    case ("POST", 1, "collections"): self = .makeCollection
    case ("POST", 3, "collections") where path[2] == "add": self = .collect(path[1])
    case ("DELETE", 3, "collections") where path[2] == "remove": self = .uncollect(path[1])
    case ("GET", 2, "search") where path[1] == "photos": self = .search
    case ("GET", 2, "search") where path[1] == "users": self = .searchUsers
    case ("GET", 2, "search") where path[1] == "collections": self = .searchCollections
    case ("GET", 2, "oauth") where path[1] == "authorize": self = .authorizePage
    case ("POST", 2, "oauth") where path[1] == "authorize": self = .authorizeDecision
    case ("GET", 3, "oauth") where path[1] == "authorize" && path[2] == "native": self = .codePage
    case ("POST", 2, "oauth") where path[1] == "token": self = .token
    case (_, 2..., "_demo"): self = .control(method + " " + path.dropFirst().joined(separator: "/"))
    case ("GET", 2, "view"): self = .view(path[1])
    case ("GET", 3, "view"): self = .wall
    case ("GET", 1, .some(let name)) where name.hasPrefix("@"):
      self = .profile(String(name.dropFirst()))
    case ("GET", 1, .some(let name)) where name.hasPrefix("photo-"):
      self = .image(String(name.dropFirst(6)))
    case ("GET", 1, .some(let name)) where name.hasPrefix("profile-"):
      self = .avatar(String(name.dropFirst(8)))
    default: self = .unknown
    }
  }

  /// The route that the call counts for; `nil` for pages and unknown paths.
  var route: DemoRoute? {
    switch self {
    case .photos: .photos
    case .photo: .photo
    case .download: .download
    case .like, .unlike: .like
    case .me: .me
    case .user: .user
    case .userLikes: .likes
    case .userPhotos: .userPhotos
    case .userCollections: .userCollections
    case .topics: .topics
    case .topic: .topic
    case .topicPhotos: .topicPhotos
    case .collection: .collection
    case .collectionPhotos: .collectionPhotos
    case .makeCollection, .collect, .uncollect: .collect
    case .random: .random
    case .searchUsers: .searchUsers
    case .searchCollections: .searchCollections
    case .search: .search
    case .authorizePage, .authorizeDecision, .codePage: .authorize
    case .token: .token
    case .image: .image
    case .avatar: .avatar
    case .view, .profile, .wall, .control, .unknown: nil
    }
  }
}
