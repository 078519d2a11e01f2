import Model

/// A user in the output of commands.
struct PersonRecord: Encodable, Equatable, Sendable {
  /// The version of the format.
  let format = PhotoRecord.version
  let username: String
  let name: String
  let bio: String?
  let location: String?
  let totalLikes: Int?
  let totalPhotos: Int?
  let links: PhotoRecord.Links

  init(_ person: Person) {
    username = person.username
    name = person.name
    bio = person.bio
    location = person.location
    totalLikes = person.totalLikes
    totalPhotos = person.totalPhotos
    links = PhotoRecord.Links(html: person.pageURL?.text)
  }

  private enum CodingKeys: String, CodingKey {
    case format, username, name, bio, location
    case totalLikes = "total_likes"
    case totalPhotos = "total_photos"
    case links
  }
}
